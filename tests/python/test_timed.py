#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import gc
import threading
import time
import unittest

import graze
from support import ball, log_odds, poses_at, random_poses


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


class Workspaces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ball = graze.Model(ball(48, bumps=0.1))
        cls.poses = poses_at(1.95, 2.15, 300, 7)  # near contact, where a first look leaves many open
        cls.truth = graze.intersects_batch(cls.ball, cls.ball, cls.poses)

    def first_looks(self, workspace):
        return [graze.judge(self.ball, self.ball, pose, steps=1, workspace=workspace) for pose in self.poses]

    def test_resumed_queries_end_as_others(self):
        workspace = graze.TimedWorkspace()
        resumed = 0
        for pose, truth in zip(self.poses, self.truth):
            verdict = graze.judge(self.ball, self.ball, pose, steps=1, workspace=workspace)
            while not verdict.certain:
                before, verdict = verdict, graze.resume(workspace, steps=4)
                self.assertTrue(before.steps < verdict.steps <= before.steps + 4 or verdict.certain)
                resumed += 1
            self.assertEqual(verdict.collides, truth)
            again = graze.resume(workspace)
            self.assertEqual((again.certain, again.collides, again.witness, again.steps),
                             (True, truth, verdict.witness, verdict.steps))
        self.assertGreater(resumed, len(self.poses))

    def test_nothing_to_resume(self):
        workspace = graze.TimedWorkspace()
        with self.assertRaisesRegex(ValueError, "nothing to resume"):
            graze.resume(workspace)
        graze.judge(self.ball, self.ball, workspace=workspace)
        with self.assertRaises(ValueError):
            graze.judge(self.ball, self.ball, epsilon=0.5, workspace=workspace)
        with self.assertRaisesRegex(ValueError, "nothing to resume"):
            graze.resume(workspace)
        with self.assertRaisesRegex(ValueError, "deadline"):
            graze.resume(workspace, deadline=-1)
        with self.assertRaises(TypeError):
            graze.resume(None)

    def test_models_live_as_long_as_they_can_be_resumed(self):
        workspace, pose = graze.TimedWorkspace(), next(p for p, v in zip(self.poses, self.first_looks(None)) if not v.certain)
        verdict = graze.judge(graze.Model(ball(48, bumps=0.1)), graze.Model(ball(48, bumps=0.1)), pose, steps=1, workspace=workspace)
        gc.collect()
        self.assertFalse(verdict.certain)
        verdict = graze.resume(workspace)
        self.assertTrue(verdict.certain)
        self.assertEqual(verdict.collides, graze.intersects(self.ball, self.ball, pose))

    def test_calibrations_correct_log_odds(self):
        workspace = graze.TimedWorkspace()
        shipped = self.first_looks(workspace)
        workspace.use(graze.Calibration(slope=[0.5] * 10, offset=[0.75] * 10))
        corrected = self.first_looks(workspace)
        workspace.use(graze.Calibration(offset=[100] * 10))
        all_meet = self.first_looks(workspace)
        workspace.use(graze.Calibration())
        again = self.first_looks(workspace)
        flipped = 0
        for a, b, c, d in zip(shipped, corrected, all_meet, again):
            self.assertEqual((a.certain, a.collides, a.probability), (d.certain, d.collides, d.probability))
            self.assertEqual((a.certain, a.certain), (b.certain, c.certain))
            if a.certain:
                self.assertEqual((a.collides, a.collides), (b.collides, c.collides))
                continue
            if abs(log_odds(a)) < 15:  # beyond that 1 - p has few digits
                self.assertAlmostEqual(log_odds(b), 0.5 * log_odds(a) + 0.75, places=5)
            self.assertTrue(c.collides and c.probability > 0.999)
            flipped += not a.collides
        self.assertGreater(flipped, 20)

    def test_learning_follows_what_happens(self):
        before = self.first_looks(graze.TimedWorkspace())
        for outcome in (False, True):
            workspace = graze.TimedWorkspace()
            workspace.learn(True)
            for pose in self.poses[self.truth == outcome]:
                verdict = graze.judge(self.ball, self.ball, pose, workspace=workspace)
                self.assertEqual((verdict.certain, verdict.collides), (True, outcome))
            workspace.learn(False)
            after = self.first_looks(workspace)
            self.assertEqual([v.certain for v in after], [v.certain for v in before])
            moved = [log_odds(a) - log_odds(b) for a, b in zip(after, before) if not b.certain]
            self.assertTrue(all(m >= 0 if outcome else m <= 0 for m in moved), moved)
            self.assertGreater(sum(m != 0 for m in moved), len(moved) // 2)
            graze.judge(graze.Model(ball(8)), self.ball, workspace=workspace)  # another pair: learnt offsets are forgotten
            self.assertEqual([log_odds(v) for v in self.first_looks(workspace)], [log_odds(v) for v in before])

    def test_one_thread_at_a_time(self):
        inner, outer = graze.Model(ball(160)), graze.Model(ball(160, 1.0005))
        workspace, over = graze.TimedWorkspace(), threading.Event()

        def ask():
            while not over.is_set():
                graze.judge(outer, inner, workspace=workspace)  # long: all that is near is free

        thread = threading.Thread(target=ask)
        thread.start()
        refused, end = "", time.monotonic() + 60
        while not refused and time.monotonic() < end:
            try:
                workspace.learn(False)
            except RuntimeError as error:
                refused = str(error)
        over.set()
        thread.join()
        self.assertIn("at work already", refused)
        workspace.learn(False)


if __name__ == "__main__":
    unittest.main()
