#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of the working tree with an older revision, in one run.

    bench_compare.py BUILD --compare REV [--scene A,B] [--mode bool|all|both] [--rounds N] [--json FILE]

The old revision is checked out into build/compare/REV; the same small program (bench/compare) is linked to its library
and to that of the working tree. A round starts a fresh process of each and gives them turns on the same poses. Exit
code 1 when something is slower beyond the noise, or when answers differ.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "compare"
TURNS = 4
TURN_US = 30000
FLOOR = 0.03  # below this a difference is luck of layout, whatever the rounds say


class Failure(Exception):
    """One clear line for the user."""


def judge(ratios):
    """Ratios new / old of the rounds: (change, noise, verdict). The noise is half the range of the middle half of the
    rounds, so that one disturbed round does not hide everything; a change counts when it is twice as large, more than
    FLOOR, and of one sign in every round."""
    change = statistics.median(ratios) - 1
    quartiles = statistics.quantiles(ratios, n=4, method="inclusive")
    noise = (quartiles[2] - quartiles[0]) / 2
    beyond = abs(change) > max(FLOOR, 2 * noise)
    if beyond and min(ratios) > 1:
        return change, noise, "slower"
    if beyond and max(ratios) < 1:
        return change, noise, "faster"
    return change, noise, "same"


def git(*arguments):
    done = subprocess.run(["git", "-C", ROOT, "-c", f"safe.directory={ROOT}", *arguments], capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"git {arguments[0]}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'failed'}")
    return done.stdout.strip()


def checkout(revision):
    """(folder, short name) of a worktree at that revision."""
    commit = git("rev-parse", "--verify", "--quiet", "--short=12", revision + "^{commit}") if resolvable(revision) else ""
    if not commit:
        raise Failure(f"no revision '{revision}'")
    folder = FOLDER / commit
    if not (folder / "CMakeLists.txt").exists():
        shutil.rmtree(folder, ignore_errors=True)
        git("worktree", "prune")
        git("worktree", "add", "--force", "--detach", str(folder), commit)
    return folder, commit


def resolvable(revision):
    return subprocess.run(["git", "-C", ROOT, "-c", f"safe.directory={ROOT}", "rev-parse", "--verify", "--quiet",
                           revision + "^{commit}"], capture_output=True).returncode == 0


