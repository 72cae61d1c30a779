#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the example of NC verification: a relief, a program that mills it, its tools, and the same program with a slip.

usage: make_nc.py data/molds/jacksboro.hgt data/nc

The relief is 60 x 60 mm, cut down to 10 mm into a block with a flat rim; samples are 0.75 mm apart. The program rests a
ball of 6 mm on it, row by row, and goes round the rim with arcs; where a move between two points would cut, graze.nc says
by how much to lift it. `relief_slip.nc` has one wrong digit. Needs the Python package graze (docs/python.md).
"""
import pathlib
import struct
import sys

import numpy as np

import graze
from graze import nc

SIDE, CELL, RIM, DEEP, FLOOR = 80, 0.75, 8, 10.0, -14.0  # samples, mm, samples, mm, mm
RADIUS, ROW, LIFT = 3.0, 2, 0.001  # mm, samples between rows, mm above contact
SLIP_ROW, SLIP_COLUMN = 20, 33


def heights(path):
    count = 300
    values = struct.unpack(f">{count * count}h", path.read_bytes())
    inner = SIDE + 1 - 2 * RIM
    rows = [[values[count * (40 + 3 * r) + 60 + 3 * c] for c in range(inner)] for r in range(inner)]
    low, high = min(map(min, rows)), max(map(max, rows))
    out = [[0.0] * (SIDE + 1) for _ in range(SIDE + 1)]
    for r in range(inner):
        for c in range(inner):
            edge = min(r, c, inner - 1 - r, inner - 1 - c) / 6  # down from the rim, not at once
            out[RIM + r][RIM + c] = -min(1.0, edge) * DEEP * (0.1 + 0.9 * (high - rows[r][c]) / (high - low))
    return out


def solid(h):
    """Closed: the relief, four walls, a floor."""
    n = SIDE + 1
    vertices = [(CELL * c, CELL * r, h[r][c]) for r in range(n) for c in range(n)]
    faces = []
    for r in range(SIDE):
        for c in range(SIDE):
            a, b, d, e = r * n + c, r * n + c + 1, (r + 1) * n + c, (r + 1) * n + c + 1
            faces += [(a, b, e), (a, e, d)]
    ring = [c for c in range(SIDE)] + [r * n + SIDE for r in range(SIDE)]
    ring += [SIDE * n + c for c in range(SIDE, 0, -1)] + [r * n for r in range(SIDE, 0, -1)]
    first = len(vertices)
    vertices += [(vertices[i][0], vertices[i][1], FLOOR) for i in ring]
    for k, top in enumerate(ring):
        following = ring[(k + 1) % len(ring)]
        below, below_following = first + k, first + (k + 1) % len(ring)
        faces += [(top, below, below_following), (top, below_following, following)]
    middle = len(vertices)
    vertices.append((CELL * SIDE / 2, CELL * SIDE / 2, FLOOR))
    faces += [(middle, first + (k + 1) % len(ring), first + k) for k in range(len(ring))]
    return vertices, faces


def path(vertices, faces):
    """Tips of a ball that touches the relief, lifted where it would cut on its way."""
    model = graze.Model(graze.Mesh(vertices, faces))
    order = [(r, c) for r in range(0, SIDE + 1, ROW) for c in (range(SIDE + 1) if r // ROW % 2 == 0 else range(SIDE, -1, -1))]
    tips = np.array([(CELL * c, CELL * r, 10.0) for r, c in order])
    for _ in range(400):  # down by the distance that is left
        left = graze.closest_point(model, tips + (0, 0, RADIUS))[0] - RADIUS
        tips[:, 2] -= left
        if left.max() < 1e-7:
            break
    tips[:, 2] = np.ceil(1000 * (tips[:, 2] + LIFT)) / 1000
    part, tool = nc.CheckedPart(model), nc.ball_mill(2 * RADIUS, 12)
    for _ in range(20):
        found = nc.check_moves(part, tool, np.stack([tips[:-1], tips[1:]], axis=1), tolerance=0.002)
        lift = np.where(found["upper"] > 0.002, np.maximum(found["raise"], 0.002), 0)
        if not lift.any():
            break
        both = np.maximum(np.append(lift, 0), np.append(0, lift))
        tips[:, 2] = np.ceil(1000 * (tips[:, 2] + both) - 1e-6) / 1000
    assert not lift.any()
    return dict(zip(order, tips))


def program(tips, slip):
    lines = ["%", "(relief, 60 x 60 mm, zero at a corner of the block's top)", "(T1 D=6. CR=3. - BALL END MILL)",
             "G21 G17 G90 G94", "G54", "T1 M6", "G0 Z20.", "S12000 M3", "G0 X0. Y0.", "Z5."]
    back = False
    for r in range(0, SIDE + 1, ROW):
        columns = list(range(SIDE + 1))
        for k, c in enumerate(reversed(columns) if back else columns):
            z = tips[r, c][2]
            if slip and (r, c) == (SLIP_ROW, SLIP_COLUMN):
                z -= 0.4
            words = f"X{CELL * c:.3f} Y{CELL * r:.3f} Z{z:.3f}"
            lines.append(("G1 " + words + " F1200.") if k == 0 and r == 0 else words)
        back = not back
    size, corner, inset = CELL * SIDE, 4.0, 3.0
    low, high = inset, size - inset
    lines += ["G0 Z5.", f"X{low:.3f} Y{low + corner:.3f}", f"G1 Z{LIFT:.3f} F400.", f"Y{high - corner:.3f} F1200.",
              f"G2 X{low + corner:.3f} Y{high:.3f} I{corner:.3f} J0.", f"G1 X{high - corner:.3f}",
              f"G2 X{high:.3f} Y{high - corner:.3f} R{corner:.3f}", f"G1 Y{low + corner:.3f}",
              f"G2 X{high - corner:.3f} Y{low:.3f} I-{corner:.3f} J0.", f"G1 X{low + corner:.3f}",
              f"G2 X{low:.3f} Y{low + corner:.3f} R{corner:.3f}", "G0 Z20.", "M5", "M30", "%"]
    return "\n".join(lines) + "\n"


TOOLS = """{
  "format": "graze-tools", "version": 1, "unit": "mm",
  "tools": [
    {"number": 1, "name": "ball 6", "type": "ball", "diameter": 6, "cutting_length": 12, "shank_diameter": 6,
     "length": 45, "stick_out": 32,
     "holder": [{"height": 8, "lower_diameter": 18, "upper_diameter": 26},
                {"height": 20, "lower_diameter": 40, "upper_diameter": 40}]}
  ]
}
"""


def main(source, target):
    h = heights(source)
    vertices, faces = solid(h)
    target.mkdir(parents=True, exist_ok=True)
    with open(target / "relief.ply", "wb") as file:
        file.write(("ply\nformat binary_little_endian 1.0\ncomment relief of Jacksboro fault, mm\n"
                    f"element vertex {len(vertices)}\nproperty float x\nproperty float y\nproperty float z\n"
                    f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n").encode())
        for v in vertices:
            file.write(struct.pack("<3f", *v))
        for f in faces:
            file.write(struct.pack("<B3i", 3, *f))
    tips = path(np.float32(vertices), np.array(faces))
    (target / "relief.nc").write_text(program(tips, False))
    (target / "relief_slip.nc").write_text(program(tips, True))
    (target / "tools.json").write_text(TOOLS)
    print(f"{target}: {len(faces)} triangles")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
