#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes CSV, Markdown tables and SVG charts of one JSON file of graze_bench.

    bench_report.py RESULTS.json [--csv FILE] [--markdown FILE] [--chart FILE] [--scenes FILE] [--growth FILE]
    bench_report.py RESULTS.json --publish ROOT      the charts and tables of the README and of docs/benchmarks.md
"""
import argparse
import csv
import io
import json
import pathlib
import sys

import bench_svg

MODES = {"bool": "boolean", "all": "all contacts", "pairs": "all pairs, ids only",
         "front-bool": "boolean, small steps", "front-all": "all contacts, small steps"}


def load(path):
    document = json.loads(pathlib.Path(path).read_text())
    if document.get("format") != 1:
        raise ValueError(f"{path}: not a result of this version of graze_bench")
    return document


def time_text(us):
    """Three digits with a unit."""
    for unit, scale in (("ns", 1e3), ("µs", 1), ("ms", 1e-3), ("s", 1e-6)):
        value = us * scale
        if value < 999.5 or unit == "s":
            return f"{value:.{0 if value >= 99.5 or unit == 'ns' else 1 if value >= 9.95 else 2}f} {unit}"
    raise AssertionError


def ratio_text(ratio):
    return f"{ratio:.1f}" if ratio < 99.95 else f"{ratio:.0f}"


def flatten(row, prefix=""):
    """One level of names for CSV: us.mean becomes us_mean, a list gets numbers."""
    for key, value in row.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{key}_")
        elif isinstance(value, list):
            for i, item in enumerate(value):
                yield f"{prefix}{key}_{i}", item
        else:
            yield prefix + key, value


def csv_text(document):
    """A line a row of the results, with what ran in every one. Columns are all that occur, in their order."""
    machine = {key: document[key] for key in ("cpu", "isa", "compiler", "revision")}
    lines = [dict(flatten(row)) | {f"run_{key}": value for key, value in machine.items()} for row in document["rows"]]
    columns = list(dict.fromkeys(name for line in lines for name in line))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def table(header, rows):
    """Markdown; the first column left, the others right."""
    lines = ["| " + " | ".join(header) + " |", "|---|" + "--:|" * (len(header) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def first_engine(document):
    return next((row["engine"] for row in document["rows"]), "")


def others(document, mode):
    own = first_engine(document)
    return list(dict.fromkeys(r["engine"] for r in document["rows"] if r["mode"] == mode and r["engine"] != own))


def is_growth(scene):
    return scene.startswith("growth-")


def is_front(document):
    return any(row["mode"].startswith("front-") for row in document["rows"])


def machine_line(document):
    words = [document["cpu"], document["isa"], document["compiler"]]
    if document["revision"]:
        words.append("revision " + document["revision"])
    return ", ".join(words)


def summary_table(document):
    rows = [[s["engine"], MODES[s["mode"]], str(s["scenes"]), f"**{ratio_text(s['geometric_mean'])}**",
             ratio_text(s["geometric_mean_p99"]), f"{ratio_text(s['least'])} ({s['least_scene']})",
             f"{ratio_text(s['least_p99'])} ({s['least_p99_scene']})"] for s in document["summary"]]
    return table(["engine", "question", "scenes", f"times {first_engine(document)}'s mean", "times its p99", "least", "least of p99"], rows)


def scene_table(document, mode):
    """A scene a line: graze's times, then how many times slower everybody else is, with the interval."""
    own = first_engine(document)
    names = others(document, mode)
    lines = []
    for row in document["rows"]:
        if row["mode"] != mode or row["engine"] != own or is_growth(row["scene"]):
            continue
        line = [row["scene"], time_text(row["us"]["mean"]), time_text(row["us"]["median"]), time_text(row["us"]["p99"])]
        for name in names:
            other = next((r for r in document["rows"] if (r["scene"], r["mode"], r["engine"]) ==
                          (row["scene"], mode, name)), None)
            line.append("" if other is None else "{} [{}, {}]".format(
                *(ratio_text(other["ratio"][key]) for key in ("mean", "low", "high"))))
        lines.append(line)
    return table(["scene", "mean", "median", "p99", *("× " + name for name in names)], lines) if lines else ""


def resources_table(document):
    """Building and memory, over the scenes in which an engine was asked; scenes of the same meshes count each."""
    sums = {}
    for row in document["rows"]:
        if row["mode"] in ("bool", "front-bool") and not is_growth(row["scene"]):
            triangles = sum(row["triangles"])
            entry = sums.setdefault(row["engine"], [0, 0.0, 0.0])
            entry[0] += triangles
            entry[1] += row["build_ms"]
            entry[2] += row["bytes_per_triangle"] * triangles
    rows = [[name, f"{1e3 * ms / triangles:.2f}", f"{size / triangles:.0f}"]
            for name, (triangles, ms, size) in sums.items() if triangles]
    return table(["engine", "build, µs a triangle", "bytes a triangle"], rows)


def defeats(document):
    """Where a rival has the lesser mean, median, p99 or maximum."""
    for row in document["rows"]:
        lost = [f"{key} {row['ratio'][key]:.2f}" for key in ("mean", "median", "p99", "max")
                if row["rival"] and row["ratio"][key] < 1]
        if lost:
            yield f"- {row['engine']} is faster in {row['scene']}, {MODES[row['mode']]}: {', '.join(lost)}"


