#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the benchmarks that `./dev bench` has built and makes the files of their results.

    bench_run.py BUILD [ARGUMENTS]

Arguments it does not know go to graze_bench.
"""
import argparse
import os
import pathlib
import subprocess
import sys

import bench_report

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "build" / "results"
# With these graze_bench writes no results.
OTHER_WORK = {"--list", "--build", "--batch", "--export", "--help", "-h"}


def revision():
    done = subprocess.run(["git", "-C", ROOT, "-c", f"safe.directory={ROOT}", "describe", "--always", "--dirty"],
                          capture_output=True, text=True)
    return done.stdout.strip()


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./dev bench", add_help=False, allow_abbrev=False,
                                     description="Files go to build/results: JSON, CSV, Markdown, SVG.")
    parser.add_argument("build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--csv", type=pathlib.Path, help="also write the rows to this file")
    parser.add_argument("--json", type=pathlib.Path, help="the results, instead of build/results/bench*.json")
    parser.add_argument("--publish", action="store_true", help="charts and tables into README.md and docs/")
    options, rest = parser.parse_known_args(arguments)
    if "--help" in rest or "-h" in rest:
        parser.print_help()
        print("  --compare REV [--rounds N] [--scene ...]  against an older revision; exit code 1 when slower\n"
              "  --micro [ARGS of Google Benchmark]        the kernels\n\nOptions of graze_bench:")
    return options, rest


def name_of(rest):
    """What a run without --json is called."""
    words = [word.lstrip("-") for word in rest if word in ("--quick", "--growth", "--isa", "--scene", "--volume")]
    if "front" in rest or "--mode=front" in rest:
        words.append("front")
    return "-".join(["bench", *words])


def main():
    options, rest = parse(sys.argv[1:])
    command = [options.build / "bench" / "graze_bench", *rest]
    if any(word.split("=")[0] in OTHER_WORK for word in rest):
        sys.exit(subprocess.run(command).returncode)
    RESULTS.mkdir(parents=True, exist_ok=True)
    results = options.json or RESULTS / (name_of(rest) + ".json")
    sys.stdout.flush()
    done = subprocess.run([*command, "--json", results], env={**os.environ, "GRAZE_REVISION": revision()})
    if done.returncode not in (0, 1):
        sys.exit(done.returncode)
    document = bench_report.load(results)
    files = {results.with_suffix(".csv"): bench_report.csv_text, results.with_suffix(".md"): bench_report.markdown_text}
    if options.csv:
        files[options.csv] = bench_report.csv_text
    if document["summary"] and not bench_report.is_front(document):
        files[results.with_suffix(".svg")] = bench_report.chart_text
        files[results.with_name(results.stem + "-scenes.svg")] = bench_report.scenes_text
    if document["growth"]:
        files[results.with_name(results.stem + "-plot.svg")] = bench_report.growth_text
    for path, make in files.items():
        path.write_text(make(document))
    if options.publish:
        bench_report.publish(document, ROOT)
    shown = [path.relative_to(ROOT) if path.is_relative_to(ROOT) else path for path in [results, *files]]
    print("files:", *shown)
    sys.exit(done.returncode)


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError) as error:
        sys.exit(f"bench: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
