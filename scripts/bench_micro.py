#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the micro-benchmarks and sets their cycles beside what the ports of the core allow.

    bench_micro.py BUILD --micro [--json FILE] [ARGUMENTS of Google Benchmark]

Times are the least of some repetitions in random order. Cycles are nanoseconds times the frequency that a chain of
dependent additions shows right after each benchmark (bench/micro/cycles.h), not ticks of the time-stamp counter. The
limit counts the vector instructions of the compiled function: see docs/benchmarks.md.
"""
import json
import pathlib
import re
import subprocess
import sys

REPETITIONS = 7
# Benchmarks whose function in bench/micro/kernels.cpp is counted.
FUNCTIONS = {"obb_step": "MicroObbStep", "dop26_step": "MicroDopStep", "dop26_realign": "MicroDopRealign",
             "leaf_packet": "MicroLeafPacket"}
WHAT = {"obb_step": "16 pairs of oriented boxes", "dop26_step": "16 pairs of 26-DOPs, 4 re-aligned",
        "dop26_realign": "4 26-DOPs re-aligned and tested", "leaf_packet": "4 × 4 triangles",
        "exact": "a pair of triangles, exactly", "fixed": "part of a query, or a whole one"}
# Where the compiler keeps a loop, by hand: a re-alignment takes 15 vector operations, a test 5 (what the unrolled
# MicroDopRealign has for one of each, 20).
BY_HAND = {("MicroDopStep", "AVX3"): 4 * 15 + 16 * 5}
FP = re.compile(r"v?(?:add|sub|mul|div|sqrt|min|max|fn?m(?:add|sub))\w*[ps][sd]$|v?(?:fn?m(?:add|sub)\d+)[ps][sd]$|v?cmp")
HEADER = re.compile(r"^[0-9a-f]+ <(.+)>:$")
LINE = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")


def instructions(listing, isa, function):
    """(address, mnemonic, operands) of the function for this instruction set in an `objdump -dC` listing."""
    inside, found = False, []
    for line in listing.splitlines():
        header = HEADER.match(line)
        if header:
            inside = f"::N_{isa}::{function}(" in header.group(1)
        elif inside:
            match = LINE.match(line)
            if match:
                found.append((int(match.group(1), 16), match.group(2), match.group(3).split("#")[0].strip()))
    return found


def is_vector(mnemonic, operands):
    """On vector or mask registers."""
    return bool(re.search(r"%[xyz]mm\d|%k[0-7]", operands)) and not mnemonic.startswith("vzero")


def is_move(mnemonic, operands):
    """Loads, stores and broadcasts of memory need no arithmetic port; nor do moves between registers, mostly."""
    if re.match(r"v?mov[aud]", mnemonic) or re.match(r"v?movs[sd]$", mnemonic):
        return not mnemonic.endswith(("dup", "movd", "movq")) or "(" in operands
    return mnemonic.startswith("vbroadcast") and "(" in operands


def count(found):
    """Vector arithmetic in a function, and the cycles two or three ports need for it."""
    vector = [(m, o) for _, m, o in found if is_vector(m, o)]
    work = [(m, o) for m, o in vector if not is_move(m, o)]
    floating = [m for m, _ in work if FP.match(m)]
    wide = any("%zmm" in o for _, o in work)
    loads = sum("(" in o for _, o in vector)
    # While 512-bit work is under way ports 0 and 5 take all vector work. Without, floating point goes to ports 0 and
    # 1 and the rest to port 5 as well. Loads: two a cycle. Intel Ice Lake and Sapphire Rapids servers.
    ports = len(work) / 2 if wide else max(len(floating) / 2, len(work) / 3)
    backward = any(m.startswith("j") and re.match(r"[0-9a-f]+ ", o) and int(o.split()[0], 16) <= address
                   for address, m, o in found)
    return {"vector_ops": len(work), "wide_ops": sum("%zmm" in o for _, o in work), "memory_operands": loads,
            "limit_cycles": max(ports, loads / 2), "loops": backward}


def least(document):
    """Of all repetitions of each benchmark: the least time, the greatest frequency."""
    best = {}
    for run in document["benchmarks"]:
        if run.get("run_type") != "iteration":
            continue
        name = run.get("run_name", run["name"])
        ns = run["cpu_time"] * {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}[run["time_unit"]] / run["items"]
        entry = best.setdefault(name, {"ns": ns, "ghz": run["GHz"], "place": run.get("family_index", 0)})
        entry["ns"] = min(entry["ns"], ns)
        entry["ghz"] = max(entry["ghz"], run["GHz"])
    return dict(sorted(best.items(), key=lambda item: item[1]["place"]))


def rows(document, listing):
    isa = document["context"]["isa"]
    for name, entry in least(document).items():
        row = {"name": name, "what": WHAT.get(name.split("/")[0], ""), "ns": entry["ns"], "ghz": entry["ghz"],
               "cycles": entry["ns"] * entry["ghz"]}
        function = FUNCTIONS.get(name.split("/")[0])
        found = instructions(listing, isa, function) if function else []
        if found:
            row |= count(found)
            by_hand = BY_HAND.get((function, isa.split("_")[0]))
            if by_hand and row["loops"]:
                row |= {"vector_ops": by_hand, "limit_cycles": by_hand / 2, "loops": False}
        yield row


def text(document, table):
    context = document["context"]
    yield (f"{context['isa']}, time-stamp counter {float(context['tsc_ghz']):.2f} GHz; the core's own frequency is in "
           "the table")
    yield f"{'benchmark':<30} {'ns':>8} {'GHz':>5} {'cycles':>8} {'ops':>5} {'limit':>7} {'x limit':>8}  of one"
    for row in table:
        limit = ""
        if "limit_cycles" in row:
            mark = ">" if row["loops"] else ""
            limit = f"{row['vector_ops']:>5} {mark + format(row['limit_cycles'], '.0f'):>7} " \
                    f"{row['cycles'] / row['limit_cycles']:>8.2f}"
        yield f"{row['name']:<30} {row['ns']:>8.1f} {row['ghz']:>5.2f} {row['cycles']:>8.0f} {limit:<22}  {row['what']}"


def main():
    build, rest = pathlib.Path(sys.argv[1]), [word for word in sys.argv[2:] if word != "--micro"]
    target = None
    if "--json" in rest:
        at = rest.index("--json")
        target = pathlib.Path(rest[at + 1])
        del rest[at:at + 2]
    program = build / "bench" / "micro" / "graze_micro"
    if not program.exists():
        sys.exit("bench: graze_micro was not built: libbenchmark-dev is missing")
    print(f"{REPETITIONS} repetitions in random order, about half a minute", file=sys.stderr)
    done = subprocess.run([program, "--benchmark_format=json", f"--benchmark_repetitions={REPETITIONS}",
                           "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.05", *rest],
                          stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    if not done.stdout.lstrip().startswith("{"):
        print(done.stdout, end="")  # --benchmark_list_tests and the like
        return
    document = json.loads(done.stdout)
    listing = subprocess.run(["objdump", "-dC", "--no-show-raw-insn", program], capture_output=True, text=True).stdout
    table = list(rows(document, listing))
    print("\n".join(text(document, table)))
    if target:
        target.write_text(json.dumps({"context": document["context"], "rows": table}, indent=1) + "\n")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError, IndexError) as error:
        sys.exit(f"bench: {error}")
