# SPDX-License-Identifier: Apache-2.0
"""Sections on building: tables 9, 10, 11 to 16, 19 to 21, 25, 27, 37, 38. Every verdict is computed from the numbers."""
from reproduce_data import DATASETS, VOLUMES, Grid, Section, geometric_mean, have, number, thesis, thesis_value, verdict

RULES = {"Longest Side": "longest_side", "Min Sum": "min_sum", "Min Max": "min_max", "Splatter": "splatter"}


def rule_method(rule, point="mean", volume="18-dop"):
    return volume if (rule, point) == ("splatter", "mean") else f"{volume} {rule} {point}"


def by_dataset(m, rows, paper, ours, caption="", digits=3):
    """A grid with a column a dataset: rows of names, paper(name, dataset), ours(name, dataset)."""
    return Grid(list(DATASETS), [(name, [(paper(name, d), ours(name, d)) for d in DATASETS]) for name in rows], caption,
                digits)


def table_09(m):
    s = Section("table_09", "Table 9: total volume of the environment's tree, 18-DOPs",
                "splitting at the mean always gives less volume than at the median; min sum gives the least, longest "
                "side the most.")
    volume = lambda d, rule, point: m.flight(d, rule_method(rule, point), "environment_volume")
    # The datasets' units are their own: everything relative to min sum at the mean.
    unit = lambda d: (thesis_value("table_09", "mean", dataset=d, rule="Min Sum"), volume(d, "min_sum", "mean"))
    relative = lambda value, of: value / of if have(value, of) else None
    s.grids.append(Grid(["mean", "median"], [
        (f"{d}, {name}", [(relative(thesis_value("table_09", p, dataset=d, rule=name), unit(d)[0]),
                           relative(volume(d, rule, p), unit(d)[1]))
                          for p in ("mean", "median")]) for d in DATASETS for name, rule in RULES.items()],
        "Relative to min sum at the mean"))
    pairs = [(volume(d, r, "mean"), volume(d, r, "median")) for d in DATASETS for r in RULES.values()]
    pairs = [p for p in pairs if have(*p)]
    if not pairs:
        return s
    smaller = sum(a < b for a, b in pairs)
    least = sum(volume(d, "min_sum", "mean") <= min(volume(d, r, "mean") for r in RULES.values()) for d in DATASETS)
    most = sum(volume(d, "longest_side", "mean") >= max(volume(d, r, "mean") for r in RULES.values()) for d in DATASETS)
    gain = 100 * (1 - geometric_mean([a / b for a, b in pairs]))
    s.holds = verdict((smaller / len(pairs) + least / len(DATASETS)) / 2)
    s.verdict = (f"The mean gives less volume in {smaller} of {len(pairs)} cases ({gain:.0f} % less on average); min sum "
                 f"is least in {least} of {len(DATASETS)} datasets, longest side most in {most}.")
    return s


def table_10(m):
    s = Section("table_10", "Table 10: height of the environment's tree",
                "trees split at the mean are somewhat deeper, not dramatically (at most 26 against 18).")
    height = lambda d, rule, point: m.flight(d, rule_method(rule, point), "environment_height")
    rows = [("Median, all", [(thesis_value("table_10", d, point="Median"), height(d, "splatter", "median"))
                             for d in DATASETS])]
    rows += [(f"Mean, {name}", [(thesis_value("table_10", d, point="Mean", rule=name), height(d, rule, "mean"))
                                for d in DATASETS]) for name, rule in RULES.items()]
    s.grids.append(Grid(list(DATASETS), rows))
    ratios = [height(d, r, "mean") / height(d, "splatter", "median") for d in DATASETS for r in RULES.values()
              if have(height(d, r, "mean"), height(d, "splatter", "median"))]
    if ratios:
        paper = max(thesis_value("table_10", d, point="Mean", rule=r) / thesis_value("table_10", d, point="Median")
                    for d in DATASETS for r in RULES)
        s.holds = "yes" if max(ratios) < 1.6 else "partly" if max(ratios) < 2 else "no"
        s.verdict = (f"Split at the mean our trees are at most {max(ratios):.2f} times as deep as at the median, where the "
                     f"thesis has {paper:.2f}; {sum(r > 1 for r in ratios)} of {len(ratios)} are deeper at all.")
        s.note = "Heights count edges from the root to the deepest leaf."
    return s


