#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import unittest

import graze
from support import ball, random_poses


class Timed(unittest.TestCase):
    def test_without_limits_it_is_exact(self):
        a, b = graze.Model(ball(24)), graze.Model(ball(16))
        graze.prepare(a)
        workspace = graze.TimedWorkspace()
        for pose in random_poses(100, 1.4, 4):
            verdict = graze.judge(a, b, pose, workspace=workspace)
            self.assertTrue(verdict.certain)
            self.assertEqual(bool(verdict), graze.intersects(a, b, pose))
            self.assertEqual(verdict.witness is not None, verdict.collides)

    def test_limits(self):
        a = graze.Model(ball(48))
        unsure = [v for v in (graze.judge(a, a, p, epsilon=0.4) for p in random_poses(200, 1.5, 5)) if not v.certain]
        self.assertGreater(len(unsure), 0)
        for verdict in unsure:
            self.assertTrue(0.6 <= verdict.probability <= 1)
            self.assertEqual(verdict.witness, None)
            self.assertEqual(len(verdict.regions), 1)
        self.assertTrue(graze.judge(a, a, deadline=0.01).certain)
        for pose in random_poses(50, 1.5, 6):
            self.assertLessEqual(graze.judge(a, a, pose, steps=3).steps, 3)
        for bad in ({"deadline": -1}, {"deadline": float("nan")}, {"epsilon": 2}):
            with self.assertRaises(ValueError):
                graze.judge(a, a, **bad)


if __name__ == "__main__":
    unittest.main()
