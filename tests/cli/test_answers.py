# SPDX-License-Identifier: Apache-2.0
"""Answers: exit codes, rows, brute force, the same bytes for every thread count, instruction set and hierarchy."""
import csv
import io
import json
import os
import pty
import signal
import statistics
import subprocess
import time
import unittest

from support import ball, Case, circling_poses, CLI, DATA, graze, write_off

APART, TOUCHING, CROSSING = "2 0 0 1 0 0 0", "1 0 0 1 0 0 0", "0.5 0.25 0.125 1 0 0 0"


class Check(Case):
    def test_exit_codes_and_text(self):
        self.assertEqual(self.run_for(0, "check", self.cube, self.cube, "--pose", APART).stdout, "no contact\n")
        self.assertEqual(self.run_for(1, "check", self.cube, self.cube, "--pose", TOUCHING).stdout, "contact\n")
        text = self.run_for(1, "check", self.cube, self.cube, "--pose", CROSSING, "--what", "all").stdout
        self.assertRegex(text, r"^contact, \d+ pairs \(\d+ crossing")
        self.assertEqual(self.run_for(1, "check", self.cube, self.cube).stdout, "contact\n")

    def test_twelve_numbers_are_the_same_pose(self):
        seven = self.run_for(1, "check", self.cube, self.ball, "--what", "all", "--csv", "--pose", "0.5;0.25,0.125 0 1 0 0")
        twelve = self.run_for(1, "check", self.cube, self.ball, "--what", "all", "--csv",
                              "--pose", "1 0 0 .5  0 -1 0 .25  0 0 -1 .125")
        self.assertEqual(seven.stdout, twelve.stdout)

    def test_touching_faces_by_hand(self):
        """Two unit cubes face to face share a square: its two triangles against the other cube's two are coplanar."""
        answer = self.json(1, "check", self.cube, self.cube, "--pose", TOUCHING, "--what", "all")
        self.assertEqual(answer["schema"], "graze-check-1")
        contacts = answer["poses"][0]["contacts"]
        flat = [c for c in contacts if c["kind"] == "coplanar"]
        facing = [c for c in flat if all(p[0] == 1 for p in (c["p"], c["q"])) and {c["a"], c["b"]} & {8, 9, 10, 11}]
        self.assertTrue(facing)
        self.assertEqual({c["kind"] for c in contacts} - {"coplanar", "touching"}, set())
        for c in contacts:
            self.assertEqual((c["p"][0], c["q"][0]), (1, 1))

    def test_margin(self):
        self.run_for(0, "check", self.cube, self.cube, "--pose", APART, "--margin", "0.999")
        near = self.json(1, "check", self.cube, self.cube, "--pose", APART, "--margin", "1", "--what", "all")
        self.assertEqual({c["kind"] for c in near["poses"][0]["contacts"]}, {"near"})

    def test_limit_keeps_the_first(self):
        rows = self.run_for(1, "check", self.ball, self.cube, "--what", "all", "--csv").stdout.splitlines()
        some = self.run_for(1, "check", self.ball, self.cube, "--what", "all", "--csv", "--limit", "3").stdout.splitlines()
        self.assertGreater(len(rows), 4)
        self.assertEqual(some, rows[:4])

    def test_csv_shape(self):
        poses = self.file("p.csv", circling_poses(30, 1.5))
        text = self.run_for(1, "check", self.ball, self.ball, "--poses", poses, "--what", "all", "--csv").stdout
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual(list(rows[0]), "pose,triangle_a,triangle_b,kind,px,py,pz,qx,qy,qz".split(","))
        keys = [tuple(int(r[k]) for k in ("pose", "triangle_a", "triangle_b")) for r in rows]
        self.assertEqual(keys, sorted(set(keys)))
        for row in rows:
            self.assertEqual(len(row), 10)
            [float(row[k]) for k in ("px", "py", "pz", "qx", "qy", "qz")]
        any_rows = self.run_for(1, "check", self.ball, self.ball, "--poses", poses, "--csv").stdout.splitlines()[1:]
        self.assertEqual([r.split(",")[1] == "1" for r in any_rows], [k in {key[0] for key in keys} for k in range(30)])

    def test_json_is_complete(self):
        poses = self.file("p.csv", circling_poses(12, 1.5))
        answer = self.json(1, "check", self.ball, self.cube, "--poses", poses, "--what", "all")
        self.assertEqual((answer["poses_given"], answer["poses_done"], answer["complete"], len(answer["poses"])), (12, 12, True, 12))
        self.assertEqual(answer["colliding"], sum(p["collides"] for p in answer["poses"]))
        for pose in answer["poses"]:
            self.assertEqual(pose["collides"], bool(pose["contacts"]))
            self.assertEqual(len(pose["b_in_a"]), 12)
            self.assertEqual(set(pose["counters"]), {"volume_tests", "primitive_tests", "node_updates", "exact_tests"})


