# SPDX-License-Identifier: Apache-2.0
"""The HTML report: self-contained, complete, and safe against what a title or a file name may hold.

GRAZE_HAS_REPORT=0: built without the page, and --html must say so.
"""
import base64
import json
import os
import re
import struct
import unittest

from support import Case, ball, circling_poses, write_off

HAS_REPORT = os.environ.get("GRAZE_HAS_REPORT", "1") != "0"


def embedded(page):
    return json.loads(re.search(r'<script id="graze-data" type="application/json">(.*?)</script>', page, re.S).group(1))


def numbers(text, code):
    data = base64.b64decode(text)
    return struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)


class Flight(Case):
    def setUp(self):
        super().setUp()
        self.poses = self.file("p.csv", circling_poses(25, 1.4))
        self.html = self.folder / "r.html"


class WithoutPage(Flight):
    def test_says_so(self):
        self.assert_fails("fly", self.ball, self.cube, "--poses", self.poses, "--html", self.html, says="registry")
        self.assertFalse(self.html.exists())


class Report(Flight):
    def fly(self, *options, environment=None):
        self.run_for(1, "fly", environment or self.ball, self.cube, "--poses", self.poses, "--html", self.html, *options)
        return self.html.read_text(encoding="utf-8")

    def test_data_is_complete(self):
        data = embedded(self.fly())
        answer = self.json(1, "fly", self.ball, self.cube, "--poses", self.poses)
        self.assertEqual(numbers(data["steps"]["contacts"], "I"), tuple(s["contacts"] for s in answer["steps"]))
        self.assertEqual(len(numbers(data["poses"], "f")), 25 * 12)
        self.assertEqual(len(numbers(data["environment"]["indices"], "I")), 3 * answer["environment"]["triangles"])
        offsets = numbers(data["contacts"]["offsets"], "I")
        self.assertEqual(len(numbers(data["contacts"]["segments"], "f")), 6 * offsets[-1])
        self.assertEqual(offsets[-1], answer["summary"]["contacts"])

    def test_loads_nothing(self):
        page = self.fly()
        self.assertIn("default-src 'none'", page)
        for pattern in [r"<script[^>]+src", r"<link\b", r"<img\b", r"<iframe\b", r"@import", r"url\(\s*['\"]?https?:"]:
            self.assertIsNone(re.search(pattern, page), pattern)

    def test_titles_cannot_break_out(self):
        title = '</script><script>alert(1)</script> "GRAZE_REPORT_DATA" & ü'
        page = self.fly("--title", title)
        self.assertEqual(embedded(page)["title"], title)
        self.assertNotIn("alert(1)</script>", page)

    def test_large_meshes_are_simplified_for_drawing_only(self):
        big = write_off(self.folder / "big.off", ball(280))
        data = embedded(self.fly(environment=big))
        self.assertEqual(data["environment"]["triangles"], 4 * 280 * 279)
        self.assertLessEqual(data["environment"]["drawn"], 300000)
        self.assertGreater(data["environment"]["drawn"], 20000)
        points = numbers(data["environment"]["positions"], "f")
        self.assertLess(max(numbers(data["environment"]["indices"], "I")), len(points) // 3)


if __name__ == "__main__":
    unittest.main(defaultTest="Report" if HAS_REPORT else "WithoutPage")
