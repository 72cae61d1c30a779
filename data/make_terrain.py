#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns an ESRI ASCII elevation grid into the demo's terrain mesh (binary PLY).

usage: make_terrain.py sainte_helens.asc st_helens.ply

Every second sample is kept (60 m apart). x points east, y north, z up; the origin is the middle of the grid at
sea level; 1 unit = 20 m, so that a 15-unit airplane is large enough to be seen over a mountain.
"""
import struct
import sys

STRIDE = 2
METRES_PER_UNIT = 20.0


def read_grid(path):
    header, rows = {}, []
    with open(path, encoding="ascii") as file:
        for line in file:
            fields = line.split()
            if len(fields) == 2 and not rows:
                header[fields[0].lower()] = float(fields[1])
            elif fields:
                rows.append([float(f) for f in fields])
    return header, rows


def main(source, target):
    header, rows = read_grid(source)
    cell, void = header["cellsize"], header["nodata_value"]
    columns = range(0, int(header["ncols"]), STRIDE)
    lines = range(0, int(header["nrows"]), STRIDE)
    middle_x, middle_y = (header["ncols"] - 1) / 2, (header["nrows"] - 1) / 2
    index, vertices, faces = {}, [], []
    for r in lines:
        for c in columns:
            if rows[r][c] != void:
                index[r, c] = len(vertices)
                vertices.append(((c - middle_x) * cell / METRES_PER_UNIT, (middle_y - r) * cell / METRES_PER_UNIT,
                                 rows[r][c] / METRES_PER_UNIT))
    for r in lines:
        for c in columns:
            corners = [index.get(k) for k in ((r, c), (r + STRIDE, c), (r + STRIDE, c + STRIDE), (r, c + STRIDE))]
            if None in corners:
                continue
            a, b, d, e = corners  # row 0 is north: a north-west, b south-west, d south-east, e north-east
            if (r // STRIDE + c // STRIDE) % 2:
                faces += [(a, b, d), (a, d, e)]
            else:
                faces += [(a, b, e), (b, d, e)]
    with open(target, "wb") as file:
        file.write(("ply\nformat binary_little_endian 1.0\ncomment Mount St. Helens, USGS 7.5-minute DEM, public domain\n"
                    f"comment 1 unit = {METRES_PER_UNIT:g} m, x east, y north, z up\n"
                    f"element vertex {len(vertices)}\nproperty float x\nproperty float y\nproperty float z\n"
                    f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n").encode())
        for v in vertices:
            file.write(struct.pack("<3f", *v))
        for f in faces:
            file.write(struct.pack("<B3i", 3, *f))
    print(f"{target}: {len(vertices)} vertices, {len(faces)} triangles")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
