#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scripts of the benchmarks: tables and charts of results, verdicts of a comparison, counts of instructions."""
import csv
import io
import json
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import bench_compare  # noqa: E402
import bench_micro  # noqa: E402
import bench_report  # noqa: E402
import bench_run  # noqa: E402
import bench_svg  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def row(scene, mode, engine, mean, ratio=None):
    result = {"scene": scene, "mode": mode, "engine": engine, "rival": ratio is not None, "triangles": [10, 20], "build_ms": 0.06,
              "bytes_per_triangle": 80.0 if ratio is None else 300.0,
              "us": {"mean": mean, "median": mean, "p99": 2 * mean, "max": 3 * mean}}
    if ratio:
        result["ratio"] = {"mean": ratio, "low": ratio - 1, "high": ratio + 2, "median": ratio,
                           "p99": ratio / 2, "max": ratio, "poses": 5}
    return result


def results():
    rows = []
    for scene, mean, ratio in (("s1", 0.25, 20.0), ("a<b", 1500.0, 0.5)):
        for mode in ("bool", "all", "pairs"):
            rows += [row(scene, mode, "graze", mean), row(scene, mode, "slow", mean * ratio, ratio)]
    rows.append(row("growth-1k", "bool", "graze", 1.0))
    summary = [{"mode": mode, "engine": "slow", "rival": True, "scenes": 2, "geometric_mean": 10 ** 0.5,
                "geometric_mean_p99": 1.6, "least": 0.5, "least_scene": "a<b", "least_p99": 0.25,
                "least_p99_scene": "a<b"} for mode in ("bool", "all", "pairs")]
    growth = [{"family": "", "mode": "bool", "engine": "graze", "scenes": ["growth-1k", "growth-4k"],
               "triangles": [1024, 4096], "us": [2.0, 3.0],
               "fit": {"a": -3.0, "b": 0.5, "r2": 1.0, "residual": 0.0, "exponent": 0.3}}]
    agreement = [{"scene": "s1", "engine": "slow", "asked": 5, "wrong_any": 1, "wrong_lists": 2, "extra": 3,
                  "missed": 4}]
    return {"format": 1, "cpu": "A & B", "isa": "AVX3", "compiler": "g++ 12", "revision": "abc", "rows": rows,
            "summary": summary, "growth": growth, "agreement": agreement, "disagreements": []}


def bars_of(text):
    """Widths of the bars of a chart, by the title of each."""
    tree = ElementTree.fromstring(text)
    return {rect.find(SVG + "title").text: float(rect.get("width")) for rect in tree.iter(SVG + "rect")
            if rect.find(SVG + "title") is not None}


