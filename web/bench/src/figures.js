// SPDX-License-Identifier: Apache-2.0
// The curves of each model, with what the paper found beside them; and the same for all models in one table.
import { element, time } from '../../shared/format.js';
import { createChart } from './chart.js';
import { curveOf, isPercent } from './data.js';
import { sample } from './engines.js';
import { judge, kFindings, leftOut, meansOf } from './findings.js';

const kWords = { holds: 'holds', mostly: 'holds for most', fails: 'does not hold', none: 'cannot be told here' };
const kSigns = { holds: '✓', mostly: '◐', fails: '✗', none: '–' };
const kTitles = {
  near: 'Around contact, as figure 10', deep: 'Deep penetration, as figure 11', boundary: 'At the boundary, as figure 12',
  centres: 'Centres at a distance (Zachmann)', tunnels: 'Inside tunnels and cavities', scene: 'Time by level',
};
const kWithout = {
  centres: 'The older procedure, also of the ADB papers: centres at a given distance, all orientations. Diktas and Sahiner object that the objects penetrate considerably, so that distance and penetration are not told apart.',
  tunnels: 'The paper names it as a shortcoming that contacts inside tunnels are missed, since objects approach from outside. These poses are inside; there is no figure of the paper to compare with.',
};

export function badge(verdict, extra = '') {
  return element('span', { class: `badge ${verdict}` }, `${kSigns[verdict]} ${kWords[verdict]}${extra}`);
}

function statement(finding, scene, ask, look) {
  const { verdict, good, of, rows } = judge(finding, scene, ask);
  const counted = of > 1 ? ` (${good} of ${of})` : '';
  const first = rows.length < 3 ? rows : rows.slice(0, 1);
  const against = rows.filter((row) => !row.holds && !first.includes(row));
  const lines = first.map((row) => `${row.holds ? '✓' : '✗'} ${row.engine}: ${row.text}.`);
  if (verdict === 'mostly' && against.length) lines.push(`Not: ${against.map((row) => `${row.engine} (${row.text})`).join('; ')}.`);
  const out = leftOut(finding, rows, scene, ask);
  const list = element('ul', {}, ...rows.map((row) => element('li', {}, element('b', { class: row.holds ? 'yes' : 'no' }, row.holds ? '✓ ' : '✗ '), sample(look(row.engine)), ` ${row.engine}: ${row.text}`)),
    out.length ? element('li', {}, `Not counted: ${out.join(', ')} (no early exit, or fewer than 5 poses a level)`) : '');
  return element('div', { class: 'finding', 'data-finding': finding.id, 'data-verdict': verdict },
    element('p', {}, finding.paper, ' ', badge(verdict, counted)), ...lines.map((text) => element('p', { class: 'against' }, text)),
    rows.length ? element('details', {}, element('summary', {}, `Holds if ${finding.rule}`), list) : '');
}

/// What can be said of a scene that the paper has no figure of.
function remarks(scene, ask) {
  const rows = scene.engines.map((e) => ({ name: e.name, points: meansOf(scene, e, ask) })).filter((r) => r.points.length);
  if (rows.length === 0) return [];
  const { name, points } = rows[0];
  const top = points.reduce((best, p) => (p.y > best.y ? p : best));
  const level = scene.levels.find((l) => l.value === top.x);
  const unit = isPercent(scene) ? ' %' : '';
  const meet = level.poses ? ` There ${Math.round((100 * level.colliding) / level.poses)} % of the poses collide.` : '';
  return [element('p', {}, `${name} takes longest at ${Number(top.x.toPrecision(3))}${unit}: ${time(top.y * 1e3)} on average.${meet}`)];
}

function aside(scene, ask, look) {
  const list = kFindings.filter((f) => f.kind === scene.kind);
  const text = list.length ? list.map((f) => statement(f, scene, ask, look)) : [element('p', {}, kWithout[scene.kind] ?? ''), ...remarks(scene, ask)];
  return [element('h4', {}, list.length ? 'The paper, and these numbers' : 'About this scene'), ...text];
}

const xLabel = (scene) => (isPercent(scene) ? 'distance in % of the largest penetration (negative: penetrating)' : scene.levels_are === 'distance of the centres' ? 'distance of the centres (1: half the longest side)' : scene.levels_are);

