# SPDX-License-Identifier: Apache-2.0
"""The page and the coloured meshes of `graze gouge`: a plate with a planted gouge, in files and in headless Chromium.

GRAZE_HAS_REPORT=0: built without the page, and --html must say so. CHROMIUM names the browser; none: the page is read only.
"""
import base64
import json
import math
import os
import re
import struct
import subprocess
import unittest

from support import Case, cube, write_off

HAS_REPORT = os.environ.get("GRAZE_HAS_REPORT", "1") != "0"
FLAGS = ["--headless=new", "--no-sandbox", "--no-first-run", "--disable-quic", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--ignore-gpu-blocklist", "--hide-scrollbars", "--virtual-time-budget=4000", "--enable-logging=stderr"]

# A plate of twelve triangles, top at z = 0. The cutter goes along y = 10 on the top, and from x = 20 to x = 30 by 0.2 mm
# too deep: lines 7 to 9, motions 3 to 5 of the program (G0 from a place that is not known is motion 0).
TOOLS = {"format": "graze-tools", "version": 1, "unit": "mm", "tools": [
    {"number": 1, "name": "ball", "type": "ball", "diameter": 6, "cutting_length": 12, "shank_diameter": 6, "stick_out": 30,
     "holder": [{"height": 20, "lower_diameter": 24, "upper_diameter": 28}]},
    {"number": 2, "name": "mill", "type": "flat", "diameter": 4, "cutting_length": 10}]}
PROGRAM = """(a plate </script>)
G21 G90 G17
T1 M6
G0 X5 Y10 Z20
G1 Z0 F500
X20
Z-0.2
X30
Z0
X45
G0 Z20
T2 M6
G0 X10 Y30
G1 Z0.5
G2 X30 I10 J0
G0 Z20
M30
"""


def embedded(page):
    return json.loads(re.search(r'<script id="graze-data" type="application/json">(.*?)</script>', page, re.S).group(1))


def numbers(text, code):
    data = base64.b64decode(text)
    return struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)


def read_ply(data):
    head, _, body = data.partition(b"end_header\n")
    count = {name: int(n) for name, n in re.findall(r"element (\w+) (\d+)", head.decode())}
    vertices = [struct.unpack_from("<3f3Bf", body, 19 * i) for i in range(count["vertex"])]
    faces = [struct.unpack_from("<B3i", body, 19 * count["vertex"] + 13 * i) for i in range(count["face"])]
    assert len(body) == 19 * count["vertex"] + 13 * count["face"]
    return vertices, faces


def read_glb(data):
    magic, version, length, json_length, kind = struct.unpack_from("<4sIII4s", data)
    assert (magic, version, length, kind) == (b"glTF", 2, len(data), b"JSON"), (magic, version, length)
    document = json.loads(data[20:20 + json_length])
    binary_length, kind = struct.unpack_from("<I4s", data, 20 + json_length)
    assert kind == b"BIN\0" and 28 + json_length + binary_length == len(data)
    return document, data[28 + json_length:]


def accessor(document, binary, index):
    entry = document["accessors"][index]
    view = document["bufferViews"][entry["bufferView"]]
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[entry["type"]]
    code = {5121: "B", 5125: "I", 5126: "f"}[entry["componentType"]]
    flat = struct.unpack_from(f"<{entry['count'] * width}{code}", binary, view["byteOffset"])
    return [flat[i:i + width] for i in range(0, len(flat), width)]


def area(a, b, c):
    u, v = [b[k] - a[k] for k in range(3)], [c[k] - a[k] for k in range(3)]
    return math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2


class Check(Case):
    def setUp(self):
        super().setUp()
        corners, faces = cube(1)
        self.plate = write_off(self.folder / "plate.off", ([(50 * x, 40 * y, 8 * z - 8) for x, y, z in corners], faces))
        self.tools = self.file("tools.json", json.dumps(TOOLS))
        self.program = self.file("plate.nc", PROGRAM)
        self.html, self.ply, self.glb = (self.folder / f"r.{end}" for end in ("html", "ply", "glb"))

    def gouge(self, code, *options, program=None, start="clear"):
        return self.run_for(code, "gouge", self.plate, program or self.program, "--tools", self.tools, "--start", start, *options)


class WithoutPage(Check):
    def test_says_so(self):
        self.assert_fails("gouge", self.plate, self.program, "--tools", self.tools, "--html", self.html, says="registry")
        self.assertFalse(self.html.exists())