class SameAnswers(Case):
    def setUp(self):
        super().setUp()
        self.small = write_off(self.folder / "small.off", ball(5, 0.6))
        self.poses = self.file("p.csv", circling_poses(40, 1.2))

    def contacts(self, *options, **keywords):
        return self.run_for(1, "check", self.ball, self.small, "--poses", self.poses, "--what", "all", "--csv", *options, **keywords).stdout

    def test_brute_force(self):
        brute = self.contacts("--method", "brute_force")
        self.assertGreater(len(brute.splitlines()), 100)
        self.assertEqual(self.contacts(), brute)
        self.assertEqual(self.contacts("--margin", "0.05"), self.contacts("--margin", "0.05", "--method", "brute_force"))

    def test_hierarchies(self):
        expected = self.contacts()
        for volume in "aabb dop8 dop12 dop14 dop18 dop20 dop26 sphere obb rounded_box hybrid capsule".split():
            for width in "2", "4", "8", "16":
                self.assertEqual(self.contacts("--volume", volume, "--width", width), expected, (volume, width))
        for split in "longest_side min_sum min_max splatter sah widest_gap".split():
            for point in "mean", "median", "best", "sampled":
                self.assertEqual(self.contacts("--split", split, "--point", point, "--leaf", "1"), expected, (split, point))
        for descent in "larger a_first lock_step".split():
            self.assertEqual(self.contacts("--descent", descent), expected, descent)

    def test_experiments(self):
        expected = self.contacts()
        for options in ("--building bottom_up", "--split-axes all --volume dop18 --split splatter", "--leaf-rule thesis",
                        "--leaf 256", "--regroup 4", "--regroup 6 --regroup-balance 0 --split min_sum", "--subdivide 0.5",
                        "--orientation optimal --volume aabb", "--point sampled --samples 4 --seed 9 --split min_max"):
            self.assertEqual(self.contacts(*options.split()), expected, options)

    def test_threads(self):
        expected = self.contacts("--threads", "1")
        for threads in "2", "3", "16", "0":
            self.assertEqual(self.contacts("--threads", threads), expected)

    def test_instruction_sets(self):
        best = self.json(0, "check", self.ball, self.small)["machine"]["instruction_set"]
        expected, seen = self.contacts(), set()
        for isa in "EMU128 SCALAR SSE2 SSSE3 SSE4 AVX2 AVX3 AVX3_DL NEON".split():
            env = {"GRAZE_ISA": isa}
            seen.add(self.json(0, "check", self.ball, self.small, env=env)["machine"]["instruction_set"])
            self.assertEqual(self.contacts(env=env), expected, isa)
        self.assertIn(best, seen)
        self.assertGreater(len(seen), 1)

    def test_unknown_instruction_set_is_told(self):
        run = graze("check", self.ball, self.small, env={"GRAZE_ISA": "AVX9"})
        self.assertEqual(run.returncode, 0)
        self.assertIn("'AVX9' is no instruction set", run.stderr)
        best = self.json(0, "check", self.ball, self.small)["machine"]["instruction_set"]
        self.assertEqual(graze("check", self.ball, self.small, env={"GRAZE_ISA": best.lower()}).stderr, "")

    def test_real_models_against_brute_force(self):
        """A wheel of 18,460 triangles against a ball of 112 that cuts its rim."""
        rim = write_off(self.folder / "rim.off", ball(7, 0.05))
        arguments = ["check", DATA / "turbine_wheel.ply", rim, "--pose", "0.1 0.5 0 1 0.1 0.2 0.3", "--what", "all", "--csv"]
        fast = self.run_for(1, *arguments).stdout
        self.assertGreater(len(fast.splitlines()), 20)
        self.assertEqual(fast, self.run_for(1, *arguments, "--method", "brute_force").stdout)