class Report(unittest.TestCase):
    def test_times_have_three_digits(self):
        for us, text in ((0.0004, "0 ns"), (0.0842, "84 ns"), (0.9994, "999 ns"), (0.9996, "1.00 µs"),
                         (1.234, "1.23 µs"), (12.34, "12.3 µs"), (123.4, "123 µs"), (999.4, "999 µs"),
                         (999.6, "1.00 ms"), (2.5e6, "2.50 s")):
            self.assertEqual(bench_report.time_text(us), text)

    def test_csv_has_all_rows_and_columns(self):
        lines = list(csv.DictReader(io.StringIO(bench_report.csv_text(results()))))
        self.assertEqual(len(lines), 13)
        self.assertEqual(lines[0]["us_mean"], "0.25")
        self.assertEqual(lines[0]["triangles_1"], "20")
        self.assertEqual(lines[0]["ratio_mean"], "")
        self.assertEqual(lines[1]["ratio_mean"], "20.0")
        self.assertEqual({line["run_revision"] for line in lines}, {"abc"})

    def test_markdown_tables_are_rectangular_and_complete(self):
        text = bench_report.markdown_text(results())
        self.assertIn("| s1 | 250 ns | 250 ns | 500 ns | 20.0 [19.0, 22.0] |", text)
        self.assertIn("| slow | 5 | 1 | 2 | 3 | 4 |", text)
        self.assertIn("**3.2**", text)
        self.assertIn("| graze | 2.00 | 80 |", text)
        self.assertIn("- slow is faster in a<b, boolean: mean 0.50, median 0.50, p99 0.25, max 0.50", text)
        self.assertNotIn("slow is faster in s1", text)
        self.assertNotIn("| growth-1k |", text)
        for block in text.split("\n\n"):
            widths = {line.count("|") for line in block.splitlines() if line.startswith("|")}
            self.assertLessEqual(len(widths), 1, block)

    def test_chart_is_svg_with_lengths_on_a_logarithmic_axis(self):
        document = results()
        widths = bars_of(bench_report.chart_text(document))
        self.assertEqual(len(widths), 2)  # one rival, two questions
        widths = bars_of(bench_report.scenes_text(document))
        twenty = next(w for t, w in widths.items() if t.startswith("s1, boolean"))
        half = next(w for t, w in widths.items() if t.startswith("a<b, boolean"))
        self.assertAlmostEqual(twenty / half, 4.3219, places=1)  # log 20 / log 2: to the other side of 1

    def test_growth_plot_has_the_points(self):
        tree = ElementTree.fromstring(bench_report.growth_text(results()))
        self.assertEqual(len(list(tree.iter(SVG + "circle"))), 2)

    def test_empty_results_make_valid_files(self):
        document = results() | {"rows": [], "summary": [], "growth": [], "agreement": []}
        for make in bench_report.OUTPUTS.values():
            make(document)
        ElementTree.fromstring(bench_report.chart_text(document))
        ElementTree.fromstring(bench_report.growth_text(document))

    def test_steps_of_an_axis(self):
        self.assertEqual(list(bench_svg.steps(1, 20)), [1, 2, 5, 10, 20])
        self.assertEqual(list(bench_svg.steps(0.5, 3)), [0.5, 1, 2])
        self.assertEqual(list(bench_svg.steps(1, 3000)), [1, 10, 100, 1000])

    def test_publishing_replaces_only_what_is_between_the_marks(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs" / "images").mkdir(parents=True)
            (root / "README.md").write_text("top\n<!-- bench -->\nold\n<!-- /bench -->\nend\n")
            page = root / "docs" / "benchmarks.md"
            page.write_text("<!-- bench --><!-- /bench -->\nmiddle\n<!-- growth --><!-- /growth -->\n")
            for _ in range(2):
                bench_report.publish(results(), root)
                text = (root / "README.md").read_text()
                self.assertTrue(text.startswith("top\n") and text.endswith("\nend\n") and "old" not in text)
                self.assertEqual(page.read_text().count("middle"), 1)
                self.assertEqual(page.read_text().count("### Boolean"), 1)
            for name in ("bench", "bench_scenes", "bench_growth"):
                ElementTree.parse(root / "docs" / "images" / f"{name}.svg")
            (root / "README.md").write_text("no marks")
            with self.assertRaises(ValueError):
                bench_report.publish(results(), root)

    def test_small_steps_are_published_alone(self):
        rows = []
        for mode in ("front-bool", "front-all"):
            rows += [row("s2", mode, "graze-front", 1.0), row("s2", mode, "graze", 2.0, 2.0), row("s2", mode, "slow", 40.0, 40.0)]
        document = results() | {"rows": rows, "growth": []}
        self.assertTrue(bench_report.is_front(document))
        self.assertFalse(bench_report.is_front(results()))
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            page = root / "docs" / "benchmarks.md"
            page.write_text("<!-- bench -->old<!-- /bench -->\n<!-- front --><!-- /front -->\n")
            bench_report.publish(document, root)
            text = page.read_text()
            self.assertIn("<!-- bench -->old<!-- /bench -->", text)
            self.assertEqual(text.count("| scene | mean | median | p99 | × graze | × slow |"), 2)
            self.assertEqual(text.count("| s2 | 1.00 µs | 1.00 µs | 2.00 µs | 2.0 [1.0, 4.0] | 40.0 [39.0, 42.0] |"), 2)

    def test_other_files_are_refused(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"rows": []}, file)
            file.flush()
            with self.assertRaises(ValueError):
                bench_report.load(file.name)


