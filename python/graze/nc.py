# SPDX-License-Identifier: Apache-2.0
"""NC verification: programs, tools, and how deep moves cut into a part.

    from graze import nc
    program = nc.read_program("part.nc")
    tool = nc.ball_mill(diameter=6, cutting_length=20)
    part = nc.CheckedPart(graze.Model(graze.load_mesh("part.stl")))
    nc.check_moves(part, tool, program.axes[:, :, :3], tolerance=0.01)["upper"].max()
"""
from ._graze.nc import (
    CheckedPart,
    Program,
    Tool,
    ToolLibrary,
    ball_mill,
    bull_mill,
    check_moves,
    flat_mill,
    parse_program,
    read_program,
    read_tools,
)

__all__ = [
    "CheckedPart",
    "Program",
    "Tool",
    "ToolLibrary",
    "ball_mill",
    "bull_mill",
    "check_moves",
    "flat_mill",
    "parse_program",
    "read_program",
    "read_tools",
]
