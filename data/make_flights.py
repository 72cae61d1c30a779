#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the demo's recorded motions, the same ones every time.

usage: make_flights.py st_helens.ply FOLDER

airplane_crater.csv    an airplane comes through the breach of Mount St. Helens, circles inside the crater, leaves over
                       the south rim, follows the flanks and crosses the rim twice more, too low in places
turbine_wheels.csv     a turbine wheel rolls around another one, tilting, a hundredth of its size too close in places
"""
import bisect
import math
import random
import struct
import sys

SEED = 20261115
STEPS = 1200
WHEEL_STEPS = 420

# x, y in the terrain's units, clearance of the airplane's belly above the smoothed ground below it.
WAYPOINTS = [
    (10, 330, 16), (-6, 262, 12), (2, 196, 8), (6, 150, 5), (14, 112, 5.5), (30, 86, 3), (25, 52, 1.2), (0, 44, 0.8),
    (-24, 60, 1.5), (-23, 92, 3.5), (2, 106, 5.5), (22, 84, 5), (10, 46, 3), (-8, 10, -1), (-16, -40, -0.4),
    (-4, -92, 0.4), (-34, -136, 2), (-92, -138, 3), (-138, -92, 1), (-142, -30, 1), (-112, 34, 0.5), (-66, 66, -1.2),
    (-20, 78, 9), (24, 74, 6), (64, 62, -1.8), (112, 40, 0.4), (150, 84, 0.8), (140, 150, 2), (92, 190, 5), (30, 226, 9),
    (-60, 262, 14),
]


def read_heights(path):
    with open(path, "rb") as file:
        data = file.read()
    body = data.index(b"end_header\n") + len(b"end_header\n")
    count = next(int(line.split()[2]) for line in data[:body].decode().splitlines() if line.startswith("element vertex"))
    points = [struct.unpack_from("<3f", data, body + 12 * i) for i in range(count)]
    return {(x, y): z for x, y, z in points}


class Terrain:
    """Heights on the mesh's own grid, read off bilinearly (exact enough to plan a flight by)."""

    def __init__(self, path):
        self.heights = read_heights(path)
        self.xs = sorted({x for x, _ in self.heights})
        self.ys = sorted({y for _, y in self.heights})
        self.lowest = min(self.heights.values())

    def height(self, x, y):
        i = min(max(bisect.bisect_right(self.xs, x) - 1, 0), len(self.xs) - 2)
        j = min(max(bisect.bisect_right(self.ys, y) - 1, 0), len(self.ys) - 2)
        u = (x - self.xs[i]) / (self.xs[i + 1] - self.xs[i])
        v = (y - self.ys[j]) / (self.ys[j + 1] - self.ys[j])
        at = [[self.heights.get((self.xs[i + a], self.ys[j + b]), self.lowest) for b in (0, 1)] for a in (0, 1)]
        return (at[0][0] * (1 - u) + at[1][0] * u) * (1 - v) + (at[0][1] * (1 - u) + at[1][1] * u) * v


def catmull_rom(points, t):
    """The centripetal-free, uniform curve through `points`; t runs from 0 to len(points) - 1."""
    i = min(int(t), len(points) - 2)
    u = t - i
    p = [points[min(max(i + k, 0), len(points) - 1)] for k in (-1, 0, 1, 2)]
    return tuple(0.5 * (2 * b + (c - a) * u + (2 * a - 5 * b + 4 * c - d) * u**2 + (3 * b - a - 3 * c + d) * u**3)
                 for a, b, c, d in zip(*p))


def resample(points, count):
    """`count` points at equal distances along a polyline."""
    length = [0.0]
    for a, b in zip(points, points[1:]):
        length.append(length[-1] + math.dist(a[:2], b[:2]))
    result, k = [], 0
    for step in range(count):
        s = length[-1] * step / (count - 1)
        while k < len(points) - 2 and length[k + 1] < s:
            k += 1
        u = (s - length[k]) / (length[k + 1] - length[k])
        result.append(tuple(a + (b - a) * u for a, b in zip(points[k], points[k + 1])))
    return result


