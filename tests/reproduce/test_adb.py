#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The report's sections on ADB-trees: verdicts follow the numbers; what was not measured is left out."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import reproduce_adb as adb
from reproduce_data import Measured


def measured(wrong, us, exact_us, smooth=("ball", "egg"), parts=("gear",)):
    """Two distances, 100 poses each; wrong(model) of them; every setting alike unless a function of the setting says so."""
    m = Measured()
    names = [f"p {p:g} k {k}" for p in adb.P_MIN for k in adb.K_MIN] + ["box test", "approximate", "octree", "theta 1", "exact", "26-dop"]
    m.rows["adb_limit", "", "", "", "pairs"] = 2e6
    for model in smooth + parts:
        m.rows["adb_model", model, "", "", "smooth"] = 1 if model in smooth else 0
        m.rows["adb_model", model, "", "", "bundled"] = 1
        for r, resolution in enumerate(adb.RESOLUTIONS):
            m.rows["adb_model", model, resolution, "", "triangles"] = 16000 / 4 ** r
            for what, seconds in (("exact", 8), ("approximate", 1), ("octree", 8)):
                for quantity, value in (("build_s", seconds), ("cells", 40), ("nodes", 1000), ("depth", 12)):
                    m.rows["adb_model", model, resolution, what, quantity] = value
            for setting in names:
                for distance in (1.3, 1.6):
                    row = {"poses": 100, "wrong": wrong(model, setting), "false_collisions": wrong(model, setting), "pairs": 1000,
                           "hits": 50, "interrupted": 0, "us": 100 * (exact_us if setting in ("exact", "26-dop") else us(setting))}
                    for quantity, value in row.items():
                        m.rows["adb", model, setting, f"{resolution} {distance}", quantity] = value
        for x in range(512):
            m.rows["adb_cells", model, "full", str(x), "db"] = 10
    return m


class Adb(unittest.TestCase):
    def test_error_is_that_of_the_models(self):
        good = adb.error(measured(lambda model, setting: 2, lambda setting: 10, 1))
        self.assertEqual(good.holds, "yes")
        self.assertIn("On smooth surfaces 2 %", good.verdict)
        bad = adb.error(measured(lambda model, setting: 2 if model != "gear" else 30, lambda setting: 10, 1))
        self.assertEqual(bad.holds, "partly")
        self.assertIn("on mechanical parts 30 %", bad.verdict)
        self.assertIn("2 of 3 models", bad.verdict)

    def test_faster_or_slower_than_exact(self):
        slower = adb.exact(measured(lambda *_: 2, lambda setting: 10, 1))
        self.assertEqual(slower.holds, "no")
        self.assertIn("takes 10.0 times as long as intersects", slower.verdict)
        self.assertEqual(adb.exact(measured(lambda *_: 2, lambda setting: 10, 40)).holds, "yes")

    def test_settings_compare_points_of_error(self):
        wrong = {"p 0.99 k 10": 2, "p 0.9 k 10": 3, "p 0.5 k 10": 9, "p 0.99 k 5": 2.2, "p 0.99 k 1": 5}
        s = adb.settings(measured(lambda _, setting: wrong.get(setting, 2), lambda setting: 23 if setting == adb.STANDARD else 10, 1))
        self.assertEqual(s.holds, "yes")
        self.assertIn("0.99 to 0.9 +1.0 points", s.verdict)
        self.assertIn("k_min 5 takes 1/2.30", s.verdict)

    def test_octree_counting_cells(self):
        m = measured(lambda _, setting: 3 if setting == "approximate" else 2, lambda setting: 50 if setting == "octree" else 10, 1)
        self.assertEqual(adb.octree(m).holds, "yes")
        counting = adb.counting(m)
        self.assertIn("+1.0 points on smooth", counting.verdict)
        self.assertEqual(counting.holds, "partly")
        self.assertEqual(adb.cells(m).holds, "yes")
        for x in range(512):
            m.rows["adb_cells", "egg", "full", str(x), "db"] = 10 + x
        self.assertEqual(adb.cells(m).holds, "partly")

    def test_a_variant_stands_beside_the_papers_way_on_the_same_poses(self):
        m = measured(lambda _, setting: 2, lambda setting: 50 if setting == "octree" else 10, 1)
        self.assertIn("5.00 times as long", adb.octree(m).verdict)
        for model in ("ball", "egg", "gear"):  # fewer poses, in rounds of their own
            for distance in (1.3, 1.6):
                m.rows["adb", model, "octree", f"quarter {distance}", "poses"] = 10
                m.rows["adb", model, "octree", f"quarter {distance}", "us"] = 500
                m.rows["adb", model, "octree", f"quarter {distance}", "wrong"] = 4
                m.rows["adb", model, "octree", f"quarter {distance}", "false_collisions"] = 1
                m.rows["adb", model, "octree", f"quarter {distance}", "hits"] = 6
                m.rows["adb", model, "octree", f"quarter {distance}", "base_us"] = 250
                m.rows["adb", model, "octree", f"quarter {distance}", "base_wrong"] = 1
        s = adb.octree(m)
        for ours, right in zip(s.grids[0].rows[0][1], [25, 50, 2, 10, 40, 50]):
            self.assertAlmostEqual(ours, right)
        self.assertIn("60 poses", s.grids[0].caption)
        self.assertEqual(s.holds, "no")
        rows = {name: cells for name, cells in adb.variants(m).grids[0].rows}
        self.assertEqual(rows["octree, 12 levels"][:4], [60, 0, 40, 10])
        self.assertEqual(rows["octree, 12 levels"][9], 2)
        self.assertEqual(rows["the papers' way, θ = 0.35"][:4], [600, 0, 2, 2])

    def test_queries_cut_off_are_said(self):
        m = measured(lambda *_: 2, lambda _: 10, 1)
        for make in (adb.error, adb.settings, adb.exact, adb.counting, adb.octree, adb.variants):
            self.assertIn("No query was cut off; 2,000,000 pairs were the limit.", make(m).note)
        for model in ("ball", "egg", "gear"):
            m.rows["adb", model, "octree", "quarter 1.3", "interrupted"] = 50
        for make in (adb.octree, adb.variants):
            self.assertIn("25 % of the queries. Their times are lower bounds", make(m).note)
        octree = adb.octree(m).grids[0]
        self.assertEqual(octree.rows[0][1][octree.columns.index("cut off, %")], 25)
        variants = adb.variants(m).grids[0]
        self.assertEqual(dict(variants.rows)["octree, 12 levels"][variants.columns.index("cut off, %")], 25)

    def test_cells_are_drawn_one_by_one(self):
        m = measured(lambda *_: 2, lambda _: 10, 1)
        self.assertEqual(adb.cells(m).charts[0].count("<path"), 3)
        self.assertIn("ball (16,000)", adb.cells(m).charts[0])

    def test_rows_of_the_paper_are_marked(self):
        s = adb.error(measured(lambda *_: 2, lambda _: 10, 1))
        self.assertEqual([name.endswith("(paper)") for name, _ in s.grids[0].rows], [i < s.grids[0].paper_rows for i in range(len(s.grids[0].rows))])

    def test_nothing_measured_is_no_section(self):
        for _, make in adb.SECTIONS:
            s = make(Measured())
            self.assertFalse(s.grids or s.charts or s.verdict, s.key)


if __name__ == "__main__":
    unittest.main()
