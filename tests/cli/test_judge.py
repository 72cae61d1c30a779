# SPDX-License-Identifier: Apache-2.0
"""graze judge and graze calibrate: verdicts that never look surer than they are, files that are never trusted."""
import csv
import io
import json
import math
import os
import re
import signal
import subprocess
import time
import unittest

from support import CLI, DATA, IDENTITY, Case, circling_poses, graze

HAND = DATA / "hand.ply"
COLUMNS = ("pose,verdict,certain,probability,triangle_a,triangle_b,penetration_bound,lower_x,lower_y,lower_z,upper_x,upper_y,upper_z,"
           "point_x,point_y,point_z,normal_x,normal_y,normal_z,steps,time_ns").split(",")


class Judge(Case):
    def setUp(self):
        super().setUp()
        self.poses = self.file("p.csv", circling_poses(60, 0.3))

    def judge(self, code, *options):
        """Code None: 1 if some pose collides for certain, else 2, as a stop rule has it."""
        result = graze("judge", HAND, HAND, "--poses", self.poses, "--json", *options)
        answer = json.loads(result.stdout)
        if code is None:
            code = 1 if any(p["certain"] and p["collides"] for p in answer["poses"]) else 2
        self.assertEqual(result.returncode, code, result.stderr)
        return answer

    def test_without_limits_as_check(self):
        answer = self.judge(1)
        exact = self.json(1, "check", HAND, HAND, "--poses", self.poses)
        self.assertEqual([p["collides"] for p in answer["poses"]], [p["collides"] for p in exact["poses"]])
        pairs = self.json(1, "check", HAND, HAND, "--poses", self.poses, "--what", "all")["poses"]
        for pose, all_pairs in zip(answer["poses"], pairs):
            self.assertEqual((pose["certain"], pose["probability"], pose["regions"]), (True, 1, []))
            self.assertIsNone(pose["penetration_bound"])
            if pose["collides"]:
                self.assertIn((pose["triangle_a"], pose["triangle_b"]), {(c["a"], c["b"]) for c in all_pairs["contacts"]})
        self.assertEqual(answer["schema"], "graze-judge-1")
        self.assertEqual(answer["summary"]["collides"], exact["colliding"])
        self.assertEqual(answer["summary"]["probably_free"] + answer["summary"]["probably_collides"], 0)

    def test_uncertain_ones_say_so_everywhere(self):
        answer = self.judge(2, "--epsilon", "0.45", "--regions", "2")
        uncertain = [p for p in answer["poses"] if not p["certain"]]
        self.assertGreater(len(uncertain), 10)
        self.assertEqual(len(uncertain), answer["summary"]["probably_free"] + answer["summary"]["probably_collides"])
        for pose in uncertain:
            self.assertLess(pose["probability"], 1)
            self.assertEqual(pose["verdict"], "probably_" + ("collides" if pose["collides"] else "free"))
            self.assertIsNone(pose["triangle_a"])
            self.assertGreater(pose["penetration_bound"], 0)
            self.assertTrue(1 <= len(pose["regions"]) <= 2)
            region = pose["regions"][0]
            self.assertAlmostEqual(sum(x * x for x in region["normal"]), 1, places=5)
            for low, point, high in zip(region["lower"], region["point"], region["upper"]):
                self.assertTrue(low <= point <= high)
        text = self.run_for(2, "judge", HAND, HAND, "--poses", self.poses, "--epsilon", "0.45").stdout
        rows = [line for line in text.splitlines() if re.match(r" +\d+ ", line)]
        self.assertEqual(len(rows), 60)
        for row, pose in zip(rows, answer["poses"]):
            self.assertEqual("certain" in row, pose["certain"], row)
            self.assertEqual("probably" in row, not pose["certain"], row)
            self.assertNotIn("100.0 %", row)
        self.assertRegex(text, r"undecided +\d+ \(\d+\.\d %\): \d+ probably collide, \d+ probably free")

    def test_csv(self):
        result = self.run_for(2, "judge", HAND, HAND, "--poses", self.poses, "--epsilon", "0.45", "--csv")
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        self.assertEqual(list(rows[0]), COLUMNS)
        for row, pose in zip(rows, self.judge(2, "--epsilon", "0.45")["poses"], strict=True):
            self.assertEqual((row["verdict"], row["certain"] == "1"), (pose["verdict"], pose["certain"]))
            self.assertEqual(float(row["probability"]), pose["probability"])
            self.assertEqual(row["penetration_bound"] == "", pose["certain"])
            self.assertEqual(row["point_x"] == "", pose["certain"])
        self.assertRegex(result.stderr, r"time +median")

    def test_stop_rules(self):
        certain = {}
        for epsilon in "0.2", "0.01":
            answer = self.judge(None, "--epsilon", epsilon, "--verify")
            certain[epsilon] = sum(p["certain"] for p in answer["poses"])
            self.assertEqual(answer["summary"]["wrong_certain"], 0)
            self.assertEqual(answer["summary"]["wrong"], sum(p["wrong"] for p in answer["poses"]))
            for pose in answer["poses"]:
                self.assertGreaterEqual(pose["probability"], 1 - float(epsilon))
        self.assertLess(certain["0.2"], certain["0.01"])
        for pose in self.judge(None, "--steps", "3")["poses"]:
            self.assertLessEqual(pose["steps"], 3)
        for pose in self.judge(None, "--epsilon", "0.45", "--free-only")["poses"]:
            self.assertTrue(pose["certain"] or not pose["collides"])

    def test_learning_changes_what_follows(self):
        plain, learning = self.judge(None, "--epsilon", "0.02"), self.judge(None, "--epsilon", "0.02", "--learn")
        self.assertEqual((plain["learn"], learning["learn"]), (False, True))
        differ = [i for i, (a, b) in enumerate(zip(plain["poses"], learning["poses"])) if a["probability"] != b["probability"]]
        finished = [i for i, p in enumerate(plain["poses"]) if p["certain"]]
        self.assertGreater(len(differ), 3)
        self.assertGreater(min(differ), min(finished))

    def test_deadline(self):
        for deadline, ns in [("500ns", 500), ("0.5us", 500), ("0.5 µs", 500), ("0.5μs", 500), ("1ms", 1e6), ("2s", 2e9)]:
            answer = self.judge(1 if ns > 1e5 else None, "--deadline", deadline)
            self.assertEqual(answer["deadline_ns"], ns)
            late, times = answer["summary"]["late"], [p["time_ns"] for p in answer["poses"]]
            self.assertEqual(late["count"], sum(t > ns for t in times))
            over = [t - ns for t, p in zip(times, answer["poses"]) if t > ns and not p["preempted"]]
            self.assertEqual(late["over_ns"]["max"], max(over, default=0))
        text = graze("judge", HAND, HAND, "--poses", self.poses, "--deadline", "500ns", "--summary").stdout
        self.assertRegex(text, r"late +\d+ \(")
        self.assertEqual(len(text.splitlines()), 4)

    def test_exit_codes(self):
        self.assertRegex(self.run_for(0, "judge", self.cube, self.ball, "--pose", "9 0 0 1 0 0 0", "--epsilon", "0.45").stdout, "^free, certain; ")
        self.assertRegex(self.run_for(1, "judge", self.cube, self.ball).stdout, r"^collides, certain; .*\n  triangles \d+ of A, \d+ of B\n$")
        text = self.run_for(2, "judge", HAND, HAND, "--pose", "0.1 0 0 1 0.1 0 0", "--epsilon", "0.45").stdout
        self.assertRegex(text, r"^probably collides, \d+\.\d % sure; 0 steps, .*\n  likeliest near .* deep\n  box ")

    def test_wrong_use(self):
        pair = ["judge", self.cube, self.ball]
        for option, value, word in [("--deadline", "20", "lacks a unit"), ("--deadline", "soon", "not a duration"),
                                    ("--deadline", "2h", "'h' is no unit"), ("--deadline", "0us", "between"),
                                    ("--deadline", "-1us", "between"), ("--deadline", "nan", "not a duration"),
                                    ("--deadline", "1e300s", "between"), ("--epsilon", "0.5", "below 0.5"),
                                    ("--epsilon", "0", "above 0"), ("--epsilon", "nan", "above 0"), ("--epsilon", "x", "number"),
                                    ("--steps", "0", "--steps"), ("--steps", "-1", "--steps"), ("--regions", "-1", "--regions"),
                                    ("--calibration", "", "empty")]:
            self.assert_fails(*pair, option, value, says=[option, word])
        self.assert_fails(*pair, "--csv", "--summary", says="--summary")
        self.assert_fails(*pair, "--pose", "1 2 3", says="3 numbers")
        self.assert_fails(*pair, "--volume", "aabb", says=["cube.off", "oriented boxes"])
        model = self.folder / "m.graze"
        self.run_for(0, "build", self.cube, "-o", model, "--volume", "dop18")
        self.assert_fails("judge", self.ball, model, says=["m.graze", "oriented boxes"])
        self.assert_fails(*pair, "-o", self.cube, says="input")

    def test_closed_pipe_and_interrupt(self):
        many = self.file("many.csv", circling_poses(20000, 0.3))
        arguments = [CLI, "judge", str(HAND), str(HAND), "--poses", str(many), "--csv"]
        read_end, write_end = os.pipe()
        os.close(read_end)
        with os.fdopen(write_end, "wb") as closed:
            self.assertEqual(subprocess.run(arguments, stdout=closed, stderr=subprocess.PIPE, timeout=120).returncode, 1)
        endless = self.file("endless.csv", (IDENTITY + "\n") * 400000)
        with subprocess.Popen(arguments[:5] + [str(endless), "--csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            time.sleep(0.7)
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=120)
        if run.returncode == 2:  # a quick machine may have been done
            self.assertIn("interrupted after", err)
            self.assertEqual(len(out.splitlines()) - 1, int(re.search(r"after (\d+) of 400000", err).group(1)))


class Calibrate(Case):
    def calibrate(self, code, *options):
        self.pair = self.folder / "pair.json"
        result = self.run_for(code, "calibrate", HAND, HAND, *options, "-o", self.pair)
        return result.stdout, json.loads(self.pair.read_text())

    def test_fits_reports_and_is_used(self):
        html = self.folder / "pair.html"
        text, saved = self.calibrate(0, "--scenario", "U", "--count", "6000", "--claim", "0.06", "--html", html)
        self.assertEqual((saved["schema"], saved["shown"]), ("graze-calibration-1", True))
        self.assertIn("scenario U", saved["distribution"])
        self.assertEqual(saved["fitted"] + saved["held_back"], saved["poses"])
        self.assertAlmostEqual(saved["held_back"] / saved["poses"], 0.2, delta=0.01)
        ours, shipped = saved["reliability"], saved["reliability_shipped"]
        for measured in ours, shipped:
            bins, total = measured["bins"], measured["claims"]
            self.assertEqual(sum(b["count"] for b in bins), total)
            error = sum(b["count"] * abs(b["claimed"] - b["observed"]) for b in bins) / total
            self.assertAlmostEqual(measured["calibration_error"]["value"], error)
            for number in measured["calibration_error"], measured["brier"]:
                self.assertTrue(0 < number["low"] <= number["value"] <= number["high"] < 1)
        self.assertLess(ours["brier"]["value"], shipped["brier"]["value"])
        self.assertRegex(text, r"shown +the calibration error is at most 0.06: 0\.\d+")
        self.assertIn("For poses like these, and no others", text)
        self.assertRegex(text, r"0\.0-0\.1 +0\.0\d+ +0\.\d+ +\d+")
        page = html.read_text()
        self.assertIn("<svg", page)
        self.assertEqual(page.count("<circle"), sum(b["count"] > 0 for b in ours["bins"]))
        for pattern in r"<script", r"<link\b", r"<img\b", r"url\(", r"https?:":
            self.assertIsNone(re.search(pattern, page), pattern)

        poses = self.file("p.csv", circling_poses(60, 0.3))
        command = ["judge", HAND, HAND, "--poses", poses, "--steps", "1"]
        plain, used = self.json(1, *command), self.json(1, *command, "--calibration", self.pair)
        self.assertEqual(used["calibration"], {"file": str(self.pair), "distribution": saved["distribution"], "shown": True})
        slope, offset = saved["calibration"]["slope"][4], saved["calibration"]["offset"][4]  # after 1 to 3 steps
        self.assertIsNone(plain["calibration"])
        odds = lambda p: math.log(p["probability"] / (1 - p["probability"])) * (1 if p["collides"] else -1)
        checked = 0
        for a, b in zip(plain["poses"], used["poses"]):
            if not a["certain"] and 0.01 < a["probability"] < 0.999999:
                self.assertAlmostEqual(odds(b), slope * odds(a) + offset, places=4)
                checked += 1
        self.assertGreater(checked, 10)

    def test_refuses_what_is_not_shown(self):
        text, saved = self.calibrate(2, "--scenario", "N", "--count", "300", "--claim", "0.01")
        self.assertFalse(saved["shown"])
        self.assertRegex(text, "NOT SHOWN +the calibration error is at most 0.01")
        result = self.run_for(2, "judge", HAND, HAND, "--pose", "0.1 0 0 1 0.1 0 0", "--epsilon", "0.45", "--calibration", self.pair)
        self.assertIn("was not shown", result.stderr)
        few = self.file("few.csv", circling_poses(60, 0.3))
        text, saved = self.calibrate(2, "--poses", few)
        self.assertRegex(text, "NOT SHOWN +the calibration error .*too few")
        self.assertNotRegex(text, r"(?m)^  shown +(?!certain| )")
        self.assertIn("few.csv", saved["distribution"])

    def test_poses_that_cannot_be_fitted_on(self):
        out = self.folder / "x.json"
        fit = lambda poses, says: self.assert_fails("calibrate", self.ball, self.ball, "--poses", poses, "-o", out, says=says)
        fit(self.file("a.csv", circling_poses(24, 1.5)), ["a.csv", "24 poses", "25"])
        fit(self.file("b.csv", (IDENTITY + "\n") * 200), ["b.csv", "all poses collide"])
        fit(self.file("c.csv", "9 0 0 1 0 0 0\n" * 200), ["c.csv", "all poses are free"])
        fit(self.file("d.csv", "1 2\n"), "d.csv")
        self.assertFalse(out.exists())

    def test_wrong_use(self):
        pair = ["calibrate", self.cube, self.ball]
        self.assert_fails(*pair, "--scenario", "U", says="--output")
        self.assert_fails(*pair, "-o", "x.json", says="--scenario")
        self.assert_fails(*pair, "--scenario", "X", "-o", "x.json", says="U|N")
        self.assert_fails(*pair, "--scenario", "U", "--count", "3", "-o", "x.json", says="--count")
        self.assert_fails(*pair, "--scenario", "U", "--claim", "2", "-o", "x.json", says="--claim")
        self.assert_fails(*pair, "--poses", "p.csv", "--count", "300", "-o", "x.json", says="--count")
        self.assert_fails(*pair, "--scenario", "U", "-o", self.cube, says="input")
        same = self.folder / "same"
        self.assert_fails(*pair, "--scenario", "U", "-o", same, "--html", same, says="same file")
        self.assertFalse(same.exists())

    def test_files_are_not_trusted(self):
        _, saved = self.calibrate(0, "--scenario", "U", "--count", "3000", "--claim", "0.5")

        def refused(change, says, a=HAND):
            document = json.loads(json.dumps(saved))
            change(document)
            bad = self.file("bad.json", json.dumps(document))
            self.assert_fails("judge", a, HAND, "--calibration", bad, says=["bad.json", says])

        refused(lambda d: d.update(schema="graze-calibration-9"), "schema")
        refused(lambda d: d.pop("schema"), "schema: missing")
        refused(lambda d: d.update(weights="0" * 16), "weights")
        refused(lambda d: d.update(shown="yes"), "shown")
        refused(lambda d: d.pop("calibration"), "calibration: missing")
        refused(lambda d: d["calibration"].update(slope=[1, 2]), "calibration.slope")
        refused(lambda d: d["calibration"]["slope"].__setitem__(3, -1), "calibration.slope[3]")
        refused(lambda d: d["calibration"]["slope"].__setitem__(2, "1"), "calibration.slope[2]")
        refused(lambda d: d["calibration"]["offset"].__setitem__(0, 1e300), "calibration.offset[0]")
        refused(lambda d: d["calibration"].update(poses=-1), "calibration.poses")
        refused(lambda d: d["calibration"].update(colliding=10**9), "calibration.colliding")
        refused(lambda d: d["a"].update(fingerprint="0" * 16), "a: was fitted on hand.ply")
        refused(lambda d: None, "a: was fitted on hand.ply", a=self.ball)
        refused(lambda d: d.update(b=[]), "b: is no object")
        for text, says in [("{\n\"schema\": ,", ":2: not JSON"), ("", ":1: not JSON"), ("[]", "the document: is no object"),
                           ("[" * 100000, "not JSON")]:
            self.assert_fails("judge", HAND, HAND, "--calibration", self.file("bad.json", text), says=["bad.json", says])
        self.assert_fails("judge", HAND, HAND, "--calibration", self.folder / "no.json", says=["no.json", "no such file"])
        self.assert_fails("judge", HAND, HAND, "--calibration", self.folder, says="directory")

    def test_names_cannot_break_out_of_the_page(self):
        mesh = self.folder / "<script>alert(1)<&.off"
        mesh.write_bytes(self.ball.read_bytes())
        html = self.folder / "r.html"
        self.run_for(2, "calibrate", mesh, mesh, "--scenario", "N", "--count", "120", "-o", self.folder / "p.json", "--html", html)
        self.assertNotIn("<script", html.read_text())


if __name__ == "__main__":
    unittest.main()