class Meshes(Check):
    def test_ply_is_red_where_the_cutter_was_too_deep(self):
        plain = self.gouge(1).stdout
        self.assertEqual(self.gouge(1, "--ply", self.ply).stdout.splitlines()[:1], plain.splitlines()[:1])
        vertices, faces = read_ply(self.ply.read_bytes())
        self.assertTrue(all(f[0] == 3 and max(f[1:]) < len(vertices) for f in faces))
        red = [v for v in vertices if v[3] > v[4] + 60 and v[3] > v[5] + 60]
        green = [v for v in vertices if v[4] > v[3] + 60]
        self.assertGreater(len(red), 100)
        half = math.sqrt(3 ** 2 - 2.8 ** 2)  # of the ball's mark in the top
        for x, y, z, *_, depth in red:  # no farther than the tool was, and no deeper
            self.assertAlmostEqual(z, 0, places=5)
            self.assertLessEqual(math.hypot(x - min(max(x, 20), 30), y - 10), half + 1e-3)
            self.assertTrue(0.01 < depth <= 0.2 + 1e-3, depth)
        self.assertAlmostEqual(max(v[6] for v in red), 0.2, delta=0.01)
        self.assertTrue(all(abs(z) < 1e-5 and abs(y - 10) < 1.5 for _, y, z, *_ in green), "green where the ball touched")
        self.assertTrue(any(abs(x - 10) < 2 for x, *_ in green))
        self.assertEqual({v[3:6] for v in vertices if v[2] < -1}, {(184, 192, 202)})
        # The same surface.
        whole = sum(area(*(vertices[k][:3] for k in f[1:])) for f in faces)
        self.assertAlmostEqual(whole, 2 * (50 * 40 + 50 * 8 + 40 * 8), delta=0.01)

    def test_glb_holds_part_path_and_marks(self):
        vise = write_off(self.folder / "vise.off", cube(10, (-40, 0, -8)))
        self.gouge(1, "--glb", self.glb, "--fixture", vise)
        document, binary = read_glb(self.glb.read_bytes())
        self.assertEqual([n["name"] for n in document["nodes"]], ["part", "fixture", "path", "findings", "graze gouge"])
        primitive = {m["name"]: m["primitives"][0] for m in document["meshes"]}
        part = primitive["part"]["attributes"]
        depth = [d for d, in accessor(document, binary, part["_DEPTH"])]
        colours = accessor(document, binary, part["COLOR_0"])
        places = accessor(document, binary, part["POSITION"])
        self.assertEqual(len({len(depth), len(colours), len(places)}), 1)
        self.assertAlmostEqual(max(depth), 0.2, delta=0.01)
        deep = max(range(len(depth)), key=lambda i: depth[i])
        self.assertGreater(colours[deep][0], 3 * max(colours[deep][1:3]))
        x, y, z, origin = *places[deep], (25, 20, -4)
        self.assertTrue(19.9 < x + origin[0] < 30.1 and abs(y + origin[1] - 10) < 0.5 and abs(z + origin[2]) < 1e-4)
        box = document["accessors"][part["POSITION"]]
        self.assertEqual((box["min"], box["max"]), ([-25, -20, -4], [25, 20, 4]))
        indices = [i for i, in accessor(document, binary, primitive["part"]["indices"])]
        self.assertLess(max(indices), len(places))
        self.assertEqual(primitive["path"]["mode"], 1)
        lines = accessor(document, binary, primitive["path"]["attributes"]["POSITION"])
        self.assertEqual(len(lines) % 2, 0)
        marks = accessor(document, binary, primitive["findings"]["attributes"]["POSITION"])
        self.assertEqual(len(marks) % 6, 0)
        matrix = document["nodes"][-1]["matrix"]  # z up in mm becomes y up in m
        self.assertEqual([matrix[0], matrix[6], matrix[9]], [0.001, -0.001, 0.001])

    def test_outputs_are_whole_or_not_there(self):
        self.assert_fails("gouge", self.plate, self.program, "--tools", self.tools, "--ply", self.folder / "none" / "r.ply", says="r.ply")
        self.assert_fails("gouge", self.plate, self.folder / "none.nc", "--tools", self.tools, "--ply", self.ply, says="none.nc")
        self.assert_fails("gouge", self.plate, self.program, "--tools", self.tools, "--glb", self.plate, says="input")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir() if p.suffix in (".ply", ".tmp")), [])


class WithPage(Check):
    def page(self, code, *options, **more):
        self.gouge(code, "--html", self.html, *options, **more)
        return self.html.read_text(encoding="utf-8")


