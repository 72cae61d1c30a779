# SPDX-License-Identifier: Apache-2.0
"""Exact, fast collision detection for triangle meshes.

    import graze
    wheel = graze.Model(graze.load_mesh("wheel.ply"))
    tool = graze.Model(graze.load_mesh("tool.stl"))
    pose = [0.25, 0, 0, 1, 0, 0, 0.5]          # of tool in wheel: tx ty tz qw qx qy qz; or a 4 x 4 matrix
    graze.intersects(wheel, tool, pose)        # exact, yes or no
    graze.contacts(wheel, tool, pose).triangles
    graze.distance(wheel, tool, pose).upper

Models are immutable; queries release Python's lock, so that threads run at once. docs/python.md has more.
"""
from ._graze import (
    Calibration,
    Contacts,
    Distance,
    Error,
    FrameWorkspace,
    Impact,
    Mesh,
    Model,
    Reliability,
    SignedDistance,
    TimedWorkspace,
    Verdict,
    calibrate,
    closest_point,
    contacts,
    distance,
    first_impact,
    instruction_set,
    intersects,
    intersects_batch,
    judge,
    judge_all,
    least_signed_distance,
    load_mesh,
    load_poses,
    max_penetration,
    prepare,
    resume,
    shipped_weights,
    within,
)

__all__ = [
    "Calibration",
    "Contacts",
    "Distance",
    "Error",
    "FrameWorkspace",
    "Impact",
    "Mesh",
    "Model",
    "Reliability",
    "SignedDistance",
    "TimedWorkspace",
    "Verdict",
    "calibrate",
    "closest_point",
    "contacts",
    "distance",
    "first_impact",
    "instruction_set",
    "intersects",
    "intersects_batch",
    "judge",
    "judge_all",
    "least_signed_distance",
    "load_mesh",
    "load_poses",
    "max_penetration",
    "prepare",
    "resume",
    "shipped_weights",
    "within",
]