class Run(unittest.TestCase):
    def test_names_of_small_steps(self):
        self.assertEqual(bench_run.name_of(["--quick", "--mode", "front"]), "bench-quick-front")
        self.assertEqual(bench_run.name_of(["--mode=front"]), "bench-front")

    def test_names_of_results(self):
        self.assertEqual(bench_run.name_of([]), "bench")
        self.assertEqual(bench_run.name_of(["--quick", "--mode", "bool"]), "bench-quick")

    def test_own_arguments_are_taken_and_others_passed_on(self):
        options, rest = bench_run.parse(["build", "--csv", "x.csv", "--scene", "s1a", "--repeat", "5"])
        self.assertEqual(str(options.csv), "x.csv")
        self.assertEqual(rest, ["--scene", "s1a", "--repeat", "5"])


class Compare(unittest.TestCase):
    def test_verdicts(self):
        for ratios, verdict in (([1.10, 1.11, 1.12], "slower"), ([0.90, 0.89, 0.91], "faster"),
                                ([1.01, 1.02, 1.10, 1.20, 1.30], "same"),    # not beyond the noise
                                ([1.64, 1.65, 1.66, 1.70, 2.50], "slower"),  # one disturbed round hides nothing
                                ([1.010, 1.011, 1.012], "same"),   # certain, but below the floor
                                ([0.99, 1.00, 1.01], "same"), ([0.98, 1.10, 1.10, 1.10, 1.11], "same")):
            self.assertEqual(bench_compare.judge(ratios)[2], verdict, ratios)
        change, noise, _ = bench_compare.judge([1.10, 1.11, 1.14])
        self.assertAlmostEqual(change, 0.11)
        self.assertAlmostEqual(noise, 0.01)

    def test_unknown_revisions_are_one_line(self):
        with self.assertRaises(bench_compare.Failure) as caught:
            bench_compare.checkout("no-such-revision")
        self.assertEqual(len(str(caught.exception).splitlines()), 1)


LISTING = """
0000000000001000 <graze::detail::N_AVX3::MicroObbStep(int)>:
    1000:\tpush   %rbp
    1004:\tvmovaps (%rdi),%zmm0
    1008:\tvbroadcastf32x4 (%rsi),%zmm1
    100c:\tvfmadd231ps (%rdi),%zmm0,%zmm1
    1010:\tvpermps %zmm0,%zmm1,%zmm2
    1014:\tvcmpgt_oqps %zmm0,%zmm1,%k1
    1018:\tkortestw %k1,%k1
    101c:\tjb     1030 <graze::detail::N_AVX3::MicroObbStep(int)+0x30>
    1020:\tvmovups %zmm2,(%rdx)
    1024:\tvzeroupper
    1028:\tret

0000000000002000 <graze::detail::N_AVX2::MicroObbStep(int)>:
    2000:\tvmulps %ymm0,%ymm1,%ymm2
    2004:\tvaddps %ymm0,%ymm1,%ymm2
    2008:\tvpermps %ymm0,%ymm1,%ymm2
    200c:\tjne    2000 <graze::detail::N_AVX2::MicroObbStep(int)>
"""


class Micro(unittest.TestCase):
    def test_counts_what_needs_a_port(self):
        counted = bench_micro.count(bench_micro.instructions(LISTING, "AVX3", "MicroObbStep"))
        self.assertEqual(counted, {"vector_ops": 4, "wide_ops": 3, "memory_operands": 4, "limit_cycles": 2.0,
                                   "loops": False})

    def test_narrow_vectors_have_three_ports_and_floating_point_two(self):
        counted = bench_micro.count(bench_micro.instructions(LISTING, "AVX2", "MicroObbStep"))
        self.assertEqual((counted["vector_ops"], counted["limit_cycles"], counted["loops"]), (3, 1.0, True))

    def test_least_of_repetitions(self):
        runs = [{"run_type": "iteration", "run_name": "x/y", "name": "x/y", "cpu_time": t, "time_unit": "us",
                 "items": 10, "GHz": g} for t, g in ((3, 2.0), (2, 3.0), (4, 2.5))]
        runs.append({"run_type": "aggregate", "name": "x/y_mean", "cpu_time": 1, "time_unit": "us"})
        entry = bench_micro.least({"benchmarks": runs})["x/y"]
        self.assertEqual((entry["ns"], entry["ghz"]), (200.0, 3.0))


if __name__ == "__main__":
    unittest.main()
