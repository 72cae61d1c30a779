# SPDX-License-Identifier: Apache-2.0
"""Programs made from a seed that use the words both graze and LinuxCNC's interpreter execute."""
import math
import random
import re

PLANES = {17: "XYZ", 18: "ZXY", 19: "YZX"}  # first, second, across
CENTRE = dict(zip("XYZ", "IJK"))


class Maker:
    """Lines of one program; whatever it writes leaves the machine in a state the next piece can start from."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.inch = False
        self.label = 100
        self.left_loop = False

    def number(self, low=-50.0, high=50.0, digits=3):
        return round(self.random.uniform(low, high), digits)

    def spell(self, value):
        """The number, or an expression of this value (to far less than the comparison's tolerance)."""
        r = self.random.random()
        if r < 0.8:
            text = f"{value:.6f}".rstrip("0").rstrip(".") or "0"
            if text.startswith("0.") and self.random.random() < 0.3:
                text = text[1:]
            if text.startswith("-0.") and self.random.random() < 0.3:
                text = "-" + text[2:]
            return text if text not in {"-0", "-"} else "0"
        part = self.number(-5, 5)
        return self.random.choice([
            f"[{value - part:.6f} + {part}]", f"[{value / 2:.7f} * 2]", f"[{value:.6f} - 0*7 + [2 ** 0 - 1]]",
            f"[{value:.6f} + sin[0] + 0 * cos[{part}]]", f"[[{value:.6f}] / 1]", f"[{value:.6f}+abs[-1]-fup[0.3]]",
            f"[{value:.6f} + [{part} LT {part - 1}] + [7 MOD 7]]", f"[{value:.6f} - atan[0]/[1] + fix[0.9] + round[0.2]]"])

    def emit(self, *words):
        """A line; the order of words does not matter, nor do case and blanks."""
        words = list(words)
        self.random.shuffle(words)
        line = self.random.choice(["", " ", "  "]).join(words)
        if self.random.random() < 0.15:
            line = line.lower()
        if self.random.random() < 0.1:
            line += self.random.choice([" (a remark)", " ; a remark"])
        if self.random.random() < 0.1:
            line = f"N{self.random.randrange(1, 99999)} " + line
        self.lines.append(line)

    def axis(self, letter, low=-50.0, high=50.0):
        return letter + self.spell(self.number(low, high))

    def linear(self):
        mode = self.random.choice(["G0", "G1"])
        for i in range(self.random.randrange(1, 5)):
            axes = self.random.sample("XYZABC" if self.random.random() < 0.2 else "XYZ", self.random.randrange(1, 4))
            self.emit(*([mode] if i == 0 else []), *[self.axis(a) for a in axes])

    def incremental(self):
        self.emit("G91")
        self.linear()
        self.lines.append("G90")

    def arc(self):
        plane = self.random.choice([17, 18, 19])
        first, second, across = PLANES[plane]
        radius = self.number(0.5, 30)
        start, sweep = self.random.uniform(0, 360), self.random.uniform(5, 355)
        clockwise = self.random.random() < 0.5
        turn = -sweep if clockwise else sweep
        centre = (self.number(), self.number())
        at = lambda degrees: [round(c + radius * f(math.radians(degrees)), 5) for c, f in zip(centre, (math.cos, math.sin))]
        a, b = at(start), at(start + turn)
        self.emit(f"G{plane}")
        self.emit("G0", f"{first}{a[0]}", f"{second}{a[1]}")
        code = "G2" if clockwise else "G3"
        form = self.random.choice(["relative", "absolute", "radius", "full", "incremental"])
        helix = [self.axis(across, -20, 20)] if self.random.random() < 0.4 else []
        turns = [f"P{self.random.randrange(1, 5)}"] if self.random.random() < 0.25 else []
        i, j = CENTRE[first], CENTRE[second]
        relative = [f"{i}{centre[0] - a[0]:.5f}", f"{j}{centre[1] - a[1]:.5f}"]
        if form == "relative":
            self.emit(code, f"{first}{b[0]}", f"{second}{b[1]}", *relative, *helix, *turns)
        elif form == "full":
            self.emit(code, *relative, *(helix or [f"{first}{a[0]}"]), *turns)
        elif form == "absolute":
            self.emit("G90.1", code, f"{first}{b[0]}", f"{second}{b[1]}", f"{i}{centre[0]}", f"{j}{centre[1]}", *helix, *turns)
            self.lines.append("G91.1")
        elif form == "incremental":
            self.emit("G91", code, f"{first}{b[0] - a[0]:.5f}", f"{second}{b[1] - a[1]:.5f}", *relative, *helix, *turns)
            self.lines.append("G90")
        else:
            r = radius if sweep < 180 else -radius
            self.emit(code, f"{first}{b[0]}", f"{second}{b[1]}", f"R{r}", *helix)
        self.lines.append("G17")

    def cycle(self):
        plane = self.random.choice([17, 17, 17, 18, 19])
        first, second, across = PLANES[plane]
        # rs274 exchanges axes when it taps in G18 and G19, and knows no L with G74.
        code = self.random.choice([73, 81, 82, 83, 85, 86, 89] + ([74, 84] if plane == 17 else []))
        r = self.number(0, 5)
        bottom = r - self.number(0.5, 12)
        self.emit(f"G{plane}", "M4" if code == 74 else "M3", "S100")
        self.emit("G0", self.axis(across, -2, 12))
        self.lines.append(self.random.choice(["G98", "G99"]))
        incremental = self.random.random() < 0.3
        if incremental:
            self.lines.append("G91")
            bottom = -self.number(0.5, 12)
        words = [f"G{code}", self.axis(first), self.axis(second), f"{across}{bottom:.3f}", f"R{r}"]
        if code in (73, 83):
            words.append(f"Q{self.number(0.3, 4)}")
        if code in (82, 86, 89):
            words.append(f"P{self.number(0, 0.1)}")
        if self.random.random() < 0.3 and code != 74:
            words.append(f"L{self.random.randrange(1, 4)}")
        self.emit(*words)
        for _ in range(self.random.randrange(0, 4)):
            more = [self.axis(first)]
            if self.random.random() < 0.5:
                more.append(self.axis(second))
            if self.random.random() < 0.2 and code != 74:
                more.append(f"L{self.random.randrange(1, 4)}")
            if self.random.random() < 0.15 and not incremental:
                more.append(f"R{r + self.number(0, 3):.3f}")
            if self.random.random() < 0.15 and not incremental:
                more.append(f"{across}{bottom - self.number(0, 3):.3f}")
            if self.random.random() < 0.15:
                more.append(self.random.choice(["G98", "G99"]))
            self.emit(*more)
        self.lines += ["G80", "G90", "G17"]

    def offsets(self):
        some = lambda low=-20.0, high=20.0: [self.axis(a, low, high) for a in self.random.sample("XYZ", self.random.randrange(1, 4))]
        choice = self.random.randrange(14)
        if choice == 0:
            self.emit("G10", "L2", f"P{self.random.randrange(0, 10)}", *some())
        elif choice == 1:
            self.lines.append(self.random.choice(["G54", "G55", "G56", "G57", "G58", "G59", "G59.1", "G59.2", "G59.3"]))
        elif choice == 2:
            self.emit("G92", *some())
        elif choice == 3:
            self.lines.append(self.random.choice(["G92.1", "G92.2", "G92.3"]))
        elif choice == 4:
            self.emit("G10", "L20", f"P{self.random.randrange(0, 10)}", *some())
        elif choice == 5:
            self.emit("G52", *some())
        elif choice == 6:
            # Stand-alone, rs274 forgets at M6 by how much a change of length has moved the controlled point.
            self.emit("G0", self.axis("X"), self.axis("Y"), self.axis("Z"))
            self.emit(f"T{self.random.randrange(1, 4)}", "M6")
            self.lines.append(self.random.choice(["G43", ""]))
        elif choice == 7:
            self.emit("G43", f"H{self.random.randrange(1, 4)}")
        elif choice == 8:
            self.lines.append("G49")
        elif choice == 9:
            self.emit("G43.1", *some())
        elif choice == 10:
            self.emit(self.random.choice(["G28", "G30"]), *(some() if self.random.random() < 0.7 else []))
        elif choice == 11:
            self.lines.append(self.random.choice(["G28.1", "G30.1"]))
        elif choice == 12:
            self.emit("G53", self.random.choice(["G0", "G1"]), *some())
        else:
            self.emit("G10", "L1", f"P{self.random.randrange(1, 4)}", f"Z{self.number(0, 40)}")
            self.emit("G43", f"H{self.random.randrange(1, 4)}")
        self.linear()

    def units(self):
        # Stand-alone, rs274 takes a tool length for one in the new unit.
        self.lines += ["G49", self.random.choice(["G20", "G21"])]

    def harmless(self):
        self.lines.append(self.random.choice(["M8", "M7", "M9", "M3 S200", "M4 S100", "M5", "G4 P0.01", "M48", "M49", "G61", "G64 P0.02",
                                              "G94 F500", "(only a remark)", "", "M0", "M1", "; another", "G40", "S300", "G97"]))

    def parameters(self):
        n = self.random.randrange(31, 90)
        self.lines.append(f"#{n} = {self.spell(self.number())}")
        self.lines.append(f"#<name> = [#{n} * 2 + {self.number()}]")
        self.lines.append(f"#<_Global One> = [-#{n} + #<name> - [#{n} ** 2] / 10]")
        self.lines.append(f"G1 X#{n} Y#<name> Z[#<_globalone> MOD 40]")
        self.lines.append(f"#{n} = 7 X#{n}")
        self.lines.append(f"#1=3 #3=#{n} Y[#1 + 2 * #3 - #{n} / 4] Z-#3")
        self.lines.append(f"X[2 + 3 * 4 ** 2 / 8 - 1] Y[10 MOD 4 - 2 ** 3 ** 1] Z[1 + 2 GT 2 AND 3 LT 4 OR 0]")
        self.lines.append(f"X[sqrt[2]*10] Y[acos[0.5]/2] Z[asin[-0.5] + tan[30] + exp[1] + ln[10]]")
        self.lines.append(f"X[fix[-2.5]] Y[fup[-2.5]] Z[round[-2.5] + round[2.5] * 3] A[-7 mod 3] B[#5220] C[exists[#<name>]]")

    def flow(self):
        self.label += 10
        o, r = self.label, self.random
        kind = r.randrange(6)
        if kind == 2 and self.left_loop:  # rs274 ends a `do` too early after a loop with break or continue
            kind = 1
        if kind == 0:
            self.left_loop = True
            self.lines += [f"#20 = 0", f"o{o} while [#20 LT {r.randrange(0, 6)}]", "#20 = [#20 + 1]", f"G1 X[#20 * 2] Y{self.number()}",
                           f"o{o + 1} if [#20 EQ 2]", f"o{o} continue", f"o{o + 1} elseif [#20 EQ 4]", f"o{o} break", f"o{o + 1} else",
                           "G0 Z#20", f"o{o + 1} endif", "G0 Z-#20", f"o{o} endwhile"]
        elif kind == 1:
            self.lines += [f"o{o} repeat [{r.randrange(0, 5)}]", "G91 G0 X1.5 Y-0.25", "G90", f"o{o} endrepeat"]
        elif kind == 2:
            self.lines += ["#21 = 5", f"O{o} do", "G1 X#21 Z[#21/3]", "#21 = [#21 - 1]", f"o{o} while [#21 GT {r.randrange(0, 4)}]"]
        elif kind == 3:
            self.lines += [f"o{o} sub", "G1 X#1 Y[#2 + #3]", f"o{o + 1} if [#1 GT 5]", f"o{o} return [#1 * 2]", f"o{o + 1} endif",
                           "G0 Z[#1 + #2]", "#1 = 99", f"o{o} endsub [#2]", "#1 = 4",
                           f"o{o} call [{self.number(0, 10)}] [{self.number()}] [#1]", "G0 X#<_value> Y#1 Z#<_value_returned>",
                           f"o{o} call [7] [8]", "X#<_value>"]
        elif kind == 4:
            self.lines += [f"o<part {o}> sub", f"o{o + 1} if [#1 LE 0]", f"o<part {o}> return", f"o{o + 1} endif", "G1 X#1 Y[#1*#1]",
                           f"o<part {o}> call [#1 - 1]", "G0 Z#1", f"o<part{o}> endsub", f"o<PART{o}> call [{r.randrange(0, 5)}]"]
        else:
            self.lines += [f"#22 = {r.randrange(0, 4)}", f"o{o} if [#22 EQ 0]", "G0 X1", f"o{o} elseif [#22 EQ 1]", "G0 Y1",
                           f"o{o} elseif [#22 EQ 2]", "G0 Z1", f"o{o} else", "G0 X2 Y2", f"o{o} endif"]

    def program(self):
        pieces = [self.linear] * 4 + [self.arc] * 4 + [self.cycle] * 3 + [self.offsets] * 4
        pieces += [self.incremental, self.units, self.harmless, self.harmless, self.parameters, self.flow, self.flow]
        self.lines += [self.random.choice(["G21", "G20"]), "G17 G90 G94 F600 S500", "T1 M6", "M3"]
        for _ in range(self.random.randrange(4, 25)):
            self.random.choice(pieces)()
        self.lines.append(self.random.choice(["M2", "M30", "%"]))
        if self.lines[-1] == "%":
            self.lines.insert(0, "%")
        return self.random.choice(["\n", "\r\n"]).join(self.lines) + "\n"


def program(seed):
    return Maker(seed).program()


def mutant(seed):
    """The same with some words changed: what one interpreter refuses, the other must not run."""
    chance = random.Random(seed)
    lines = program(seed).splitlines()
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(lines))
        words = re.findall(r"[A-Za-z]+[^A-Za-z]*", lines[at])
        if not words or "o" in lines[at].lower():
            continue
        i, kind = chance.randrange(len(words)), chance.randrange(6)
        if kind == 0:
            del words[i]
        elif kind == 1:
            words.insert(i, chance.choice(words))
        elif kind == 2:
            words[i] = chance.choice("XYZABCIJKRPQLFHDSTGM") + words[i][1:]
        elif kind == 3:
            words[i] = words[i][0] + str(chance.choice([0, -1, 1, 0.5, 2, 3, 17, 43, 80, 81, 90, 91, 92, 53, 28, 4, 98]))
        elif kind == 4:
            words.insert(i, chance.choice(["G0 ", "G1 ", "G2 ", "G91 ", "G20 ", "G80 ", "R5 ", "I1 ", "K2 ", "P2 ", "L0 ", "G4 ", "M3 ", "M6 ", "H1 "]))
        else:
            words = words[:i]
        lines[at] = "".join(words)
    return "\n".join(lines) + "\n"
