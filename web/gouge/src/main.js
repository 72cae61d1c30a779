// SPDX-License-Identifier: Apache-2.0
// Ties the page together: one place in the program, shown by the 3D view, the text, the plot and the slider.
import { integer } from '../../shared/format.js';
import { beginOf, load, locate } from './data.js';
import { createFindings } from './findings.js';
import { createPlot, createStrip } from './plot.js';
import { createProgram } from './program.js';
import { createStage } from './stage.js';
import { errors, explanations, facts, headings, interval, legend, mm, tiles, tools } from './words.js';

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
// "#finding=0&theme=dark" or "#at=120.5" opens the page at a place that can be passed on.
const wanted = new URLSearchParams(location.hash.slice(1));
root.dataset.theme = ['light', 'dark'].includes(wanted.get('theme')) ? wanted.get('theme') : window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

const data = load();
const end = data.path.motions;
let at = 0;
let selected = null;
let playing = false;
let stage = null;

headings(data);
tiles(data, (index) => goToFinding(data.findings[index]));
errors(data);
facts(data);
tools(data);
explanations(data);
legend(data);
try {
  stage = createStage(byId('view'), data);
} catch (error) {
  byId('nogl').hidden = false;
  root.dataset.nogl = String(error);
}
const program = createProgram(byId('program'), byId('program-name'), data, goToLine);
const table = createFindings(data, goToFinding);
const plot = createPlot(byId('plot'), data, ({ file, line }) => goToLine(file, line), hover);
const strip = createStrip(byId('strip'), data);
byId('plot-note').textContent = `mm; red: for certain, pale: up to the bound${data.lines.joined > 1 ? `; the worst of ${integer(data.lines.joined)} lines each` : ''}`;

