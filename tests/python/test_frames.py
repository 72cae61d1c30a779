#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import gc
import threading
import unittest

import numpy as np

import graze
from support import ball, box, poses_at, random_poses


def is_unknown(verdict):
    return (verdict.certain, verdict.collides, verdict.probability, verdict.steps) == (False, False, 0.5, 0)


class Frames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.models = [graze.Model(ball(24)), graze.Model(ball(16, 0.7)), graze.Model(box())]
        cls.pairs = [(cls.models[i % 3], cls.models[i // 3 % 3]) for i in range(90)]
        cls.poses = random_poses(90, 1.3, 8)
        for model in cls.models:
            graze.prepare(model)

    def test_exact_where_time_is_plenty(self):
        truth = [graze.intersects(a, b, p) for (a, b), p in zip(self.pairs, self.poses)]
        self.assertEqual({True, False}, set(truth))
        workspace = graze.FrameWorkspace()
        matrices = np.array([np.eye(4)] * 90)
        for poses, expected in ((self.poses, truth), (matrices, [graze.intersects(*pair) for pair in self.pairs])):
            for frame in (None, workspace, workspace):
                verdicts = graze.judge_all(self.pairs, poses, 60, workspace=frame)
                self.assertEqual([v.collides for v in verdicts], expected)
                self.assertTrue(all(v.certain for v in verdicts))
                self.assertEqual([v.witness is not None for v in verdicts], expected)
        self.assertEqual(graze.judge_all([], [], 1), [])

    def test_what_is_certain_is_right_whatever_the_time(self):
        workspace = graze.FrameWorkspace()
        for deadline in (1e-5, 1e-4, 1e-3):
            for (a, b), pose, verdict in zip(self.pairs, self.poses,
                                             graze.judge_all(self.pairs, self.poses, deadline, workspace=workspace)):
                self.assertTrue(not verdict.certain or verdict.collides == graze.intersects(a, b, pose))
                self.assertTrue(0.5 <= verdict.probability <= 1)

    def test_frames_begin_where_the_last_one_ended(self):
        workspace = graze.FrameWorkspace()
        for frame in range(180):  # no time at all: one look each
            verdicts = graze.judge_all(self.pairs, self.poses, 1e-9, workspace=workspace)
            self.assertEqual([i for i, v in enumerate(verdicts) if not is_unknown(v)], [frame % 90])
            self.assertGreater(verdicts[frame % 90 - 1].penetration_bound, 0)

    def test_workspace_of_a_pair(self):
        a = graze.Model(ball(24, bumps=0.1))
        pose = next(p for p in poses_at(1.95, 2.15, 300, 10)
                    for v in [graze.judge(a, a, p, steps=1, epsilon=0.49)] if not v.certain and not v.collides)
        workspace = graze.FrameWorkspace()
        self.assertFalse(graze.judge_all([(a, a)], [pose], 1e-9, workspace=workspace)[0].collides)
        of_first = workspace.of(0)
        self.assertIs(of_first, workspace.of(0))
        of_first.use(graze.Calibration(offset=[100] * 10))
        corrected = graze.judge_all([(a, a)], [pose], 1e-9, workspace=workspace)[0]
        self.assertTrue(corrected.collides and not corrected.certain and corrected.probability > 0.999)
        self.assertEqual(graze.judge_all([(a, a)], [pose], 60, workspace=workspace)[0].collides, graze.intersects(a, a, pose))

    def test_workspaces_of_pairs_outlive_their_frame(self):
        of_third = graze.FrameWorkspace().of(2)
        gc.collect()
        verdict = graze.judge(self.models[0], self.models[2], self.poses[0], steps=1, workspace=of_third)
        if not verdict.certain:
            verdict = graze.resume(of_third)
        self.assertEqual(verdict.collides, graze.intersects(self.models[0], self.models[2], self.poses[0]))

    def test_a_frame_is_no_query_to_resume(self):
        workspace = graze.FrameWorkspace()
        of_second = workspace.of(1)
        graze.judge(*self.pairs[1], self.poses[1], steps=1, workspace=of_second)
        graze.judge_all(self.pairs, self.poses, 1e-9, workspace=workspace)  # which did not look at it
        with self.assertRaisesRegex(ValueError, "nothing to resume"):
            graze.resume(of_second)

    def test_models_live_until_the_frame_is_over(self):
        workspace, verdicts = graze.FrameWorkspace(), []
        pairs = [(graze.Model(ball(24)), graze.Model(ball(24, 0.5))) for _ in range(20)]

        def ask():
            verdicts.extend(graze.judge_all(pairs, [[1, 0, 0, 1, 0, 0, 0]] * 20, 60, workspace=workspace))

        thread = threading.Thread(target=ask)  # takes 10 ms a model, which is new to it
        thread.start()
        refused = ""
        while not refused and thread.is_alive():
            try:
                workspace.of(0)
            except RuntimeError as error:
                refused = str(error)
        pairs.clear()
        thread.join()
        self.assertIn("at work already", refused)
        self.assertEqual([(v.certain, v.collides) for v in verdicts], [(True, True)] * 20)

    def test_wrong_use(self):
        workspace, two = graze.FrameWorkspace(), self.pairs[:2]
        for deadline in (0, -1, float("nan"), float("inf")):
            with self.assertRaisesRegex(ValueError, "deadline"):
                graze.judge_all(two, self.poses[:2], deadline, workspace=workspace)
        with self.assertRaisesRegex(ValueError, "2 pairs, 3 poses"):
            graze.judge_all(two, self.poses[:3], 1)
        with self.assertRaisesRegex(ValueError, "poses are"):
            graze.judge_all(two, np.zeros((2, 5)), 1)
        for wrong in (None, self.models[0], self.models[:1], self.models, (self.models[0], None), "ab"):
            with self.assertRaisesRegex(TypeError, "pair 1 is not two models"):
                graze.judge_all([two[0], wrong], self.poses[:2], 1, workspace=workspace)
        with self.assertRaises(TypeError):
            graze.judge_all(two, self.poses[:2], 1, workspace=graze.TimedWorkspace())
        with self.assertRaises(TypeError):
            workspace.of(-1)
        for far in (2**24, 2**61, 2**64 - 1):
            with self.assertRaisesRegex(ValueError, "place"):
                workspace.of(far)
        # The least of times is not none.
        self.assertEqual(len(graze.judge_all(two, self.poses[:2], 1e-12, workspace=workspace)), 2)
        spheres = graze.Model(box(), volume="sphere")
        with self.assertRaisesRegex(graze.Error, "oriented boxes"):
            graze.judge_all([(spheres, spheres)], self.poses[:1], 1, workspace=workspace)
        with self.assertRaises(ValueError):
            graze.judge_all(two, [2 * np.eye(4)[:3]] * 2, 1, workspace=workspace)
        self.assertEqual(len(graze.judge_all(two, self.poses[:2], 1, workspace=workspace)), 2)


if __name__ == "__main__":
    unittest.main()
