// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are text: the verdict, counts, the error budget, tools, inputs, explanations.
import { element, integer, plural } from '../../shared/format.js';
import { drawingOf, kPartColours, kParts } from './tool.js';

/// Millimetres to the tenth of a micrometre, without needless zeros.
export function mm(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 10 ? 2 : Math.abs(value) >= 0.095 ? 3 : 4;
  const text = value.toFixed(digits).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return (text === '-0' ? '0' : text).replace('-', '−');
}

/// Bounds, as one number where they agree in all that is printed.
export function interval(lower, upper) {
  if (lower === null || lower === undefined || !Number.isFinite(lower)) return `≤ ${mm(upper)}`;
  return mm(lower) === mm(upper) ? mm(upper) : `${mm(lower)} … ${mm(upper)}`;
}

const kVerdicts = {
  clean: ['good', 'Proved clean'],
  findings: ['bad', 'Not clean'],
  'not verified': ['doubt', 'Not verified'],
};
const byId = (id) => document.getElementById(id);
const fileName = (path) => path.split('/').pop();

export function headings(data) {
  const { report } = data;
  // Material has a verdict of its own; the worse of the two is told first, as the exit code does.
  const order = ['clean', 'findings', 'not verified'];
  const verdict = report.stock && order.indexOf(report.stock.verdict) > order.indexOf(report.verdict) ? report.stock.verdict : report.verdict;
  const [kind, word] = kVerdicts[verdict] ?? ['doubt', verdict];
  document.title = `${word}: ${data.title} – graze`;
  byId('title').textContent = data.title;
  const parts = [`${plural(report.motions, 'motion')}`, `${plural(report.tools.length, 'tool')}`, `tolerance ${mm(report.tolerance)} mm`];
  if (data.part.triangles) parts.unshift(`${fileName(report.bodies[0]?.name ?? 'part')} (${plural(data.part.triangles, 'triangle')})`);
  byId('subtitle').textContent = parts.join(' · ');
  byId('verdict').classList.add(kind);
  byId('verdict').dataset.verdict = verdict;
  byId('verdict-word').textContent = word;
  byId('proved').textContent = report.stock ? `Part: ${report.proved}` : report.proved;
  byId('stock-proved').hidden = !report.stock;
  byId('stock-proved').textContent = report.stock ? `Stock: ${report.stock.proved}` : '';
  byId('footer').textContent = `Written by graze ${data.version}. This file is complete: it loads nothing from anywhere.`;
  const notes = [];
  if (data.part.moves_done < data.part.moves) notes.push(`Colours: ${integer(data.part.moves_done)} of ${plural(data.part.moves, 'move')} were painted, those of findings first; the findings themselves are complete.`);
  if (report.findings_left_out > 0) notes.push(`${plural(report.findings_left_out, 'finding')} are counted but not listed.`);
  byId('notice').hidden = notes.length === 0;
  byId('notice').textContent = notes.join(' ');
}

export function tiles(data, goToFinding) {
  const r = data.report;
  const [low, high] = r.deepest;
  const rate = r.seconds > 0 ? `${integer(r.moves / r.seconds)} moves/s` : '';
  const list = [
    [integer(r.motions), '', 'motions of the program'],
    [integer(r.clean), '', 'proved clean', r.clean === r.motions ? 'good' : ''],
    [integer(r.gouging), '', 'gouge', r.gouging > 0 ? 'bad' : '', r.gouging > 0 ? 0 : undefined],
    [integer(r.undecided + r.unchecked), r.unchecked > 0 ? `${integer(r.unchecked)} unchecked` : '', 'not decided', r.undecided + r.unchecked > 0 ? 'doubt' : ''],
    [high === null ? '–' : interval(low, high), 'mm', r.gouging > 0 ? 'deepest cut' : 'deepest cut, within what is allowed', r.gouging > 0 ? 'bad' : ''],
    [r.seconds > 0 ? r.seconds.toPrecision(3) : '–', 's', rate || 'of checking'],
  ];
  byId('tiles').replaceChildren(...list.map(([value, unit, label, kind = '', finding]) => {
    const jump = finding === undefined ? {} : { role: 'button', tabindex: '0', onclick: () => goToFinding(finding), onkeydown: (e) => e.key === 'Enter' && goToFinding(finding) };
    return element('div', { class: `tile ${kind}`, ...jump }, element('b', { class: value.length > 11 ? 'long' : '' }, value, ' ', element('small', {}, unit)), element('span', {}, label));
  }));
}

const row = (cells, attributes = {}) => element('tr', attributes, ...cells.map((c) => element('td', {}, c)));

export function errors(data) {
  const { errors: terms } = data.report;
  const outside = terms.filter((e) => !e.in_bounds).reduce((sum, e) => sum + (e.mm ?? Infinity), 0);
  const head = element('tr', {}, ...['', 'mm', 'in the bounds', ''].map((h) => element('th', { scope: 'col' }, h)));
  const rows = terms.map((e) => row([e.name, e.mm === null ? 'not known' : mm(e.mm), e.in_bounds ? 'yes' : 'no', e.why]));
  const total = row(['outside the bounds, added up', Number.isFinite(outside) ? mm(outside) : 'not known', '', 'The machine may cut this much deeper than the depths on this page say.'], { class: 'total' });
  byId('errors').replaceChildren(element('thead', {}, head), element('tbody', {}, ...rows, ...(terms.length ? [total] : [])));
}

