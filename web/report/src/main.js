// SPDX-License-Identifier: Apache-2.0
// Ties the page together: one current step, shown by the 3D view, the charts, the slider and the read-out.
import { curve, histogram, strip } from './charts.js';
import { load } from './data.js';
import { integer, time } from '../../shared/format.js';
import { createStage } from './stage.js';
import { explanations, facts, headings, quantiles, tiles, worst } from './words.js';

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
root.dataset.theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

// "#step=12&view=chase&theme=dark" opens the page at a place that can be passed on.
const wanted = new URLSearchParams(location.hash.slice(1));
if (['light', 'dark'].includes(wanted.get('theme'))) root.dataset.theme = wanted.get('theme');

const data = load();
const last = Math.max(0, data.count - 1);
let step = 0;
let playing = false;
let stage = null;

headings(data);
tiles(data, goTo);
worst(data, goTo);
quantiles(data);
facts(data);
explanations(data);

try {
  stage = createStage(byId('view'), data);
} catch (error) {
  byId('nogl').hidden = false;
  root.dataset.nogl = String(error);
}

const { time_ns: times } = data.run.summary;
const marks = [
  { value: times.median, text: `median ${time(times.median)}` },
  { value: times.p99, text: `p99 ${time(times.p99)}` },
];
const heights = data.counted ? data.contacts : Uint32Array.from(data.collides);
const charts = [
  curve(byId('time-chart'), data.count, { values: data.time, collides: data.collides, logarithmic: true, label: time, marks }, goTo, hover),
  curve(byId('contact-chart'), data.count, { values: heights, collides: data.collides, bars: true, label: integer }, goTo, hover),
];
const still = [histogram(byId('histogram'), data, marks), strip(byId('strip'), data)];
byId('time-scale').textContent = 'logarithmic; red where in contact';
byId('contact-scale').textContent = data.counted ? 'pairs of triangles' : 'yes or no';

function readOut() {
  const hud = byId('hud');
  if (data.count === 0) return;
  hud.classList.toggle('hit', data.collides[step] === 1);
  const rows = [
    ['time', time(data.time[step])],
    ['contacts', data.counted ? integer(data.contacts[step]) : data.collides[step] ? 'yes' : 'no'],
    ['volume tests', integer(data.volumeTests[step])],
    ['triangle tests', integer(data.primitiveTests[step])],
  ];
  const cell = (text) => Object.assign(document.createElement('td'), { textContent: text });
  const table = document.createElement('table');
  for (const row of rows) table.insertRow().append(...row.map(cell));
  const title = Object.assign(document.createElement('strong'), { textContent: `Step ${integer(step)} ` });
  const state = Object.assign(document.createElement('span'), { className: 'state', textContent: data.collides[step] ? 'in contact' : 'free' });
  hud.replaceChildren(title, state, table);
  byId('counter').textContent = `${integer(step)} / ${integer(last)}`;
}

function goTo(next) {
  step = Math.min(last, Math.max(0, Math.round(next)));
  byId('slider').value = step;
  readOut();
  for (const chart of charts) chart.setCursor(step);
  stage?.setStep(step);
}

function hover(at, x, y) {
  const tip = byId('tip');
  tip.hidden = at < 0;
  for (const chart of charts) chart.setGhost(at);
  stage?.setGhost(at);
  if (at < 0) return;
  const hits = data.counted ? `${integer(data.contacts[at])} contacts` : data.collides[at] ? 'contact' : 'free';
  tip.textContent = `step ${integer(at)} · ${time(data.time[at])} · ${hits}`;
  const half = tip.offsetWidth / 2 + 6;
  tip.style.left = `${Math.min(Math.max(x, half), window.innerWidth - half)}px`;
  tip.style.top = `${y}px`;
}

/// The first step of the next stretch in contact, or of the one before.
function seekContact(direction) {
  for (let s = step + direction; s >= 0 && s <= last; s += direction) {
    if (data.collides[s] && (s === 0 || !data.collides[s - 1])) return goTo(s);
  }
}

let resumed = 0;
let position = 0;
function play(on) {
  playing = on && data.count > 1;
  byId('play').textContent = playing ? '❚❚' : '▶';
  byId('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
  if (!playing) return;
  if (step === last) goTo(0);
  position = step;
  resumed = performance.now();
  requestAnimationFrame(advance);
}
function advance(now) {
  if (!playing) return;
  position += ((now - resumed) / 1000) * Number(byId('speed').value);
  resumed = now;
  if (Math.floor(position) !== step) goTo(Math.min(last, Math.floor(position)));
  if (step >= last) play(false);
  else requestAnimationFrame(advance);
}

function setView(mode) {
  stage?.setView(mode);
  byId('overview').setAttribute('aria-pressed', String(mode === 'overview'));
  byId('chase').setAttribute('aria-pressed', String(mode === 'chase'));
}
function toggle(id, action) {
  byId(id).addEventListener('click', () => {
    const on = byId(id).getAttribute('aria-pressed') !== 'true';
    byId(id).setAttribute('aria-pressed', String(on));
    action(on);
  });
}
function redraw() {
  for (const chart of charts) chart.draw();
  for (const draw of still) draw();
}

byId('slider').max = last;
byId('slider').addEventListener('input', (event) => {
  play(false);
  goTo(Number(event.target.value));
});
byId('play').addEventListener('click', () => play(!playing));
byId('previous').addEventListener('click', () => seekContact(-1));
byId('next').addEventListener('click', () => seekContact(1));
byId('overview').addEventListener('click', () => setView('overview'));
byId('chase').addEventListener('click', () => setView('chase'));
toggle('scars', (on) => stage?.showScars(on));
toggle('wire', (on) => stage?.showTriangles(on));
byId('theme').addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  stage?.paint();
  redraw();
});
document.addEventListener('keydown', (event) => {
  if (event.target.matches('input, select, button')) return;
  const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (event.key === ' ') play(!playing);
  else if (move && event.shiftKey) seekContact(move);
  else if (move) goTo(step + move);
  else return;
  event.preventDefault();
});
new ResizeObserver(redraw).observe(byId('time-chart'));

const first = wanted.has('step') ? Number(wanted.get('step')) : data.counted ? data.run.summary.most_contacts_step : 0;
goTo(Number.isFinite(first) ? first : 0);
if (wanted.get('view') === 'chase') setView('chase');
redraw();
root.dataset.ready = 'true';
