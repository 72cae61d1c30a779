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

import reproduce_construction
import reproduce_queries
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
    wrong = [key for key, value in flags.items() if value != 1]
    poses = sum(measured.flight(d, method, "poses") or 0 for d, method, _ in flags)
    contacts = sum(measured.flight(d, method, "contacts") or 0 for d, method, _ in flags)
    if wrong:
        return "<b>Contacts differ:</b> " + ", ".join(f"{d}: {method}" for d, method, _ in wrong)
    return (f"All {len(flags)} flights ({figures(poses)} queries, {figures(contacts)} contacts) gave the same set of "
            "contacts as graze's default on the same dataset.")


def report(measured, out, quick):
    queries = reproduce_queries.sections(measured)
    groups = [
        ("Chapters 3 to 6: building", reproduce_construction.sections(measured)),
        ("Chapter 5: queries", queries[5]),
        ("Chapter 6: improvements", queries[6]),
        ("Chapter 7: QuickCD and other packages", queries[7]),
        ("002: oriented rounded boxes", queries[2]),
    ]
    try:
        import reproduce_chapter2
        groups.insert(0, ("Chapter 2: four methods", reproduce_chapter2.sections(measured)))
    except ModuleNotFoundError:
        pass
    groups = [(heading, [s for s in sections if s.grids or s.charts]) for heading, sections in groups]
    sections = [s for _, some in groups for s in some]
    write_tables(sections, out / "tables")
    intro = [f"{processor()}, {os.cpu_count()} cores, {time.strftime('%Y-%m-%d')}"
             + (". Quick: reduced datasets and flights, so that numbers are rough and sizes are not the thesis's." if quick else ""),
             "Grey is the paper's number, blue ours. Times are the least of several interleaved rounds, one thread. Every sentence "
             "marked “holds” or not is computed from the numbers of this run.", agreement(measured)]
    (out / "report.html").write_text(page("The seeds' experiments, repeated with graze", intro, groups))
    return sections


def main():
    options = parse(sys.argv[1:])
    options.out.mkdir(parents=True, exist_ok=True)
    program = options.build / "bench" / "reproduce" / "graze_reproduce"
    if options.list:
        sys.exit(subprocess.run([program, "--list"]).returncode)
    status = 0
    start = time.time()
    if not options.report_only:
        command = [program, "--out", options.out]
        command += ["--quick"] if options.quick else []
        command += ["--only", options.only] if options.only else []
        status = subprocess.run(command).returncode
        if status not in (0, 1):
            sys.exit(status)
    measured = Measured(options.out / "measured.csv")
    sections = report(measured, options.out, options.quick)
    for s in sections:
        print(f"{s.holds or '-':7}{s.title}\n       {s.verdict or s.note}")
    print(f"{options.out / 'report.html'}, {time.time() - start:.0f} s")
    sys.exit(status)


if __name__ == "__main__":
    main()
