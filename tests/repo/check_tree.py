#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""House rules over the files git would take: licence line, no machine's paths, no leftovers, README = example.

    check_tree.py [ROOT]            check a tree
    check_tree.py --self-test       prove on planted violations that each rule can fail
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SPDX = "SPDX-License-Identifier: Apache-2.0"
NEEDS_SPDX = {".h", ".cpp", ".cu", ".py", ".sh", ".cmake", ".js", ".mjs", ".ts"}
TEXT = NEEDS_SPDX | {".md", ".txt", ".json", ".yml", ".in", ".html", ".css", ".svg", ".csv", ""}
# Folders of somebody's machine; a repository that names them works only there. /usr and /tmp are everybody's.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:home|root|Users|work|mnt|opt|workspace|data\d*)/[\w.-]+")
LEFTOVER = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|X" + r"XX)\b|^(?:<{7}|>{7}|={7})(?: |$)")
MAX_LINES = 400
MAX_BYTES = 8 << 20


def tracked(root):
    """Files git tracks or would take; without git (an unpacked archive), all but the build."""
    listing = subprocess.run(["git", "-C", root, "-c", f"safe.directory={root}", "ls-files", "-co", "--exclude-standard", "-z"],
                             capture_output=True)
    if listing.returncode == 0:
        names = [n for n in listing.stdout.decode().split("\0") if n]
    else:
        names = [str(p.relative_to(root)) for p in root.rglob("*") if "build" not in p.relative_to(root).parts[:1]]
    return [root / n for n in sorted(names) if (root / n).is_file()]


def violations(root):
    for path in tracked(root):
        where = path.relative_to(root)
        if path.stat().st_size > MAX_BYTES:
            yield where, 1, f"larger than {MAX_BYTES >> 20} MiB"
        if where.parts[0] == "data" or path.suffix not in TEXT:
            continue
        text = path.read_text(errors="replace")
        lines = text.splitlines()
        needs = path.suffix in NEEDS_SPDX or path.name == "CMakeLists.txt" or text.startswith("#!")
        if needs and not any(SPDX in line for line in lines[:3]):
            yield where, 1, f"no '{SPDX}' in the first three lines"
        if path.suffix in {".h", ".cpp"} and len(lines) > MAX_LINES:
            yield where, len(lines), f"more than {MAX_LINES} lines: one idea a file"
        for number, line in enumerate(lines, 1):
            match = MACHINE_PATH.search(line)
            if match:
                yield where, number, f"a path of one machine: {match.group()}"
            match = LEFTOVER.search(line)
            if match and path.suffix != ".md":
                yield where, number, f"unfinished: {match.group()}"
    yield from readme(root)


def readme(root):
    """The README's first C++ block is examples/hello.cpp without its licence line."""
    text = (root / "README.md").read_text()
    block = re.search(r"```cpp\n(.*?)```", text, re.DOTALL)
    example = (root / "examples" / "hello.cpp").read_text().split("\n", 1)[1]
    if not block or block.group(1).strip() != example.strip():
        yield pathlib.Path("README.md"), 1, "its C++ block differs from examples/hello.cpp"
    for target in re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", text):
        name = target[0] or target[1]
        if not (root / name).exists():
            yield pathlib.Path("README.md"), text[: text.index(name)].count("\n") + 1, f"link to nothing: {name}"


def self_test():
    good = f"// {SPDX}\n"
    files = {
        "README.md": "```cpp\nint main() {}\n```\n[a](LICENSE) [b](gone.md)\n",
        "examples/hello.cpp": good + "int main() { return 1; }\n",
        "LICENSE": "text\n",
        "src/a.cpp": "int a;\n",
        "src/b.cpp": good + "// see /ho" + "me/someone/x\n",
        "src/c.cpp": good + "// TO" + "DO later\n",
        "src/d.cpp": good + "int d;\n" * MAX_LINES,
        "src/good.cpp": good + "// /usr/include and a/work/b are fine\n",
    }
    expected = {("README.md", 1), ("README.md", 4), ("src/a.cpp", 1), ("src/b.cpp", 2), ("src/c.cpp", 2),
                ("src/d.cpp", MAX_LINES + 1)}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
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
