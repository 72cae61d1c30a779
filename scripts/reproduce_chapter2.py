# SPDX-License-Identifier: Apache-2.0
"""Sections on chapter 2: grid, R-tree, 3-d tree and tetrahedral mesh (tables 1 to 8), from graze_lab's rows."""
import csv

from reproduce_data import Grid, Section, have, number, verdict

METHODS = ("r-tree", "grid", "3d-tree", "mesh")
GROUPS = ("terrains", "tetras", "scenes", "total")
TITLES = {"table_5": "scenes", "table_6": "terrains", "table_7": "tetras"}


class Rows:
    """chapter2.csv: {(experiment, dataset, method, parameter, quantity): (value, thesis)}, in order."""

    def __init__(self, path):
        self.cells = {}
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                key = tuple(row[k] for k in ("experiment", "dataset", "method", "parameter", "quantity"))
                self.cells[key] = (number(row["value"]), number(row["thesis"]))

    def pair(self, *key):
        """(paper, ours), as grids have it."""
        value, thesis = self.cells.get(key, (None, None))
        return thesis, value

    def ours(self, *key):
        return self.cells.get(key, (None, None))[0]

    def datasets(self, experiment):
        return list(dict.fromkeys(k[1] for k in self.cells if k[0] == experiment))

    def flyers(self, experiment, dataset):
        return list(dict.fromkeys(k[3] for k in self.cells if k[0] == experiment and k[1] == dataset and k[3]))


def table_1(rows):
    s = Section("table_01", "Tables 1 and 2: environments and flying objects", "what was flown.")
    s.grids.append(Grid(["triangles", "grid, stored", "R-tree, height", "3-d tree, height", "3-d tree, stored"], [
        (d, [rows.pair("table_1", d, "", "", "triangles"), rows.pair("table_1", d, "grid", "", "stored"),
             rows.pair("table_1", d, "r-tree", "", "height"), rows.pair("table_1", d, "3d-tree", "", "height"),
             rows.pair("table_1", d, "3d-tree", "", "stored")]) for d in rows.datasets("table_1")]))
    s.grids.append(Grid(["vertices", "triangles", "hull vertices"], [
        (d, [rows.pair("table_2", d, "", "", q) for q in ("vertices", "triangles", "hull_vertices")])
        for d in rows.datasets("table_2")]))
    s.grids.append(Grid([f"{m}, bytes a triangle" for m in METHODS], [
        (d, [rows.ours("table_1", d, m, "", "bytes_per_triangle") for m in METHODS]) for d in rows.datasets("table_1")],
        "Bytes a triangle of every structure"))
    return s


def table_3(rows):
    s = Section("table_03", "Tables 3 and 4: wins and ranking of the four methods", "the R-tree wins most often and ranks first; by wins the "
                "mesh is second, by rank it is last.")
    for table, quantity, caption in (("table_3", "wins", "Table 3: wins"), ("table_4", "score", "Table 4: sum of ranks, less is better")):
        s.grids.append(Grid(list(METHODS), [(g, [rows.pair(table, g, m, "", quantity) for m in METHODS]) for g in GROUPS
                                            if rows.ours(table, g, "r-tree", "", quantity) is not None], caption))
    wins = {m: rows.ours("table_3", "total", m, "", "wins") for m in METHODS}
    score = {m: rows.ours("table_4", "total", m, "", "score") for m in METHODS}
    wins = {m: v for m, v in wins.items() if v is not None}
    score = {m: v for m, v in score.items() if v is not None}
    if wins and score:
        most, first, last = max(wins, key=wins.get), min(score, key=score.get), max(score, key=score.get)
        s.holds = verdict(((most == "r-tree") + (first == "r-tree") + (last == "mesh")) / 3)
        s.verdict = (f"Today the {most} wins most often ({wins[most]:.0f} of {sum(wins.values()):.0f}; the R-tree {wins['r-tree']:.0f}), the {first} "
                     f"ranks first and the {last} last (scores: " + ", ".join(f"{m} {score[m]:.0f}" for m in METHODS if m in score) + ").")
    return s


def rates(rows, table):
    s = Section(table.replace("_", "_0"), f"Table {table[-1]}: frames a second, {TITLES[table]}", {
        "table_5": "the R-tree is fastest on most scenes.", "table_6": "the R-tree is fastest nearly everywhere over terrains.",
        "table_7": "the mesh is fastest among tetrahedra, for all but the smallest objects."}[table])
    for quantity, caption in (("frames_per_second", "f/s"), ("normalised_frames_per_second", "f_N/s: as if 5 % of the steps needed a full check")):
        s.grids.append(Grid(list(METHODS), [(f"{d} / {f}", [rows.pair(table, d, m, f, quantity) for m in METHODS])
                                            for d in rows.datasets(table) for f in rows.flyers(table, d)
                                            if rows.ours(table, d, "grid", f, "frames_per_second") is not None], caption))
    s.note = "f_N/s scales a flight by its number of full checks, as the thesis does; there is none (–) where no step came to one."
    best = {m: 0 for m in METHODS}
    wrong = count = 0
    for d in rows.datasets(table):
        for f in rows.flyers(table, d):
            speeds = {m: rows.ours(table, d, m, f, "frames_per_second") for m in METHODS}
            speeds = {m: v for m, v in speeds.items() if v is not None}
            if speeds:
                best[max(speeds, key=speeds.get)] += 1
                count += 1
            wrong += rows.ours(table, d, "", f, "wrong_answers") or 0
    if count:
        expected = "mesh" if table == "table_7" else "r-tree"
        s.holds = verdict(best[expected] / count)
        s.verdict = ("Fastest today: " + ", ".join(f"{m} {n}" for m, n in best.items()) + f" of {count}; "
                     + ("all four gave the exact answer at every step." if wrong == 0 else f"{wrong:.0f} answers were wrong."))
    return s


def table_8(rows):
    s = Section("table_08", "Table 8: full-resolution checks a second", "roughly the ranking of tables 3 and 4; the mesh is slowest for small objects and "
                "gains with large ones.")
    s.grids.append(Grid(list(METHODS), [(f"{d} / {f}", [rows.pair("table_8", d, m, f, "full_checks_per_second") for m in METHODS])
                                        for d in rows.datasets("table_8") for f in rows.flyers("table_8", d)]))
    slowest = {"tetra": [0, 0], "747": [0, 0]}
    for d in rows.datasets("table_8"):
        for f in slowest:
            speeds = [rows.ours("table_8", d, m, f, "full_checks_per_second") for m in METHODS]
            if have(*speeds):
                slowest[f][0] += speeds[3] <= min(speeds)
                slowest[f][1] += 1
    if slowest["tetra"][1] and slowest["747"][1]:
        s.holds = verdict((slowest["tetra"][0] / slowest["tetra"][1] + 1 - slowest["747"][0] / slowest["747"][1]) / 2)
        s.verdict = (f"The mesh is slowest in {slowest['tetra'][0]} of {slowest['tetra'][1]} environments with the tetrahedron and in "
                     f"{slowest['747'][0]} of {slowest['747'][1]} with the airplane.")
    return s


def sections(path):
    if not path.exists():
        return []
    rows = Rows(path)
    return [table_1(rows), table_3(rows), *(rates(rows, t) for t in TITLES), table_8(rows)]
