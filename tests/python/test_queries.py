#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
import threading
import unittest

import numpy as np

import graze
from support import ball, box, random_poses, shifted


class Queries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.box = graze.Model(box())
        cls.ball = graze.Model(ball())

    def test_touching_counts(self):
        self.assertTrue(graze.intersects(self.box, self.box, shifted(1)))
        self.assertFalse(graze.intersects(self.box, self.box, shifted(np.nextafter(1, 2))))
        self.assertTrue(graze.intersects(self.box, self.box, shifted(1.5), margin=0.5))
        self.assertTrue(graze.intersects(self.box, self.box))

    def test_contacts_are_those_of_brute_force(self):
        for pose in random_poses(20, 1.0, 1):
            found = graze.contacts(self.box, self.ball, pose)
            truth = graze.contacts(self.box, self.ball, pose, method="brute_force")
            np.testing.assert_array_equal(found.triangles, truth.triangles)
            np.testing.assert_array_equal(found.segments, truth.segments)
            self.assertEqual(found.kinds, truth.kinds)
            self.assertEqual(len(found), len(found.triangles))
        first = graze.contacts(self.box, self.box, shifted(1), limit=1)
        self.assertEqual((len(first), first.segments.shape), (1, (1, 2, 3)))

    def test_every_form_of_a_pose(self):
        quaternion = [0.9, 0.1, 0, 0.5, 0.5, 0.5, 0.5]  # x to y to z to x
        matrix = np.array([[0, 0, 1, 0.9], [1, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 0, 1.0]])
        expected = graze.contacts(self.box, self.box, quaternion).triangles
        self.assertGreater(len(expected), 0)
        for pose in (tuple(quaternion), matrix, matrix[:3], matrix.tolist(), np.asfortranarray(matrix)):
            np.testing.assert_array_equal(graze.contacts(self.box, self.box, pose).triangles, expected)

    def test_bad_poses(self):
        scaled = 2 * np.eye(4)
        scaled[3, 3] = 1
        last = np.eye(4)
        last[3, 0] = 1
        for pose in (np.eye(3), [1, 2, 3], "pose", scaled, last, np.full((4, 4), np.nan), {}):
            with self.assertRaises(ValueError):
                graze.intersects(self.box, self.ball, pose)

    def test_batch(self):
        poses = random_poses(300, 1.6, 2)
        found = graze.intersects_batch(self.box, self.ball, poses)
        self.assertEqual(found.dtype, bool)
        self.assertEqual(found.tolist(), [graze.intersects(self.box, self.ball, p) for p in poses])
        self.assertEqual({True, False}, set(found.tolist()))
        self.assertEqual(graze.intersects_batch(self.box, self.ball, np.empty((0, 4, 4))).shape, (0,))
        with self.assertRaisesRegex(ValueError, "pose"):
            graze.intersects_batch(self.box, self.ball, np.zeros((3, 5)))

    def test_distance(self):
        d = graze.distance(self.box, self.box, shifted(3, 0.25))
        self.assertTrue(d.lower <= 2 <= d.upper)
        self.assertAlmostEqual(float(d), 2)
        self.assertAlmostEqual(float(np.linalg.norm(d.q - d.p)), 2)
        self.assertIsNotNone(d.triangle_a)
        far = graze.distance(self.box, self.box, shifted(3), limit=1)
        self.assertEqual((far.upper, far.triangle_a), (np.inf, None))
        self.assertTrue(graze.within(self.box, self.box, 2, shifted(3)))
        self.assertFalse(graze.within(self.box, self.box, 1.999, shifted(3)))

    def test_impact(self):
        impact = graze.first_impact(self.box, self.box, [-4, 0, 0], shifted(3))
        self.assertTrue(impact)
        self.assertAlmostEqual(impact.time, 0.5)
        self.assertLessEqual(impact.free_until, impact.time)
        np.testing.assert_allclose(impact.normal, [1, 0, 0])
        self.assertFalse(graze.first_impact(self.box, self.box, [4, 0, 0], shifted(3)))

    def test_closest_point(self):
        distances, points, triangles = graze.closest_point(self.box, [[2, 0, 0], [0, 0, 0.75], [9, 9, 9]], limit=5)
        np.testing.assert_allclose(distances[:2], [1.5, 0.25])
        np.testing.assert_allclose(points[:2], [[0.5, 0, 0], [0, 0, 0.5]])
        self.assertEqual(triangles[2], -1)
        distance, point, triangle = graze.closest_point(self.box, (2, 0, 0))
        self.assertEqual((distance, point.tolist()), (1.5, [0.5, 0, 0]))

    def test_solids(self):
        field = graze.SignedDistance(self.box)
        np.testing.assert_allclose(field.at([[0, 0, 0], [1.5, 0, 0]]), [-0.5, 1])
        self.assertEqual(field.inside([0.1, 0, 0]), True)
        self.assertAlmostEqual(graze.max_penetration(field, 1e-6)["value"], -0.5, places=5)
        deep = graze.least_signed_distance(field, self.box, shifted(0.75), 1e-6)
        self.assertAlmostEqual(deep["value"], -0.25, places=5)
        with self.assertRaisesRegex(graze.Error, "open edges"):
            graze.SignedDistance(graze.Model(graze.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])))

    def test_threads_ask_at_once(self):
        poses = random_poses(200, 1.6, 3)
        truth = graze.intersects_batch(self.box, self.ball, poses).tolist()
        answers = [None] * 4

        def ask(k):
            answers[k] = [graze.intersects(self.box, self.ball, p) for p in poses]

        threads = [threading.Thread(target=ask, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [truth] * 4)


if __name__ == "__main__":
    unittest.main()
