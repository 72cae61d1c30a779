# SPDX-License-Identifier: Apache-2.0
"""graze gouge --stock: a verdict of its own, its findings among the others, and an exit code for both."""
import json
import unittest

from support import Case, cube, graze, write_off

TOOLS = """{"format": "graze-tools", "version": 1, "unit": "mm", "tools": [
  {"number": 1, "type": "flat", "diameter": 4, "cutting_length": 5, "shank_diameter": 6, "length": 30}]}"""

# The part: a cube of 10 with its top at 0; 2 mm of stock on top are milled off.
ROWS = "".join(f"G1 Y{y}\nX{14 if i % 2 == 0 else -4}\n" for i, y in enumerate(range(0, 12, 2)))
CLEAN = "G21 G90 G17 F100\nT1 M6\nG0 X-4 Y0 Z10\nZ0\n" + ROWS + "G0 Z10\n"


class Stock(Case):
    def setUp(self):
        super().setUp()
        corners, faces = cube(10, (0, 0, -10))
        self.part = write_off(self.folder / "part.off", (corners, faces))
        self.tools = self.file("tools.json", TOOLS)

    def gouge(self, code, program, stock, *options):
        path = self.file("p.nc", program)
        result = graze("gouge", self.part, path, "--tools", self.tools, "--start", "-4,0,10", "--stock", stock, *options)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result.stdout

    def test_clean(self):
        for stock in ("box:0,0,-10,10,10,2", "auto:2"):
            text = self.gouge(0, CLEAN, stock, "--cell", 0.5, "--excess", 0.1)
            self.assertIn("\nclean: ", "\n" + text)
            self.assertIn("\nstock clean: ", text)
        answer = json.loads(self.gouge(0, CLEAN, "box:0,0,-10,10,10,2", "--cell", 0.5, "--json", "-"))
        self.assertEqual(answer["stock"]["verdict"], "clean")
        for before, after in zip(answer["stock"]["volume_before_mm3"], answer["stock"]["volume_after_mm3"]):
            self.assertAlmostEqual(before, 1200, places=6)
            self.assertAlmostEqual(after, 1000, places=6)
        self.assertLessEqual(max(answer["stock"]["cell_mm"]), 0.5)
        self.assertAlmostEqual(answer["stock"]["target"]["overcut_mm3"], 0, places=6)

    def test_findings_of_stock_count(self):
        # A rapid through the stock, above the part: no gouge, but material.
        rapid = CLEAN.replace("Z0\n", "Z0.5\nG0 X14\nX-4\nZ0\n", 1)
        text = self.gouge(1, rapid, "box:0,0,-10,10,10,2", "--cell", 0.5)
        self.assertIn("p.nc:5:1: error: rapid motion", text)
        self.assertIn("\nclean: ", "\n" + text)
        self.assertIn("\nstock findings: ", text)
        # Taller stock: the shank follows; and the last rows are left out: material stays.
        self.assertIn("shank goes through", self.gouge(1, CLEAN, "box:0,0,-10,10,10,8", "--cell", 0.5))
        left = CLEAN.replace("G1 Y8\n", "G0 Z10\nG1 Y8\n")
        answer = json.loads(self.gouge(1, left, "box:0,0,-10,10,10,2", "--cell", 0.5, "--json", "-"))
        self.assertEqual(answer["exit_code"], 1)
        self.assertEqual(answer["verdict"], "clean")
        self.assertEqual([f["kind"] for f in answer["findings"]], ["excess"])

    def test_mesh_and_cylinder(self):
        corners, faces = cube(10, (0, 0, -10))
        stock = write_off(self.folder / "stock.off", ([(x, y, 2 if z == 0 else z) for x, y, z in corners], faces))
        self.gouge(0, CLEAN, stock, "--cell", 0.5)
        self.gouge(0, CLEAN, "cylinder:5,5,-10,8,14", "--cell", 0.5)
        self.assertIn("shank goes through", self.gouge(1, CLEAN, "cylinder:5,5,-10,8,18", "--cell", 0.5))

    def test_refused(self):
        arguments = ["gouge", self.part, self.file("p.nc", CLEAN), "--tools", self.tools, "--stock"]
        for stock, says in (("box:1,2", "6 are needed"), ("box:0,0,0,1,1,nought", "nought"), ("box:0,0,0,1,1,-1", "volume"),
                            ("cylinder:0,0,0,-1,1", "positive"), ("auto:x", "'x'"), ("nowhere.stl", "nowhere.stl"),
                            ("auto:-6", "volume")):
            self.assert_fails(*arguments, stock, says=says)
        open_box = cube(10)
        self.assert_fails(*arguments, write_off(self.folder / "open.off", (open_box[0], open_box[1][:-1])), says="not closed")
        self.assert_fails(*arguments, "box:0,0,-10,10,10,2", "--cell", 0.0002, says="bytes")

    def test_rotary_axes_need_a_machine(self):
        turned = CLEAN.replace("T1 M6\n", "T1 M6\nG0 C0\n") + "G0 Z20\nC90\nC0\n"
        self.assertIn("17 of 19 motions were simulated", self.gouge(2, turned, "auto:2", "--cell", 0.5))
        # Where C was before the program is not told, so that its first motion stays unknown.
        self.assertIn("18 of 19 motions were simulated", self.gouge(2, turned, "auto:2", "--cell", 0.5, "--machine", "xyzc"))

    def test_not_verified(self):
        self.assertIn("stock not verified", self.gouge(2, CLEAN + "T9 M6\nG1 X0\n", "auto:2", "--cell", 0.5))


if __name__ == "__main__":
    unittest.main()
