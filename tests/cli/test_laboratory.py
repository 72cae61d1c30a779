# SPDX-License-Identifier: Apache-2.0
"""The laboratory's options: the same bytes whatever they say, interruptible queries, user-given directions, refusals."""
import unittest

from support import Case, ball, circling_poses, graze, write_off

DIRECTIONS = "1 0 0, 0 1 0, 0 0 1, 1 1 1; 1 -1 1; 1,2,0; 2 -1 0 0 1 2"
APART, CROSSING = "2 0 0 1 0 0 0", "0.5 0.25 0.125 1 0 0 0"


class SameAnswers(Case):
    def setUp(self):
        super().setUp()
        self.small = write_off(self.folder / "small.off", ball(5, 0.6))
        self.poses = self.file("p.csv", circling_poses(40, 1.2))

    def contacts(self, *options):
        return self.run_for(1, "check", self.ball, self.small, "--poses", self.poses, "--what", "all", "--csv", *options).stdout

    def test_every_way(self):
        expected = self.contacts()
        for volume in ["--volume", "dop18"], ["--volume", "aabb"], ["--volume", "custom", "--directions", DIRECTIONS]:
            for tumbling in "automatic hill_climbing vertices root_hill_climbing duality".split():
                self.assertEqual(self.contacts(*volume, "--tumbling", tumbling), expected, (volume, tumbling))
            for order in "stored spread thinnest".split():
                self.assertEqual(self.contacts(*volume, "--order", order, "--intervals", "2"), expected, (volume, order))
            for descent in "adaptive larger a_first lock_step restart".split():
                self.assertEqual(self.contacts(*volume, "--method", "study", "--descent", descent), expected, descent)
            self.assertEqual(self.contacts(*volume, "--front", "environment", "--threads", "1"), expected)
            self.assertEqual(self.contacts(*volume, "--front", "environment", "--front-levels", "9"), expected)
            self.assertEqual(self.contacts(*volume, "--front", "environment_pairs", "--front-levels", "3"), expected)
            self.assertEqual(self.contacts(*volume, "--front", "pairs"), expected)
        self.assertEqual(self.contacts("--volume", "dop26", "--closure"), expected)
        self.assertEqual(self.contacts("--front", "pairs"), expected)
        self.assertEqual(self.contacts("--descent", "restart"), expected)

    def test_fly(self):
        arguments = ["fly", self.ball, self.small, "--poses", self.poses]
        plain = self.json(1, *arguments)
        study = self.json(1, *arguments, "--volume", "dop18", "--width", "2", "--leaf", "1", "--descent", "a_first",
                          "--tumbling", "root_hill_climbing", "--order", "thinnest")
        self.assertEqual([s["contacts"] for s in plain["steps"]], [s["contacts"] for s in study["steps"]])
        self.assertEqual(study["method"], "study")
        self.assertEqual(study["laboratory"]["tumbling"], "root_hill_climbing")
        for step in study["steps"]:
            self.assertLessEqual(step["overlaps"], step["volume_tests"])
            self.assertLessEqual(step["disjoint_comparisons"], step["comparisons"])
            self.assertLessEqual(step["comparisons"], 18 * step["volume_tests"])
        front = self.json(1, *arguments, "--volume", "dop18", "--front", "environment")
        self.assertEqual([s["contacts"] for s in plain["steps"]], [s["contacts"] for s in front["steps"]])
        self.assertEqual(front["laboratory"]["front"], "environment")

    def test_saved_model_with_directions(self):
        saved = self.folder / "ball.graze"
        self.run_for(0, "build", self.ball, "-o", saved, "--volume", "custom", "--directions", DIRECTIONS)
        text = self.run_for(1, "check", saved, self.small, "--pose", CROSSING, "--what", "all", "--csv",
                            "--volume", "custom", "--directions", DIRECTIONS, "--tumbling", "vertices").stdout
        plain = self.run_for(1, "check", self.ball, self.small, "--pose", CROSSING, "--what", "all", "--csv").stdout
        self.assertEqual(text, plain)


