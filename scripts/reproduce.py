#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the experiments of the seeds and writes the report: `./dev reproduce`.

    reproduce.py BUILD [--quick] [--only TABLE[,TABLE]] [--report-only]

Files go to build/results/reproduce: measured.csv, a CSV file for each table of the report, report.html.
"""
import argparse
import csv
import os
import pathlib
import platform
import subprocess
import sys
import time

import reproduce_adb
import reproduce_calibration
import reproduce_chapter2
import reproduce_construction
import reproduce_gouge
import reproduce_judge
import reproduce_queries
import reproduce_studies
from reproduce_data import Measured
from reproduce_html import figures, page

ROOT = pathlib.Path(__file__).resolve().parent.parent


def parse(arguments):
    parser = argparse.ArgumentParser(prog="./dev reproduce", allow_abbrev=False,
                                     description="The experiments of the seeds beside their papers' numbers.")
    parser.add_argument("build", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="reduced datasets and flights, under three minutes")
    parser.add_argument("--only", default="", help="tables or groups, such as table_24,figure_12")
    parser.add_argument("--list", action="store_true", help="what --only may name")
    parser.add_argument("--try", dest="trials", action="append", default=[], metavar="WORDS",
                        help='flies any method beside the default, no report: "volume=dop18 width=2 tumbling=duality"; repeatable')
    parser.add_argument("--datasets", default="", help="that --try flies, such as Pipes,Swept")
    parser.add_argument("--report-only", action="store_true", help="the report again, from the last run's numbers")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "results" / "reproduce")
    return parser.parse_args(arguments)


def processor():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def write_tables(sections, folder):
    """The cells of the report, for other programs; paper and ours in columns of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    for s in sections:
        for i, grid in enumerate(s.grids):
            with open(folder / (s.key + (f"_{i + 1}" if i else "") + ".csv"), "w", newline="") as file:
                out = csv.writer(file, lineterminator="\n")
                pairs = [any(isinstance(cells[c], tuple) for _, cells in grid.rows) for c in range(len(grid.columns))]
                header = [""]
                for name, pair in zip(grid.columns, pairs):
                    header += [f"{name} paper", f"{name} ours"] if pair else [name]
                out.writerow(header)
                for name, cells in grid.rows:
                    row = [name]
                    for cell, pair in zip(cells, pairs):
                        row += list(cell) if isinstance(cell, tuple) else ["", cell] if pair else [cell]
                    out.writerow(["" if v is None else v for v in row])


def agreement(measured):
    flags = {key: value for key, value in measured.select("flight", "agrees").items()}
    if not flags:
        return ""
    wrong = [key for key, value in flags.items() if value != 1]
    poses = sum(measured.flight(d, method, "poses") or 0 for d, method, _ in flags)
    contacts = sum(measured.flight(d, method, "contacts") or 0 for d, method, _ in flags)
    if wrong:
        return "<b>Contacts differ:</b> " + ", ".join(f"{d}: {method}" for d, method, _ in wrong)
    return (f"All {len(flags)} flights ({figures(poses)} queries, {figures(contacts)} contacts) gave the same set of "
            "contacts as graze's default on the same dataset.")


def build(entries, measured, wanted):
    """Sections of the wanted tables; all for None."""
    out = []
    for tables, make in entries:
        if wanted is None or wanted & set(tables):
            made = make(measured)
            out += made if isinstance(made, list) else [made]
    return [s for s in out if s.grids or s.charts]


