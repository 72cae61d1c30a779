// SPDX-License-Identifier: Apache-2.0
// Ties the page together: one state, which the controls change and every section shows.
import { element } from '../../shared/format.js';
import { createDisagreements, createPoseErrors } from './answers.js';
import { load } from './data.js';
import { createLook, groupsOf, sample } from './engines.js';
import { createFigures, findingsTable } from './figures.js';
import { createBars, createCaches, createSummary } from './numbers.js';
import { createPictures } from './pictures.js';
import { createState } from './state.js';
import { facts, heading, tiles } from './words.js';

const byId = (id) => document.getElementById(id);
const root = document.documentElement;
const asked = new URLSearchParams(location.hash.slice(1)).get('theme');
root.dataset.theme = ['light', 'dark'].includes(asked) ? asked : window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

const data = load();
const state = createState(data);
const look = createLook(data.engines, data.reference);

const kLabels = { any: 'do they meet?', all: 'which triangles?', mean: 'mean', median: 'median', p99: 'p99', linear: 'linear', log: 'log', relative: 'relative' };
function choice(key, values) {
  const buttons = values.map((value) => element('button', { type: 'button', 'data-value': value, onclick: () => state.set(key, value) }, kLabels[value] ?? value));
  byId(key === 'model' ? 'models' : key).replaceChildren(...buttons);
  return () => buttons.forEach((b) => b.setAttribute('aria-pressed', String(b.dataset.value === state.get(key))));
}
const marks = [choice('model', data.models.map((m) => m.name)), choice('ask', data.asks), choice('statistic', state.statisticChoices), choice('scale', state.scaleChoices)];
byId('models').hidden = data.models.length < 2;

const chips = data.engines.map((name) => element('button', { type: 'button', class: 'chip', 'data-engine': name, onclick: () => state.toggle(name) }, sample(look(name)), name));
const groups = data.engines.length > 2 ? groupsOf(data.engines, data.reference).map(([label, names]) => element('button', { type: 'button', class: 'link', onclick: () => state.show(names) }, label)) : [];
byId('legend').replaceChildren(...chips, ...(groups.length > 1 ? [element('span', { class: 'groups' }, 'show: ', ...groups)] : []));
/// An engine under the pointer stands out in every figure.
function focusOn(name) {
  if (name) root.dataset.focus = name;
  else delete root.dataset.focus;
  for (const node of document.querySelectorAll('[data-of]')) node.classList.toggle('focus', node.dataset.of === name);
}
for (const chip of chips) {
  chip.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && focusOn(chip.dataset.engine));
  chip.addEventListener('focus', () => chip.matches(':focus-visible') && focusOn(chip.dataset.engine));
  for (const off of ['pointerleave', 'blur']) chip.addEventListener(off, () => focusOn(null));
}
marks.push(() => chips.forEach((c) => c.setAttribute('aria-pressed', String(state.shows(c.dataset.engine)))));
byId('legend-toggle').addEventListener('click', () => byId('legend-toggle').setAttribute('aria-expanded', String(byId('controls').classList.toggle('open'))));

heading(data);
const figures = createFigures(byId('figure-list'), data, state, look, byId('tip'));
const summary = createSummary(byId('summary-table'), data, state, look);
const bars = createBars(byId('bars-table'), byId('bars-note'), data, state, look);
const caches = createCaches(byId('caches-table'), byId('caches-scene'), data, state, look);
const answers = createDisagreements({ words: byId('answers-words'), counts: byId('answers-counts'), list: byId('answers-list'), engine: byId('answers-engine'), kind: byId('answers-class') }, data, look);
const errors = createPoseErrors({ words: byId('poses-words'), scenes: byId('poses-scenes'), levels: byId('poses-levels') }, data, state);
const pictures = createPictures({
  view: byId('view'), nogl: byId('nogl'), tools: byId('view-tools'), body: byId('pictures-body'), none: byId('no-pictures'), scenes: byId('picture-scenes'), strip: byId('picture-strip'),
  slider: byId('picture-level'), caption: byId('picture-caption'), previous: byId('picture-previous'), next: byId('picture-next'), reset: byId('view-reset'), transparent: byId('view-transparent'),
}, data, state);
tiles(data, answers, errors);
facts(data, look);

/// Each with what it depends on.
const sections = [
  [() => figures.refresh(false), ['model', 'ask', 'statistic', 'scale', 'hidden']],
  [() => findingsTable(byId('findings-table'), data, state), ['ask']],
  [summary.refresh, ['ask']],
  [bars.refresh, ['model', 'hidden']],
  [caches.refresh, ['model', 'ask', 'hidden']],
  [errors.refresh, ['model']],
  [pictures.refresh, ['model']],
];
function refresh(key) {
  for (const mark of marks) mark();
  for (const [show, keys] of sections) if (!key || keys.includes(key)) show();
  focusOn(root.dataset.focus);
}
state.onChange(refresh);

// The address keeps the state, so links to sections scroll without changing it.
for (const link of document.querySelectorAll('[data-to]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    byId(link.dataset.to).scrollIntoView({ behavior: 'smooth' });
  });
}
byId('theme').addEventListener('click', () => {
  root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  pictures.paint();
});
new ResizeObserver(() => {
  root.style.scrollPaddingTop = `${byId('controls').offsetHeight + 8}px`;
}).observe(byId('controls'));
let width = 0;
new ResizeObserver(([entry]) => {
  if (Math.abs(entry.contentRect.width - width) < 1) return;
  width = entry.contentRect.width;
  figures.refresh(false);
}).observe(byId('figure-list'));
// On paper all models are there, in the light scheme, at the width of a sheet.
let before = '';
window.addEventListener('beforeprint', () => {
  before = root.dataset.theme;
  root.dataset.theme = 'light';
  root.dataset.print = 'true';
  figures.refresh(true);
});
window.addEventListener('afterprint', () => {
  root.dataset.theme = before;
  delete root.dataset.print;
  figures.refresh(false);
});

refresh();
root.dataset.ready = 'true';
