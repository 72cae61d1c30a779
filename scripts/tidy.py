#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy over the sources below the given folders, skipping files already found clean.

Most of clang-tidy's time goes into the headers of the standard library, again for every file. So files that are compiled
alike are read together, a few at a time; those that cannot be (two local names are equal) are read alone. The preset
`lint` compiles kernels for one instruction set, so Highway includes each once: three of them take as long as one.
--alone reads all of them alone: a few checks look at the main file only.

A file's result depends on its text, on the repository's headers it reaches, on its compile command and on
.clang-tidy; the hash of all these names an empty file in <build>/../tidy once it was clean. Failures are not kept.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]|HWY_TARGET_INCLUDE\s+"([^"]+)"', re.MULTILINE)
SEARCH = [ROOT / "include", ROOT / "src", ROOT / "tools"]
TOGETHER = 6


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


def key(source, flags, common):
    digest = hashlib.sha256(common)
    digest.update("\0".join(flags).encode())
    for path in reached(source):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def flags_of(entry):
    """The arguments of a compile command without compiler, input and output."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    flags, skip = [], True
    for word in words:
        if skip:
            skip = False
        elif word in ("-o", "-MF", "-MT"):
            skip = True
        elif word not in ("-c", "-MD", entry["file"]):
            flags.append(word)
    return tuple(flags)


def groups_of(paths, flags, alone):
    """Lists of files to read together. Neighbours, which resemble each other, go into different ones."""
    alike = {}
    for path in sorted(paths):
        alike.setdefault((flags[path], path if alone else None), []).append(path)
    for files in alike.values():
        count = -(-len(files) // TOGETHER)
        yield from (files[i::count] for i in range(count))


class Tidy:
    def __init__(self, program, flags, folder):
        self.program, self.flags, self.folder = program, flags, folder

    def run(self, group):
        """Yields (files, output of a failure or nothing); a group that does not compile is halved."""
        source, but = group[0], []
        if len(group) > 1:
            but = ["--checks=-bugprone-suspicious-include"]
            source = pathlib.Path(self.folder, hashlib.sha256(str(group).encode()).hexdigest()[:16] + ".cpp")
            source.write_text("".join(f'#include "{path}"\n' for path in group))
        done = subprocess.run([self.program, "--quiet", f"--config-file={ROOT / '.clang-tidy'}", *but, str(source),
                               "--", *self.flags[group[0]]], capture_output=True, text=True)
        if done.returncode != 0 and len(group) > 1 and "clang-diagnostic" in done.stdout:
            half = len(group) // 2
            return self.run(group[:half]) + self.run(group[half:])
        return [(group, (done.stdout or done.stderr) if done.returncode != 0 else None)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True, help="folder with compile_commands.json")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--clang-tidy", default="clang-tidy-14")
    parser.add_argument("--alone", action="store_true", help="every file by itself")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()

    folders = [(ROOT / f).resolve() for f in options.folders]
    flags = {}
    for entry in json.loads((options.build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if any(f in path.parents for f in folders):
            flags.setdefault(path, flags_of(entry))
    if not flags:
        sys.exit("tidy: no source of these folders is in compile_commands.json")

    version = subprocess.run([options.clang_tidy, "--version"], check=True, capture_output=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes() + bytes([options.alone])
    cache = options.build.resolve().parent / "tidy"
    cache.mkdir(parents=True, exist_ok=True)
    keys = {path: key(path, flags[path], common) for path in flags}
    todo = [path for path in keys if not (cache / keys[path]).exists()]
    began, failed = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tidy = Tidy(options.clang_tidy, flags, folder)
        for results in pool.map(tidy.run, groups_of(todo, flags, options.alone)):
            for files, output in results:
                if output is None:
                    for path in files:
                        (cache / keys[path]).touch()
                else:
                    failed += 1
                    print(output, flush=True)
    print(f"clang-tidy: {len(keys)} files, {len(keys) - len(todo)} unchanged, {failed} with findings, "
          f"{time.monotonic() - began:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
