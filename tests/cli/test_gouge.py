#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""graze gouge: verdicts and exit codes, every output, refusals, and planted gouges in real programs.

GRAZE_DATA, where set, names a folder with nc/3D_Chips.ngc, nc/cameo.nc and nc/pair_plate.
"""
import csv
import hashlib
import io
import json
import os
import pathlib
import random
import re
import unittest

from support import SOURCE, Case, cube, graze, write_off

TOOLS = {"format": "graze-tools", "version": 1, "unit": "mm", "tools": [
    {"number": 1, "type": "flat", "diameter": 6, "cutting_length": 12, "shank_diameter": 6, "length": 40},
    {"number": 3, "type": "ball", "diameter": 4, "cutting_length": 12}]}
HEAD = "G21 G90 G17\nT1 M6\n"
CLEAN = HEAD + "G0 X-5 Y0\nG1 Z0 F100\nX5\nG0 Z50\nM30\n"
DEEP = HEAD + "G0 X-5 Y0\nG1 Z-0.05 F100\nX5\nG0 Z50\nM30\n"
START = ("--start", "0,0,50")


def check(value, schema, where="report"):
    """What this repository's schemas use of JSON Schema."""
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
             "null": type(None)}
    if "const" in schema and value != schema["const"]:
        raise AssertionError(f"{where}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        raise AssertionError(f"{where}: {value!r} is none of {schema['enum']}")
    if "type" in schema:
        wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(isinstance(value, kinds[k]) and not (k in ("integer", "number") and isinstance(value, bool)) for k in wanted):
            raise AssertionError(f"{where}: {value!r} is no {wanted}")
    if value is None:
        return
    for key in schema.get("required", ()):
        if key not in value:
            raise AssertionError(f"{where}: no {key}")
    for key, inner in schema.get("properties", {}).items():
        if key in value:
            check(value[key], inner, f"{where}.{key}")
    for i, item in enumerate(value if "items" in schema else ()):
        check(item, schema["items"], f"{where}[{i}]")


class Gouge(Case):
    def setUp(self):
        super().setUp()
        self.block = write_off(self.folder / "block.off", cube(20, (-10, -10, -20)))
        self.tools = self.file("tools.json", json.dumps(TOOLS))

    def gouge(self, code, program, *arguments, part=None, tools=True, start=START):
        name = self.file("p.nc", program)
        with_tools = ("--tools", self.tools) if tools else ()
        return self.run_for(code, "gouge", part or self.block, name, *with_tools, *start, *arguments)

    def test_exit_codes_and_the_line(self):
        clean = self.gouge(0, CLEAN)
        self.assertIn("Proved: along all 4 motions", clean.stdout)
        deep = self.gouge(1, DEEP).stdout
        first = deep.splitlines()[0]
        self.assertRegex(first, r"p\.nc:4:1: error: gouge 0\.0(49|50)(\.\.0\.05\d)? mm \(tol 0\.010\) T1 flat cutter at "
                                r"X-5\.000 Y0\.000 Z-0\.050, t=\d\.\d\d, raise 0\.05\d; 3 motions, lines 4 to 6")

    def test_the_bundled_relief(self):
        data = SOURCE / "data" / "nc"
        with_tools = ("--tools", data / "tools.json", "--start", "clear")
        self.run_for(0, "gouge", data / "relief.ply", data / "relief.nc", *with_tools)
        slip = self.run_for(1, "gouge", data / "relief.ply", data / "relief_slip.nc", *with_tools).stdout
        self.assertRegex(slip, r"relief_slip\.nc:854:1: error: gouge 0\.2\d+\.\.0\.\d+ mm")

    def test_not_verified(self):
        self.assertIn("position that is not known", self.gouge(2, CLEAN, start=()).stdout)
        self.gouge(0, CLEAN, start=("--start", "clear"))
        self.assertIn("tool 7 is missing", self.gouge(2, CLEAN.replace("T1", "T7")).stdout)
        self.assertIn("has not named a tool", self.gouge(2, CLEAN.replace("T1 M6\n", "")).stdout)
        self.gouge(0, CLEAN.replace("T1 M6\n", ""), "--tool", 1)
        bad = self.gouge(2, DEEP.replace("X5\n", "G41 D1 X5\n")).stdout
        self.assertRegex(bad, r"p\.nc:5:\d+: error: .*G41")
        self.assertNotIn("gouge 0.0", bad)
        self.assertIn("gouge 0.0", self.gouge(2, DEEP.replace("X5\n", "G41 D1 X5\n"), "--lenient").stdout)
        self.assertIn("rotary", self.gouge(2, CLEAN.replace("X5\n", "X5 A10\n")).stdout)

    def test_nothing_to_prove(self):
        self.assertIn("nothing moves", self.gouge(2, "").stdout)
        self.assertIn("nothing moves", self.gouge(2, "G21 G90\nM30\n").stdout)
        endless = HEAD + "G0 X0 Y0 Z50\no1 while [1 eq 1]\no1 endwhile\nM2\n"
        self.assertIn("steps", self.gouge(2, endless, "--max-steps", "1000").stdout)
        missing = self.gouge(2, CLEAN.replace("T1", "T7").replace("Z0", "Z20")).stdout  # although above the part
        self.assertIn("tool 7 is missing", missing)

    def test_refusals(self):
        program = self.file("p.nc", CLEAN)
        base = ("gouge", self.block, program, "--tools", self.tools)
        for arguments, says in [(("--tolerance", "nan"), "nan"), (("--tolerance", "0"), "0"),
                                (("--start", "1,2"), "--start"), (("--start", "1,nan,2"), "finite"),
                                (("--stock-to-leave", "inf"), "finite"), (("--stock-to-leave", "Tx=1"), "--stock-to-leave"),
                                (("--work-offset", "G3=1,2,3"), "G54=x,y,z"), (("--rapid", "curved"), "curved"),
                                (("--rapid-rates", "1,0,1"), "rates"), (("--part-offset", "1"), "--part-offset"),
                                (("--machine", "no-such"), "no-such"), (("--json", self.folder / "no" / "x"), "cannot write"),
                                (("--csv", program), "is an input"), (("--json", "x", "--csv", "x"), "two outputs"),
                                (("--fixture", self.folder / "none.stl"), "no such file"),
                                (("--start", "2e9,0,0"), "out of range"), (("--cell", "0.1"), "--stock"),
                                (("--excess", "0.1"), "--stock")]:
            self.assert_fails(*base, *arguments, says=says)
        self.assert_fails("gouge", self.block, program, says=("--tools",))
        self.assert_fails("gouge", self.folder / "none.stl", program, "--tools", self.tools, says="no such file")
        empty = self.file("empty.off", "OFF\n0 0 0\n")
        self.assert_fails("gouge", empty, program, "--tools", self.tools, says="empty.off")
        self.assertEqual([f.name for f in self.folder.iterdir() if f.suffix == ".tmp"], [])

    def test_subprograms_of_other_files(self):
        """Places, inputs and refusals name the file, not what the call names."""
        clear = ("--start", "clear")
        inner = self.file("O200.nc", "O200\nG1 Z-0.05 F100\nM99\n")
        program = "O1\n" + HEAD + "G0 X0 Y0\nZ5\nM98 P200\nM30\n"
        report = json.loads(self.gouge(1, program, "--json", "-", start=clear).stdout)
        check(report, json.loads((SOURCE / "docs" / "gouge_report.schema.json").read_text()))
        self.assertEqual(report["findings"][0]["place"]["file"], str(inner))
        self.assertEqual(report["findings"][0]["place"]["line"], 2)
        self.assertIn({"role": "program", "file": str(inner), "sha256": hashlib.sha256(inner.read_bytes()).hexdigest()},
                      report["inputs"])
        self.assertIn("O200.nc:2:1: error: gouge", self.gouge(1, program, start=clear).stdout)
        before = inner.read_bytes()
        self.assertIn("is an input", self.gouge(3, program, "--csv", inner, start=clear).stderr)
        self.assertEqual(inner.read_bytes(), before)
        inner.write_text("O200\nG1 Z5 F100\nM98 P200\nM99\n")
        endless = self.gouge(2, program, start=clear).stdout.splitlines()[0]
        self.assertIn("; and 60 more", endless)
        self.assertLess(len(endless), 1000)

    def test_machines_and_stocks_are_inputs(self):
        axes = ", ".join(f'{{"axis": "{a}", "on": "head", "direction": {d}}}'
                         for a, d in (("X", [1, 0, 0]), ("Y", [0, 1, 0]), ("Z", [0, 0, 1])))
        machine = self.file("m.json", f'{{"format": "graze-machine", "version": 1, "unit": "mm", "name": "m", "chain": [{axes}]}}')
        stock = write_off(self.folder / "stock.off", cube(22, (-11, -11, -21)))
        both = ("--machine", machine, "--stock", stock, "--cell", "0.5")
        report = json.loads(self.gouge(1, CLEAN, *both, "--json", "-").stdout)
        check(report, json.loads((SOURCE / "docs" / "gouge_report.schema.json").read_text()))
        self.assertEqual({i["role"] for i in report["inputs"]}, {"part", "program", "tools", "machine", "stock"})
        for file in (machine, stock):
            self.assertIn("is an input", self.gouge(3, CLEAN, *both, "--csv", file).stderr)

    def test_tools_of_comments(self):
        program = CLEAN.replace("T1 M6", "(T1 D=6. CR=0. - ZMIN=-1. - FLAT END MILL)\nT1 M6")
        result = self.gouge(0, program, tools=False)
        self.assertIn("taken from a comment", result.stderr)

    def test_every_output_parses(self):
        names = {k: self.folder / f"out.{k}" for k in ("json", "csv", "sarif", "txt")}
        self.gouge(1, DEEP, "--json", names["json"], "--csv", names["csv"], "--sarif", names["sarif"], "-o", names["txt"])
        report = json.loads(names["json"].read_text())
        check(report, json.loads((SOURCE / "docs" / "gouge_report.schema.json").read_text()))
        self.assertEqual(report["motions"], {"all": 4, "clean": 1, "gouging": 3, "undecided": 0, "unchecked": 0})
        self.assertEqual([line["line"] for line in report["lines"]], [3, 4, 5, 6])
        self.assertEqual(report["inputs"][0]["sha256"], hashlib.sha256(self.block.read_bytes()).hexdigest())
        finding = report["findings"][0]
        self.assertTrue(finding["lower_mm"] <= 0.05 + 1e-9 and finding["upper_mm"] >= 0.05 - 1e-9)
        rows = list(csv.DictReader(io.StringIO(names["csv"].read_text())))
        self.assertEqual(len(rows), len(report["findings"]))
        self.assertEqual((rows[0]["line"], rows[0]["kind"], rows[0]["tool"]), ("4", "gouge-cutter", "1"))
        sarif = json.loads(names["sarif"].read_text())
        self.assertEqual(sarif["version"], "2.1.0")
        run = sarif["runs"][0]
        rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        self.assertEqual(len(run["results"]), 1)
        result = run["results"][0]
        self.assertIn(result["ruleId"], rules)
        self.assertEqual(result["level"], "error")
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["region"], {"startLine": 4, "startColumn": 1})
        self.assertFalse(place["artifactLocation"]["uri"].startswith("/"))
        self.assertTrue(result["partialFingerprints"]["graze/v1"])
        self.assertIn("gouge", names["txt"].read_text())
        bad = self.gouge(2, CLEAN.replace("T1", "T7"), "--json", "-").stdout
        check(json.loads(bad), json.loads((SOURCE / "docs" / "gouge_report.schema.json").read_text()))

    def test_threads_and_options(self):
        def report(*arguments):
            text = graze("gouge", self.block, self.file("p.nc", DEEP), "--tools", self.tools, *START, "--json", "-",
                         *arguments).stdout
            return re.sub(r'"elapsed_ms": [^,]*,', "", text)
        self.assertEqual(report("--threads", 1), report("--threads", 4))
        self.gouge(0, DEEP, "--tolerance", 0.06)
        self.gouge(0, DEEP, "--stock-to-leave", -0.05)
        self.gouge(0, DEEP, "--stock-to-leave", "T1=-0.05")
        self.gouge(1, CLEAN, "--stock-to-leave", 0.2)
        self.gouge(0, DEEP, "--work-offset", "G54=0,0,0.05")
        self.gouge(0, DEEP, "--part-offset", "0,0,-0.05")
        self.gouge(1, CLEAN, "--part-scale", 1.01, "--part-offset", "0,0,0.1")
        self.gouge(0, CLEAN, "--part-rotation", "0,0,90")
        self.gouge(1, CLEAN, "--part-rotation", "0,180,0")  # now it reaches to z = 20
        clamp = write_off(self.folder / "clamp.off", cube(2, (4, -1, 0)))
        self.assertIn("fixture", self.gouge(1, CLEAN, "--fixture", clamp).stdout)
        # An inch part, and a program in inches.
        inch = write_off(self.folder / "inch.off", cube(20 / 25.4, (-10 / 25.4, -10 / 25.4, -20 / 25.4)))
        self.gouge(1, DEEP, "--part-unit", "inch", part=inch)
        self.gouge(0, CLEAN, "--part-unit", "inch", part=inch)

    def test_help_teaches(self):
        text = self.run_for(0, "gouge", "--help").stdout
        for word in ("Examples:", "Exit codes:", "--start", "--fixture", "--sarif"):
            self.assertIn(word, text)