function readOut(where) {
  const hud = byId('hud');
  const motion = selected ? selected.motion : Math.min(Math.max(0, end - 1), Math.floor(at));
  const name = (data.program[where?.file ?? 0]?.name ?? '').replace(/.*\//, '');
  const cell = (text) => Object.assign(document.createElement('td'), { textContent: text });
  const t = document.createElement('table');
  const rows = [['motion', integer(motion)]];
  if (where) {
    const tip = where.tip.map((v, k) => v + data.origin[k]);
    rows.push(['tool', where.tool > 0 ? `T${where.tool}` : '–'], ['tip', tip.map((v, k) => `${'XYZ'[k]} ${mm(v)}`).join('  ')]);
    if (data.path.axis) rows.push(['axis', where.axis.map((v) => v.toFixed(3)).join('  ')]);
  }
  if (selected) rows.push(['depth', `${interval(selected.lower, selected.upper)} mm`], ['raise by', selected.raise > 0 ? `${mm(selected.raise)} mm` : '–']);
  for (const r of rows) t.insertRow().append(...r.map(cell));
  const about = where && !data.path.exact_lines && !selected ? '≈' : '';
  const title = Object.assign(document.createElement('strong'), { textContent: where ? `${name}:${about}${where.line} ` : 'nothing to show' });
  const state = Object.assign(document.createElement('span'), { className: selected ? 'state hit' : 'state', textContent: selected ? selected.kind : where ? { none: '', rapid: 'rapid', feed: 'feed', arc: 'arc' }[where.leg] : '' });
  hud.replaceChildren(title, state, t);
  byId('counter').textContent = `${integer(motion)} / ${integer(end)}`;
}

function show(where) {
  readOut(where);
  stage?.place(where);
  if (!where) return;
  program.show(where.file, where.line);
  plot.setCursor(where.file, where.line);
}

function goTo(next) {
  at = Math.min(end, Math.max(0, next));
  if (selected) table.select(-1);
  selected = null;
  byId('slider').value = at;
  show(locate(data.path, at));
}

/// Of a finding, place and depth are the check's own, not the drawing's.
function goToFinding(finding) {
  if (!finding) return;
  play(false);
  if (finding.at === undefined) {
    selected = null;
    program.show(finding.place.file, finding.place.line);
    plot.setCursor(finding.place.file, finding.place.line);
    const begin = beginOf(data.path, finding.place.file, finding.place.line);
    if (begin !== null) goTo(begin);
    table.select(finding.index);
    return;
  }
  at = finding.at;
  selected = finding;
  byId('slider').value = at;
  table.select(finding.index);
  const where = locate(data.path, Math.min(at, finding.motion + 1 - 1e-9)) ?? {};
  show({ ...where, tip: finding.tip, axis: finding.axis, tool: finding.tool, file: finding.place.file, line: finding.place.line });
  stage?.focus(finding);
}

function goToLine(file, line) {
  play(false);
  const finding = data.findings.find((f) => f.at !== undefined && f.place.file === file && f.place.line === line);
  if (finding) return goToFinding(finding);
  const begin = beginOf(data.path, file, line);
  if (begin !== null) goTo(begin);
  program.show(file, line);
}

function hover(entry, x, y) {
  const tip = byId('tip');
  tip.hidden = entry === null;
  if (!entry) return;
  tip.textContent = `${data.program[entry.file]?.name ?? ''}:${entry.line} · depth ${interval(entry.lower, entry.upper)} mm`;
  const half = tip.offsetWidth / 2 + 6;
  tip.style.left = `${Math.min(Math.max(x, half), window.innerWidth - half)}px`;
  tip.style.top = `${y}px`;
}

const inOrder = data.findings.filter((f) => f.at !== undefined).sort((a, b) => a.at - b.at || a.index - b.index);
function seek(direction) {
  const here = selected ? inOrder.indexOf(selected) : -1;
  if (here >= 0) return goToFinding(inOrder[here + direction]);
  goToFinding(direction > 0 ? inOrder.find((f) => f.at > at) : inOrder.findLast((f) => f.at < at));
}

let resumed = 0;
function play(on) {
  if (on === playing) return;
  playing = on && end > 0;
  byId('play').textContent = playing ? '❚❚' : '▶';
  byId('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
  if (!playing) return;
  if (at >= end) goTo(0);
  resumed = performance.now();
  requestAnimationFrame(advance);
}
/// The whole program in so many seconds, but never faster than a motion can be seen in a short one.
function advance(now) {
  if (!playing) return;
  const rate = Math.max(end / Number(byId('speed').value), 1);
  goTo(at + ((now - resumed) / 1000) * rate);
  resumed = now;
  if (at >= end) play(false);
  else requestAnimationFrame(advance);
}

function toggle(id, action) {
  byId(id).addEventListener('click', () => {
    const on = byId(id).getAttribute('aria-pressed') !== 'true';
    byId(id).setAttribute('aria-pressed', String(on));
    action(on);
  });
}
function redraw() {
  plot.draw();
  strip();
}

byId('slider').max = Math.max(end, 1);
byId('slider').addEventListener('input', (event) => {
  play(false);
  goTo(Number(event.target.value));
});
byId('play').addEventListener('click', () => play(!playing));
byId('previous').addEventListener('click', () => seek(-1));
byId('next').addEventListener('click', () => seek(1));
for (const id of ['previous', 'next']) byId(id).hidden = inOrder.length === 0;
byId('overview').addEventListener('click', () => stage?.overview());
toggle('follow', (on) => stage?.follow(on));
for (const what of ['tool', 'path', 'marks', 'fixtures', 'stock']) toggle(`show-${what}`, (on) => stage?.show(what, on));
toggle('see-through', (on) => stage?.seeThrough(on));
byId('show-fixtures').hidden = data.fixtures.length === 0;
byId('show-stock').hidden = !data.stock;
byId('theme').addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  stage?.paint();
  redraw();
});
document.addEventListener('keydown', (event) => {
  if (event.target.matches('input, select, button, tr')) return;
  const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (event.key === ' ') play(!playing);
  else if (move && event.shiftKey) seek(move);
  else if (move) goTo(move > 0 ? Math.floor(at) + 1 : Math.ceil(at) - 1);
  else return;
  event.preventDefault();
});
new ResizeObserver(redraw).observe(byId('plot'));

const first = data.findings[Number(wanted.get('finding') ?? -1)];
if (first) goToFinding(first);
else goTo(Number.isFinite(Number(wanted.get('at'))) && wanted.has('at') ? Number(wanted.get('at')) : 0);
redraw();
root.dataset.ready = 'true';
