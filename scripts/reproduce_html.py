# SPDX-License-Identifier: Apache-2.0
"""The report: one HTML file that needs nothing else. Charts are SVG inside it."""
import html
import math

COLOURS = ("#2563a8", "#c8641f", "#2f8a57", "#8a4fa8", "#a8324a", "#5a6470", "#b58900", "#16857f")
WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM = 680, 330, 92, 30, 44
LEGEND, LEGEND_ROW = 22, 15  # where it begins, and how far its rows are apart

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>{title}</title><style>
:root{{color-scheme:light dark;--ink:#1c1f24;--soft:#666;--line:#d9dce1;--paper:#fff;--band:#f4f5f7;--ours:#2563a8}}
@media(prefers-color-scheme:dark){{:root{{--ink:#dfe2e7;--soft:#9aa1ab;--line:#3a3f47;--paper:#16181c;--band:#1e2127;
--ours:#7db2ee}}}}
body{{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;max-width:1080px;
padding:24px}}
h1{{font-size:26px;margin:0 0 4px}}h2{{font-size:19px;margin:44px 0 6px;border-top:1px solid var(--line);padding-top:18px}}
h3{{font-size:15px;margin:28px 0 2px}}p{{margin:6px 0;max-width:82ch}}.soft{{color:var(--soft)}}
.scroll{{overflow-x:auto;margin:10px 0}}table{{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums}}
caption{{text-align:left;color:var(--soft);padding:4px 0}}
th,td{{padding:3px 9px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}}
th:first-child,td:first-child{{text-align:left}}thead th{{background:var(--band)}}
td.o,th.o{{color:var(--ours);font-weight:600}}td.p,th.p{{color:var(--soft)}}
td.t{{text-align:left;white-space:normal}}
.mark{{display:inline-block;border-radius:4px;padding:0 7px;font-size:12px;font-weight:600;color:#fff;margin-right:6px}}
.yes{{background:#2f8a57}}.partly{{background:#b58900}}.no{{background:#a8324a}}.none{{background:#5a6470}}
nav{{columns:2;font-size:13px}}nav a{{color:inherit}}svg{{max-width:100%;height:auto}}
svg text{{font:12px system-ui,sans-serif;fill:var(--ink)}}svg .g{{stroke:var(--line)}}svg .s{{fill:var(--soft)}}
</style>{body}</html>
"""


def figures(value, digits=3):
    """A number as a person writes it."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if value == 0:
        return "0"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if float(value).is_integer():
        return f"{value:.0f}"
    return f"{value:.{max(0, digits - 1 - math.floor(math.log10(abs(value))))}f}"


def table(grid):
    pairs = any(isinstance(c, tuple) for _, cells in grid.rows for c in cells)
    out = ['<div class="scroll"><table>']
    if grid.caption:
        out.append(f"<caption>{html.escape(grid.caption)}</caption>")
    if pairs:
        out.append("<thead><tr><th></th>" + "".join(f'<th colspan="2">{html.escape(c)}</th>' for c in grid.columns)
                   + "</tr><tr><th></th>" + '<th class="p">paper</th><th class="o">ours</th>' * len(grid.columns)
                   + "</tr></thead>")
    else:
        out.append("<thead><tr><th></th>" + "".join(f"<th>{html.escape(c)}</th>" for c in grid.columns)
                   + "</tr></thead>")
    for i, (name, cells) in enumerate(grid.rows):
        row = [f"<td>{html.escape(name)}</td>"]
        whose = "p" if i < grid.paper_rows else "o"
        for cell in cells:
            if isinstance(cell, tuple):
                row.append(f'<td class="p">{html.escape(figures(cell[0], grid.digits))}</td>'
                           f'<td class="o">{html.escape(figures(cell[1], grid.digits))}</td>')
            elif isinstance(cell, str):
                row.append(f'<td class="t"{" colspan=2" if pairs else ""}>{html.escape(cell)}</td>')
            else:
                row.append(f'<td class="{whose}"{" colspan=2" if pairs else ""}>{figures(cell, grid.digits)}</td>')
        out.append("<tr>" + "".join(row) + "</tr>")
    out.append("</table></div>")
    return "\n".join(out)


def scale(values, log):
    low, high = min(values), max(values)
    if log:
        return math.log10(low), math.log10(high) if high > low else math.log10(low) + 1
    low = min(low, 0) if low < 0.35 * high else low
    return low, high if high > low else low + 1


def ticks(low, high, log):
    if log:
        decades = [e for e in range(math.floor(low), math.ceil(high) + 1) if low - 0.02 <= e <= high + 0.02]
        if len(decades) >= 3:
            return [(e, 10.0 ** e) for e in decades]
        fine = [(math.log10(m * 10.0 ** e), m * 10.0 ** e) for e in range(math.floor(low), math.ceil(high) + 1)
                for m in (1, 2, 5)]
        return [(p, v) for p, v in fine if low - 0.02 <= p <= high + 0.02]
    step = 10 ** math.floor(math.log10(high - low))
    step = next(s for s in (step / 5, step / 2, step, 2 * step) if (high - low) / s <= 7)
    first = math.ceil(low / step)
    return [(i * step, i * step) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def legend(labels, left):
    """Keys to the colours in rows that fit, and where the last row ends."""
    out, x, y = [], left, LEGEND
    for i, label in enumerate(labels):
        width = 30 + 7 * len(label)
        if x > left and x + width > WIDTH:
            x, y = left, y + LEGEND_ROW
        out.append(f'<rect x="{x}" y="{y}" width="9" height="9" fill="{COLOURS[i % len(COLOURS)]}"/>'
                   f'<text x="{x + 13}" y="{y + 8}">{html.escape(label)}</text>')
        x += width
    return out, y + LEGEND_ROW


def chart(title, series, x_label, y_label, log_x=False, log_y=False, dots=False):
    """series: {label: [(x, y)]}. Values that a logarithm does not take are left out."""
    series = {label: [(x, y) for x, y in points if (x > 0 or not log_x) and (y > 0 or not log_y)]
              for label, points in series.items()}
    series = {label: points for label, points in series.items() if points}
    if not series:
        return ""
    xs = [x for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points]
    x_low, x_high = scale(xs, log_x) if log_x else (min(xs), max(xs) if max(xs) > min(xs) else min(xs) + 1)
    y_low, y_high = scale(ys, log_y)
    keys, top = legend(series, LEFT)
    place_x = lambda x: LEFT + (WIDTH - LEFT - RIGHT) * ((math.log10(x) if log_x else x) - x_low) / (x_high - x_low)
    place_y = lambda y: HEIGHT - BOTTOM - (HEIGHT - top - BOTTOM) * ((math.log10(y) if log_y else y) - y_low) / (
        y_high - y_low)
    out = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" aria-label="{html.escape(title)}">',
           f'<text x="{LEFT}" y="15" font-weight="600">{html.escape(title)}</text>']
    for position, value in ticks(y_low, y_high, log_y):
        y = HEIGHT - BOTTOM - (HEIGHT - top - BOTTOM) * (position - y_low) / (y_high - y_low)
        out.append(f'<line class="g" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
                   f'<text class="s" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{figures(value, 2 if log_y else 3)}</text>')
    for position, value in ticks(x_low, x_high, log_x):
        x = LEFT + (WIDTH - LEFT - RIGHT) * (position - x_low) / (x_high - x_low)
        out.append(f'<line class="g" x1="{x:.1f}" x2="{x:.1f}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM + 4}"/>'
                   f'<text class="s" x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{figures(value, 2)}'
                   f'</text>')
    out.append(f'<text class="s" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">'
               f'{html.escape(x_label)}</text><text class="s" x="14" y="{HEIGHT / 2}" text-anchor="middle" '
               f'transform="rotate(-90 14 {HEIGHT / 2})">{html.escape(y_label)}</text>')
    out += keys
    for i, (_, points) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(f"{place_x(x):.1f},{place_y(y):.1f}" for x, y in sorted(points))
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" '
                   f'stroke-width="{1 if len(points) > 200 else 1.8}"/>')
        if dots or len(points) <= 40:
            out += [f'<circle cx="{place_x(x):.1f}" cy="{place_y(y):.1f}" r="2.4" fill="{colour}"/>' for x, y in points]
    return "\n".join(out) + "</svg>"


def bars(title, rows, labels, unit):
    """rows: [(name, [parts])], stacked."""
    height = 46 + 26 * len(rows)
    most = max((sum(parts) for _, parts in rows), default=0) or 1
    out = [f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img" aria-label="{html.escape(title)}">',
           f'<text x="8" y="15" font-weight="600">{html.escape(title)}</text>']
    out += legend(labels, 8)[0]
    for k, (name, parts) in enumerate(rows):
        y, x = 40 + 26 * k, 90.0
        out.append(f'<text x="8" y="{y + 14}">{html.escape(name)}</text>')
        for i, part in enumerate(parts):
            width = part / most * (WIDTH - 190)
            out.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="18" fill="{COLOURS[i]}"/>')
            x += width
        out.append(f'<text class="s" x="{x + 6:.1f}" y="{y + 14}">{figures(sum(parts))} {unit}</text>')
    return "\n".join(out) + "</svg>"


def histograms(title, series, x_label, band):
    """series: {label: [value]}: a small histogram for each, all to one scale; a band from low to high behind the bars."""
    columns, high, gap, left, top = 2, 92, 30, 34, 26
    wide = (WIDTH - columns * left - RIGHT / 2) / columns
    most = max(max(values) for values in series.values())
    rows = -(-len(series) // columns)
    height = top + rows * (high + gap) + 14
    out = [f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img" aria-label="{html.escape(title)}">',
           f'<text x="{left}" y="15" font-weight="600">{html.escape(title)}</text>']
    for i, (label, values) in enumerate(series.items()):
        x = left + i % columns * (wide + left)
        bottom = top + i // columns * (high + gap) + high + 16
        y_of = lambda value: bottom - (high - 4) * value / most
        step = wide / len(values)
        bars_of = "".join(f"M{x + k * step:.2f} {bottom}V{y_of(value):.1f}h{step:.2f}V{bottom}" for k, value in enumerate(values))
        out.append(f'<rect x="{x:.1f}" y="{y_of(band[1]):.1f}" width="{wide:.1f}" height="{y_of(band[0]) - y_of(band[1]):.1f}" fill="{COLOURS[6]}" '
                   f'opacity="0.35"/><path d="{bars_of}z" fill="{COLOURS[0]}"/>'
                   f'<line class="g" x1="{x:.1f}" x2="{x + wide:.1f}" y1="{y_of(1):.1f}" y2="{y_of(1):.1f}"/>'
                   f'<line class="g" x1="{x:.1f}" x2="{x + wide:.1f}" y1="{bottom}" y2="{bottom}"/>'
                   f'<text x="{x:.1f}" y="{bottom - high + 2}">{html.escape(label)}</text>')
        out += [f'<text class="s" x="{x - 5:.1f}" y="{y_of(value) + 4:.1f}" text-anchor="end">{value}</text>'
                for value in range(math.floor(most) + 1) if most < 8 or value % 4 == 0]
    out.append(f'<text class="s" x="{WIDTH / 2}" y="{height - 2}" text-anchor="middle">{html.escape(x_label)}</text>')
    return "\n".join(out) + "</svg>"


def section(s):
    out = [f'<h3 id="{s.key}">{html.escape(s.title)}</h3>',
           f'<p class="soft">The paper: {html.escape(s.paper)}</p>']
    if s.verdict:
        mark = {"yes": "holds", "partly": "holds in part", "no": "does not hold"}.get(s.holds, "measured")
        out.append(f'<p><span class="mark {s.holds or "none"}">{mark}</span>{html.escape(s.verdict)}</p>')
    out += [table(g) for g in s.grids]
    out += s.charts
    if s.note:
        out.append(f'<p class="soft">{html.escape(s.note)}</p>')
    return "\n".join(out)


def page(title, intro, groups):
    """groups: [(heading, [Section])]"""
    every = [s for _, sections in groups for s in sections]
    counts = {word: sum(1 for s in every if s.holds == word) for word in ("yes", "partly", "no")}
    body = [f"<h1>{html.escape(title)}</h1>"] + [f'<p class="soft">{line}</p>' for line in intro]
    body.append(f"<p>Of {sum(counts.values())} conclusions, {counts['yes']} hold today, {counts['partly']} in part, "
                f"{counts['no']} do not.</p><nav>")
    body += [f'<div><span class="mark {s.holds or "none"}">{s.holds or "–"}</span>'
             f'<a href="#{s.key}">{html.escape(s.title)}</a></div>' for s in every]
    body.append("</nav>")
    for heading, sections in groups:
        if sections:
            body.append(f"<h2>{html.escape(heading)}</h2>")
            body += [section(s) for s in sections]
    return PAGE.format(title=html.escape(title), body="\n".join(body))