/// The relative scale divides each curve by its own highest value: shapes are compared, not speeds.
function seriesOf(scene, state) {
  const key = { mean: 'mean_us', median: 'median_us', p99: 'p99_us' }[state.get('statistic')];
  return scene.engines.filter((e) => state.shows(e.name)).map((e) => {
    const points = curveOf(scene, e, state.get('ask')).filter(({ at }) => Number.isFinite(at[key]));
    const unit = state.get('scale') === 'relative' ? Math.max(...points.map(({ at }) => at[key])) || 1 : 1;
    return { engine: e.name, points: points.map(({ x, level, at }) => {
      const interval = key === 'mean_us' ? at.mean_ci : undefined;
      return { x, level, y: at[key] / unit, time: at[key], interval, low: interval && interval[0] / unit, high: interval && interval[1] / unit };
    }) };
  }).filter((s) => s.points.length);
}

export function createFigures(container, data, state, look, tip) {
  const panels = data.models.map((model) => {
    const figures = model.scenes.map((scene) => {
      const chart = createChart({ label: `${scene.name}: time by level`, xLabel: xLabel(scene), shortLabel: isPercent(scene) ? '% of the largest penetration (−: inside)' : scene.levels_are, percent: isPercent(scene), unit: isPercent(scene) ? ' %' : '', look, tip });
      const beside = element('div', { class: 'aside' });
      const caption = element('p', { class: 'caption' });
      const node = element('section', { class: 'card figure', 'data-scene': scene.name }, element('div', {}, element('h3', {}, kTitles[scene.kind], element('small', {}, scene.title || scene.name)), chart.node, caption), beside);
      return { scene, chart, beside, caption, node };
    });
    const node = element('div', { class: 'model', 'data-model': model.name }, element('h3', { class: 'model-name' }, model.name), ...figures.map((f) => f.node));
    return { model, node, figures };
  });
  container.replaceChildren(...panels.map((p) => p.node));

  function caption(scene) {
    const statistic = { mean: 'Mean of the poses of a level; the band holds the mean with 95 % confidence.', median: 'Median of the poses of a level.', p99: '99 % of the poses of a level take at most this.' };
    const ask = { any: 'Question: do they meet?', all: 'Question: which pairs of triangles meet?' };
    const poses = scene.levels.reduce((sum, l) => sum + l.poses, 0);
    const relative = state.get('scale') === 'relative' ? ' Each curve in % of its own highest value.' : '';
    return `${ask[state.get('ask')]} ${statistic[state.get('statistic')]}${relative} ${poses.toLocaleString('en-US')} poses, one core, warm.`;
  }
  function yLabel() {
    const statistic = { mean: 'mean', median: 'median', p99: '99th percentile of the' }[state.get('statistic')];
    return `${statistic} time of a query${state.get('scale') === 'relative' ? ', % of the curve’s highest' : ''}`;
  }
  function refresh(everything) {
    for (const { model, node, figures } of panels) {
      const shown = model.name === state.get('model');
      node.classList.toggle('shown', shown);
      if (!shown && !everything) continue;
      for (const f of figures) {
        f.chart.update(seriesOf(f.scene, state), state.get('scale'), yLabel());
        f.caption.textContent = caption(f.scene);
        const open = [...f.beside.querySelectorAll('details')].map((d) => d.open);
        f.beside.replaceChildren(...aside(f.scene, state.get('ask'), look));
        f.beside.querySelectorAll('details').forEach((d, i) => (d.open = open[i] ?? false));
      }
    }
  }
  return { refresh };
}

/// Models across, statements down.
export function findingsTable(table, data, state) {
  const models = data.models.filter((m) => m.scenes.some((s) => kFindings.some((f) => f.kind === s.kind) && isPercent(s)));
  const head = element('tr', {}, element('th', { scope: 'col' }, 'the paper’s finding'), ...models.map((m) => element('th', { scope: 'col' }, element('button', { type: 'button', class: 'link', onclick: () => state.set('model', m.name) }, m.name))));
  const rows = kFindings.map((finding) => element('tr', {}, element('th', { scope: 'row' }, finding.name), ...models.map((m) => {
    const { verdict, good, of } = judge(finding, m.scenes.find((s) => s.kind === finding.kind), state.get('ask'));
    return element('td', { class: `cell ${verdict}`, title: `${kWords[verdict]}: ${finding.rule}` }, `${kSigns[verdict]} ${of ? `${good}/${of}` : ''}`);
  })));
  table.replaceChildren(element('thead', {}, head), element('tbody', {}, ...rows));
  table.closest('.card').hidden = models.length === 0;
}
