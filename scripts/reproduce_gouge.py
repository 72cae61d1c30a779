# SPDX-License-Identifier: Apache-2.0
"""Chapter 8, NC verification: tables 43 (terrain) and 44 (parts), the thesis's columns beside ours."""
from reproduce_data import VOLUMES, Grid, Section, geometric_mean, have, number, thesis, verdict
from reproduce_html import figures

TITLES = {"ball": "ball", "swept": "ball, swept", "polyhedral ball": "polyhedral ball",
          "polyhedral rounded": "polyhedral, rounded corners", "polyhedral cone": "polyhedral cone, rounded tip"}
EXACT = ("ball", "cylinder", "rounded", "cone")


def molds_of(m, names):
    return [d for d in names if m.get("gouge", d, "part", "", "steps") is not None]


def milling(m, table, title, paper, names, note):
    s = Section(table, title, paper)
    molds = molds_of(m, names)
    if not molds:
        return s
    theirs = [c for c in thesis(table)[0] if c not in ("tool", "row")]
    rows_of = {(r["tool"], r["row"]): [number(r[c]) for c in theirs] for r in thesis(table)}
    blank = [None] * len(theirs)
    get = lambda d, method, quantity: m.get("gouge", d, method, "", quantity)
    ms = lambda d, method: (lambda us: None if us is None else us / 1000)(get(d, method, "mean_us"))
    rows = [("triangles", rows_of["", "triangles"] + [get(d, "part", "triangles") for d in molds]),
            ("steps", rows_of["", "steps"] + [get(d, "part", "steps") for d in molds])]
    for tool, words in TITLES.items():
        rows.append((f"{words}: contacts", rows_of[tool, "contacts"] + [get(d, f"{tool} graze", "contacts") for d in molds]))
        for volume in VOLUMES:
            rows.append((f"{words}: {volume}, ms", rows_of[tool, volume] + [ms(d, f"{tool} {volume}") for d in molds]))
        rows.append((f"{words}: graze's default, ms", blank + [ms(d, f"{tool} graze") for d in molds]))
        if tool.startswith("polyhedral"):
            rows.append((f"{words}: RAPID (FCL's OBBs here), ms",
                         rows_of[tool, "RAPID"] + [ms(d, f"{tool} fcl-obb") for d in molds]))
        else:
            exact = "ball swept depth" if tool == "swept" else "ball depth"
            rows.append((f"{words}: certified depth, ms", blank + [ms(d, exact) for d in molds]))
    rows = [row for row in rows if any(v is not None for v in row[1])]
    s.grids.append(Grid([f"thesis: {c}" for c in theirs] + molds, rows, "All contacts of a check, milliseconds each"))
    s.grids.append(depths(get, ms, molds))
    judge(s, get, ms, molds)
    s.note = note
    return s


def depths(get, ms, molds):
    rows = []
    for tool in EXACT:
        for kind, words in ((f"{tool} depth", f"{tool} at points"), (f"{tool} swept depth", f"{tool}, swept")):
            rows.append((f"{words}: ms", [ms(d, kind) for d in molds]))
            rows.append((f"{words}: gouging", [get(d, kind, "gouges") for d in molds]))
            rows.append((f"{words}: undecided", [get(d, kind, "undecided") for d in molds]))
            rows.append((f"{words}: deepest", [get(d, kind, "deepest") for d in molds]))
    return Grid(molds, rows, "Exact tools, certified depths (graze::nc::check_moves), tolerance 0.001 units")


def judge(s, get, ms, molds):
    """What the thesis concludes, counted over our molds."""
    checks = []
    for d in molds:
        ball, swept = ms(d, "ball graze"), ms(d, "swept graze")
        others = [t for t in (ms(d, f"polyhedral {tool} 18-dop") for tool in ("ball", "rounded", "cone")) if t is not None]
        if have(ball, swept) and others:
            checks += [ball < swept, ball < min(others), swept < max(others)]
    volumes = [(ms(d, "ball 6-dop"), ms(d, "ball 26-dop")) for d in molds]
    gain = geometric_mean([a / b for a, b in volumes if have(a, b)])
    package = [(ms(d, f"polyhedral {t} fcl-obb"), ms(d, f"polyhedral {t} 18-dop"), ms(d, f"polyhedral {t} graze"))
               for d in molds for t in ("ball", "rounded", "cone")]
    slower = geometric_mean([f / v for f, v, _ in package if have(f, v)])
    ours = geometric_mean([f / g for f, _, g in package if have(f, g)])
    depth = geometric_mean([ms(d, "ball depth") for d in molds])
    sweep = geometric_mean([ms(d, "ball swept depth") for d in molds])
    agree = [v for v in (get(d, f"{tool} {volume}", "agrees") for d in molds for tool in TITLES for volume in VOLUMES)
             if v is not None]
    if not checks or gain is None:
        return
    s.holds = verdict(sum(checks) / len(checks))
    s.verdict = (
        f"Balls beat swept balls and polyhedra, and swept balls the dearest polyhedron, in {sum(checks)} of {len(checks)} "
        f"comparisons. From 6- to 26-DOPs balls gain a factor of {gain:.1f} (thesis: nothing). FCL's OBBs are {figures(slower, 2)} times slower "
        f"than 18-DOPs (thesis, RAPID: 0.4 to 16) and {figures(ours, 2)} times slower than graze's default. With certified depths a ball "
        f"takes {1000 * depth:.1f} µs at a point and {1000 * sweep:.1f} µs on a move. "
        + (f"All {len(agree)} flights gave graze's contacts." if all(agree) else "Contacts differ between volumes."))


def table_43(m):
    return milling(m, "table_43", "Table 43: gouge checks on molds of terrain",
                   "a ball is by far the fastest to check; a swept ball is faster than any polyhedron where contacts are many; "
                   "elaborate k-DOPs hardly pay for balls; RAPID is 4 to 16 times slower than 18-DOPs.",
                   ("whites", "whites_nw", "whites_ne", "whites_sw", "st_helens", "jacksboro"),
                   "300 × 300 samples of real elevations (data/README.md), 4 units from the lowest to the highest; a ball of radius 10 "
                   "on every tenth row, resting on the row's polygon. The thesis's tiles, its vertical scale and its offset polygons "
                   "are lost. Balls are points with a margin, swept balls segments with one, as k-DOPs and boxes take them; "
                   "certified depths are what `graze gouge` computes.")


def table_44(m):
    return milling(m, "table_44", "Table 44: gouge checks on parts",
                   "elaborate k-DOPs hardly pay for balls; RAPID is 1.4 to 7 times slower than 18-DOPs but on the smallest part.",
                   ("hand", "turbine_wheel", "airplane"),
                   "The molds were Bridgeport's and are lost: real parts instead, scaled to 300 units, the paths lowered by 0.05.")


SECTIONS = [({"table_43"}, table_43), ({"table_44"}, table_44)]