def envelope(points, radius, step):
    """A height field that a ball of this radius just touches along the points: the lowest of its lower sides."""
    import math
    low = [min(p[i] for p in points) - radius for i in (0, 1)]
    size = [int((max(p[i] for p in points) + radius - low[i]) / step) + 2 for i in (0, 1)]
    field = [[math.inf] * size[0] for _ in range(size[1])]
    reach = int(radius / step) + 1
    for x, y, z in points:
        i0, j0 = int((x - low[0]) / step), int((y - low[1]) / step)
        for j in range(max(0, j0 - reach), min(size[1], j0 + reach + 2)):
            for i in range(max(0, i0 - reach), min(size[0], i0 + reach + 2)):
                d2 = (low[0] + i * step - x) ** 2 + (low[1] + j * step - y) ** 2
                if d2 < radius * radius:
                    field[j][i] = min(field[j][i], z + radius - math.sqrt(radius * radius - d2))
    return low, size, field


@unittest.skipUnless(os.environ.get("GRAZE_DATA"), "GRAZE_DATA is not set")
class RealPrograms(Case):
    """Parts made from the programs themselves where none is known."""

    def setUp(self):
        super().setUp()
        self.data = pathlib.Path(os.environ["GRAZE_DATA"]) / "nc"

    def part_of(self, text, radius, step):
        """The envelope of the program as a sheet."""
        points, at = [], [None, None, None]
        expression = re.compile(r"([XYZ])\s*(?:\[#<\w+>\*)?(-?[\d.]+)", re.I)
        for line in text.splitlines():
            if line.strip().startswith(("(", ";", "#")):
                continue
            for letter, value in expression.findall(line.split("(")[0]):
                at["XYZ".index(letter.upper())] = float(value)
            if None not in at:
                if points:  # points between, so that chords do not cut crests
                    last, here = points[-1], tuple(at)
                    n = int(max(abs(here[i] - last[i]) for i in range(3)) / step)
                    points += [tuple(last[i] + (here[i] - last[i]) * k / (n + 1) for i in range(3)) for k in range(1, n + 1)]
                points.append(tuple(at))
        low, size, field = envelope(points, radius, step)
        flat = [[0 if z == float("inf") else z for z in row] for row in field]
        vertices = [(low[0] + i * step, low[1] + j * step, flat[j][i]) for j in range(size[1]) for i in range(size[0])]
        at_index = lambda i, j: j * size[0] + i
        known = lambda *ij: all(field[j][i] != float("inf") for i, j in ij)
        faces = []
        for j in range(size[1] - 1):
            for i in range(size[0] - 1):
                if known((i, j), (i + 1, j), (i, j + 1), (i + 1, j + 1)):
                    faces += [(at_index(i, j), at_index(i + 1, j), at_index(i + 1, j + 1)),
                              (at_index(i, j), at_index(i + 1, j + 1), at_index(i, j + 1))]
        return write_off(self.folder / "part.off", (vertices, faces))

    def planted(self, name, diameter, step, plant, count):
        text = (self.data / name).read_text(errors="replace")
        lines = text.splitlines()
        lines = lines[:count] + (["M2"] if count < len(lines) else [])
        part = self.part_of("\n".join(lines), diameter / 2, step)
        tools = self.file("t.json", json.dumps({"format": "graze-tools", "version": 1, "unit": "mm", "tools": [
            {"number": 1, "type": "ball", "diameter": diameter, "cutting_length": 40}]}))
        base = ["--tools", tools, "--tool", 1, "--start", "0,0,60", "--surface", "open", "--tolerance", 0.01]

        def report(lines, down):
            result = graze("gouge", part, self.file("p.ngc", "\n".join(lines) + "\n"), *base, "--json", "-",
                           "--part-offset", f"0,0,{-down}")
            return json.loads(result.stdout)
        # The field's triangles stand out of the envelope here and there, where the program gouges them; planted is
        # where it just touches.
        plain = report(lines, 0)
        self.assertEqual(plain["motions"]["undecided"], 0)
        self.assertEqual(plain["motions"]["unchecked"], 0, plain["findings"][0])
        depth = {line["line"]: line["upper_mm"] for line in plain["lines"]}
        places = [i for i, line in enumerate(lines) if i > 30 and plant.search(line)
                  and -0.009 < depth.get(i + 1, -1) < 0.009 and depth.get(i + 2, 1) < 0.009]
        choice = random.Random(5)
        for i in [choice.choice(places) for _ in range(2)]:
            by = 0.03 - depth[i + 1]
            while True:  # on a slope, going down by this much is less deep
                worse = lines[:]
                worse[i] = plant.sub(lambda m: f"{m.group(1)}{float(m.group(2)) - by:.6f}", lines[i])
                found = report(worse, 0)
                line = next(x for x in found["lines"] if x["line"] == i + 1)
                if line["upper_mm"] >= 0.03:
                    break
                by *= 1.3
                self.assertLess(by, 0.5)
            self.assertEqual(found["verdict"], "findings")
            self.assertGreater(line["lower_mm"], 0.01)
            here = [f for f in found["findings"] if f["kind"] == "gouge-cutter" and f["first_line"] <= i + 1 <= f["last_line"]]
            self.assertEqual(len(here), 1)
            self.assertGreater(here[0]["lower_mm"], 0.01)

    def test_planted_in_3d_chips(self):
        self.planted("3D_Chips.ngc", 10, 1.0, re.compile(r"(Z\[#<zscale>\*)(-?[\d.]+)"), 700)

    def test_planted_in_cameo(self):
        self.planted("cameo.nc", 2, 0.25, re.compile(r"(Z)(-?[\d.]+)"), 800)

    def test_plate(self):
        tools = self.file("t.json", json.dumps({"format": "graze-tools", "version": 1, "unit": "mm", "tools": [
            {"number": 1, "type": "flat", "diameter": 3, "cutting_length": 12}]}))
        plate = self.data / "pair_plate"
        base = (plate / "plate.ply", plate / "Op_Parallel_Internal_Exact.gcode", "--tools", tools, "--tool", 1)
        self.run_for(0, "gouge", *base, "--start", "0,0,50")
        self.run_for(0, "gouge", *base, "--start", "clear")
        self.run_for(2, "gouge", *base)


if __name__ == "__main__":
    unittest.main()