class Fly(Case):
    def setUp(self):
        super().setUp()
        self.poses = self.file("p.csv", circling_poses(50, 1.5))

    def test_rows_and_summary_agree(self):
        answer = self.json(1, "fly", self.ball, self.cube, "--poses", self.poses)
        self.assertEqual((answer["schema"], answer["complete"], len(answer["steps"])), ("graze-fly-1", True, 50))
        summary, steps = answer["summary"], answer["steps"]
        times = sorted(s["time_ns"] for s in steps)
        self.assertEqual(summary["contacts"], sum(s["contacts"] for s in steps))
        self.assertEqual(summary["colliding"], sum(s["collides"] for s in steps))
        self.assertEqual(summary["time_ns"]["median"], statistics.median_low(times))
        self.assertEqual((summary["time_ns"]["p99"], summary["time_ns"]["max"]), (times[49], times[49]))
        self.assertEqual(summary["time_ns"]["total"], sum(times))
        self.assertEqual(steps[summary["time_ns"]["max_step"]]["time_ns"], times[-1])
        check = self.json(1, "check", self.ball, self.cube, "--poses", self.poses, "--what", "all")
        self.assertEqual([s["contacts"] for s in steps], [len(p["contacts"]) for p in check["poses"]])

    def test_csv_and_text(self):
        result = self.run_for(1, "fly", self.ball, self.cube, "--poses", self.poses, "--csv")
        rows = list(csv.DictReader(io.StringIO(result.stdout)))
        self.assertEqual(list(rows[0]), "step,collides,contacts,volume_tests,primitive_tests,node_updates,exact_tests,time_ns".split(","))
        self.assertEqual([int(r["step"]) for r in rows], list(range(50)))
        self.assertIn("median", result.stderr)
        text = self.run_for(1, "fly", self.ball, self.cube, "--poses", self.poses).stdout
        self.assertEqual(len(text.split("\n\n")[0].splitlines()), 51)
        for word in "median", "p99", "maximum":
            self.assertIn(word, text)
        self.assertNotIn("volume_tests", self.run_for(1, "fly", self.ball, self.cube, "--poses", self.poses, "--summary").stdout)

    def test_any_gives_yes_or_no(self):
        all_of_it = self.json(1, "fly", self.ball, self.cube, "--poses", self.poses)
        any_of_it = self.json(1, "fly", self.ball, self.cube, "--poses", self.poses, "--what", "any", "--repeat", "2")
        self.assertEqual([s["collides"] for s in any_of_it["steps"]], [s["collides"] for s in all_of_it["steps"]])
        self.assertEqual({s["contacts"] for s in any_of_it["steps"]}, {None})

    def test_free_path_ends_with_zero(self):
        self.run_for(0, "fly", self.ball, self.cube, "--poses", self.file("far.csv", "9 9 9 1 0 0 0\n"))


class Terminal(Case):
    """A long run (brute force on many poses): Ctrl-C, and the bar that only a terminal sees."""

    def setUp(self):
        super().setUp()
        self.big = write_off(self.folder / "big.off", ball(16))
        self.poses = self.file("p.csv", circling_poses(100000, 1.0))
        self.arguments = [CLI, "fly", str(self.big), str(self.big), "--poses", str(self.poses), "--method", "brute_force"]

    def test_interrupt_prints_what_was_done(self):
        for extra in ["--json"], ["--csv"]:
            process = subprocess.Popen(self.arguments + extra, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(1.5)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 2, err)
            self.assertIn("interrupted after", err)
            if extra == ["--json"]:
                answer = json.loads(out)
                self.assertFalse(answer["complete"])
                self.assertEqual((answer["steps_given"], answer["summary"]["steps"]), (100000, len(answer["steps"])))
            else:
                self.assertTrue(out.endswith("\n"))
                self.assertEqual({line.count(",") for line in out.splitlines()}, {7})

    def test_progress_only_at_a_terminal(self):
        try:
            master, slave = pty.openpty()
        except OSError as error:
            self.skipTest(f"this machine lends no terminal: {error}")
        process = subprocess.Popen(self.arguments + ["--summary"], stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        seen = b""
        deadline = time.time() + 60
        while b"flying [" not in seen and time.time() < deadline:
            seen += os.read(master, 1000)
        process.send_signal(signal.SIGINT)
        try:
            while chunk := os.read(master, 1000):
                seen += chunk
        except OSError:  # the other end is closed
            pass
        os.close(master)
        self.assertEqual(process.wait(timeout=120), 2)
        self.assertIn(b"of 100000", seen)


if __name__ == "__main__":
    unittest.main()
