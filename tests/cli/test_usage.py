# SPDX-License-Identifier: Apache-2.0
"""Wrong use ends with 3 and one line; help teaches; a closed pipe is no crash."""
import os
import subprocess
import unittest

from support import CLI, IDENTITY, Case, graze


class Usage(Case):
    def test_overview_without_arguments(self):
        result = self.run_for(0)
        for word in ["info", "check", "fly", "judge", "calibrate", "build", "bench", "Examples", "Exit codes"]:
            self.assertIn(word, result.stdout)
        self.assertEqual(result.stderr, "")

    def test_help_as_a_word(self):
        self.assertEqual(self.run_for(0, "help").stdout, self.run_for(0, "--help").stdout)

    def test_help_and_version(self):
        self.assertRegex(self.run_for(0, "--version").stdout, r"^graze \d+\.\d+\.\d+\n$")
        for command in ["info", "check", "fly", "judge", "calibrate", "build"]:
            text = self.run_for(0, command, "--help").stdout
            self.assertIn("Examples", text)
            self.assertIn("Exit codes", text)
        self.assertIn("tx ty tz qw qx qy qz", self.run_for(0, "check", "--help").stdout)

    def test_unknown_command_and_option(self):
        self.assert_fails("chekc", says="unknown command 'chekc'")
        self.assert_fails("check", self.cube, self.cube, "--wat", says="--wat")
        self.assert_fails("--wat", says="--wat")

    def test_missing_arguments(self):
        for arguments in [["info"], ["check"], ["check", "a.off"], ["fly", "a.off", "b.off"], ["build", "a.off"], ["build"]]:
            self.assert_fails(*arguments, says="required")

    def test_values_out_of_range(self):
        pair = ["check", self.cube, self.cube]
        for option, value in [("--volume", "cube"), ("--split", "x"), ("--point", "x"), ("--quality", "x"), ("--width", "3"), ("--leaf", "257"),
                              ("--leaf", "-1"), ("--leaf", "four"), ("--threads", "-2"), ("--margin", "-1"),
                              ("--margin", "nan"), ("--margin", "inf"), ("--margin", "1x"), ("--limit", "-3"),
                              ("--what", "some"), ("--method", "magic"), ("--descent", "up"), ("--seed", "-1"),
                              ("--seed", "18446744073709551616")]:
            self.assert_fails(*pair, option, value, says=option)
        self.assert_fails("build", self.cube, "-o", self.folder / "m.graze", "--margin", "nan", says="--margin")
        self.assertFalse((self.folder / "m.graze").exists())

    def test_options_that_exclude_each_other(self):
        poses = self.file("p.csv", IDENTITY)
        self.assert_fails("check", self.cube, self.cube, "--json", "--csv", says="--json")
        self.assert_fails("check", self.cube, self.cube, "--pose", IDENTITY, "--poses", poses, says="--pose")
        out = self.folder / "out"
        self.assert_fails("fly", self.cube, self.cube, "--poses", poses, "--html", out, "-o", out, says="same file")
        other = self.folder / "." / ".." / self.folder.name / "out"
        self.assert_fails("fly", self.cube, self.cube, "--poses", poses, "--html", out, "-o", other, says="same file")

    def test_bad_poses(self):
        bad = {"": "no pose", "1 2 3": "3 numbers", "nan 0 0 1 0 0 0": "nan", "0 0 0 0 0 0 0": "quaternion",
               "0 inf 0 1 0 0 0": "inf", "1 0 0 0  0 2 0 0  0 0 1 0": "rigid", "1 0 0 0  0 1 0 0  0 0 -1 0": "rigid",
               "0 0 0 1 0 0 x": "x", IDENTITY + "\n" + IDENTITY: "2 poses", "a b c": "no pose"}
        for pose, word in bad.items():
            expected = [] if "2 poses" == word else ["0 0 5 1 0 0 0"]
            self.assert_fails("check", self.cube, self.cube, "--pose", pose, says=["--pose", word, *expected])
            poses = self.file("p.csv", pose if "2 poses" != word else "1 2\n")
            self.assert_fails("fly", self.cube, self.cube, "--poses", poses, says="p.csv")
        line = self.assert_fails("check", self.cube, self.cube, "--poses", self.file("p.csv", f"{IDENTITY}\n1 2 3\n"))
        self.assertIn("p.csv:2:", line)

    def test_poses_from_a_pipe(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen([CLI, "check", self.cube, self.cube, "--poses", pipe, "--csv"], stdout=subprocess.PIPE, text=True) as run:
            pipe.write_text(f"{IDENTITY}\n9 0 0 1 0 0 0\n")
            self.assertEqual(run.communicate(timeout=60)[0], "pose,collides\n0,1\n1,0\n")

    def test_poses_from_standard_input(self):
        result = self.run_for(1, "check", self.cube, self.cube, "--poses", "-", "--csv", stdin=f"{IDENTITY}\n9 0 0 1 0 0 0\n")
        self.assertEqual(result.stdout, "pose,collides\n0,1\n1,0\n")

    def test_closed_pipe_is_no_crash(self):
        poses = self.file("p.csv", (IDENTITY + "\n") * 5000)
        read_end, write_end = os.pipe()
        os.close(read_end)
        with os.fdopen(write_end, "wb") as closed:
            arguments = [CLI, "check", str(self.cube), str(self.cube), "--poses", str(poses), "--csv"]
            result = subprocess.run(arguments, stdout=closed, stderr=subprocess.PIPE, timeout=120)
        self.assertEqual((result.returncode, result.stderr), (1, b""))

    def test_full_disk_is_an_error(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([CLI, "info", str(self.cube)], stdout=full, stderr=subprocess.PIPE, timeout=120)
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"graze: error: standard output: cannot write", result.stderr)

    def test_standard_error_that_cannot_be_written(self):
        poses, out = self.file("p.csv", IDENTITY + "\n"), self.folder / "out.csv"
        fly = [CLI, "fly", self.cube, self.cube, "--poses", poses, "--csv", "-o", out]
        with open("/dev/full", "wb") as full:
            self.assertEqual(subprocess.run([CLI, "info", "nowhere.off"], stderr=full, timeout=120).returncode, 3)
            self.assertEqual(subprocess.run(fly, stderr=full, timeout=120).returncode, 1)
        whole = out.read_text().splitlines()
        self.assertEqual(len(whole), 2, whole)
        for command, code in [(fly, 1), ([CLI, "info", "nowhere.off"], 3)]:
            closed = subprocess.run(["sh", "-c", 'exec "$0" "$@" 2>&-', *command], stdout=subprocess.PIPE, timeout=120)
            self.assertEqual((closed.returncode, closed.stdout), (code, b""))
        self.assertEqual(len(out.read_text().splitlines()), 2)  # messages do not land in a file that took number 2

    def test_quiet_without_a_terminal(self):
        self.assertEqual(graze("check", self.cube, self.ball, "--what", "all").stderr, "")


if __name__ == "__main__":
    unittest.main()
