# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share: running it, small meshes, what an error must look like.

GRAZE_CLI names the binary, GRAZE_SOURCE_DIR the repository; ctest sets both.
"""
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

CLI = os.environ.get("GRAZE_CLI", "build/release/bin/graze")
SOURCE = pathlib.Path(os.environ.get("GRAZE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
DATA = SOURCE / "data"
IDENTITY = "0 0 0 1 0 0 0"


def graze(*arguments, env=None, stdin=None, timeout=300):
    """Runs the binary; stdout and stderr come back as text."""
    environment = {**os.environ, **(env or {})}
    return subprocess.run([CLI, *map(str, arguments)], input=stdin, env=environment, timeout=timeout,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="surrogateescape")


def cube(size=1.0, at=(0, 0, 0)):
    corners = [(at[0] + size * (i & 1), at[1] + size * (i >> 1 & 1), at[2] + size * (i >> 2)) for i in range(8)]
    faces = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4),
             (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5)]
    return corners, faces


def ball(rings, radius=1.0):
    """A sphere of latitude and longitude, 4 rings (rings - 1) triangles."""
    points = [(0, 0, radius)]
    around = 2 * rings
    for i in range(1, rings):
        a = math.pi * i / rings
        points += [(radius * math.sin(a) * math.cos(2 * math.pi * k / around),
                    radius * math.sin(a) * math.sin(2 * math.pi * k / around), radius * math.cos(a)) for k in range(around)]
    points.append((0, 0, -radius))
    at = lambda i, k: 1 + (i - 1) * around + k % around
    faces = [(0, at(1, k), at(1, k + 1)) for k in range(around)]
    for i in range(1, rings - 1):
        for k in range(around):
            faces += [(at(i, k), at(i + 1, k), at(i + 1, k + 1)), (at(i, k), at(i + 1, k + 1), at(i, k + 1))]
    faces += [(len(points) - 1, at(rings - 1, k + 1), at(rings - 1, k)) for k in range(around)]
    return points, faces


def write_off(path, mesh):
    points, faces = mesh
    lines = ["OFF", f"{len(points)} {len(faces)} 0"]
    lines += [" ".join(repr(float(x)) for x in p) for p in points] + ["3 " + " ".join(map(str, f)) for f in faces]
    pathlib.Path(path).write_text("\n".join(lines) + "\n")
    return path


def circling_poses(count, distance):
    """Quaternion rows: around the origin at a distance that grows, turning."""
    rows = []
    for k in range(count):
        a, d, t = 0.7 * k, distance * (0.2 + 1.6 * k / count), 0.35 * k
        rows.append(f"{d * math.cos(a)},{d * math.sin(a)},{0.3 * math.sin(3 * a)},{math.cos(t)},{0.6 * math.sin(t)},0,{0.8 * math.sin(t)}")
    return "\n".join(rows) + "\n"


class Case(unittest.TestCase):
    """A test with a folder of its own, in which `self.file` writes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="graze_cli_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cube = write_off(self.folder / "cube.off", cube())
        self.ball = write_off(self.folder / "ball.off", ball(8))

    def file(self, name, content=""):
        path = self.folder / name
        path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content)
        return path

    def run_for(self, code, *arguments, **options):
        result = graze(*arguments, **options)
        self.assertEqual(result.returncode, code, f"{arguments}\n{result.stdout}\n{result.stderr}")
        return result

    def json(self, code, *arguments, **options):
        return json.loads(self.run_for(code, *arguments, "--json", **options).stdout)

    def assert_fails(self, *arguments, says=(), **options):
        """Exit code 3, nothing on stdout, one line on stderr that has every word of `says`."""
        result = self.run_for(3, *arguments, **options)
        self.assertEqual(result.stdout, "", arguments)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("graze: error: "), lines[0])
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, lines[0])
        return lines[0]
