#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the flags each file of the repository is really compiled with.

    check_flags.py COMPILE_COMMANDS BUILD_TYPE
"""
import json
import shlex
import sys


def missing(arguments, optimised):
    """The last of -ffp-contract=* and of -O* counts, as it does for the compiler."""
    contract = [a for a in arguments if a.startswith("-ffp-contract=")]
    if contract[-1:] != ["-ffp-contract=off"]:
        yield "-ffp-contract=off"
    if any(a in {"-ffast-math", "-Ofast", "-funsafe-math-optimizations"} for a in arguments):
        yield "strict arithmetic"
    if any(a.startswith("-march=") for a in arguments):
        yield "a binary for any machine (-march is given)"
    level = [a for a in arguments if a.startswith("-O")]
    if optimised and level[-1:] != ["-O3"]:
        yield "-O3"
    if not any(a in {"-std=c++20", "-std=gnu++20"} for a in arguments):
        yield "C++20"


def main():
    path, build_type = sys.argv[1:]
    assert list(missing(["-O3", "-std=c++20"], True)) == ["-ffp-contract=off"]
    assert list(missing(["-O3", "-O1", "-std=c++20", "-ffp-contract=off", "-ffp-contract=fast"], True)) == [
        "-ffp-contract=off", "-O3"]
    with open(path) as file:
        entries = json.load(file)
    bad = 0
    for entry in entries:
        arguments = entry.get("arguments") or shlex.split(entry["command"])
        # The rest is compiled for speed of compiling.
        library = "/src/" in entry["file"] and "/tests/" not in entry["file"]
        for what in missing(arguments, build_type == "Release" and library):
            if what == "C++20" and entry["file"].endswith(".c"):  # examples/bench_engine
                continue
            print(f"{entry['file']}: compiled without {what}")
            bad += 1
    sys.exit(1 if bad or not entries else 0)


if __name__ == "__main__":
    main()
