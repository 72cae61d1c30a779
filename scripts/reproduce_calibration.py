# SPDX-License-Identifier: Apache-2.0
"""The section on constants that were measured: what a test of each volume costs, and what other values would give."""
from reproduce_data import DATASETS, Grid, Section, geometric_mean

CONSTANTS = {"rounded_handicap": "Hybrid: how much less likely a rounded box or ball must be to meet its like than the box, to be taken "
                                 "instead (1: any less)",
             "reach": "Bottom-up: neighbours looked at on either side",
             "skinny": "Subdivision: triangles this many times as long as high are cut (7 % pieces)"}


def sweep(m, constant):
    """{value: (N_v by dataset, us, build ms, share of rounded volumes)}"""
    out = {}
    for (d, name, value), tests in m.select("calibration", "N_v").items():
        if name == constant:
            out.setdefault(float(value), {})[d] = {"N_v": tests} | {
                q: m.get("calibration", d, name, value, q) for q in ("N_p", "us", "build_ms", "rounded")}
    return dict(sorted(out.items()))


def calibration(m):
    s = Section("calibration", "Constants that were measured", "a hybrid hierarchy should combine cheap volumes and tight ones (002, 3.1); it "
                "gives no rule.")
    cost = {(w, v): ns for (w, v, _), ns in m.select("calibration", "ns_a_test").items()}
    if not cost:
        return s
    volumes = list(dict.fromkeys(v for _, v in cost))
    widths = list(dict.fromkeys(w for w, _ in cost))
    s.grids.append(Grid(volumes, [(f"{w}, ns a test", [cost[w, v] for v in volumes]) for w in widths]
                        + [(f"{w}, tests", [m.get("calibration", w, v, "", "N_v") for v in volumes]) for w in widths],
                        "Nested spheres of 5,000 triangles, a gap of 0.05: nothing but volume tests"))
    parts = []
    for constant, title in CONSTANTS.items():
        found = sweep(m, constant)
        given = m.get("calibration", "", constant, "", "library")
        if given not in found:
            continue
        of = lambda v, q: geometric_mean([found[v][d][q] / found[given][d][q] for d in DATASETS if found[given][d][q]])
        s.grids.append(Grid([*DATASETS, "tests, mean", "triangle pairs", "time", "build"] + (["rounded, %"] if constant == "rounded_handicap" else []),
                            [(f"{v:g}" + (" (library)" if v == given else ""),
                              [found[v][d]["N_v"] / found[given][d]["N_v"] for d in DATASETS]
                              + [of(v, q) for q in ("N_v", "N_p", "us", "build_ms")]
                              + ([100 * sum(found[v][d]["rounded"] for d in DATASETS) / len(DATASETS)] if constant == "rounded_handicap" else []))
                             for v in found], f"{title}: relative to the library's value"))
        best = min(found, key=lambda v: of(v, "N_v"))
        parts.append(f"{constant.replace('_', ' ')}: fewest tests at {best:g} ({100 * (of(best, 'N_v') - 1):+.1f} % against the library's {given:g})")
    slow = [cost[w, "hybrid"] / cost[w, "obb"] for w in widths]
    s.verdict = (f"A test of a hybrid pair costs {min(slow):.2f} to {max(slow):.2f} times that of two OBBs, the same whatever the two are, so that "
                 "between boxes, rounded boxes and balls tightness alone decides; " + "; ".join(parts) + ".")
    return s


SECTIONS = [(("calibration",), calibration)]
