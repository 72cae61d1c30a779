# SPDX-License-Identifier: Apache-2.0
"""NC verification: programs, tools, and how deep moves cut into a part.

    from graze import nc
    part = nc.CheckedPart(graze.Model(graze.load_mesh("part.stl")))
    program = nc.read_program("part.nc")
    report = nc.verify(program, nc.read_tools("tools.json"), part, tolerance=0.01, starts_clear=True)
    if not report:                             # not proved clean
        print(report.proved, report.findings[0]["message"])
"""
from ._graze.nc import (
    CheckedPart,
    GougeReport,
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
    verify,
)

__all__ = [
    "CheckedPart",
    "GougeReport",
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
    "verify",
]