def report(measured, out, quick, wanted):
    groups = [("Chapter 2: four methods", reproduce_chapter2.sections(out / "chapter2.csv"))]
    groups += [(heading, build(entries, measured, wanted)) for heading, entries in (
        ("Chapters 3 to 6: building", reproduce_construction.SECTIONS), ("Chapter 5: queries", reproduce_queries.CHAPTER_5),
        ("Chapter 6: improvements", reproduce_queries.CHAPTER_6),
        ("What the thesis tried without a table", reproduce_studies.SECTIONS),
        ("Chapter 7: QuickCD and other packages", reproduce_queries.CHAPTER_7),
        ("Chapter 8: NC verification", reproduce_gouge.SECTIONS),
        ("002: oriented rounded boxes", reproduce_queries.ROUNDED), ("000 and 001: ADB-trees", reproduce_adb.SECTIONS),
        ("Constants", reproduce_calibration.SECTIONS), ("Answers by a deadline", reproduce_judge.SECTIONS))]
    sections = [s for _, some in groups for s in some]
    write_tables(sections, out / "tables")
    intro = [f"{processor()}, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}"
             + (". Quick: reduced datasets and flights, so that numbers are rough and sizes are not the thesis's." if quick else ""),
             "Grey is the paper's number, blue ours. Times are the least of several interleaved rounds, one thread. Every sentence "
             "marked “holds” or not is computed from the numbers of this run."]
    intro += [line for line in [agreement(measured)] if line]
    (out / "report.html").write_text(page("The seeds' experiments, repeated with graze", intro, groups))
    return sections


CHAPTER2 = {"chapter2", *(f"table_0{i}" for i in range(1, 9))}


def run_chapter2(options):
    """The four methods of chapter 2 are a program of their own. Its exit code: 1 when an answer was wrong."""
    program = options.build / "lab" / "graze_lab"
    if not program.exists():
        print("graze_lab was not built (GRAZE_LAB): chapter 2 is left out", file=sys.stderr)
        return 0
    command = [program, "--out", options.out / "chapter2.csv"]
    return subprocess.run(command + (["--quick"] if options.quick else [])).returncode


def expand(options):
    """The tables that --only names, itself or by a group; None for all."""
    if not options.only:
        return None
    words = set(options.only.split(","))
    listing = subprocess.run([options.build / "bench" / "reproduce" / "graze_reproduce", "--list"], capture_output=True,
                             text=True, check=True).stdout
    for line in listing.splitlines():
        group, _, tables = line.partition(":")
        if group in words:
            words |= set(tables.split())
    return words


def run(options):
    """Both programs, or the one that --only needs. 1: a wrong answer; more: it could not be done."""
    wanted = set(options.only.split(",")) if options.only else set()
    status = 0
    if not wanted or wanted - CHAPTER2:
        command = [options.build / "bench" / "reproduce" / "graze_reproduce", "--out", options.out]
        command += ["--quick"] if options.quick else []
        command += ["--only", ",".join(sorted(wanted - CHAPTER2))] if wanted else []
        status = subprocess.run(command).returncode
    if status <= 1 and (not wanted or wanted & CHAPTER2):
        status = max(status, run_chapter2(options))
    return status


def main():
    options = parse(sys.argv[1:])
    options.out.mkdir(parents=True, exist_ok=True)
    if options.list:
        print("chapter2:", *sorted(CHAPTER2 - {"chapter2"}), flush=True)
        sys.exit(subprocess.run([options.build / "bench" / "reproduce" / "graze_reproduce", "--list"]).returncode)
    data = ROOT.parent / "shared" / "data"
    if data.is_dir():
        os.environ.setdefault("GRAZE_DATA", str(data))
    if options.trials:
        command = [options.build / "bench" / "reproduce" / "graze_reproduce"] + [f"--try={words}" for words in options.trials]
        command += ["--quick"] if options.quick else []
        command += ["--datasets", options.datasets] if options.datasets else []
        sys.exit(subprocess.run(command).returncode)
    start = time.time()
    status = 0
    if not options.report_only:
        for old in ("measured.csv", "chapter2.csv"):
            (options.out / old).unlink(missing_ok=True)
        status = run(options)
        if status > 1 or status < 0:
            sys.exit(status)
    measured = Measured(*(p for p in [options.out / "measured.csv"] if p.exists()))
    sections = report(measured, options.out, options.quick, expand(options))
    for s in sections:
        print(f"{s.holds or '-':7}{s.title}\n       {s.verdict or s.note}")
    print(f"{options.out / 'report.html'}, {time.time() - start:.0f} s")
    sys.exit(status)


if __name__ == "__main__":
    main()
