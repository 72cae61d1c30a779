#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `./dev test` repeats and what it does not: the script itself, in a small repository, with stand-ins for the programs
it starts. Each stand-in notes that it ran; ctest's reports two tests, of which as many fail as the file `broken` says.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

DEV = pathlib.Path(__file__).resolve().parents[2] / "dev"
STAND_INS = {
    "cmake": "",
    "ctest": r"""
while [ $# -gt 0 ]; do
  case $1 in --output-junit) xml=$2; shift ;; --test-dir) folder=$2; shift ;; esac
  shift
done
bad=0
[ "$(cut -d ' ' -f 1 broken 2> /dev/null)" != "${folder#build/}" ] || bad=$(cut -d ' ' -f 2 broken)
printf '<?xml version="1.0"?>\n<testsuite name="x"\n\ttests="2"\n\tfailures="%s"\n\tskipped="0">\n' "$bad" > "$xml"
echo "tests passed"
[ ! -e touched_by_tests ] || echo more >> touched_by_tests
[ "$bad" = 0 ]
""",
    "clang-format-14": "",
    "python3": "",
    "dpkg-query": r"""
case $* in
  *Status*) sed -n 's/^ *[a-z]*) say \(.*\) ;;$/\1/p' dev | tr ' ' '\n' | sed 's/.*/.& installed./' ;;
  *) cat packages ;;
esac
""",
}


class DevTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name, "repository")
        programs = pathlib.Path(self.folder.name, "programs")
        for folder in (self.root, programs):
            folder.mkdir()
        for name, text in STAND_INS.items():
            path = programs / name
            path.write_text(f'#!/bin/sh\necho {name} >> build/ran\n{text}')
            path.chmod(0o755)
        shutil.copy(DEV, self.root)
        self.write(".gitignore", "build/\npackages\nbroken\n")
        self.write("packages", "clang-14 14.0.6\n")
        self.write("a.cpp", "int a;\n")
        self.environment = {"PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C"}
        subprocess.run(["git", "init", "-q", self.root], check=True)

    def write(self, name, text):
        (self.root / name).write_text(text)

    def dev(self, *arguments, good=True, **environment):
        """Runs `./dev test`; the steps it did not repeat, and its last line."""
        done = subprocess.run(["./dev", "test", *arguments], cwd=self.root, env={**self.environment, **environment},
                              capture_output=True, text=True)
        self.assertEqual(done.returncode == 0, good, done.stdout + done.stderr)
        self.assertEqual(done.stdout.count("== "), 1 + done.stdout.count("   ok, ") + done.stdout.count("   FAILED") +
                         done.stdout.count("--again runs it anyway"), done.stdout)
        return done.stdout.count("--again runs it anyway"), done.stdout.splitlines()[-1]

    def ran(self):
        """How often ctest and the linter ran since the last call."""
        path = self.root / "build/ran"
        words = path.read_text().split()
        path.unlink()
        return words.count("ctest"), words.count("python3")

    def passes_once(self):
        self.assertEqual(self.dev(), (0, "10 passed, 0 failed"))
        self.assertEqual(self.ran(), (4, 0))

    def test_unchanged_is_not_repeated_and_still_counted(self):
        self.passes_once()
        self.assertEqual(self.dev("--quick"), (0, "3 passed, 0 failed"))
        self.ran()
        self.assertEqual(self.dev(), (3, "10 passed, 0 failed"))
        self.assertEqual(self.ran(), (1, 0))
        self.assertEqual(self.dev("--again"), (0, "10 passed, 0 failed"))
        self.assertEqual(self.ran(), (4, 0))

    def test_any_change_repeats(self):
        self.passes_once()
        changes = {
            "a file's text": lambda: self.write("a.cpp", "int b;\n"),
            "a new file": lambda: self.write("b.cpp", "int b;\n"),
            "a file less": lambda: (self.root / "b.cpp").unlink(),
            "a package": lambda: self.write("packages", "clang-14 14.0.7\n"),
            "a variable": lambda: self.environment.update(CXXFLAGS="-O0"),
        }
        for what, change in changes.items():
            with self.subTest(what):
                change()
                self.assertEqual(self.dev()[0], 0)
                self.assertEqual(self.ran(), (4, 0))
        self.assertEqual(self.dev()[0], 3)

    def test_known_files_may_be_missing(self):
        subprocess.run(["git", "add", "."], cwd=self.root, check=True)
        (self.root / "a.cpp").unlink()
        self.passes_once()
        self.write("z.cpp", "int z;\n")
        self.assertEqual(self.dev()[0], 0)
        self.assertEqual(self.dev()[0], 3)

    def test_jobs_do_not_matter_and_length_does(self):
        self.passes_once()
        self.assertEqual(self.dev(GRAZE_JOBS="1")[0], 3)
        self.ran()
        self.assertEqual(self.dev("--long"), (0, "13 passed, 0 failed"))
        self.assertEqual(self.ran(), (5, 1))
        self.assertEqual(self.dev("--long"), (5, "13 passed, 0 failed"))

    def test_a_failure_repeats_everything(self):
        self.passes_once()
        self.write("broken", "release 1")
        self.assertEqual(self.dev(good=False), (3, "9 passed, 1 failed"))
        (self.root / "broken").unlink()
        self.ran()
        self.passes_once()
        self.write("broken", "asan 1")  # its fuzzers, too
        self.assertEqual(self.dev("--again", good=False), (0, "8 passed, 2 failed"))

    def test_what_changes_meanwhile_is_not_taken_for_tested(self):
        self.write("touched_by_tests", "")
        self.assertEqual(self.dev()[0], 0)
        self.assertEqual(self.dev(), (0, "10 passed, 0 failed"))

    def test_unknown_arguments_are_refused(self):
        done = subprocess.run(["./dev", "test", "--agian"], cwd=self.root, env=self.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 3)
        self.assertIn("--agian", done.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