def megabytes(m, dataset, method, which):
    """Mesh (24 bytes a vertex's share of 1/2 a triangle, 12 a triangle) and hierarchy, in MB as the thesis counts it."""
    hierarchy = m.flight(dataset, method, f"{which}_bytes")
    triangles = m.flight(dataset, method, f"{which}_triangles")
    return None if hierarchy is None else (hierarchy + 84 * triangles) / 2 ** 20


def memory(m):
    out = []
    s = Section("table_11", "Tables 11 and 16: memory of the environment, and of both models",
                "6-, 14- and 18-DOP trees need less memory than RAPID's OBB trees, 26-DOPs mostly more.")
    paper = lambda table: lambda name, d: thesis_value(table, d, method=name)
    rows = [*VOLUMES, "RAPID"]

    def measured(*which):
        def total(name, d):
            parts = [megabytes(m, d, "obb" if name == "RAPID" else name, w) for w in which]
            return sum(parts) if have(*parts) else None
        return total

    s.grids.append(by_dataset(m, rows, paper("table_11"), measured("environment"), "Table 11: environment, MB; beside RAPID: our OBBs"))
    s.grids.append(by_dataset(m, rows, paper("table_16"), measured("environment", "object"), "Table 16: both, MB"))
    per = lambda method, d, which: m.flight(d, method, f"{which}_bytes") / m.flight(d, method, f"{which}_triangles")
    structures = [x for x in (*VOLUMES, "8-dop", "12-dop", "20-dop", "sphere", "obb", "rounded_box", "graze")
                  if m.flight("Pipes", x, "environment_bytes")]
    s.grids.append(Grid(list(DATASETS), [(x, [per(x, d, "environment") for d in DATASETS]) for x in structures] + [
        (x, [m.package(d, x, "bytes_per_triangle") for d in DATASETS])
        for x in ("fcl-obb", "fcl-obbrss", "bullet", "ode", "embree", "cgal")
        if m.package("Pipes", x, "bytes_per_triangle")],
        "Bytes a triangle of every structure, environment's tree, without the mesh (84 bytes in the thesis's count); "
        "packages: both models"))
    fcl = [m.package(d, "fcl-obb", "bytes_per_triangle") for d in DATASETS]
    obb = [per("obb", d, "environment") if m.flight(d, "obb", "environment_bytes") else None for d in DATASETS]
    if have(*obb):
        less = {v: sum(per(v, d, "environment") <= o for d, o in zip(DATASETS, obb)) for v in VOLUMES}
        total = sum(less[v] for v in VOLUMES[:3])
        s.holds = verdict(total / (3 * len(DATASETS)))
        beside = (f", FCL's OBB trees {geometric_mean(fcl):.0f}" if have(*fcl) else "")
        s.verdict = ("Of complete binary trees in graze's float layout, "
                     + "no more than the OBB's take " + ", ".join(f"{v}s on {less[v]}" for v in VOLUMES) + f" of {len(DATASETS)} datasets"
                     + f"; a 4-wide default tree takes {geometric_mean([per('graze', d, 'environment') for d in DATASETS]):.0f}"
                       f" bytes a triangle{beside}, RAPID took 412 with the mesh.")
        s.note = ("Slabs are floats rounded outward, padded to 8 or 16 lanes, so a 14-DOP costs what an 8-DOP costs and an "
                  "18-DOP what a 26-DOP does; every leaf is a packet of four triangles, 192 bytes even for one.")
    out.append(s)

    s = Section("table_12", "Tables 12 to 15: memory of the flying object", "τ = 40 keeps the object's tree small: most "
                "of the memory is the mesh, the k-DOPs' corners (method II) and the convex hull (method I) come next.")
    s.grids.append(by_dataset(m, [*VOLUMES, "RAPID"], lambda n, d: thesis_value("table_12", d, volume=n),
                              lambda n, d: None if n == "RAPID" else megabytes(m, d, n, "object"),
                              "Table 12: object and tree, MB"))
    s.grids.append(by_dataset(m, VOLUMES, lambda n, d: thesis_value("table_13", d, volume=n),
                              lambda n, d: megabytes(m, d, n, "object"), "Table 13: without corners and hull, MB"))
    for table, what, quantity in (("table_14", "corners of all k-DOPs (method II)", "corner_bytes"),
                                  ("table_15", "convex hull (method I)", "hull_bytes")):
        if any(m.get("memory", d, v, "", quantity) is not None for d in DATASETS for v in VOLUMES):
            s.grids.append(by_dataset(m, VOLUMES, lambda n, d, t=table: thesis_value(t, d, volume=n),
                                      lambda n, d, q=quantity: (m.get("memory", d, n, "", q) or 0) / 2 ** 20,
                                      f"Table {table[-2:]}: {what}, MB"))
    shares = [m.flight(d, v, "object_bytes") / (m.flight(d, v, "object_bytes") + 84 * m.flight(d, v, "object_triangles"))
              for d in DATASETS for v in VOLUMES if m.flight(d, v, "object_bytes")]
    if shares:
        share = geometric_mean(shares)
        s.holds = "yes" if share < 0.5 else "partly" if share < 0.75 else "no"
        s.verdict = (f"With τ = 40 the tree of the object is {100 * share:.0f} % of its memory on average, the mesh the "
                     "rest; re-alignment by duality needs neither corners nor hull.")
    out.append(s)
    return out