def agreement_lines(document):
    wrong = {}
    for a in document["agreement"]:
        sums = wrong.setdefault(a["engine"], [0, 0, 0, 0, 0])
        for i, key in enumerate(("asked", "wrong_any", "wrong_lists", "extra", "missed")):
            sums[i] += a[key]
    rows = [[name, *(f"{value:,}" for value in sums)] for name, sums in wrong.items()]
    return table(["engine", "poses asked", "wrong answers", "wrong lists", "pairs too many", "missed"], rows)


def growth_lines(document):
    for g in document["growth"]:
        fit = g["fit"]
        yield (f"{g['family'] or 'growth'}, {MODES[g['mode']]}, {g['engine']}: "
               f"t = {fit['a']:.3f} {fit['b']:+.3f} log2 n µs (R² {fit['r2']:.2f}, worst point "
               f"{100 * fit['residual']:.0f} % off; as a power law n^{fit['exponent']:.2f})\n")


def markdown_text(document):
    parts = [machine_line(document) + "\n"]
    if document["summary"]:
        parts.append(summary_table(document))
        lost = list(defeats(document))
        parts.append("\n".join(lost) + "\n" if lost else "No rival is faster in any scene, question or percentile.\n")
    for mode, title in MODES.items():
        text = scene_table(document, mode)
        if text:
            parts += [f"### {title[0].upper()}{title[1:]}\n", text]
    if document["rows"]:
        parts += ["### Building and memory\n", "One thread, both models.\n", resources_table(document)]
    if document["agreement"]:
        parts += ["### Answers\n", agreement_lines(document)]
    if document["growth"]:
        parts += ["### Growth\n", *growth_lines(document)]
    return "\n".join(parts)


def chart_text(document):
    """Everybody's geometric mean over the scenes, from the least to the greatest ratio of a scene."""
    bars = []
    for s in document["summary"]:
        ratios = [r["ratio"]["mean"] for r in document["rows"]
                  if r["engine"] == s["engine"] and r["mode"] == s["mode"] and not is_growth(r["scene"])]
        if s["rival"] and s["mode"] in ("bool", "all"):
            bars.append(bench_svg.Bar(s["engine"], MODES[s["mode"]], s["geometric_mean"], min(ratios), max(ratios)))
    return bench_svg.bars("Times slower than graze", "geometric mean over the scenes; the line spans all scenes",
                          machine_line(document), bars)


def scenes_text(document):
    """The first rival in every scene, with the interval."""
    rivals = [s["engine"] for s in document["summary"] if s["rival"]]
    bars = [bench_svg.Bar(r["scene"], MODES[r["mode"]], r["ratio"]["mean"], r["ratio"]["low"], r["ratio"]["high"])
            for r in document["rows"]
            if rivals and r["engine"] == rivals[0] and r["mode"] in ("bool", "all") and not is_growth(r["scene"])]
    return bench_svg.bars(f"{rivals[0] if rivals else 'Nobody'}: times slower than graze",
                          "ratio of means, 95 % interval", machine_line(document), bars)


def growth_text(document):
    series = [bench_svg.Series(" ".join(filter(None, (g["family"], g["engine"], MODES[g["mode"]]))),
                               list(zip(g["triangles"], g["us"])), g["fit"]["a"], g["fit"]["b"])
              for g in document["growth"]]
    return bench_svg.growth("Query time against triangles", "lines: t = a + b log2 n, least squares",
                            machine_line(document), series)


def replace_block(path, name, text):
    """Between <!-- name --> and <!-- /name -->."""
    content = path.read_text()
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    if content.count(begin) != 1 or content.count(end) != 1 or content.index(begin) > content.index(end):
        raise ValueError(f"{path}: needs {begin} and, after it, {end}, once each")
    head, rest = content.split(begin)
    path.write_text(head + begin + "\n" + text.strip() + "\n" + end + rest.split(end)[1])


def front_lines(document):
    """The tables of a run of small steps."""
    parts = [machine_line(document) + "\n"]
    for mode, title in {"front-bool": "Boolean", "front-all": "All contacts"}.items():
        text = scene_table(document, mode)
        if text:
            parts += [f"{title}:\n", text]
    return "\n".join(parts)


def publish(document, root):
    images = root / "docs" / "images"
    if is_front(document):
        replace_block(root / "docs" / "benchmarks.md", "front", front_lines(document))
        return
    if document["summary"]:
        (images / "bench.svg").write_text(chart_text(document))
        (images / "bench_scenes.svg").write_text(scenes_text(document))
        replace_block(root / "README.md", "bench", "![How many times slower other libraries are, over all scenes]"
                      "(docs/images/bench.svg)")
        replace_block(root / "docs" / "benchmarks.md", "bench", "![Every scene](images/bench_scenes.svg)\n\n"
                      + markdown_text(document))
    if document["growth"]:
        (images / "bench_growth.svg").write_text(growth_text(document))
        replace_block(root / "docs" / "benchmarks.md", "growth", "![Time against size](images/bench_growth.svg)\n\n"
                      + "\n".join(growth_lines(document)))


OUTPUTS = {"csv": csv_text, "markdown": markdown_text, "chart": chart_text, "scenes": scenes_text,
           "growth": growth_text}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    for name in OUTPUTS:
        parser.add_argument("--" + name, type=pathlib.Path)
    parser.add_argument("--publish", type=pathlib.Path, metavar="ROOT")
    options = parser.parse_args()
    document = load(options.results)
    for name, make in OUTPUTS.items():
        path = getattr(options, name)
        if path:
            path.write_text(make(document))
    if options.publish:
        publish(document, options.publish)


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"bench_report: {error}")
