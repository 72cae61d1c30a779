#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import contextlib
import io
import json
import os
import pathlib
import pickle
import re
import tempfile
import unittest

import numpy as np

import graze
from support import ball, poses_at


class Calibrations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.a, cls.b = graze.Model(ball(24, bumps=0.1)), graze.Model(ball(32, 0.8, bumps=0.1))
        cls.poses = poses_at(1.65, 1.95, 200, 9)  # near contact: some meet, some do not
        cls.calibration, cls.reliability = graze.calibrate(cls.a, cls.b, cls.poses)

    def test_what_it_is_fitted_on(self):
        fitted = graze.intersects_batch(self.a, self.b, self.poses)[np.arange(200) % 5 != 4]  # others are held back
        self.assertEqual((self.calibration.poses, self.calibration.colliding), (160, fitted.sum()))
        self.assertEqual((len(self.calibration.slope), len(self.calibration.offset)), (10, 10))
        self.assertNotEqual(self.calibration.offset, [0] * 10)
        again, _ = graze.calibrate(self.a, self.b, self.poses)
        self.assertEqual(again.as_dict(), self.calibration.as_dict())

    def test_reliability(self):
        bins = self.reliability.bins
        self.assertEqual(len(bins), 10)
        self.assertEqual(sum(b["count"] for b in bins), self.reliability.states)
        self.assertGreater(self.reliability.states, 0)
        error = sum(b["count"] * abs(b["claimed"] - b["observed"]) for b in bins) / self.reliability.states
        self.assertAlmostEqual(self.reliability.calibration_error, error)
        self.assertTrue(0 <= self.reliability.brier < 0.25)  # what 0.5 for all would have
        for i, b in enumerate(bins):
            self.assertTrue(b["count"] == 0 or i / 10 <= b["claimed"] <= (i + 1) / 10)

    def test_poses_that_teach_nothing(self):
        with self.assertRaisesRegex(ValueError, "20 poses"):
            graze.calibrate(self.a, self.b, self.poses[:19])
        apart = self.poses.copy()
        apart[:, 0] = 9
        with self.assertRaisesRegex(ValueError, "all of these are free"):
            graze.calibrate(self.a, self.b, apart)
        with self.assertRaisesRegex(ValueError, "poses are"):
            graze.calibrate(self.a, self.b, np.zeros((30, 3)))
        spheres = graze.Model(ball(8), volume="sphere")
        with self.assertRaisesRegex(graze.Error, "oriented boxes"):
            graze.calibrate(spheres, spheres, self.poses)

    def test_saved_and_read(self):
        for again in (graze.Calibration(**json.loads(json.dumps(self.calibration.as_dict()))),
                      pickle.loads(pickle.dumps(self.calibration))):
            self.assertEqual(again.as_dict(), self.calibration.as_dict())
        self.assertEqual(graze.Calibration(offset=np.arange(10)).offset, list(range(10)))
        self.assertEqual(graze.Calibration().as_dict(), {"slope": [1] * 10, "offset": [0] * 10, "poses": 0, "colliding": 0})
        self.assertGreater(graze.shipped_weights(), 0)

    def test_what_no_calibration_has(self):
        for wrong, says in (({"slope": [1] * 9}, "slope: 10 numbers"), ({"offset": []}, "offset: 10 numbers"),
                            ({"slope": [1] * 9 + [0]}, r"slope\[9\]"), ({"slope": [-1] * 10}, r"slope\[0\]"),
                            ({"offset": [0, float("nan")] + [0] * 8}, r"offset\[1\]"), ({"offset": [1001] * 10}, r"offset\[0\]"),
                            ({"poses": 3, "colliding": 4}, "colliding")):
            with self.assertRaisesRegex(ValueError, says):
                graze.Calibration(**wrong)
        for wrong in ({"slope": "steep"}, {"slope": 1}, {"offset": [None] * 10}, {"poses": -1}, {"poses": 1.5}, {"poses": "many"},
                      {"weights": 1}):
            with self.assertRaises(TypeError):
                graze.Calibration(**wrong)
        with self.assertRaises(AttributeError):
            self.calibration.slope = [1] * 10
        with self.assertRaises(TypeError):
            graze.TimedWorkspace().use(None)

    def test_example_of_the_page(self):
        page = pathlib.Path(os.environ["GRAZE_SOURCE_DIR"], "docs", "python.md").read_text()
        example, = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                ball(24, bumps=0.1).save("frame.ply")
                ball(32, 0.8, bumps=0.1).save("wheel.ply")
                np.savetxt("motion.csv", self.poses, delimiter=",")
                seen = {}
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(example, seen)
                self.assertEqual(len(seen["verdicts"]), 200)
                self.assertTrue(seen["verdict"].certain)
            finally:
                os.chdir(here)


if __name__ == "__main__":
    unittest.main()