export function facts(data) {
  const { report, path, part } = data;
  const body = (b, i) => [i === 0 ? 'part' : `fixture ${i}`, `${b.name}: ${plural(b.triangles, 'triangle')}, ${b.closed ? 'a solid' : 'a sheet, whose up side is outside'}; ${i === 0 ? `cuts up to ${mm(b.allowed)} mm are none` : `kept clear by ${mm(-b.allowed)} mm`}${b.hash ? `; ${b.hash}` : ''}`];
  const [x, y, z] = [0, 1, 2].map((k) => (report.bodies[0] ? `${mm(report.bodies[0].box[k])} to ${mm(report.bodies[0].box[k + 3])}` : '–'));
  const divided = part.drawn > part.triangles ? `${integer(part.drawn)} triangles: large ones, and those near cuts, are divided so that they can carry colours` : part.simplified ? `${integer(part.drawn)} triangles: simplified for the picture; the check used all` : `${integer(part.drawn)} triangles`;
  const rows = [
    ...report.bodies.map(body),
    ['box of the part', `X ${x}, Y ${y}, Z ${z} mm`],
    ...data.program.map((f) => ['program', `${f.name}: ${plural(f.lines, 'line')}`]),
    ['checked', `${plural(report.moves, 'move')} (arcs and turns divided) in ${report.seconds.toPrecision(3)} s`],
    ['drawn part', divided],
    ['drawn path', `${plural(path.at.length, 'point')}; the tool is drawn at most ${mm(path.deviation)} mm from where the program has it`],
    ['graze', data.version],
  ];
  byId('facts').replaceChildren(element('tbody', {}, ...rows.map((r) => row(r))));
}

export function tools(data) {
  const cards = data.report.tools.map((tool) => {
    const given = kParts.filter((part) => tool.pieces.some((p) => p[0] === part));
    const legend = given.map((part) => element('span', {}, element('i', { class: 'dot', style: `background:${kPartColours[part]}` }), part));
    const missing = [!tool.has_shank && 'shank', !tool.has_holder && 'holder'].filter(Boolean);
    return element('article', { class: 'tool', 'data-tool': String(tool.number) }, drawingOf(tool), element('div', {},
      element('h3', {}, `T${tool.number} ${tool.name}`), element('p', {}, `${tool.type}, diameter ${mm(tool.diameter)}, height ${mm(tool.height)} mm; ${plural(tool.motions, 'motion')}`),
      element('p', { class: 'parts' }, ...legend),
      ...(missing.length ? [element('p', { class: 'missing' }, `No ${missing.join(', no ')} is known: nothing of that was checked.`)] : []),
      ...(tool.excess > 0 ? [element('p', {}, `Drawn and checked up to ${mm(tool.excess)} mm larger than given.`)] : []),
      element('p', { class: 'source' }, tool.source)));
  });
  byId('tool-list').replaceChildren(...(cards.length ? cards : [element('p', {}, 'None: no motion had a tool that is known.')]));
}

export function explanations(data) {
  const { scale } = data;
  const list = [
    ['Verdict', 'Clean is a proof: every point of every motion was covered, as the volume that the tool sweeps, not as samples. Not clean: at least one motion cuts deeper than allowed, for certain. Not verified: something could not be checked or decided; it is never called clean.'],
    ['Depth', 'How far the deepest removed point of the part lies below its surface. It is given as two bounds, between which it lies for certain; negative depths are distances.'],
    ['Allowed', `Tolerance less the stock to leave: ${mm(scale.allowed)} mm here. Deeper cuts are gouges.`],
    ['Raise by', 'Lifted along its axis by this much, the tool would not cut into the part there at all.'],
    ['Colours', `Red: the tool cuts in by more than allowed, the darker the deeper. Green: it comes within ${mm(scale.green)} mm of the surface. Grey: it stays farther away. They show, vertex by vertex, how deep a point lies within the tool as it passes: a picture, which bounds the cut from below; the numbers of the findings are the proof.`],
    ['Findings', 'Neighbouring motions with the same complaint are one finding; the worst of them gives place and depth. Marks show where they are, even if a cut is too small to be seen.'],
    ['Path', 'Blue: feed. Yellow, dashed: rapid. Red: motions of findings. Motions from or to a place that is not known are not drawn.'],
    ['Keys', 'Space plays; arrows go from motion to motion, with shift from finding to finding.'],
  ];
  byId('words').replaceChildren(...list.flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)]));
}

/// Colours of depths, with their numbers.
export function legend(data) {
  const { allowed, green, deepest } = data.scale;
  const swatch = (kind, text) => element('span', {}, element('i', { class: `patch ${kind}` }), text);
  const items = [swatch('untouched', 'untouched'), swatch('within', `within ${mm(green)}`)];
  if (data.report.gouging > 0) items.push(element('span', {}, `${mm(allowed)} `, element('i', { class: 'ramp' }), ` ${mm(deepest)} mm deep`));
  if (data.stock) items.push(swatch('excess', 'stock that remains'));
  byId('legend').replaceChildren(...items);
}
