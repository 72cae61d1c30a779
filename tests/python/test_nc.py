#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import math
import pathlib
import tempfile
import unittest

import numpy as np

import graze
from graze import nc
from support import box

PROGRAM = """G21 G90 G17
T1 M6
G0 X-10 Y0 Z5
G1 Z0.5 F100
X10
G2 X0 Y10 I-10 J0
M2
"""


class Programs(unittest.TestCase):
    def test_motions(self):
        program = nc.parse_program(PROGRAM, "a.nc")
        self.assertTrue(program.complete, program.diagnostics)
        self.assertEqual(program.kinds, ["rapid", "feed", "feed", "arc"])
        self.assertEqual(program.lines.tolist(), [3, 4, 5, 6])
        self.assertEqual(program.axes.shape, (4, 2, 6))
        self.assertTrue(math.isnan(program.axes[0, 0, 0]))  # nobody has said where it stands
        np.testing.assert_array_equal(program.axes[2, 1, :3], [10, 0, 0.5])
        started = nc.parse_program(PROGRAM, start=[1, 2, 3])
        np.testing.assert_array_equal(started.axes[0, 0, :3], [1, 2, 3])

    def test_what_is_not_understood(self):
        program = nc.parse_program("G1 X1 Y1 Z1 F1\nG41 D1 X2\n", "b.nc")
        self.assertFalse(program.complete)
        self.assertTrue(any(line.startswith("b.nc:2:1: error") for line in program.diagnostics), program.diagnostics)
        with self.assertRaisesRegex(ValueError, "dialect 'heidenhain' is none of"):
            nc.parse_program("", dialect="heidenhain")
        with self.assertRaises(ValueError):
            nc.parse_program("", start=[1, 2, 3, 4, 5, 6, 7])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a.nc"
            with self.assertRaises(graze.Error) as caught:
                nc.read_program(file)
            self.assertEqual(caught.exception.code, "io")
            file.write_text("(T2 D=6. CR=3. - ZMIN=-2. - BALL END MILL)\n" + PROGRAM)
            self.assertEqual(len(nc.read_program(file)), 4)
            tools = nc.read_tools(file, unit=1, cutting_length=20)
            self.assertEqual((len(tools), tools[2].type), (1, "ball"))
            with self.assertRaisesRegex(graze.Error, "7"):
                tools[7]


class Checks(unittest.TestCase):
    def test_depth_over_a_plane(self):
        part = nc.CheckedPart(graze.Model(box((-20, -20, -5), (20, 20, 0))))
        self.assertEqual(part.surface, "closed")
        for tool in (nc.ball_mill(6, 20), nc.flat_mill(6, 20), nc.bull_mill(6, 1, 20)):
            moves = [[[-10, 0, z], [10, 0, z]] for z in (0.5, 0.0, -0.25)]
            found = nc.check_moves(part, tool, moves, tolerance=0.01)
            self.assertEqual(found["decision"], ["clean", "clean", "gouge"])
            self.assertTrue(found["lower"][2] <= 0.25 <= found["upper"][2])
            self.assertAlmostEqual(found["upper"][2], 0.25, places=2)
            self.assertGreaterEqual(found["raise"][2], 0.25)
            self.assertEqual(found["contact"].shape, (3, 3))

    def test_verify(self):
        part = nc.CheckedPart(graze.Model(box((-20, -20, -5), (20, 20, 0))))
        tool = nc.ball_mill(6, 20)
        tool.number = 1
        program = nc.parse_program(PROGRAM, "a.nc")
        clean = nc.verify(program, tool, part, starts_clear=True)
        self.assertTrue(clean, clean.proved)
        self.assertEqual((clean.verdict, clean.motions, clean.findings), ("clean", 4, []))
        deep = nc.verify(nc.parse_program(PROGRAM.replace("Z0.5", "Z-0.5")), [tool], part, starts_clear=True)
        self.assertFalse(deep)
        self.assertEqual(deep.verdict, "findings")
        worst = deep.findings[0]
        self.assertEqual((worst["kind"], worst["tool"], worst["part"]), ("gouge-cutter", 1, "cutter"))
        self.assertTrue(worst["lower"] <= 0.5 + 1e-9 and worst["upper"] >= 0.5 - 1e-9, worst)
        lines, lower, upper = deep.lines
        self.assertEqual(lines.tolist(), [3, 4, 5, 6])
        self.assertTrue((lower <= upper).all())
        self.assertEqual(nc.verify(program, tool, part).verdict, "not verified")  # nobody has said where it starts
        self.assertEqual(nc.verify(program, [], part, starts_clear=True).verdict, "not verified")
        self.assertFalse(nc.verify(program, tool, part, [part], starts_clear=True, fixture_clearance=1))
        stopped = nc.verify(program, tool, part, starts_clear=True, progress=lambda done, all: False)
        self.assertEqual(stopped.verdict, "not verified")
        with self.assertRaisesRegex(ValueError, "rapid 'fast'"):
            nc.verify(program, tool, part, rapid="fast")
        with self.assertRaises(ValueError):
            nc.verify(program, tool, part, tolerance=0)

    def test_refusals(self):
        part = nc.CheckedPart(graze.Model(box()))
        tool = nc.ball_mill(1, 2)
        for moves in ([[0, 0, 0]], [[[0, 0, math.nan], [0, 0, 0]]], "moves"):
            with self.assertRaises(ValueError):
                nc.check_moves(part, tool, moves)
        with self.assertRaises(ValueError):
            nc.check_moves(part, tool, np.zeros((1, 2, 3)), tolerance=-1)
        with self.assertRaises(graze.Error):
            nc.ball_mill(-1, 2)


if __name__ == "__main__":
    unittest.main()
