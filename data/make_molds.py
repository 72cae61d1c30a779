#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cuts the terrain molds of `./dev reproduce --only table_43` from elevation data: 300 x 300 samples each.

usage: make_molds.py FOLDER_OF_TERRAIN data/molds

The thesis (8.1.2) takes every fourth sample of a tile of 1201 x 1201; so does `whites`. Its quarters are cut from every
second one. Files are rows from north to south of big-endian 16-bit metres, as in .hgt files.
"""
import pathlib
import struct
import sys
import zipfile

SIDE = 300


def tile(path):
    count = 1201
    values = struct.unpack(f">{count * count}h", path.read_bytes())
    return [list(values[count * r:count * (r + 1)]) for r in range(count)]


def grid(path):
    rows = []
    for line in path.read_text(encoding="ascii").splitlines():
        fields = line.split()
        if len(fields) > 2:
            rows.append([round(float(f)) for f in fields])
    return rows


def archive(path):
    """The array "elevation" of a NumPy archive."""
    with zipfile.ZipFile(path) as zipped:
        data = zipped.read("elevation.npy")
    length = struct.unpack("<H", data[8:10])[0]
    header = eval(data[10:10 + length].decode("latin1"), {"__builtins__": {}})  # a literal, as NumPy defines it
    rows, columns = header["shape"]
    values = struct.unpack(f"{header['descr'][0]}{rows * columns}h", data[10 + length:])
    return [list(values[columns * r:columns * (r + 1)]) for r in range(rows)]


def cut(rows, top, left, stride):
    return [[rows[top + stride * r][left + stride * c] for c in range(SIDE)] for r in range(SIDE)]


def main(source, target):
    whites = tile(source / "N44W072.hgt")
    helens = grid(source / "sainte_helens.asc")
    fault = archive(source / "jacksboro_fault_dem.npz")
    molds = {
        "whites": cut(whites, 0, 0, 4),
        "whites_nw": cut(whites, 0, 0, 2),
        "whites_ne": cut(whites, 0, 600, 2),
        "whites_sw": cut(whites, 600, 0, 2),
        "st_helens": cut(helens, 83, 13, 1),
        "jacksboro": cut(fault, 22, 51, 1),
    }
    target.mkdir(parents=True, exist_ok=True)
    for name, rows in molds.items():
        flat = [h for row in rows for h in row]
        assert min(flat) > -500, f"{name}: samples without data"
        (target / f"{name}.hgt").write_bytes(struct.pack(f">{len(flat)}h", *flat))
        print(f"{name}: {min(flat)} to {max(flat)} m")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
