# SPDX-License-Identifier: Apache-2.0
import sys

import graze

wheel = graze.Model(graze.load_mesh(sys.argv[1]))
tool = graze.Model(graze.load_mesh(sys.argv[2]))
pose = [0.25, 0, 0, 1, 0, 0, 0.5]  # tool in wheel: tx ty tz qw qx qy qz, or a 4 x 4 matrix
found = graze.contacts(wheel, tool, pose)
for (a, b), (p, q) in zip(found.triangles, found.segments):
    print(f"{a} meets {b} at {p[0]} {p[1]} {p[2]}")