def build(source, name, jobs):
    """The program linked to the library in `source`."""
    folder, log = FOLDER / f"build-{name}", FOLDER / f"build-{name}.log"
    cache = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    configure = ["cmake", "-S", ROOT / "bench" / "compare", "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 "-DCMAKE_CXX_COMPILER=g++", f"-DGRAZE_REVISION_SOURCE={source}", *cache]
    make = ["cmake", "--build", folder, "-j", str(jobs), "--target"]
    steps = [(configure, "CMake refuses it"),
             # Compiling needs headers only, so that an old API is found out before its library is built.
             ([*make, "CMakeFiles/graze_pace.dir/pace.cpp.o"],
              "its public API differs from what bench/compare/pace.cpp calls"),
             ([*make, "graze_pace"], "its library does not build here")]
    with open(log, "w") as out:
        for command, complaint in steps:
            if subprocess.run(command, stdout=out, stderr=out).returncode:
                raise Failure(f"{name}: {complaint} ({log.relative_to(ROOT)})")
    return folder / "graze_pace"


class Process:
    def __init__(self, program, scene):
        self.process = subprocess.Popen([program, scene], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def line(self):
        text = self.process.stdout.readline()
        if not text:
            raise Failure(f"graze_pace ended with exit code {self.process.wait()}")
        return text.split()

    def ask(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return self.line()

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def play_round(programs, scene, number, modes):
    """One fresh process of each revision: ({mode: (old µs, new µs)}, answers equal)."""
    order = [0, 1] if number % 2 == 0 else [1, 0]
    running = [None, None]
    try:
        for i in order:
            running[i] = Process(programs[i], scene)
            hashes = running[i].line()
            running[i].hashes = hashes[1:]
        for turn in range(TURNS):
            for i in order if turn % 2 == 0 else reversed(order):
                for mode in modes:
                    running[i].ask(f"{mode} {TURN_US}")
        means = [[float(word) for word in process.ask("report")] for process in running]
        same = running[0].hashes == running[1].hashes
    finally:
        for process in running:
            if process:
                process.end()
    return {mode: (means[0][k], means[1][k]) for k, mode in enumerate(("bool", "all")) if mode in modes}, same


def compare_scene(programs, scene, rounds, modes):
    """Rows of one scene. What looks slower is measured again as often, so that one bad minute is no alarm."""
    played, same = [], True

    def play(count):
        nonlocal same
        for _ in range(count):
            times, equal = play_round(programs, scene, len(played), modes)
            played.append(times)
            same = same and equal

    def ratios(mode):
        return [times[mode][1] / times[mode][0] for times in played]

    play(rounds)
    if any(judge(ratios(mode))[2] == "slower" for mode in modes):
        play(rounds)
    for mode in modes:
        change, noise, verdict = judge(ratios(mode))
        old, new = (statistics.median(times[mode][i] for times in played) for i in (0, 1))
        yield {"scene": pathlib.Path(scene).stem, "mode": mode, "old_us": old, "new_us": new, "percent": 100 * change,
               "nanoseconds": 1e3 * old * change, "noise_percent": 100 * noise, "rounds": len(played),
               "verdict": verdict if same else "other answers"}


def export(program, scenes):
    folder = FOLDER / "scenes"
    shutil.rmtree(folder, ignore_errors=True)
    command = [program, "--export", folder] + (["--scene", scenes] if scenes else [])
    if subprocess.run(command).returncode:
        raise Failure("the scenes could not be made")
    return sorted(folder.glob("*.scene"), key=lambda path: path.stat().st_mtime_ns)


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", allow_abbrev=False, description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--compare", metavar="REV", required=True)
    parser.add_argument("--scene", help="only these, separated by commas")
    parser.add_argument("--mode", choices=["bool", "all", "both"], default="both")
    parser.add_argument("--rounds", type=int, default=5, help="pairs of fresh processes a scene (5)")
    parser.add_argument("--json", type=pathlib.Path, help="write the rows to this file")
    options = parser.parse_args()
    if options.rounds < 2:
        raise Failure("--rounds must be 2 or more: noise is the spread of rounds")
    modes = ["bool", "all"] if options.mode == "both" else [options.mode]
    jobs = os.environ.get("GRAZE_JOBS") or os.cpu_count()
    FOLDER.mkdir(parents=True, exist_ok=True)
    folder, commit = checkout(options.compare)
    programs = [build(folder, commit, jobs), options.build / "bench" / "graze_pace"]
    rows = []
    print(f"{commit} against the working tree; {options.rounds} rounds of fresh processes, {TURNS} turns each; "
          "noise = half the range of their middle half")
    print(f"{'scene':<21} {'mode':<5} {'old µs':>10} {'new µs':>10} {'change':>9} {'ns':>10} {'noise':>8}  verdict")
    for scene in export(options.build / "bench" / "graze_bench", options.scene):
        for row in compare_scene(programs, scene, options.rounds, modes):
            rows.append(row)
            print(f"{row['scene']:<21} {row['mode']:<5} {row['old_us']:>10.3f} {row['new_us']:>10.3f} "
                  f"{row['percent']:>+7.1f} % {row['nanoseconds']:>+10.0f} {row['noise_percent']:>6.1f} %  {row['verdict']}",
                  flush=True)
    for mode in modes:
        ratio = statistics.geometric_mean(1 + row["percent"] / 100 for row in rows if row["mode"] == mode)
        print(f"geometric mean, {mode}: {100 * (ratio - 1):+.1f} %")
    if options.json:
        options.json.write_text(json.dumps({"old": commit, "rows": rows}, indent=1) + "\n")
    bad = [row for row in rows if row["verdict"] in ("slower", "other answers")]
    print(f"{len(bad)} of {len(rows)} slower beyond noise or with other answers")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError) as failure:
        print(f"bench: {failure}", file=sys.stderr)
        sys.exit(3)
    except KeyboardInterrupt:
        sys.exit(130)