def table_19(m):
    s = Section("table_19", "Tables 19 and 25: time to build the environment's tree, 18-DOPs, by rule",
                "longest side and splatter are fastest and equal; min sum and min max take about ten times as long; RAPID "
                "took a third of splatter's time at first, six times as long after the code was cleaned.")
    seconds = lambda name, d: (m.flight(d, rule_method(RULES[name]), "environment_build_ms") or 0) / 1000 if (
        name in RULES and m.flight(d, rule_method(RULES[name]), "environment_build_ms")) else None
    package = lambda d: m.package(d, "fcl-obb", "build_ms")
    s.grids.append(by_dataset(m, [*RULES, "RAPID"], lambda n, d: 60 * thesis_value("table_19", d, **{
        "Construction Method": n}), seconds, "Table 19, seconds (the thesis's minutes times 60)"))
    s.grids.append(by_dataset(m, ["Longest Side", "Splatter", "RAPID"], lambda n, d: thesis_value("table_25", d, **{
        "Construction Method": n}), seconds, "Table 25, seconds"))
    slow = [seconds(n, d) / seconds("Splatter", d) for n in ("Min Sum", "Min Max") for d in DATASETS
            if have(seconds(n, d), seconds("Splatter", d))]
    alike = [seconds("Longest Side", d) / seconds("Splatter", d) for d in DATASETS
             if have(seconds("Longest Side", d), seconds("Splatter", d))]
    if slow:
        ratio = geometric_mean(slow)
        s.holds = "yes" if ratio > 5 else "partly" if ratio > 1.5 else "no"
        s.verdict = (f"Longest side takes {geometric_mean(alike):.2f} times splatter's time, min sum and min max "
                     f"{ratio:.1f} times (thesis: {geometric_mean([thesis_value('table_19', d, **{'Construction Method': n}) / thesis_value('table_19', d, **{'Construction Method': 'Splatter'}) for n in ('Min Sum', 'Min Max') for d in DATASETS]):.1f})")
        if have(*(package(d) for d in DATASETS)):
            both = [package(d) / 1000 / (seconds("Splatter", d) + m.flight(d, "18-dop", "object_build_ms") / 1000)
                    for d in DATASETS]
            s.verdict += f"; FCL's OBB trees of both models take {geometric_mean(both):.1f} times as long as our two."
        else:
            s.verdict += "."
    return s


def table_20(m):
    s = Section("table_20", "Tables 20 and 21: query time by splitting rule and point, 18-DOPs",
                "min sum is typically fastest, splatter nearly as good; the median is never faster than the mean.")
    for table, point in (("table_20", "mean"), ("table_21", "median")):
        s.grids.append(by_dataset(m, RULES, lambda n, d, t=table: thesis_value(t, d, **{"Construction Method": n}),
                                  lambda n, d, p=point: m.ms(d, rule_method(RULES[n], p)), f"{point}, ms"))
    s.grids.append(Grid(list(DATASETS), [
        (f"{name}, {point}", [(m.flight(d, rule_method(rule, point), "N_v") or 0) / m.flight(d, rule_method(rule, point),
                                                                                              "poses")
                              for d in DATASETS]) for name, rule in [*RULES.items(), ("SAH", "sah")]
        for point in ("mean", "median") if m.flight("Pipes", rule_method(rule, point), "N_v")],
        "N_v a query, ours: counters do not depend on the machine"))
    pairs = [(m.ms(d, rule_method(r, "mean")), m.ms(d, rule_method(r, "median"))) for d in DATASETS
             for r in RULES.values()]
    tests = [(m.flight(d, rule_method(r, "mean"), "N_v"), m.flight(d, rule_method(r, "median"), "N_v"))
             for d in DATASETS for r in RULES.values()]
    pairs, tests = [p for p in pairs if have(*p)], [p for p in tests if have(*p)]
    if not pairs:
        return s
    slower = sum(b > a for a, b in pairs)
    more = sum(b > a for a, b in tests)
    fastest = sum(m.ms(d, rule_method("min_sum")) <= 1.02 * min(m.ms(d, rule_method(r)) for r in RULES.values())
                  for d in DATASETS)
    splatter = geometric_mean([m.ms(d, "18-dop") / min(m.ms(d, rule_method(r)) for r in RULES.values())
                               for d in DATASETS])
    s.holds = verdict((slower / len(pairs) + more / len(tests) + fastest / len(DATASETS)) / 3)
    s.verdict = (f"The median is slower in {slower} of {len(pairs)} cases and tests more volumes in {more}; min sum is "
                 f"fastest (within 2 %) on {fastest} of {len(DATASETS)} datasets, and splatter takes {splatter:.2f} times "
                 "the best rule's time on average.")
    return s