class Page(WithPage):
    def test_data(self):
        data = embedded(self.page(1))
        report = self.folder / "r.json"
        self.gouge(1, "--json", report)
        answer = json.loads(report.read_text())
        self.assertEqual(data["report"]["verdict"], "findings")
        self.assertEqual(len(data["report"]["findings"]), len(answer["findings"]))
        self.assertEqual(data["program"][0]["pieces"][0]["text"], PROGRAM)
        worst = data["report"]["findings"][0]
        self.assertEqual((worst["kind"], worst["tool"], worst["severity"]), ("gouge-cutter", 1, "error"))
        self.assertEqual((worst["first"]["line"], worst["last"]["line"]), (7, 9))  # down, along, up: equally deep
        self.assertEqual(worst["place"]["line"], answer["findings"][0]["place"]["line"])
        self.assertTrue(worst["lower"] <= 0.2 + 1e-9 <= worst["upper"] + 2e-9)
        self.assertEqual([t["number"] for t in data["report"]["tools"]], [1, 2])
        path = data["path"]
        at, tip, leg = numbers(path["at"], "d"), numbers(path["tip"], "f"), numbers(path["leg"], "B")
        self.assertEqual((len(tip), len(leg)), (3 * len(at), len(at)))
        self.assertEqual(list(at), sorted(at))
        self.assertEqual(at[-1], path["motions"])
        # The half circle about (20, 30): its points are on it, and its chords nowhere farther than told.
        arc = [tuple(tip[3 * i + k] + data["origin"][k] for k in range(3)) for i in range(len(at)) if leg[i] == 2]
        self.assertGreater(len(arc), 20)
        for x, y, z in arc:
            self.assertAlmostEqual(math.hypot(x - 20, y - 30), 10, places=4)
            self.assertAlmostEqual(z, 0.5, places=5)
        sagitta = max(10 - math.sqrt(100 - (math.dist(a, b) / 2) ** 2) for a, b in zip(arc, arc[1:]))
        self.assertLessEqual(sagitta, path["deviation"] + 1e-6)
        self.assertLessEqual(path["deviation"], 0.01)

    def test_rotary_axes_are_drawn_where_the_machine_has_them(self):
        """A table turns about x, so that the tip goes around it; without a machine nothing is known of it."""
        turning = self.file("turning.nc", "G21 G90 G17\nT1 M6\nG0 X0 Y0 Z60\nG1 A90 F500\nX5\nM30\n")
        data = embedded(self.page(0, "--machine", "xyza", start="0,0,60,0", program=turning))
        path = data["path"]
        tip, axis, at = (numbers(path[k], c) for k, c in (("tip", "f"), ("axis", "f"), ("at", "d")))
        self.assertEqual(at[-1], path["motions"])
        for i in range(len(at)):
            angle = math.radians(90 * min(max(at[i] - 1, 0), 1))
            place = (5 * max(at[i] - 2, 0), -60 * math.sin(angle), 60 * math.cos(angle))
            for k in range(3):
                self.assertAlmostEqual(tip[3 * i + k] + data["origin"][k], place[k], places=4)
                self.assertAlmostEqual(axis[3 * i + k], (0, place[1] / 60, place[2] / 60)[k], places=5)
        self.assertGreater(len(at), 80)
        self.assertGreaterEqual(path["deviation"], 60 * (1 - math.cos(math.radians(0.5))))
        self.assertLess(path["deviation"], 0.01)
        path = embedded(self.page(2, start="0,0,60,0", program=turning))["path"]
        self.assertEqual(numbers(path["at"], "d"), (0, 1))
        self.assertNotIn("axis", path)

    def test_loads_nothing_and_texts_cannot_break_out(self):
        page = self.page(1)
        self.assertIn("default-src 'none'", page)
        self.assertNotIn("plate </script>)", page)
        for pattern in [r"<script[^>]+src", r"<link\b", r"<img\b", r"<iframe\b", r"@import", r"url\(\s*['\"]?https?:"]:
            self.assertIsNone(re.search(pattern, page), pattern)

    def test_long_programs_are_thinned(self):
        count = 120000
        rows = [f"X{10 + 30 * (i % 2000) / 2000:.4f} Y{2 + 36 * i / count + 0.4 * math.sin(i):.4f} Z1." for i in range(count)]
        rows[70000] = "X40. Z-0.05"
        program = self.file("long.nc", "\n".join(["G21 G90 T1 M6", "G0 X0 Y0 Z20", "G1 F900", *rows, "G0 Z20", "M30"]) + "\n")
        html = self.page(1, program=program)
        data = embedded(html)
        self.assertLess(len(html), 20e6)
        self.assertEqual(data["path"]["motions"], count + 2)
        self.assertFalse(data["program"][0]["whole"])
        text = "".join(p["text"] for p in data["program"][0]["pieces"])
        self.assertIn("X40. Z-0.05", text)
        self.assertLess(len(text), 100000)
        self.assertLessEqual(len(numbers(data["lines"]["upper"], "f")), 8000)
        # Where a finding is, points of the path stay.
        at = set(numbers(data["path"]["at"], "d"))
        for finding in data["report"]["findings"]:
            self.assertTrue({finding["motion"], finding["motion"] + 1} <= at)

    def test_stock_has_a_verdict_of_its_own(self):
        clean = self.file("clean.nc", "G21 G90 T1 M6\nG0 X5 Y10 Z20\nG1 Z0 F500\nX45\nG0 Z20\nM30\n")
        data = embedded(self.page(1, "--stock", "auto:2", "--cell", 1, program=clean))  # most of the block is left
        self.assertEqual((data["report"]["verdict"], data["report"]["stock"]["verdict"]), ("clean", "findings"))
        self.assertIn("excess", {f["kind"] for f in data["report"]["findings"]})
        points = numbers(data["stock"]["positions"], "f")
        self.assertAlmostEqual(max(points[2::3]) + data["origin"][2], 2, delta=1.1)
        self.assertLess(max(numbers(data["stock"]["indices"], "I")), len(points) // 3)

    def test_an_empty_program(self):
        data = embedded(self.page(2, program=self.file("empty.nc", "G1 Q77\n")))
        self.assertEqual(data["report"]["verdict"], "not verified")


PROBE = r"""
const one = (s) => document.querySelector(s);
const all = (s) => [...document.querySelectorAll(s)];
const seen = { rows: all('#findings tbody tr').length, verdict: one('#verdict').dataset.verdict, tiles: all('.tile').length, tools: all('.tool svg path').length };
seen.first = Number(one('#slider').value);
const row = all('#findings tbody tr').find((r) => r.cells[1].textContent === 'gouge-cutter');
row.click();
seen.at = Number(one('#slider').value);
seen.line = one('#program .current')?.dataset.line;
seen.marked = all('#program .error').map((l) => l.dataset.line);
seen.selected = one('#findings tr.selected') === row;
seen.hud = one('#hud').textContent;
one('#next').click();
seen.next = Number(one('#slider').value);
one('#findings th:nth-child(3) button').click();
seen.sorted = all('#findings tbody tr').map((r) => Number(r.cells[2].textContent));
one('#filter-kind').value = one('#filter-kind').options[1].value;
one('#filter-kind').dispatchEvent(new Event('change'));
seen.filtered = all('#findings tbody tr').map((r) => r.cells[1].textContent);
seen.kind = one('#filter-kind').value;
one('#slider').value = 3.5;
one('#slider').dispatchEvent(new Event('input'));
seen.slid = one('#hud').textContent;
one('[data-line="14"]').click();
seen.picked = Number(one('#slider').value);
const colours = (canvas) => {
  const copy = document.createElement('canvas');
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  const context = copy.getContext('2d');
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  let [red, green] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (data[i] > data[i + 1] + 60 && data[i] > data[i + 2] + 50) red++;
    if (data[i + 1] > data[i] + 40 && data[i + 1] > data[i + 2] + 20) green++;
  }
  return { all: new Set(new Uint32Array(data.buffer)).size, red, green };
};
all('#show-marks, #show-path, #show-tool').forEach((b) => b.click());
row.click();
setTimeout(() => {
  seen.view = one('#view canvas')?.width > 0 ? colours(one('#view canvas')) : null;
  seen.plot = colours(one('#plot')).all;
  seen.strip = colours(one('#strip')).red;
  seen.wide = document.documentElement.scrollWidth <= window.innerWidth;
  document.body.append(Object.assign(document.createElement('pre'), { id: 'probe', textContent: btoa(unescape(encodeURIComponent(JSON.stringify(seen)))) }));
}, 600);
"""


@unittest.skipUnless(os.environ.get("CHROMIUM"), "no browser")
class Browser(WithPage):
    def open(self, fragment="", size="1400,900", probe=PROBE):
        text = self.html.read_text(encoding="utf-8")
        self.html.write_text(text.replace("</body>", f"<script>{{{probe}}}</script></body>"), encoding="utf-8")
        command = [os.environ["CHROMIUM"], *FLAGS, f"--user-data-dir={self.folder / 'profile'}", f"--window-size={size}",
                   "--dump-dom", f"file://{self.html}#{fragment}"]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=240)
        self.assertEqual([line for line in result.stderr.splitlines() if "CONSOLE" in line], [])
        self.assertIn('data-ready="true"', result.stdout)
        found = re.search(r'<pre id="probe">([^<]*)</pre>', result.stdout)
        return json.loads(base64.b64decode(found.group(1))) if found else None, result.stdout

    def test_findings_lead_to_their_place(self):
        vise = write_off(self.folder / "vise.off", cube(10, (47, 5, -8)))  # the last cut, to x = 45, runs into it
        findings = embedded(self.page(1, "--fixture", vise))["report"]["findings"]
        self.assertEqual(sorted({f["kind"] for f in findings}), ["fixture", "gouge-cutter"])
        gouge = next(f for f in findings if f["kind"] == "gouge-cutter")
        seen, dom = self.open()
        self.assertNotIn("data-nogl", dom)
        self.assertEqual((seen["rows"], seen["verdict"], seen["tiles"]), (len(findings), "findings", 6))
        self.assertGreaterEqual(seen["tools"], 5)
        self.assertEqual(seen["first"], 0)
        self.assertAlmostEqual(seen["at"], gouge["at"], places=6)
        self.assertEqual(seen["line"], str(gouge["place"]["line"]))
        self.assertTrue({"7", "9"} <= set(seen["marked"]))
        self.assertTrue(seen["selected"])
        self.assertIn(f"plate.nc:{gouge['place']['line']}", seen["hud"])
        self.assertIn("T1", seen["hud"])
        self.assertNotEqual(seen["next"], seen["at"])
        self.assertEqual(seen["sorted"], sorted((f["place"]["line"] for f in findings), reverse=True))
        self.assertEqual(seen["filtered"], [f["kind"] for f in findings if f["kind"] == seen["kind"]])
        self.assertIn("plate.nc:7", seen["slid"])  # motion 3, half way: Z-0.1
        self.assertIn("Z −0.1", seen["slid"])
        self.assertEqual(seen["picked"], 9)  # G1 Z0.5 is motion 9
        self.assertGreater(seen["view"]["red"], 200)
        self.assertGreater(seen["view"]["all"], 50)
        self.assertGreater(seen["plot"], 5)
        self.assertGreater(seen["strip"], 0)
        self.assertTrue(seen["wide"])

    def test_stock_is_shown(self):
        program = self.file("clean.nc", "G21 G90 T1 M6\nG0 X5 Y10 Z20\nG1 Z0 F500\nX45\nG0 Z20\nM30\n")
        self.page(1, "--stock", "auto:2", "--cell", 1, program=program)
        probe = """document.querySelector('#show-stock').click();
        document.querySelector('#findings tbody tr').click();
        document.body.append(Object.assign(document.createElement('pre'), { id: 'probe', textContent: btoa(JSON.stringify({
          verdict: document.querySelector('#verdict').dataset.verdict, button: document.querySelector('#show-stock').hidden,
          said: document.querySelector('#stock-proved').hidden })) }));"""
        seen, _ = self.open(probe=probe)
        self.assertEqual(seen, {"verdict": "findings", "button": False, "said": False})

    def test_a_clean_program_on_a_small_dark_screen(self):
        self.page(0, program=self.file("clean.nc", "G21 G90 T1 M6\nG0 X5 Y10 Z20\nG1 Z0 F500\nX45\nG0 Z20\nM30\n"))
        probe = """document.body.append(Object.assign(document.createElement('pre'), { id: 'probe', textContent: btoa(JSON.stringify({
          verdict: document.querySelector('#verdict').className, wide: document.documentElement.scrollWidth <= window.innerWidth,
          rows: document.querySelectorAll('#findings tbody tr').length })) }));"""
        seen, dom = self.open("theme=dark&at=1.5", "480,900", probe)
        self.assertEqual(seen, {"verdict": "verdict good", "wide": True, "rows": 0})
        self.assertIn("Proved clean", dom)
        self.assertIn('data-theme="dark"', dom)


if __name__ == "__main__":
    unittest.main(defaultTest=["Meshes", "Page", "Browser"] if HAS_REPORT else ["WithoutPage", "Meshes"])
