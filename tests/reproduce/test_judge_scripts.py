# SPDX-License-Identifier: Apache-2.0
"""Sections on time-critical queries: verdicts turn with numbers, and nothing measured gives none."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ.get("GRAZE_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2])) / "scripts"))
import reproduce_judge as judge
from reproduce_data import Measured

MODELS = ("hand", "lucy100k", "dragon_res2")


def measured(rows):
    out = Measured()
    out.rows = {("judge_model", model, "", "fitted on" if model == "lucy100k" else "unseen", "triangles"): 1000.0 for model in MODELS} | rows
    return out


def rules(error=0.5, speed=3.5, cut=3.0):
    """Every rule on both scenarios, the same numbers everywhere: those of depth-first exact, intersects is faster."""
    rows = {}
    names = judge.rule_names() + [f"us {d}" for d in judge.DEADLINES]
    for model in MODELS:
        for name in names + [f"{n} calibrated" for n in names]:
            for scenario in "U", "N":
                values = {"error": error, "us": 1.0, "exact_us": 0.8 * speed, "undecided": 10.0, "cut": 5.0, "cut_free_error": 0.5 * cut,
                          "cut_collides_error": cut, "depth_first_us": speed, "depth_first_cut_free_error": cut}
                rows |= {("judge_rules", model, name, scenario, q): v for q, v in values.items()}
    return rows


def trust(shipped=0.05, calibrated=0.03, online=0.03, left_out=0.05):
    rows = {}
    for model in (*MODELS, "unseen", "fitted on"):
        for method, value in (("shipped", shipped), ("calibrated", calibrated), ("calibrated on U and N", calibrated), ("online", online),
                              ("left out", left_out)):
            for poses in "U", "N", "path", "U and N":
                rows["judge_trust", model, method, poses, "ece"] = value
                rows["judge_trust", model, method, poses, "hits"] = 15.0
                for i in range(10):
                    rows["judge_trust", model, method, poses, f"claimed {i}"] = rows["judge_trust", model, method, poses, f"observed {i}"] = 0.1 * i
                    rows["judge_trust", model, method, poses, f"count {i}"] = 5.0
    return rows


def frames(wrong, shares, late):
    rows = {}
    for us in judge.FRAMES:
        for how, error in (("judge_all", wrong), ("equal shares", shares)):
            for q, v in (("pairs", 1000), ("wrong", error), ("open", 20), ("unknown", 1), ("overshoot p50", late), ("overshoot p90", late)):
                rows["judge_frames", "", how, us, q] = float(v)
    return rows


def overshoot(p99, p999):
    rows = {}
    for how in "least of 3", "single":
        for budget in "5", "20", "50", "200":
            for q, v in (("stops", 100), ("p50", 0.1), ("p90", 0.2), ("p99", p99), ("p99.9", p999), ("p100", p999), ("below 0.1000", 60),
                         ("below 0.2000", 40), ("switched", 1)):
                rows["judge_overshoot", "", how, budget, q] = float(v)
    return rows


class Verdicts(unittest.TestCase):
    def test_rules(self):
        s = judge.judge_rules(measured(rules()))
        self.assertEqual(s.holds, "yes")
        self.assertIn("0.50 % at 3.50 times depth-first exact (geometric mean 3.50) and 2.80 times intersects on all): holds", s.verdict)
        unlike = rules() | {("judge_rules", model, "epsilon 0.1", "U", "depth_first_us"): us for model, us in (("hand", 1.6), ("dragon_res2", 4.9))}
        self.assertIn("3.25 times depth-first exact (geometric mean 2.80)", judge.judge_rules(measured(unlike)).verdict)
        self.assertIn("2 of 2", s.verdict)
        self.assertIn("intersects is 1.25 and 1.25 times as fast as depth-first", s.note)
        self.assertEqual(len(s.charts), 2)
        self.assertEqual(judge.judge_rules(measured(rules(speed=1.0))).holds, "no")
        self.assertEqual(judge.judge_rules(measured(rules(speed=2.0))).holds, "partly")  # enough for N and for each model
        worst = rules() | {("judge_rules", "hand", "epsilon 0.1", "U", "error"): 2.5}
        self.assertIn("1 of 2, worst 2.50 %", judge.judge_rules(measured(worst)).verdict)
        seen = rules() | {("judge_rules", "lucy100k", "epsilon 0.1", "U", "error"): 2.5}  # fitted on: not what the bar is about
        self.assertEqual(judge.judge_rules(measured(seen)).holds, "yes")

    def test_stream(self):
        rows = rules()
        for model, us in zip(MODELS, (1.0, 2.0, 4.0)):
            for scenario in "U", "N":
                rows |= {("judge_stream", model, f"epsilon {e}", scenario, q): v
                         for e in judge.EPSILONS for q, v in (("us", us), ("exact_us", 3 * us), ("depth_first_us", 4 * us))}
        s = judge.judge_rules(measured(rows))
        self.assertIn("4.00 times as fast as depth-first exact and 3.00 times as intersects (all models)", s.note)
        self.assertEqual(len(s.grids), len(judge.judge_rules(measured(rules())).grids) + 1)

    def test_distances(self):
        rows = rules()
        for model, wrong in zip(MODELS, (0, 3, 0)):
            for kind in [f"U {d}" for d in judge.DISTANCES] + ["N 2.5", "N 0.5", "N 0.1"]:
                for rule in ("epsilon 0.1", "epsilon 0.1 calibrated"):
                    rows |= {("judge_kinds", model, rule, kind, q): v
                             for q, v in (("poses", 50.0), ("wrong", float(wrong)), ("us", 25.0), ("exact_us", 100.0))}
        m = measured(rows)
        self.assertEqual(judge.of_kind(m, "epsilon 0.1", "U 1.2"), (2, 0.5, 2))
        self.assertEqual(judge.near_grid(m).rows, [("epsilon 0.1", [(2.1, 2), (8.5, 2), (14, 2)])])
        self.assertEqual(len(judge.judge_rules(m).charts), 4)
        self.assertIsNone(judge.near_grid(measured(rules())))

    def test_deadlines(self):
        self.assertEqual(judge.judge_deadlines(measured(rules(error=0.1))).holds, "yes")
        s = judge.judge_deadlines(measured(rules(error=1.6)))
        self.assertEqual(s.holds, "partly")
        self.assertIn("50 µs on N, at most 0.3 %: 1.60 %: does not hold", s.verdict)
        self.assertIn("1.600 and 3.000 % (intersects, cut off on 5.00 % of the poses, 1.500 %): does not hold", s.verdict)
        self.assertEqual(judge.judge_deadlines(measured(rules(error=20))).holds, "no")

    def test_reliability(self):
        self.assertEqual(judge.judge_reliability(measured(trust())).holds, "yes")
        self.assertEqual(judge.judge_reliability(measured(trust(shipped=0.07))).holds, "partly")
        self.assertEqual(judge.judge_reliability(measured(trust(shipped=0.07, calibrated=0.05, left_out=0.07))).holds, "no")
        s = judge.judge_reliability(measured(trust(left_out=0.08)))
        self.assertIn("with weights of the others: 0.080: does not hold", s.verdict)
        self.assertEqual(judge.judge_paths(measured(trust())).holds, "yes")
        self.assertEqual(judge.judge_paths(measured(trust(online=0.05))).holds, "no")
        self.assertTrue(all("svg" in c for c in judge.judge_reliability(measured(trust())).charts))

    def test_overshoot(self):
        for p99, p999, word in ((0.5, 2, "yes"), (0.7, 2, "partly"), (0.7, 4, "no")):
            self.assertEqual(judge.judge_overshoot(measured(overshoot(p99, p999))).holds, word)

    def test_claims(self):
        rows = trust()
        for e in judge.EPSILONS:
            for poses, value in (("U", 0.05), ("N", 0.07), ("U and N", 0.02)):
                rows |= {("judge_trust", "unseen", f"epsilon {e}", poses, "ece"): value, ("judge_trust", "unseen", f"epsilon {e}", poses, "claims"): 100.0}
                for i in range(10):
                    rows |= {("judge_trust", "unseen", f"epsilon {e}", poses, f"{q} {i}"): v for q, v in (("claimed", 0.1 * i), ("observed", 0.1 * i), ("count", 9.0))}
        s = judge.judge_reliability(measured(rows))
        grid = judge.claims_grid(measured(rows))
        self.assertEqual(grid.rows[0], ("epsilon 0.2", [0.05, 100, 0.07, 100, 0.02, 100]))
        self.assertEqual(len(s.charts), len(judge.judge_reliability(measured(trust())).charts) + 3)
        self.assertTrue(all("svg" in c for c in s.charts))
        self.assertIsNone(judge.claims_grid(measured(trust())))

    def test_frames(self):
        self.assertEqual(judge.judge_frames(measured(frames(5, 6, 0.5))).holds, "yes")
        self.assertEqual(judge.judge_frames(measured(frames(5, 6, 3.5))).holds, "partly")
        s = judge.judge_frames(measured(frames(6, 5, 3.5)))
        self.assertEqual(s.holds, "no")
        self.assertIn("at 100, 200, 500, 1000, 2000, 5000, 10000 µs not", s.verdict)

    def test_bundled_only_is_said(self):
        rows = {key: value for key, value in (rules() | trust()).items() if key[1] != "lucy100k"}
        m = measured(rows)
        self.assertNotIn("Only bundled", judge.where(m))
        del m.rows["judge_model", "lucy100k", "", "fitted on", "triangles"]
        self.assertIn("Only bundled", judge.judge_rules(m).note)

    def test_nothing_measured_gives_no_verdict(self):
        self.assertEqual([make(Measured()).holds for _, make in judge.SECTIONS], [""] * 6)


if __name__ == "__main__":
    unittest.main()