def table_37(m):
    names = ["6-dop", "8-dop", "12-dop", "14-dop", "18-dop", "20-dop", "26-dop"]
    s = Section("table_37", "Tables 37 and 38: time to build by volume",
                "6-DOPs are fastest to build; 18-DOPs take 10-15 % more time than RAPID on the Sun and 15-20 % less on the "
                "SGI.")
    ours = lambda n, d: (m.flight(d, n, "environment_build_ms") + m.flight(d, n, "object_build_ms")) / 1000 if (
        n in names and m.flight(d, n, "environment_build_ms")) else (m.package(d, "fcl-obb", "build_ms") or 0) / 1000 or None
    s.grids.append(by_dataset(m, [*names, "RAPID"], lambda n, d: thesis_value("table_37", d, method=n), ours,
                              "Sun Ultra 1, s; ours: both models, one thread; beside RAPID: FCL's OBB trees"))
    s.grids.append(by_dataset(m, [*names, "RAPID"], lambda n, d: thesis_value("table_38", d, method=n), ours,
                              "SGI Indigo2, s; ours as above"))
    if have(*(ours(n, d) for n in names for d in DATASETS)):
        first = sum(ours("6-dop", d) <= 1.02 * min(ours(n, d) for n in names) for d in DATASETS)
        beside = [ours("18-dop", d) / ours("RAPID", d) for d in DATASETS if have(ours("RAPID", d))]
        s.holds = verdict(first / len(DATASETS))
        s.verdict = (f"6-DOP trees are fastest to build (within 2 %) on {first} of {len(DATASETS)} datasets"
                     + (f", and 18-DOP trees take {geometric_mean(beside):.2f} times the time of FCL's OBB trees."
                        if beside else "."))
    return s


def table_27(m):
    s = Section("table_27", "Tables 26 and 27: splitting along three or all k/2 directions",
                "nine splitting directions give larger trees than three on all datasets, and slower queries on average, for "
                "30 % more time to build.")
    wide = "18-dop axes=all"
    if m.flight("Pipes", wide, "environment_volume") is None:
        s.note = "Not measured in this run."
        return s
    s.grids.append(by_dataset(m, ["18-dop (3)", "18-dop (9)"], lambda n, d: thesis_value("table_27", d, method=n),
                              lambda n, d: m.flight(d, "18-dop" if "(3)" in n else wide, "environment_volume"),
                              "Table 27: total volume"))
    larger = sum(m.flight(d, wide, "environment_volume") > m.flight(d, "18-dop", "environment_volume") for d in DATASETS)
    pairs = [(m.ms(d, v), m.ms(d, f"{v} axes=all")) for v in VOLUMES[1:] for d in DATASETS]
    slower = sum(b > a for a, b in pairs if have(a, b))
    build = geometric_mean([m.flight(d, f"{v} axes=all", "environment_build_ms") / m.flight(d, v, "environment_build_ms")
                            for v in VOLUMES[1:] for d in DATASETS])
    s.holds = verdict((larger / len(DATASETS) + slower / len(pairs)) / 2)
    s.verdict = (f"All k/2 directions give a larger tree on {larger} of {len(DATASETS)} datasets, slower queries in {slower} of "
                 f"{len(pairs)} cases (thesis: 10 of 15), and take {100 * (build - 1):+.0f} % time to build.")
    return s


SECTIONS = [(("table_09",), table_09), (("table_10",), table_10),
            (("table_11", "table_12", "table_13", "table_14", "table_15", "table_16"), memory),
            (("table_19", "table_25"), table_19), (("table_20", "table_21"), table_20), (("table_27",), table_27),
            (("table_37", "table_38"), table_37)]
