#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""graze bench as a user meets it: a reduced run of all engines, files, comparisons, plug-ins, rubbish, Ctrl-C."""
import csv
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from support import CLI, DATA, Case, ball, circling_poses, graze, write_off

GRID = os.environ.get("GRAZE_GRID", "")
BROKEN = pathlib.Path(os.environ.get("GRAZE_BROKEN", ""))
HAS_REPORT = os.environ.get("GRAZE_HAS_REPORT") == "1"
CLASSES = {"touching", "rounding", "wrong"}


class Bench(Case):
    def setUp(self):
        super().setUp()
        self.path = self.file("path.csv", circling_poses(24, 1.0))
        self.out = self.folder / "out"

    def small(self, *more, code=0, out=None):
        """A run of balls that circle each other, over in a second."""
        self.run_for(code, "bench", "--models", self.ball, "--poses", self.path, "--seconds", 0.3, "-o", out or self.out, *more)
        return json.loads(((out or self.out) / "results.json").read_text())

    def check_results(self, results, engines):
        self.assertEqual((results["format"], results["version"]), ("graze-bench", 1))
        self.assertRegex(results["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertTrue(results["complete"])
        for key in ["cpu", "cores", "memory_gib", "cache_mib", "os", "compiler", "isa"]:
            self.assertIn(key, results["machine"])
        for scene in results["scenes"]:
            self.assertTrue(scene["complete"])
            self.assertEqual([e["name"] for e in scene["engines"]], engines)
            for engine in scene["engines"]:
                self.check_engine(engine, len(scene["levels"]))
            for row in scene["disagreements"]:
                self.assertIn(row["class"], CLASSES)
                self.assertFalse(row["engine"].startswith("graze"), row)

    def check_engine(self, engine, levels):
        name = engine["name"]
        self.assertIsNone(engine["failed"], name)
        self.assertTrue(engine["version"] and engine["settings"], name)
        self.assertGreater(engine["build_ms"], 0, name)
        self.assertGreater(engine["bytes_per_triangle"], 0, name)
        agreement = engine["agreement"]["any"]
        self.assertGreater(agreement["asked"], 3, name)
        if engine["exact_any"]:
            self.assertEqual(agreement["wrong"], 0, name)
        for ask in ["any", "all"]:
            result = engine["asks"][ask]
            self.assertEqual(len(result["levels"]), levels)
            self.assertGreater(result["repetitions"], 1)
            for key in ["mean_us", "median_us", "p99_us", "max_us", "least_mean_us", "cold_mean_us"]:
                self.assertGreater(result[key], 0, (name, ask, key))
            self.assertLessEqual(result["mean_ci"][0], result["mean_ci"][1])
            self.assertLessEqual(result["median_us"], result["max_us"])

    def engine_names(self, *more):
        text = self.run_for(0, "bench", "--list", *more).stdout
        return [line.split()[0] for line in text.split("engines\n")[1].splitlines()]

    def test_reduced_run_of_all_engines_on_two_bundled_models(self):
        engines = self.engine_names()
        self.assertGreaterEqual(len(engines), 13)
        path = self.file("two.csv", circling_poses(8, 0.5))
        results = {}
        for model in ["hand", "turbine_wheel"]:
            out = self.folder / model
            text = self.run_for(0, "bench", "--models", DATA / f"{model}.ply", "--poses", path, "--seconds", 1, "-o", out).stdout
            self.assertIn(f"{model}-two", text)
            results[model] = json.loads((out / "results.json").read_text())
            self.check_results(results[model], engines)
            level = results[model]["scenes"][0]["levels"][0]
            self.assertEqual(level["poses"], 8)
            self.assertGreater(level["colliding"], 0)
        self.assertNotEqual(results["hand"]["scenes"][0]["a"]["hash"], results["turbine_wheel"]["scenes"][0]["a"]["hash"])

    def test_files_of_a_run(self):
        results = self.small("--engine", "graze,graze-aabb")
        self.check_results(results, ["graze", "graze-aabb"])
        rows = list(csv.DictReader((self.out / "results.csv").read_text().splitlines()))
        self.assertEqual(len(rows), 2 * 2 * 2)  # engines, questions; one level and all
        for row in rows:
            self.assertGreater(float(row["mean_us"]), 0)
        self.assertEqual((self.out / "report.html").exists(), HAS_REPORT)
        self.assertEqual(sorted(p.suffix for p in self.out.iterdir()), sorted([".json", ".csv"] + [".html"] * HAS_REPORT))
        first, second = results["scenes"][0]["engines"]
        self.assertIsNone(first["asks"]["any"]["ratio"])
        self.assertGreater(second["asks"]["any"]["ratio"], 0)
        self.assertGreater(first["asks"]["any"]["all_cores_per_second"], 0)

    def test_one_question(self):
        results = self.small("--engine", "graze", "--ask", "any")
        self.assertEqual(list(results["scenes"][0]["engines"][0]["asks"]), ["any"])

    def test_pose_sets(self):
        """The generated scenes of a small model, by part of their names."""
        listed = self.run_for(0, "bench", "--list", "--models", self.ball).stdout
        self.assertIn("ball-centres", listed)
        self.run_for(0, "bench", "--models", self.ball, "--scene", "centres", "--engine", "graze,graze-obb", "--quick",
                     "--seconds", 1, "-o", self.out)
        scene = json.loads((self.out / "results.json").read_text())["scenes"][0]
        self.assertEqual(scene["name"], "ball-centres")
        self.assertEqual(scene["levels_are"], "distance of the centres")
        self.assertGreater(len(scene["levels"]), 5)
        self.assertGreater(sum(level["colliding"] for level in scene["levels"]), 0)
        self.assertEqual(len(scene["pictures"]["pairs"][0]["pose"]), 12)

    def test_poses_are_made_kept_and_measured_on(self):
        sets = self.folder / "ball-near.json"
        made = graze("bench", "poses", self.ball, "--levels", "-20,0,20", "--per-level", 4, "-o", sets)
        if "OpenVDB" in made.stderr:
            self.assertEqual(made.returncode, 3)
            self.skipTest("built without OpenVDB")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertRegex(made.stdout, r"ball-near.json: \d+ poses on 3 levels, \d+ verified, 99 % of them within")
        self.run_for(0, "bench", "--poses", sets, "--engine", "graze,graze-aabb", "--seconds", 0.3, "-o", self.out)
        scene = json.loads((self.out / "results.json").read_text())["scenes"][0]
        self.assertEqual((scene["name"], scene["figure"]), ("ball-near", 10))
        self.assertEqual([level["value"] for level in scene["levels"]], [-20, 0, 20])
        inside, _, outside = scene["levels"]
        self.assertEqual((inside["colliding"], outside["colliding"]), (inside["poses"], 0))
        self.assertLess(inside["error_p99"], 0.005)
        self.assert_fails("bench", "poses", self.ball, "--set", "far", "-o", sets, says="no set 'far'; there are: near, deep")
        self.write_elsewhere(sets)

    def write_elsewhere(self, sets):
        """Where the model is not beside the set, it must be given, and be the right one."""
        away = self.folder / "away"
        away.mkdir()
        moved = away / "moved.json"
        moved.write_text(sets.read_text().replace('"ball.off"', '"gone.off"'))
        self.assert_fails("bench", "--poses", moved, "--engine", "graze", "-o", self.out, says="--models")
        self.assert_fails("bench", "--poses", moved, "--models", self.cube, "--engine", "graze", "-o", self.out, says="--models")
        self.run_for(0, "bench", "--poses", moved, "--models", self.ball, "--engine", "graze", "--seconds", 0.2, "-o", self.out)

    def test_compare(self):
        self.small("--engine", "graze,graze-aabb")
        old = json.loads((self.out / "results.json").read_text())
        same = self.run_for(0, "bench", "compare", self.out, self.out / "results.json")
        self.assertIn("6 numbers compared, 0 slower and 0 faster", same.stdout)
        for engine in old["scenes"][0]["engines"]:
            ask = engine["asks"]["any"]
            if engine["name"] != "graze-aabb":
                continue
            for key in ["mean_us", "median_us", "p99_us", "max_us", "least_mean_us"]:
                ask[key] *= 3
            for key in ["mean_ci", "noise_ci"]:
                ask[key] = [3 * end for end in ask[key]]
        old["machine"]["cpu"] = "another"
        new = self.file("new.json", json.dumps(old))
        result = self.run_for(1, "bench", "compare", self.out, new)
        self.assertIn("1 slower", result.stdout)
        self.assertRegex(result.stdout, r"graze-aabb +any")
        self.assertIn("different processors", result.stdout)
        self.assertIn("1 faster", self.run_for(0, "bench", "compare", new, self.out).stdout)
        self.run_for(0, "bench", "compare", self.out, new, "--noise", "250")

    def test_compare_refuses_rubbish(self):
        self.small("--engine", "graze")
        good = self.out / "results.json"
        text = good.read_text()
        self.assert_fails("bench", "compare", good, self.folder / "nowhere.json", says="nowhere.json")
        self.assert_fails("bench", "compare", good, self.file("t.json", "hello"), says=["t.json", "not JSON"])
        self.assert_fails("bench", "compare", good, self.file("t.json", text[: len(text) // 2]), says=["t.json", "ends too early"])
        self.assert_fails("bench", "compare", good, self.file("t.json", "{}"), says="no results of graze bench")
        self.assert_fails("bench", "compare", good, self.file("t.json", text.replace('"version": 1,', '"version": 9,')), says="version 9")
        other = self.file("t.json", text.replace('"ball-path"', '"elsewhere"'))
        self.assert_fails("bench", "compare", good, other, says="nothing in common")
        self.assert_fails("bench", "compare", good, good, "--noise", "-1", says="--noise")
        self.assert_fails("bench", "compare", good, good, "--noise", "nan", says="--noise")
        self.assert_fails("bench", "--seconds", "nan", "-o", self.out, says="--seconds")
        huge = self.file("t.json", text.replace('"seconds": ', '"seconds": 1e400, "seconds_": ', 1))
        self.assert_fails("bench", "compare", good, huge, says=["t.json", "too large"])

    @unittest.skipUnless(HAS_REPORT, "built without pages")
    def test_report(self):
        self.small("--engine", "graze")
        page = self.folder / "page.html"
        self.run_for(0, "bench", "report", self.out, "--models", self.ball, "-o", page)
        self.assertIn("graze-bench", page.read_text())
        self.assertGreater(len(page.read_text()), 100_000)
        self.assert_fails("bench", "report", self.file("t.json", "[]"), "-o", self.folder / "no.html", says="t.json")
        self.assertFalse((self.folder / "no.html").exists())
        self.assert_fails("bench", "report", self.out / "results.json", "-o", self.out / "results.json", says="is an input")

    def test_unknown_names_are_told_those_there_are(self):
        line = self.assert_fails("bench", "--engine", "rapid", "-o", self.out, says="no engine 'rapid'")
        self.assertIn("graze-aabb", line)
        line = self.assert_fails("bench", "--scene", "moon", "-o", self.out, says="no scene 'moon'")
        self.assertIn("hand-centres", line)
        self.assertFalse(self.out.exists())

    def test_wrong_use(self):
        self.assert_fails("bench", says="-o FOLDER")
        self.assert_fails("bench", "--models", self.folder / "no.off", "-o", self.out, says="no.off")
        self.assert_fails("bench", "--poses", self.path, "-o", self.out, says="--models")
        self.assert_fails("bench", "--models", self.ball, "--poses", self.file("p.csv", "1 2 3\n"), "-o", self.out, says="p.csv")
        self.assert_fails("bench", "--models", self.ball, "--poses", self.file("p.json", "{"), "-o", self.out, says="p.json")
        self.assert_fails("bench", "--models", self.ball, self.ball, "-o", self.out, says="two scenes are called")
        self.assert_fails("bench", "--seconds", "0", "-o", self.out, says="--seconds")
        self.assert_fails("bench", "--ask", "some", "-o", self.out, says="--ask")
        self.assert_fails("bench", "--models", self.ball, "-o", self.file("taken", "x"), says="taken")
        for command in [[], ["compare"], ["report"], ["poses"]]:
            self.assertIn("Exit codes", self.run_for(0, "bench", *command, "--help").stdout)

    @unittest.skipUnless(GRID, "no example engine")
    def test_plugin(self):
        results = self.small("--plugin", GRID, "--engine", "graze,grid")
        self.check_results(results, ["graze", "grid"])
        grid = results["scenes"][0]["engines"][1]
        self.assertEqual(grid["version"], "1.0")
        self.assertGreater(grid["agreement"]["any"]["asked"], 3)
        self.assertEqual(grid["agreement"]["all"]["wrong"], 0)
        self.assertGreater(grid["asks"]["any"]["all_cores_per_second"], 0)
        self.assertIn("libgrid.so", self.run_for(0, "bench", "--list", "--plugin", pathlib.Path(GRID).parent).stdout)

    @unittest.skipUnless(GRID, "no example engine")
    def test_plugins_that_are_refused(self):
        self.assert_fails("bench", "--plugin", "nowhere.so", "-o", self.out, says="nowhere.so")
        self.assert_fails("bench", "--plugin", BROKEN / "abi" / "abi.so", "-o", self.out, says=["abi.so", "version 2"])
        self.assert_fails("bench", "--plugin", BROKEN / "member" / "member.so", "-o", self.out, says="no intersects")
        self.assert_fails("bench", "--plugin", self.ball, "-o", self.out, says="cannot be loaded")
        self.assert_fails("bench", "--plugin", GRID, "--plugin", GRID, "-o", self.out, says="already")

    @unittest.skipUnless(GRID, "no example engine")
    def test_plugin_that_fails_is_left_out(self):
        results = self.small("--plugin", BROKEN / "failing" / "failing.so", "--engine", "graze,broken")
        graze_result, broken = results["scenes"][0]["engines"]
        self.assertEqual(broken["failed"], "broken: build: out of ideas")
        self.assertEqual(broken["asks"], {})
        self.assertIn("any", graze_result["asks"])

    def test_ctrl_c_keeps_what_was_measured(self):
        write_off(self.folder / "first.off", ball(6))
        write_off(self.folder / "second.off", ball(7))
        models = [self.folder / "first.off", self.folder / "second.off"]
        arguments = [CLI, "bench", "--models", *models, "--scene", "centres", "--engine", "graze,graze-aabb", "--quick",
                     "--seconds", "6", "-o", self.out]
        with subprocess.Popen(list(map(str, arguments)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            deadline = time.monotonic() + 60
            while not (self.out / "results.json").exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            run.send_signal(signal.SIGINT)
            stdout, stderr = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 2, stdout + stderr)
        self.assertIn("interrupted", stderr)
        self.assertIn("kept", stderr)
        results = json.loads((self.out / "results.json").read_text())
        self.assertFalse(results["complete"])
        self.assertTrue(results["scenes"][0]["complete"])
        self.assertGreater(results["scenes"][0]["engines"][0]["asks"]["any"]["mean_us"], 0)
        self.run_for(0, "bench", "compare", self.out, self.out)

    def test_ctrl_c_before_anything_was_measured_leaves_an_earlier_run_alone(self):
        self.out.mkdir()
        (self.out / "results.json").write_text("earlier")
        fine = write_off(self.folder / "fine.off", ball(100))
        arguments = [CLI, "bench", "--models", fine, "--engine", "graze", "-o", self.out]
        with subprocess.Popen(list(map(str, arguments)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            time.sleep(1)
            run.send_signal(signal.SIGINT)
            stdout, stderr = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 2, stdout + stderr)
        self.assertIn("nothing is written", stderr)
        self.assertEqual((self.out / "results.json").read_text(), "earlier")

    def test_overview_names_the_command(self):
        self.assertIn("graze bench", graze("--help").stdout)


if __name__ == "__main__":
    unittest.main()
