# SPDX-License-Identifier: Apache-2.0
"""Numbers of the report: the papers' tables (bench/reproduce/thesis) and what was measured (measured.csv)."""
import csv
import math
import pathlib
from dataclasses import dataclass, field

THESIS = pathlib.Path(__file__).resolve().parent.parent / "bench" / "reproduce" / "thesis"
DATASETS = ("Pipes", "Torus", "747", "Swept", "Interior")
VOLUMES = ("6-dop", "14-dop", "18-dop", "26-dop")


def number(text):
    """A number of a table, or None for an empty cell."""
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def thesis(table):
    """Rows of a table of the thesis as dictionaries."""
    with open(THESIS / f"{table}.csv", newline="") as file:
        return list(csv.DictReader(file))


def thesis_value(table, column, **where):
    for row in thesis(table):
        if all(row[key] == value for key, value in where.items()):
            return number(row[column])
    return None


class Measured:
    """measured.csv by (experiment, dataset, method, parameter, quantity)."""

    def __init__(self, *paths):
        self.rows = {}
        for path in paths:
            with open(path, newline="") as file:
                for row in csv.DictReader(file):
                    key = tuple(row[k] for k in ("experiment", "dataset", "method", "parameter", "quantity"))
                    self.rows[key] = float(row["value"])

    def get(self, experiment, dataset, method, parameter, quantity):
        return self.rows.get((experiment, dataset, method, parameter, quantity))

    def flight(self, dataset, method, quantity):
        return self.get("flight", dataset, method, "", quantity)

    def package(self, dataset, name, quantity):
        return self.get("package", dataset, name, "", quantity)

    def ms(self, dataset, method):
        us = self.flight(dataset, method, "mean_us")
        return None if us is None else us / 1000

    def package_ms(self, dataset, name):
        us = self.package(dataset, name, "mean_us")
        return None if us is None else us / 1000

    def select(self, experiment, quantity):
        """{(dataset, method, parameter): value}"""
        return {key[1:4]: value for key, value in self.rows.items() if key[0] == experiment and key[4] == quantity}


@dataclass
class Grid:
    """A table of the report. Cells are (paper, ours) pairs, numbers or None, or plain text."""
    columns: list
    rows: list  # (name, [cells])
    caption: str = ""
    digits: int = 3
    paper_rows: int = 0  # the first so many are the paper's


@dataclass
class Section:
    key: str      # table_18
    title: str
    paper: str    # what the paper concludes, one sentence
    grids: list = field(default_factory=list)
    charts: list = field(default_factory=list)  # SVG text
    holds: str = ""   # yes, partly, no; computed
    verdict: str = ""  # the sentence, computed
    note: str = ""


def verdict(share):
    """Of a share of comparisons that went as the paper says."""
    return "yes" if share >= 0.8 else "partly" if share >= 0.4 else "no"


def have(*values):
    return all(v is not None for v in values)


def geometric_mean(values):
    values = [v for v in values if v is not None and v > 0]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def slope(points):
    """Of log y against log x, by least squares."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len(logs) < 2:
        return None
    mx = sum(x for x, _ in logs) / len(logs)
    my = sum(y for _, y in logs) / len(logs)
    return sum((x - mx) * (y - my) for x, y in logs) / sum((x - mx) ** 2 for x, _ in logs)


def ranks(times):
    """{name: rank}, 1 is fastest."""
    order = sorted((t, name) for name, t in times.items() if t is not None)
    return {name: i + 1 for i, (_, name) in enumerate(order)}