class Interrupted(Case):
    def test_steps(self):
        near = self.file("near.csv", "0 0 0.004 1 0 0 0\n")
        inner = write_off(self.folder / "inner.off", ball(8, 0.95))
        arguments = ["check", self.ball, inner, "--poses", near, "--volume", "dop18"]
        self.run_for(0, *arguments)
        last = None
        for steps in 1, 4, 16, 64:
            answer = self.json(2, *arguments, "--steps", steps)["poses"][0]
            self.assertEqual((answer["outcome"], answer["finished"], answer["collides"]), ("possible", False, False))
            self.assertGreater(answer["penetration"], 0)
            self.assertLessEqual(answer["penetration"], last or answer["penetration"])
            last = answer["penetration"]
        answer = self.json(0, *arguments, "--steps", 10 ** 9)["poses"][0]
        self.assertEqual((answer["outcome"], answer["finished"], answer["penetration"]), ("disjoint", True, 0))
        text = self.run_for(2, "check", self.ball, inner, "--volume", "dop18", "--steps", 3).stdout
        self.assertRegex(text, r"^possible contact, at most [\d.]+ deep; interrupted\n$")
        self.assertEqual(self.run_for(2, "check", self.ball, inner, "--volume", "dop18", "--time-limit", 0.001).stdout.split()[0],
                         "possible")

    def test_undecided_is_never_shown_as_free(self):
        inner = write_off(self.folder / "inner.off", ball(8, 0.95))
        poses = self.file("p.csv", "0 0 0.004 1 0 0 0\n9 0 0 1 0 0 0\n")
        limited = [self.ball, inner, "--poses", poses, "--volume", "dop18", "--steps", 4]
        check = self.run_for(2, "check", *limited, "--csv")
        self.assertEqual(check.stdout, "pose,collides\n0,\n1,0\n")
        self.assertEqual(check.stderr, "graze: the limit ended 1 of 2 poses early; 1 undecided\n")
        self.assertEqual(self.json(2, "check", *limited)["undecided"], 1)
        for what in "any", "all":
            fly = self.run_for(2, "fly", *limited, "--what", what, "--csv")
            self.assertRegex(fly.stdout.splitlines()[1], r"^0,,,\d+,")
            self.assertIn("undecided  1\n", fly.stderr)
            self.assertIn("possible", self.run_for(2, "fly", *limited, "--what", what).stdout.splitlines()[1])
        self.assertEqual(self.json(2, "fly", *limited)["summary"]["undecided"], 1)

    def test_contacts_that_may_be_missing_are_told(self):
        pair = ["check", self.ball, self.ball, "--what", "all", "--csv", "--volume", "dop18"]
        whole = self.run_for(1, *pair)
        self.assertEqual(whole.stderr, "")
        steps = 8
        while (part := graze(*pair, "--steps", steps)).returncode == 2:
            steps *= 2
        self.assertLess(len(part.stdout), len(whole.stdout))
        self.assertEqual(part.stderr, "graze: the limit ended 1 of 1 pose early; 0 undecided\n")

    def test_collisions_stay_collisions(self):
        pair = ["check", self.ball, self.cube, "--pose", CROSSING, "--volume", "dop14"]
        whole = self.run_for(1, *pair, "--what", "all", "--csv").stdout
        self.assertEqual(self.run_for(1, *pair, "--what", "all", "--csv", "--steps", 10 ** 9).stdout, whole)
        self.assertNotEqual(self.json(2, *pair, "--steps", 1)["poses"][0]["outcome"], "disjoint")
        self.run_for(0, "check", self.cube, self.cube, "--pose", APART, "--volume", "dop14", "--steps", 1)


class Refusals(Case):
    def test_what_does_not_go_together(self):
        pair = ["check", self.cube, self.cube]
        dop = [*pair, "--volume", "dop18"]
        self.assert_fails(*dop, "--method", "brute_force", "--tumbling", "vertices", says="brute_force")
        self.assert_fails(*dop, "--front", "pairs", "--order", "spread", says="--front pairs")
        self.assert_fails(*dop, "--front", "environment", "--steps", "5", says="--steps")
        self.assert_fails(*dop, "--front-levels", "2", says="--front environment")
        self.assert_fails(*pair, "--volume", "obb", "--method", "study", says="k-DOPs")
        self.assert_fails(*pair, "--volume", "obb", "--steps", "5", says=["k-DOPs", "--volume dop18"])
        for option, value in [("--tumbling", "x"), ("--order", "x"), ("--intervals", "33"), ("--front", "x"), ("--steps", "0"),
                              ("--steps", "-1"), ("--time-limit", "0"), ("--time-limit", "nan"), ("--front-levels", "-1")]:
            self.assert_fails(*dop, option, value, says=option)

    def test_directions(self):
        pair = ["check", self.cube, self.cube, "--volume", "custom"]
        self.assert_fails(*pair, says="3 to 32")
        self.assert_fails(*pair, "--directions", "1 0 0, 0 1 0, 0 0", says="8 numbers")
        self.assert_fails(*pair, "--directions", "1 0 0, 0 1 0, 0 0 x", says="'x'")
        self.assert_fails(*pair, "--directions", "1 0 0, 0 1 0, 1 1 0", says="span")
        self.assert_fails(*pair, "--directions", "1 0 0, 0 1 0, 0 0 1, 2 0 0", says="parallel")
        self.assert_fails(*pair, "--directions", "1 0 0, 0 1 0, 0 0 nan", says="finite")
        self.assert_fails("check", self.cube, self.cube, "--volume", "dop18", "--directions", DIRECTIONS, says="custom")


if __name__ == "__main__":
    unittest.main()
