#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over the sources below the given folders, skipping files already found clean.

A file's result depends on its text, on the repository's headers it reaches, on its compile command and on
.clang-tidy; the hash of all these names an empty file in <build>/../tidy once it was clean. Failures are not kept.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]|HWY_TARGET_INCLUDE\s+"([^"]+)"', re.MULTILINE)
SEARCH = [ROOT / "include", ROOT / "src", ROOT / "tools"]


def reached(source):
    """The source and every file of the repository it includes, directly or not; each resolves in any search folder."""
    seen, todo = set(), [source]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        for match in INCLUDE.finditer(path.read_text(errors="replace")):
            name = match.group(1) or match.group(2)
            todo += [f for f in ((d / name).resolve() for d in [path.parent, *SEARCH]) if f.is_file()]
    return sorted(seen)


def key(source, command, common):
    digest = hashlib.sha256(common)
    digest.update(command.encode())
    for path in reached(source):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder with compile_commands.json")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--clang-tidy", default="clang-tidy-14")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()

    folders = [(ROOT / f).resolve() for f in options.folders]
    commands = {}
    for entry in json.loads((options.build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if any(f in path.parents for f in folders):
            commands.setdefault(path, entry.get("command") or " ".join(entry["arguments"]))
    if not commands:
        sys.exit("tidy: no source of these folders is in compile_commands.json")

    version = subprocess.run([options.clang_tidy, "--version"], check=True, capture_output=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    cache = options.build.resolve().parent / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    keys = {path: key(path, command, common) for path, command in commands.items()}
    # Large files first, so that no core waits at the end for a late long one.
    todo = sorted((p for p in keys if not (cache / keys[p]).exists()), key=lambda p: -p.stat().st_size)

    def run(path):
        began = time.monotonic()
        done = subprocess.run([options.clang_tidy, "--quiet", "-p", str(options.build), str(path)],
                              capture_output=True, text=True)
        return path, done, time.monotonic() - began

    failed, slowest = 0, (0.0, None)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, done, seconds in pool.map(run, todo):
            slowest = max(slowest, (seconds, path.relative_to(ROOT)))
            if done.returncode == 0:
                (cache / keys[path]).touch()
                continue
            failed += 1
            print(done.stdout or done.stderr, flush=True)
    tail = f", slowest {slowest[1]} {slowest[0]:.0f} s" if todo else ""
    print(f"clang-tidy: {len(keys)} files, {len(keys) - len(todo)} unchanged, {failed} with findings{tail}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
