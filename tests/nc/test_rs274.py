#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Motions of graze beside those of LinuxCNC's stand-alone interpreter, number by number.

    test_rs274.py NC_CANON [--count N] [--seed S] [--mutate] [--data FOLDER] [--keep FOLDER]

NC_CANON is tests/nc/canon's program. Without rs274 (Debian: linuxcnc-uspace) this is skipped: exit code 77.
rs274 is run, nothing of it is used otherwise.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import generate_programs

TOOLS = "T1 P1 Z0.5 D0.125\nT2 P2 Z1.25 D0.25\nT3 P3 X0.1 Z2 D0.5\n"  # inches; canon.cpp has the same
CALL = re.compile(r"\b([A-Z_0-9]+)\(([^)]*)\)")
CENTRE_AXES = {"CANON_PLANE_XY": (17, "XYZ"), "CANON_PLANE_XZ": (18, "ZXY"), "CANON_PLANE_YZ": (19, "YZX")}


def oracle(path, folder):
    """rs274's motions as (kind, numbers, tolerance); ends in mm with all offsets but the tool's added; and its complaint."""
    parameters = folder / "rs274.var"
    parameters.write_text("5161\t0.000000\n")
    run = subprocess.run(["rs274", "-t", folder / "tool.tbl", "-v", parameters, "-g", path], cwd=folder, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", timeout=60)
    slack = 0.0
    motions, unit, work, shift, tool, at, plane = [], 1.0, [0.0] * 6, [0.0] * 6, [0.0] * 3, [0.0] * 6, (17, "XYZ")
    for line in run.stdout.splitlines():
        match = CALL.search(line)
        if not match:
            continue
        name, text = match.groups()
        if name == "USE_LENGTH_UNITS":
            unit = 25.4 if "INCH" in text else 1.0
            slack = max(slack, 5e-5 * unit * 2)  # of offsets and lengths written in the other unit
            continue
        if name == "SELECT_PLANE":
            plane = CENTRE_AXES[text]
            continue
        if name == "USE_TOOL_LENGTH_OFFSET":
            new = [float(word) * unit for word in text.split(",")[0].split()]
            at = [a + b - c for a, b, c in zip(at, tool, new)] + at[3:]
            tool = new
            continue
        if name not in {"SET_G5X_OFFSET", "SET_G92_OFFSET", "STRAIGHT_TRAVERSE", "STRAIGHT_FEED", "ARC_FEED"}:
            continue
        numbers = [float(word) for word in text.split(",")]
        scale = lambda values: [v * (unit if i < 3 else 1.0) for i, v in enumerate(values)]
        if name == "SET_G5X_OFFSET":
            work = scale(numbers[1:])
        elif name == "SET_G92_OFFSET":
            shift = scale(numbers)
        else:
            tolerance = 4e-4 * unit + slack
            offset = [w + s for w, s in zip(work, shift)]
            if name == "ARC_FEED":
                number, letters = plane
                first, second, across = ("XYZ".index(c) for c in letters)
                to = [0.0] * 3
                to[first], to[second], to[across] = numbers[0], numbers[1], numbers[5]
                end = [a + b for a, b in zip(scale(to + numbers[6:]), offset)]
                centre = [numbers[2] * unit + offset[first], numbers[3] * unit + offset[second]]
                motions.append(("A", [number, *at, *end, *centre, numbers[4]], tolerance))
            else:
                end = [a + b for a, b in zip(scale(numbers), offset)]
                motions.append(("R" if name == "STRAIGHT_TRAVERSE" else "F", [*at, *end], tolerance))
            at = end
    said = [line for line in run.stderr.splitlines() if line.strip() not in {"", "executing"} and "variable file" not in line]
    return motions, " / ".join(said)


def ours(canon, path):
    run = subprocess.run([canon, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    if run.returncode not in (0, 2):
        raise SystemExit(f"{canon} {path}: exit code {run.returncode}")
    motions = []
    for line in run.stdout.splitlines():
        kind, *words = line.split()
        motions.append((kind, [float("nan") if w == "*" else float(w) for w in words[:-1]], words[-1]))
    return motions, "\n".join(l for l in run.stderr.splitlines() if ": error:" in l)


def moving(motions):
    """Without straight motions that go nowhere (within the oracle's digits): rs274 writes some, graze others."""
    return [m for m in motions if m[0] == "A" or any(not abs(a - b) <= 2e-2 for a, b in zip(m[1][:6], m[1][6:]))]


# What LinuxCNC refuses and graze does not, for it changes no motion (docs/gcode.md).
LENIENT = re.compile(r"Dwell time missing|r i j k words all missing|zero feed rate|tool table|all axes missing|no percent sign", re.IGNORECASE)


def harmless(complaint):
    """Or the same code twice in a block."""
    words = [word.lower() for word in re.findall(r"[GMgm][\d.]+", complaint.split(" / ")[-1])]
    return LENIENT.search(complaint) or ("same modal group" in complaint and len(set(words)) < len(words))


def difference(canon, path, folder):
    """None, or what differs."""
    theirs, complaint = oracle(path, folder)
    mine, errors = ours(canon, path)
    theirs, mine = moving(theirs), moving(mine)
    for index, (a, b) in enumerate(zip(theirs, mine)):
        if a[0] != b[0] or any(not abs(x - y) <= (a[2] if i > 6 else 3e-2) for i, (x, y) in enumerate(zip(a[1], b[1]))):
            return f"motion {index} {b[2]}: rs274 {a[0]} {[round(x, 4) for x in a[1]]}, graze {b[0]} {b[1]}\n{complaint}\n{errors}"
    if complaint and errors:
        return None
    if complaint and harmless(complaint):
        return None
    if complaint or errors:
        return f"refused by one only: rs274 '{complaint}', graze '{errors}'"
    if len(theirs) != len(mine):
        return f"rs274 has {len(theirs)} motions, graze {len(mine)}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("canon", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutate", action="store_true", help="programs with some words changed")
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    if not shutil.which("rs274"):
        print("skipped: rs274 is not installed (apt-get install linuxcnc-uspace)")
        sys.exit(77)
    root = pathlib.Path(__file__).resolve().parents[2]
    data = options.data or pathlib.Path(os.environ.get("GRAZE_DATA", root.parent / "shared" / "data")) / "nc"
    failures, motions = 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "tool.tbl").write_text(TOOLS)
        make = generate_programs.mutant if options.mutate else generate_programs.program
        programs = [(f"seed {seed}", make(seed)) for seed in range(options.seed, options.seed + options.count)]
        real = sorted(p for p in data.rglob("*") if p.suffix in {".ngc", ".nc", ".gcode"}) if data.is_dir() else []
        for path in real:
            # Switches of one machine's kinematics, which the plain interpreter does not know either.
            text = re.sub(r"^M42[89].*$", "", path.read_text(errors="replace"), flags=re.MULTILINE)
            # rs274 refuses files without an end, and feed moves without a feed.
            programs.append((path.name, "F100\n" + text + ("" if re.search(r"^\s*(N\d+)?\s*M(2|02|30)\b|^%", text, re.M) else "\nM2\n")))
        for title, text in programs:
            path = folder / "program.ngc"
            path.write_bytes(text.encode())
            motions += len(ours(options.canon, path)[0])
            found = difference(options.canon, path, folder)
            if found:
                failures += 1
                print(f"{title}: {found}")
                if options.keep:
                    options.keep.mkdir(exist_ok=True)
                    (options.keep / f"{title.replace(' ', '_')}.ngc").write_bytes(text.encode())
    print(f"{len(programs)} programs, {motions} motions, {failures} programs differ")
    sys.exit(1 if failures or not programs else 0)


if __name__ == "__main__":
    main()
