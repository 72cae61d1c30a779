#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""graze bench offset and graze bench poses on closed, open and flipped meshes."""
import json
import math
import pathlib
import unittest

from support import Case, ball, cube, graze, write_off


def read_obj(path):
    return [tuple(map(float, line.split()[1:])) for line in pathlib.Path(path).read_text().splitlines() if line.startswith("v ")]


class Offset(Case):
    def setUp(self):
        super().setUp()
        self.round = write_off(self.folder / "round.off", ball(24))
        points, faces = cube()
        self.open = write_off(self.folder / "open.off", (points, faces[:-1]))
        self.flipped = write_off(self.folder / "flipped.off", (points, [(faces[0][1], faces[0][0], faces[0][2])] + faces[1:]))

    def test_surfaces_of_a_ball_are_balls(self):
        out = self.folder / "out"
        text = self.run_for(0, "bench", "offset", self.round, "--percent", "-50,20", "--format", "obj", "-o", out,
                            "--vdb", out / "round.vdb").stdout
        self.assertIn("largest penetration 0.99", text)
        for name, radius in [("round-50%.obj", 0.5), ("round+20%.obj", 1.2)]:
            points = read_obj(out / name)
            self.assertGreater(len(points), 500)
            for point in points:
                self.assertAlmostEqual(math.hypot(*point), radius, delta=0.02)
            self.assertIn(name, text)
        self.assertGreater((out / "round.vdb").stat().st_size, 1000)

    def test_what_has_no_inside_is_refused_with_the_place(self):
        for command in [["offset", "--percent", 10], ["poses"]]:
            error = self.assert_fails("bench", command[0], self.open, *command[1:], "-o", self.folder / "x")
            self.assertIn("open.off", error)
            self.assertIn("not closed: 3 open edges in 1 hole", error)
            error = self.assert_fails("bench", command[0], self.flipped, *command[1:], "-o", self.folder / "x")
            self.assertIn("flipped.off", error)
            self.assertIn("flipped part", error)
            self.assertFalse((self.folder / "x").exists(), "nothing is left behind")

    def test_what_is_too_thin_is_refused_at_once(self):
        points, faces = cube()
        thin = write_off(self.folder / "thin.off", ([(x, y, z * 1e-4) for x, y, z in points], faces))
        for command in [["offset", "--percent", 10], ["poses"]]:
            error = self.assert_fails("bench", command[0], thin, *command[1:], "-o", self.folder / "x")
            self.assertIn("thin.off: too thin: nowhere deeper than", error)
            self.assertFalse((self.folder / "x").exists(), "nothing is left behind")

    def test_soups_without_a_sign(self):
        out = self.folder / "out"
        self.run_for(0, "bench", "offset", self.open, "--percent", 50, "--unsigned", "--format", "stl", "-o", out)
        self.assertGreater((out / "open+50%.stl").stat().st_size, 10000)
        self.assertIn("must be positive",
                      self.assert_fails("bench", "offset", self.open, "--percent", -5, "--unsigned", "-o", out))
        poses = self.folder / "poses.json"
        self.run_for(0, "bench", "poses", self.open, "--unsigned", "--levels", "10,20", "--per-level", 6,
                     "--sampling", "random", "-o", poses)
        made = json.loads(poses.read_text())
        self.assertEqual(made["levels"], [10, 20])
        self.assertGreaterEqual(len(made["poses"]), 12)
        for pose in made["poses"]:
            self.assertAlmostEqual(pose[2], pose[3], delta=1e-3)

    def test_rubbish(self):
        for words in [["--percent", "x"], ["--percent", "10", "--format", "step"], ["--percent", "-200"], []]:
            self.assert_fails("bench", "offset", self.round, *words, "-o", self.folder / "x")
        self.assert_fails("bench", "offset", self.folder / "none.ply", "--percent", 1, "-o", self.folder / "x")
        self.assert_fails("bench", "offset", self.round, "--percent", 1, "-o", self.round)
        self.assertIn("random", self.assert_fails("bench", "poses", self.round, "--sampling", "dice", "-o", self.folder / "x"))


if __name__ == "__main__":
    unittest.main()
