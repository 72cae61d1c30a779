#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A results file of `graze bench` (docs/bench_results.md) that nobody measured: curves of known shape, for the page's tests.

    synthetic_bench.py OUTPUT.json [MODELS]

`paper_like` engines show what the paper found; "steep" ones do not, so that a page which says "holds" everywhere fails.
"""
import json
import math
import random
import sys

NEAR = [-25, -20, -15, -10, -7, -5, -3, -2, -1, 0, 1, 2, 3, 5, 7, 10, 15, 20, 25]
DEEP = [-80, -70, -60, -50, -40, -30, -20, -10, 0]
BOUNDARY = [x / 2 for x in range(-20, 21)]
CENTRES = [x / 10 for x in range(4, 25)]
PERCENT = "percent of the largest penetration"
ENGINES = {  # time at contact in µs, share of it inside, how far the peak reaches, build ms, bytes
    "graze": (2.0, 0.30, 3.0, 21.0, 82), "graze-aabb": (4.1, 0.42, 4.5, 14.0, 70), "graze-dop18": (3.0, 0.4, 3.5, 18.0, 150),
    "graze-obb": (2.1, 0.31, 3.0, 24.0, 130), "graze-sphere": (9.0, 0.45, 6.0, 17.0, 60), "fcl-obb": (48.0, 0.35, 3.2, 310.0, 420),
    "fcl-rss": (61.0, 0.35, 3.0, 405.0, 430), "bullet": (85.0, 0.5, 5.0, 12.0, 64), "ode": (130.0, 0.5, 6.0, 33.0, 90),
    "embree": (33.0, 0.6, 4.0, 9.0, 210), "cgal": (210.0, 0.5, 6.0, 52.0, None), "steep": (0.4, 9.0, 40.0, 3.0, 33),
}


def shape(x, at_contact, inside, reach):
    """Peak at 0, a constant inside, nothing outside; for "steep" the time grows inward and stays high outside."""
    if x > 0:
        return at_contact * (0.02 + 0.98 * math.exp(-x / reach))
    rest = inside * at_contact
    return rest + (at_contact - rest) * math.exp(x / reach)


def level_times(rng, mean):
    spread = 0.03 * mean * (1 + rng.random())
    mean *= rng.uniform(0.98, 1.02)
    return {"poses": 40, "mean_us": mean, "mean_ci": [mean - spread, mean + spread], "noise_ci": [mean - spread / 4, mean + spread / 4],
            "median_us": 0.9 * mean, "p99_us": 2.4 * mean, "max_us": 3 * mean}


def ask(rng, values, engine, factor, wiggle):
    at_contact, inside, reach, *_ = engine
    levels = [level_times(rng, factor * shape(x, at_contact, inside, reach) * (1 + wiggle * math.sin(9 * x))) for x in values]
    mean = sum(level["mean_us"] for level in levels) / len(levels)
    return {"poses": 40 * len(values), "repetitions": 9, "mean_us": mean, "mean_ci": [0.98 * mean, 1.02 * mean],
            "noise_ci": [0.99 * mean, 1.01 * mean], "median_us": 0.8 * mean, "p99_us": 4 * mean, "max_us": 7 * mean,
            "least_mean_us": 0.97 * mean, "cold_mean_us": 3.1 * mean + 2, "cold_mean_ci": [3 * mean, 3.3 * mean + 2], "cold_poses": 50,
            "one_core_per_second": 1e6 / mean, "all_cores_per_second": 1.9e6 / mean, "ratio": None, "ratio_ci": None, "levels": levels}


def scene(rng, name, title, figure, values, levels_are, model, pictures, engines, wiggle=0.0):
    rows = []
    for engine, numbers in engines.items():
        asks = {"any": ask(rng, values, numbers, 1, wiggle)}
        if engine not in ("embree", "steep"):
            asks["all"] = ask(rng, values, numbers, 4, wiggle)
        if engine == "cgal":
            asks["any"]["levels"][1] = None
        build, size = numbers[3:]
        wrong = 3 if engine == "bullet" else 0
        rows.append({"name": engine, "version": "1.2", "settings": f"defaults of {engine}", "arithmetic": "double", "exact_any": not wrong,
                     "exact_pairs": True, "early_exit": engine != "cgal", "build_ms": build, "build_ms_ci": [0.95 * build, 1.2 * build],
                     "build_repetitions": 5, "bytes_per_triangle": size, "failed": None,
                     "agreement": {a: {"asked": 40 * len(values), "touching": 2 if engine == "ode" else 0, "rounding": 0, "wrong": wrong} for a in asks},
                     "asks": asks})
    for row in rows[1:]:
        for key, value in row["asks"].items():
            first = rows[0]["asks"].get(key)
            value["ratio"] = first and value["mean_us"] / first["mean_us"]
    levels = []
    for x in values:
        inside = x <= 0 if levels_are == PERCENT else x < 1.2
        levels.append({"value": x, "poses": 40, "colliding": 40 if inside else 0, "verified": 40, "error_p99": 0.0004 + 0.00001 * abs(x), "error_max": 0.0021})
    disagreements = [{"pose": 13 * i + 2, "level": i, "engine": "bullet", "ask": "any", "said": True, "exact": False, "class": "wrong", "distance": 0.01 * (3 - i)} for i in range(3)]
    disagreements += [{"pose": 5 + i, "level": 0, "engine": "ode", "ask": "all", "said": 12 + i, "exact": 13, "missed": 1, "extra": 0, "class": "touching", "distance": None} for i in range(2)]
    return {"name": name, "title": title, "generator": "made up", "figure": figure, "a": model, "b": model, "size": 3.4, "max_penetration": 1.0,
            "poses_hash": "0" * 16, "complete": True, "levels_are": levels_are, "levels": levels, "engines": rows,
            "disagreements": disagreements if figure == 10 else [],
            "pictures": {"pairs": [{"level": i, "pose": pictures(x)} for i, x in enumerate(values)]}}


def results(models=("ball",), engines=tuple(ENGINES), hashes=None, wiggle=0.2):
    """Objects are balls of radius 1: at level x (percent of 1) the centres are 2 + x/100 apart."""
    rng = random.Random(6)
    chosen = {name: ENGINES[name] for name in engines}
    scenes = []
    for model in models:
        mesh = {"name": model, "triangles": 12345, "vertices": 6789, "hash": (hashes or {}).get(model, "00000000000000ab")}
        apart = lambda x: [1, 0, 0, (2 + x / 100) * 0.8, 0, 1, 0, 0, 0, 0, 1, (2 + x / 100) * 0.6]
        add = lambda kind, title, figure, values, are, place, wiggle=0.0: scenes.append(
            scene(rng, f"{model}-{kind}", f"{title}, {model}", figure, values, are, mesh, place, chosen, wiggle))
        add("near", "0, ±1 to ±25 %", 10, NEAR, PERCENT, apart)
        add("deep", "to −80 %", 11, DEEP, PERCENT, apart)
        add("boundary", "±10 %", 12, BOUNDARY, PERCENT, apart, wiggle)
        add("centres", "two copies", None, CENTRES, "distance of the centres", lambda x: [1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0])
    return {"format": "graze-bench", "version": 1, "created": "2026-01-31T23:59:59Z", "graze": {"version": "0.1.0"}, "complete": True,
            "machine": {"cpu": "A <made-up> processor & co", "cores": 4, "memory_gib": 16, "cache_mib": 8, "os": "none", "compiler": "none", "isa": "AVX2"},
            "options": {"command": "bench --quick --scene ball-near -o out", "quick": True, "seconds": 60, "elapsed_seconds": 61.5, "noise_percent": 5},
            "scenes": scenes}


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        json.dump(results(tuple(sys.argv[2:]) or ("ball",)), out, indent=1)
