// SPDX-License-Identifier: Apache-2.0
// The parts of the page that are text: tiles, tables, explanations.
import { element, integer, percent, plural, time, timeParts } from '../../shared/format.js';

const fileName = (path) => path.split('/').pop();

export function tiles(data, goTo) {
  const { summary } = data.run;
  const t = summary.time_ns;
  const list = [
    [integer(summary.steps), '', 'steps of the path'],
    [integer(summary.colliding), percent(summary.colliding, summary.steps), 'steps in contact', summary.colliding > 0 ? 'hit' : ''],
    [...timeParts(t.median), 'median time of a query'],
    [...timeParts(t.p99), '99 % of the queries within'],
    [...timeParts(t.max), `slowest, at step ${integer(t.max_step)}`, '', t.max_step],
    data.counted
      ? [integer(summary.most_contacts), `of ${integer(summary.contacts)}`, `most contacts, at step ${integer(summary.most_contacts_step)}`, '', summary.most_contacts_step]
      : [integer(summary.mean_volume_tests), '', 'volume tests a query, mean'],
  ];
  document.getElementById('tiles').replaceChildren(
    ...list.map(([value, unit, label, kind = '', step]) => {
      const jump = step === undefined ? {} : { role: 'button', tabindex: '0', onclick: () => goTo(step), onkeydown: (e) => e.key === 'Enter' && goTo(step) };
      return element('div', { class: `tile ${kind}`, ...jump }, element('b', {}, value, ' ', element('small', {}, unit)), element('span', {}, label));
    }),
  );
}

function table(id, head, rows) {
  const target = document.getElementById(id);
  const header = element('thead', {}, element('tr', {}, ...head.map((h) => element('th', { scope: 'col' }, h))));
  target.replaceChildren(...(head.length ? [header] : []), element('tbody', {}, ...rows));
}

const cells = (values) => values.map((v) => element('td', {}, v));

export function worst(data, goTo) {
  const order = Array.from({ length: data.count }, (_, i) => i).sort((a, b) => data.time[b] - data.time[a] || a - b).slice(0, 10);
  const longest = order.length ? data.time[order[0]] : 1;
  const rows = order.map((s) => {
    const bar = element('i', { class: `bar ${data.collides[s] ? 'hit' : ''}`, style: `width:${((60 * data.time[s]) / longest).toFixed(1)}px` });
    const hits = data.counted ? integer(data.contacts[s]) : data.collides[s] ? 'yes' : 'no';
    const row = element('tr', { onclick: () => goTo(s) }, element('td', {}, `step ${integer(s)}`), element('td', {}, bar),
      ...cells([time(data.time[s]), hits, integer(data.volumeTests[s]), integer(data.primitiveTests[s]), integer(data.exactTests[s])]));
    return row;
  });
  table('worst', ['', '', 'time', data.counted ? 'contacts' : 'contact', 'volume tests', 'triangle tests', 'exact'], rows);
}

export function quantiles(data) {
  const split = [[], []];
  data.time.forEach((t, i) => split[data.collides[i]].push(t));
  const sets = [Array.from(data.time), ...split].map((list) => list.sort((a, b) => a - b));
  const pick = (list, q) => (list.length ? time(list[Math.max(1, Math.ceil(q * list.length)) - 1]) : '–');
  const rows = [['fastest', 0], ['25 %', 0.25], ['median', 0.5], ['75 %', 0.75], ['90 %', 0.9], ['99 %', 0.99], ['99.9 %', 0.999], ['slowest', 1]]
    .map(([label, q]) => element('tr', {}, ...cells([label, ...sets.map((list) => pick(list, q))])));
  table('quantiles', ['', 'all steps', 'free', 'in contact'], rows);
}

export function facts(data) {
  const { run } = data;
  const drawn = (mesh) => (mesh.drawn < mesh.triangles ? `, ${integer(mesh.drawn)} of them drawn (simplified for the picture; the queries used all)` : '');
  const part = (input, mesh) => `${input.file}: ${plural(input.triangles, 'triangle')}${drawn(mesh)}; ${input.saved_model ? 'saved model' : `built in ${input.build_ms.toFixed(1)} ms`}, ${input.volume} ${input.width} wide, leaves of at most ${input.leaf_size}`;
  const kept = data.segments.points.length / 6;
  const rows = [
    ['environment', part(run.environment, data.environment)],
    ['object', part(run.object, data.object)],
    ['query', `--what ${run.what}, method ${run.method}, descent ${run.descent}, margin ${run.margin}, limit ${run.limit || 'none'}, repeated ${plural(run.repeat, 'time')}`],
    ['contacts drawn', kept < data.segments.total ? `${integer(kept)} of ${integer(data.segments.total)}` : `all ${integer(kept)}`],
    ['machine', `${run.machine.cpu}, ${plural(run.machine.hardware_threads, 'hardware thread')}; queries on one of them`],
    ['instruction set', run.machine.instruction_set],
    ['graze', run.version],
  ];
  table('facts', [], rows.map((r) => element('tr', {}, ...cells(r))));
}

export function explanations(data) {
  const s = data.run.summary;
  const list = [
    ['Step', 'One pose of the path. For each, graze was asked which triangles of the object meet which triangles of the environment' + (data.counted ? '.' : ', and stopped at the first pair (--what any).')],
    ['Contact', `A pair of triangles that has a point in common; touching counts. The answer is exact for the coordinates as placed in double precision: no tolerance is involved${data.run.margin > 0 ? `, except the margin of ${data.run.margin} that was asked for` : ''}. The yellow segments are where the two triangles cut each other.`],
    ['Time', `Wall time of one query on one core, everything included. Half of the queries took at most ${time(s.time_ns.median)}, 99 % at most ${time(s.time_ns.p99)}; all ${integer(s.steps)} together ${time(s.time_ns.total)}. A lone high point among low ones is usually the machine doing something else; --repeat takes the shortest of several runs.`],
    ['Volume tests', `Pairs of bounding volumes compared on the way down the two hierarchies, ${integer(s.mean_volume_tests)} a step on average. Brute force would compare ${integer(data.environment.triangles * data.object.triangles)} pairs of triangles a step.`],
    ['Triangle tests', `Pairs of triangles that were left to be compared, ${s.mean_primitive_tests.toFixed(1)} a step on average.`],
    ['Exact', `Those of them that the fast floating-point filter could not decide with certainty, ${s.mean_exact_tests.toFixed(2)} a step; they were decided with exact arithmetic.`],
    ['Path', 'The line follows the middle of the object’s bounding box. Red parts are steps in contact.'],
  ];
  document.getElementById('words').replaceChildren(...list.flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)]));
}

export function headings(data) {
  const { run } = data;
  document.title = `${data.title} – graze`;
  document.getElementById('title').textContent = data.title;
  document.getElementById('subtitle').textContent =
    `${fileName(run.environment.file)} (${plural(run.environment.triangles, 'triangle')}) · ${fileName(run.object.file)} (${plural(run.object.triangles, 'triangle')}) · ${plural(run.steps_given, 'pose')}`;
  document.getElementById('footer').textContent = `Written by graze ${run.version}. This file is complete: it loads nothing from anywhere.`;
  if (!run.complete) {
    const notice = document.getElementById('notice');
    notice.hidden = false;
    notice.textContent = `Interrupted: ${integer(data.count)} of ${plural(run.steps_given, 'step')} were examined.`;
  }
}
