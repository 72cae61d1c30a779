#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import pickle
import tempfile
import unittest

import numpy as np

import graze
from support import ball, box


class Meshes(unittest.TestCase):
    def test_arrays_go_in_and_come_out(self):
        vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0.5]])
        mesh = graze.Mesh(vertices, [[0, 1, 2]])
        np.testing.assert_array_equal(mesh.vertices, vertices)
        np.testing.assert_array_equal(mesh.triangles, [[0, 1, 2]])
        self.assertEqual(mesh.triangles.dtype, np.uint32)
        with self.assertRaises(ValueError):
            mesh.vertices[0, 0] = 7  # a view of what models share

    def test_views_outlive_their_mesh(self):
        vertices = graze.Model(ball()).vertices
        self.assertAlmostEqual(float(np.linalg.norm(vertices, axis=1).max()), 1.0)

    def test_refusals(self):
        for vertices, triangles in (([[0, 0]], []), ("abc", []), ([[0, 0, 0]], [[0, 0]]), ([[0, 0, 0]], [[0.5, 0, 0]]),
                                    (None, [])):
            with self.assertRaises(ValueError):
                graze.Mesh(vertices, triangles)
        with self.assertRaises(graze.Error) as caught:
            graze.Mesh([[0, 0, 0]], [[0, 0, 0], [0, 0, -1]])
        self.assertEqual(caught.exception.code, "invalid_mesh")
        self.assertIn("triangle 1: vertex -1 of 1", str(caught.exception))
        with self.assertRaisesRegex(graze.Error, "finite"):
            graze.Model(graze.Mesh([[0, 0, 0], [1, 0, 0], [0, float("nan"), 0]], [[0, 1, 2]]))
        with self.assertRaisesRegex(ValueError, "volume 'cube' is none of: automatic, aabb"):
            graze.Model(box(), volume="cube")
        with self.assertRaises(graze.Error):
            graze.Model(box(), width=3)

    def test_inspect(self):
        report = box().inspect()
        self.assertTrue(report["oriented"])
        self.assertAlmostEqual(report["volume"], 1)
        np.testing.assert_array_equal(report["upper"], [0.5, 0.5, 0.5])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for extension in ("ply", "obj", "off", "stl"):
                file = pathlib.Path(folder) / f"box.{extension}"
                box().save(file)
                self.assertAlmostEqual(graze.load_mesh(str(file)).inspect()["volume"], 1)
            model = graze.Model(ball(), volume="dop18", leaf_size=2)
            model.save(pathlib.Path(folder) / "ball.graze")
            again = graze.Model.open(os.path.join(folder, "ball.graze"))
            self.assertEqual(again.stats, model.stats)
            bad = pathlib.Path(folder) / "bad.off"
            bad.write_text("OFF\n3 1 0\n0 0 0\n1 0 zero\n")
            with self.assertRaises(graze.Error) as caught:
                graze.load_mesh(bad)
            self.assertEqual((caught.exception.code, caught.exception.line), ("format", 4))
            self.assertEqual(caught.exception.file, str(bad))
            poses = pathlib.Path(folder) / "poses.csv"
            poses.write_text("1 2 3 1 0 0 0\n")
            np.testing.assert_array_equal(graze.load_poses(poses)[0, :3, 3], [1, 2, 3])

    def test_pickle(self):
        model = graze.Model(ball(), volume="dop26", margin=0.25, quality="fast")
        again = pickle.loads(pickle.dumps(model))
        self.assertEqual(again.stats, model.stats)
        np.testing.assert_array_equal(again.vertices, model.vertices)
        self.assertTrue(graze.intersects(model, again, [2.2, 0, 0, 1, 0, 0, 0]))  # both margins
        self.assertEqual(repr(pickle.loads(pickle.dumps(box()))), repr(box()))


if __name__ == "__main__":
    unittest.main()
