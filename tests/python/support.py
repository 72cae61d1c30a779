# SPDX-License-Identifier: Apache-2.0
"""Meshes and poses for the tests."""
import math

import numpy as np

import graze


def box(lower=(-0.5, -0.5, -0.5), upper=(0.5, 0.5, 0.5)):
    corners = [[(lower, upper)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    triangles = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    return graze.Mesh(np.array(corners, dtype=float), np.array(triangles))


def ball(rings=16, radius=1.0, bumps=0.0):
    vertices, triangles = [], []
    for i in range(rings + 1):
        for k in range(2 * rings):
            a, b = math.pi * i / rings, math.pi * k / rings
            r = radius * (1 + bumps * math.sin(5 * a) * math.cos(7 * b))
            vertices.append([r * math.sin(a) * math.cos(b), r * math.sin(a) * math.sin(b), r * math.cos(a)])
    for i in range(rings):
        for k in range(2 * rings):
            p, q = 2 * rings * i + k, 2 * rings * i + (k + 1) % (2 * rings)
            triangles += [(p, p + 2 * rings, q + 2 * rings), (p, q + 2 * rings, q)]
    return graze.Mesh(vertices, triangles)


def shifted(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def random_poses(count, reach, seed):
    rng = np.random.default_rng(seed)
    poses = rng.normal(size=(count, 7))
    poses[:, :3] = rng.uniform(-reach, reach, size=(count, 3))
    return poses


def poses_at(nearest, farthest, count, seed):
    """Centres so far apart, any direction and orientation."""
    rng = np.random.default_rng(seed)
    poses = rng.normal(size=(count, 7))
    poses[:, :3] *= (rng.uniform(nearest, farthest, size=count) / np.linalg.norm(poses[:, :3], axis=1))[:, None]
    return poses


def log_odds(verdict):
    """Of a collision."""
    odds = math.log(verdict.probability / (1 - verdict.probability)) if verdict.probability < 1 else math.inf
    return odds if verdict.collides else -odds