def smooth(values, radius):
    """A Gaussian mean; the ends are repeated."""
    weights = [math.exp(-0.5 * (k / (0.5 * radius))**2) for k in range(-radius, radius + 1)]
    total, last = sum(weights), len(values) - 1
    return [sum(w * values[min(max(i + k - radius, 0), last)] for k, w in enumerate(weights)) / total
            for i in range(len(values))]


def quaternion(yaw, pitch, roll):
    """Yaw about z, then pitch (nose up positive) about -y, then roll (left wing up positive) about x."""
    cy, sy = math.cos(yaw / 2), math.sin(yaw / 2)
    cp, sp = math.cos(-pitch / 2), math.sin(-pitch / 2)
    cr, sr = math.cos(roll / 2), math.sin(roll / 2)
    return (cy * cp * cr + sy * sp * sr, cy * cp * sr - sy * sp * cr, cy * sp * cr + sy * cp * sr,
            sy * cp * cr - cy * sp * sr)


def airplane_flight(terrain):
    rng = random.Random(SEED)
    fine = [catmull_rom(WAYPOINTS, k / 40) for k in range(40 * (len(WAYPOINTS) - 1) + 1)]
    path = resample(fine, STEPS)
    heights = [terrain.height(x, y) for x, y, _ in path]
    # The highest ground a little before and after, so that a ridge is grazed and not rammed.
    ground = smooth([max(heights[max(i - 7, 0):i + 8]) for i in range(STEPS)], 10)
    gust = smooth([rng.gauss(0, 1) for _ in path], 30)
    level = smooth([g + c for g, (_, _, c) in zip(ground, path)], 12)
    level = [z + 1.5 * w for z, w in zip(level, gust)]
    spacing = math.dist(path[0][:2], path[1][:2])
    last = STEPS - 1
    headings, climbs = [], []
    for i in range(STEPS):
        a, b = max(i - 1, 0), min(i + 1, last)
        headings.append(math.atan2(path[b][1] - path[a][1], path[b][0] - path[a][0]))
        climbs.append(math.atan2(level[b] - level[a], (b - a) * spacing))
    for i in range(1, STEPS):  # unwrapped, so that it may be smoothed
        headings[i] += 2 * math.pi * round((headings[i - 1] - headings[i]) / (2 * math.pi))
    headings, climbs = smooth(headings, 8), smooth(climbs, 8)
    turn = [(headings[min(i + 1, last)] - headings[max(i - 1, 0)]) / 2 / spacing for i in range(STEPS)]
    shake = smooth([rng.gauss(0, 1) for _ in path], 16)
    bank = smooth([-math.atan(30 * k) + 0.25 * s for k, s in zip(turn, shake)], 14)
    return [(x, y, z, *quaternion(h, c, r)) for (x, y, _), z, h, c, r in zip(path, level, headings, climbs, bank)]


def product(p, q):
    return (p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
            p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0])


def rolling_wheel():
    """Both wheels have radius 0.5 about x. Rolling once around turns the wheel twice; it tilts about the tangent."""
    poses = []
    for k in range(WHEEL_STEPS):
        angle = 2 * math.pi * k / WHEEL_STEPS
        away = 1.004 + 0.011 * math.cos(4 * angle)
        tilt = 0.16 * math.sin(3 * angle)
        cosine, sine = math.cos(angle), math.sin(angle)
        spin = (math.cos(angle), math.sin(angle), 0, 0)
        lean = (math.cos(tilt / 2), 0, -math.sin(tilt / 2) * sine, math.sin(tilt / 2) * cosine)
        poses.append((0.02 * math.sin(5 * angle), away * cosine, away * sine, *product(lean, spin)))
    return poses


def write(folder, name, comment, poses):
    with open(f"{folder}/{name}", "w", encoding="ascii") as file:
        file.write(f"# data/make_flights.py: {comment}\ntx,ty,tz,qw,qx,qy,qz\n")
        for pose in poses:
            file.write(",".join(f"{v:.6f}" for v in pose) + "\n")
    print(f"{name}: {len(poses)} poses")


def main(terrain_file, folder):
    flight = airplane_flight(Terrain(terrain_file))
    write(folder, "airplane_crater.csv", "airplane.ply through the crater of st_helens.ply", flight)
    write(folder, "turbine_wheels.csv", "turbine_wheel.ply around another turbine_wheel.ply", rolling_wheel())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
