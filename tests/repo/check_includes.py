#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes point one way (docs/architecture.md). Prints file:line for each that does not.

    check_includes.py [ROOT]            check a tree
    check_includes.py --self-test       prove on planted violations that the check can fail
"""
import pathlib
import re
import sys
import tempfile

# A module may include itself, what its list names, and public headers (graze/...). Modules are folders of src/;
# the last ones are folders of the root. `base` holds what belongs to no geometry: allocation, threads, hashes.
CORE = ["base", "geometry", "volumes", "build", "traverse", "query"]
ALLOWED = {module: CORE[:i] for i, module in enumerate(CORE)}
ALLOWED |= {
    "io": ["base", "geometry"],
    "solid": CORE,
    "timed": CORE,
    "adb": CORE,
    "world": CORE,
    "nc": [*CORE, "timed", "world"],
}
EVERYTHING = list(ALLOWED)
TOP = {"tools": EVERYTHING, "python": EVERYTHING, "bench": EVERYTHING, "lab": EVERYTHING, "tests": EVERYTHING, "web": []}
EXTERNAL = {"hwy"}  # Highway's own style includes itself with quotes
INCLUDE = re.compile(r'^\s*#\s*(?:include\s+|define\s+HWY_TARGET_INCLUDE\s+)"([^"]+)"')


def violations(root):
    """Yields (file, line, message) and, last, nothing: an empty iterator means a clean tree."""
    for top in ["include", "src", "examples", *TOP]:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in {".h", ".cpp", ".cu"} or "node_modules" in path.parts:
                continue
            where = path.relative_to(root)
            module = where.parts[1] if top == "src" else top
            if top == "src" and module not in ALLOWED:
                yield where, 1, f"src/{module} is not a known module"
                continue
            for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
                match = INCLUDE.match(line)
                if match:
                    message = judge(root, path, module, match.group(1))
                    if message:
                        yield where, number, message


def judge(root, path, module, name):
    """Why `module` may not include `name`, or None."""
    if ".." in pathlib.PurePosixPath(name).parts:
        return f'"{name}": no relative paths upwards'
    target = name.split("/")[0]
    if target in EXTERNAL and module not in {"include", "examples"}:
        return None
    if target == "graze" and "/" in name and (root / "include" / name).is_file():
        return None
    if module in {"include", "examples"}:
        return f'"{name}": {module}/ sees public headers only'
    if target not in ALLOWED:
        # Files of the same folder tree (tools/graze/args.h as "graze/args.h", tests/support as "support/...").
        return None if module in TOP or (path.parent / name).is_file() else f'"{name}": not found below src/'
    if "/" not in name or target == module or target in ALLOWED.get(module, TOP.get(module, [])):
        return None
    return f'"{name}": {module} must not see {target}; it may include {", ".join(ALLOWED.get(module, [])) or "nothing"}'


def self_test():
    planted = {
        "src/volumes/bad.h": ['#include "geometry/vec.h"', '#include "build/hierarchy.h"'],
        "src/io/bad.cpp": ['#include "traverse/pairs.h"'],
        "src/traverse/bad.cpp": ["", '#define HWY_TARGET_INCLUDE "query/collide.cpp"'],
        "src/query/bad.cpp": ['#include "../build/hierarchy.h"'],
        "include/graze/bad.h": ['#include "geometry/vec.h"'],
        "examples/bad.cpp": ['#include "build/topology.h"'],
        "src/misc/bad.h": ["// a folder nobody placed in the order"],
    }
    expected = {("src/volumes/bad.h", 2), ("src/io/bad.cpp", 1), ("src/traverse/bad.cpp", 2), ("src/query/bad.cpp", 1),
                ("include/graze/bad.h", 1), ("examples/bad.cpp", 1), ("src/misc/bad.h", 1)}
    legal = {
        "include/graze/model.h": ['#include "graze/mesh.h"'],
        "include/graze/mesh.h": [],
        "src/query/good.cpp": ['#include "build/topology.h"', '#include "query/good.h"', '#include "graze/model.h"'],
        "tools/graze/good.cpp": ['#include "query/good.h"', '#include "args.h"'],
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, lines in (planted | legal).items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text("\n".join(lines) + "\n")
        found = {(str(path), line) for path, line, _ in violations(root)}
    if found != expected:
        sys.exit(f"self-test: missed {sorted(expected - found)}, wrongly reported {sorted(found - expected)}")
    print(f"self-test: {len(expected)} planted violations found, nothing else")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
    found = list(violations(root))
    for path, line, message in found:
        print(f"{path}:{line}: {message}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
