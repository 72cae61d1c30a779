# SPDX-License-Identifier: Apache-2.0
"""Charts as SVG text: bars on a logarithmic axis, and time against size. Readable on light and dark pages."""
import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

COLOURS = ("#2563a8", "#c8641f", "#2f8a57", "#8a4fa8", "#a8324a", "#5a6470")
STYLE = ("<style>text{font:12px system-ui,sans-serif;fill:#222}.t{font-size:15px;font-weight:600}.s{fill:#666;"
         "font-size:11px}.g{stroke:#ddd}.w{stroke:#222}.p{fill:#fff}@media(prefers-color-scheme:dark){text{fill:#ddd}"
         ".s{fill:#999}.g{stroke:#444}.w{stroke:#ddd}.p{fill:#16181c}}</style>")
WIDTH, LEFT, RIGHT = 760, 150, 60


@dataclass
class Bar:
    label: str
    group: str  # gives the colour
    value: float
    low: float
    high: float


@dataclass
class Series:
    label: str
    points: list  # (triangles, microseconds)
    a: float
    b: float


def document(title, subtitle, footer, height, body):
    height += 18
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-label="{escape(title, {chr(34): "&quot;"})}">{STYLE}'
            f'<rect class="p" width="{WIDTH}" height="{height}" rx="6"/>\n'
            f'<text class="t" x="16" y="24">{escape(title)}</text>\n'
            f'<text class="s" x="16" y="42">{escape(subtitle)}</text>\n'
            f'<text class="s" x="16" y="{height - 10}">{escape(footer)}</text>\n' + "\n".join(body) + "\n</svg>\n")


def legend(labels, y):
    x, out = 16, []
    for i, label in enumerate(labels):
        out.append(f'<rect x="{x}" y="{y - 9}" width="10" height="10" fill="{COLOURS[i % len(COLOURS)]}"/>'
                   f'<text x="{x + 15}" y="{y}">{escape(label)}</text>')
        x += 30 + 7 * len(label)
    return out


def steps(low, high):
    """1, 2, 5, 10, 20, ... within [low, high]; powers of ten alone where that would be too many."""
    mantissas = (1, 2, 5) if high / low < 1000 else (1,)
    exponent = math.floor(math.log10(low))
    while 10 ** exponent <= high:
        for mantissa in mantissas:
            value = mantissa * 10 ** exponent
            if low * 0.999 <= value <= high * 1.001:
                yield value
        exponent += 1


def number(value):
    """1.0 and 10000.0 without their fractions, 0.5 with."""
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def bars(title, subtitle, footer, items):
    """A row a label, a bar a group, whiskers from low to high. The axis is logarithmic and starts at 1, or below when
    a value is smaller: that is where somebody else is faster."""
    groups = list(dict.fromkeys(item.group for item in items))
    labels = list(dict.fromkeys(item.label for item in items))
    low = min([1.0] + [value for item in items for value in (item.low, item.value) if value > 0])
    high = max([2.0] + [item.high for item in items])
    scale = (WIDTH - LEFT - RIGHT) / math.log(high / low)

    def at(value):
        return LEFT + scale * math.log(max(value, low) / low)

    row = 14 * max(1, len(groups)) + 10
    top = 84
    bottom = top + row * len(labels)
    body = legend(groups, 62)
    for value in steps(low, high):
        body.append(f'<line class="g" x1="{at(value):.1f}" y1="{top - 6}" x2="{at(value):.1f}" y2="{bottom}"/>'
                    f'<text class="s" x="{at(value):.1f}" y="{bottom + 15}" text-anchor="middle">{number(value)}×</text>')
    for i, label in enumerate(labels):
        y = top + row * i
        body.append(f'<text x="{LEFT - 8}" y="{y + 7 * max(1, len(groups)) + 4}" text-anchor="end">{escape(label)}</text>')
        for item in (item for item in items if item.label == label):
            k = groups.index(item.group)
            middle = y + 14 * k + 7
            start, end = sorted((at(1.0), at(item.value)))
            body.append(f'<rect x="{start:.1f}" y="{middle - 5}" width="{max(1.0, end - start):.1f}" height="10" '
                        f'fill="{COLOURS[k % len(COLOURS)]}"><title>{escape(item.label)}, {escape(item.group)}: '
                        f'{item.value:.2f} ({item.low:.2f} to {item.high:.2f})</title></rect>'
                        f'<line class="w" x1="{at(item.low):.1f}" y1="{middle}" x2="{at(item.high):.1f}" y2="{middle}"/>'
                        f'<text class="s" x="{at(max(item.high, item.value)) + 5:.1f}" y="{middle + 4}">'
                        f'{item.value:.{1 if item.value < 100 else 0}f}</text>')
    return document(title, subtitle, footer, bottom + 26, body)


def growth(title, subtitle, footer, series):
    """Points of each series and its line a + b log2 n; the axis of sizes is logarithmic, that of times is not."""
    points = [point for s in series for point in s.points] or [(1, 1), (2, 1)]
    low, high = min(n for n, _ in points), max(n for n, _ in points)
    most = 1.1 * max(t for _, t in points)
    top, bottom = 84, 400
    span = math.log(high / low) or 1.0

    def x_of(n):
        return 70 + (WIDTH - 70 - RIGHT) * math.log(n / low) / span

    def y_of(t):
        return bottom - (bottom - top) * t / most

    body = legend([s.label for s in series], 62)
    for value in steps(low, high):
        body.append(f'<line class="g" x1="{x_of(value):.1f}" y1="{top}" x2="{x_of(value):.1f}" y2="{bottom}"/>'
                    f'<text class="s" x="{x_of(value):.1f}" y="{bottom + 15}" text-anchor="middle">{number(value)}</text>')
    tick = 10 ** math.floor(math.log10(most))
    tick = next(t for t in (tick / 5, tick / 2, tick, tick * 2) if most / t <= 8)
    for i in range(int(most / tick) + 1):
        y = y_of(i * tick)
        body.append(f'<line class="g" x1="70" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}"/>'
                    f'<text class="s" x="64" y="{y + 4:.1f}" text-anchor="end">{i * tick:g} µs</text>')
    for k, s in enumerate(series):
        colour = COLOURS[k % len(COLOURS)]
        ends = [(n, s.a + s.b * math.log2(n)) for n in (low, high)]
        body.append('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}" stroke-dasharray="5 3"/>'.format(
            x_of(ends[0][0]), y_of(ends[0][1]), x_of(ends[1][0]), y_of(ends[1][1]), colour))
        body += [f'<circle cx="{x_of(n):.1f}" cy="{y_of(t):.1f}" r="4" fill="{colour}"><title>{escape(s.label)}: '
                 f'{n:,.0f} triangles, {t:.3g} µs</title></circle>' for n, t in s.points]
    body.append(f'<text class="s" x="{(70 + WIDTH - RIGHT) / 2:.0f}" y="{bottom + 32}" text-anchor="middle">'
                "triangles of both models</text>")
    return document(title, subtitle, footer, bottom + 42, body)
