// SPDX-License-Identifier: Apache-2.0
// What engines answered otherwise than exactly, and how near the poses are to what was asked for.
import { element, integer } from '../../shared/format.js';
import { isPercent } from './data.js';
import { sample } from './engines.js';
import { createTable } from './table.js';

const kClasses = ['touching', 'rounding', 'wrong'];
const kError = 0.005; // of the size: what the benchmark allows itself for 99 % of the poses

const scientific = (x) => (x === 0 ? '0' : Math.abs(x) >= 1e-3 && Math.abs(x) < 1e4 ? String(Number(x.toPrecision(3))) : x.toExponential(2).replace('-', '−'));
const answer = (value) => (value === true ? 'yes' : value === false ? 'no' : integer(value));
const size = (share) => (Number.isFinite(share) ? `${(100 * share).toFixed(share >= 0.001 ? 2 : 4)} %` : null);
const levelText = (scene, index) => {
  const value = scene.levels[index]?.value;
  return value === undefined ? null : `${Number(value.toPrecision(4))}${isPercent(scene) ? ' %' : ''}`.replace('-', '−');
};

/// Counts of all checked answers; the list below them holds at most 50 for each engine, question and scene.
function countsOf(data) {
  const rows = new Map();
  for (const scene of data.scenes) {
    for (const engine of scene.engines) {
      const row = rows.get(engine.name) ?? { name: engine.name };
      rows.set(engine.name, row);
      for (const ask of data.asks) {
        const listed = scene.disagreements.filter((d) => d.engine === engine.name && d.ask === ask);
        const counts = engine.agreement?.[ask] ?? Object.fromEntries(kClasses.map((c) => [c, listed.filter((d) => d.class === c).length]));
        for (const k of ['asked', ...kClasses]) row[`${ask} ${k}`] = (row[`${ask} ${k}`] ?? 0) + (counts[k] ?? 0);
      }
    }
  }
  return [...rows.values()];
}

export function createDisagreements(parts, data, look) {
  const counts = countsOf(data);
  const total = (key) => counts.reduce((sum, r) => data.asks.reduce((n, ask) => n + r[`${ask} ${key}`], sum), 0);
  const all = data.scenes.flatMap((scene) => scene.disagreements.map((d) => ({ ...d, scene, name: d.engine })));
  const engine = { label: 'engine', text: true, value: (r) => r.name, cell: (r) => element('span', { class: 'named' }, sample(look(r.name)), r.name) };
  const kinds = data.asks.flatMap((ask) => ['asked', ...kClasses].map((k) => `${ask} ${k}`));
  const asked = (r, k) => (r[`${k.split(' ')[0]} asked`] > 0 ? r[k] : null);
  const numbers = kinds.map((k) => ({ label: k.replace(' ', ': '), value: (r) => asked(r, k), cell: (r) => (asked(r, k) === null ? null : integer(r[k])) }));
  createTable(parts.counts, [engine, ...numbers]).set(counts);

  const columns = [
    engine,
    { label: 'scene', text: true, value: (r) => r.scene.name },
    { label: 'pose', value: (r) => r.pose, cell: (r) => integer(r.pose) },
    { label: 'level', value: (r) => r.scene.levels[r.level]?.value, cell: (r) => levelText(r.scene, r.level) },
    { label: 'question', text: true, value: (r) => r.ask },
    { label: 'said', value: (r) => Number(r.said), cell: (r) => answer(r.said) },
    { label: 'exact', value: (r) => Number(r.exact), cell: (r) => answer(r.exact) },
    { label: 'class', text: true, value: (r) => r.class, cell: (r) => element('span', { class: `class ${r.class}` }, r.class) },
    { label: 'distance', title: 'apart: how far; meeting: minus the shortest translation found that parts them', value: (r) => r.distance, cell: (r) => (r.distance === null || r.distance === undefined ? null : scientific(r.distance)) },
  ];
  const table = createTable(parts.list, columns, columns[7]);
  const pick = (select, label, values) => {
    select.replaceChildren(element('option', { value: '' }, label), ...values.map((v) => element('option', { value: v }, v)));
    select.addEventListener('change', filter);
  };
  pick(parts.engine, 'all engines', [...new Set(all.map((d) => d.engine))]);
  pick(parts.kind, 'all classes', kClasses.filter((c) => all.some((d) => d.class === c)));
  function filter() {
    table.set(all.filter((d) => (!parts.engine.value || d.engine === parts.engine.value) && (!parts.kind.value || d.class === parts.kind.value)));
  }
  filter();
  const differ = kClasses.reduce((sum, c) => sum + total(c), 0);
  parts.words.textContent = differ === 0 && all.length === 0
    ? `All ${integer(total('asked'))} answers are the exact ones.`
    : `${integer(differ)} of ${integer(total('asked'))} answers differ from the exact one: ${kClasses.map((c) => `${integer(total(c))} ${c}`).join(', ')}. ${integer(all.length)} are listed (at most 50 for each engine, question and scene).`;
  parts.list.closest('.listed').hidden = all.length === 0;
  return { wrong: total('wrong'), asked: total('asked'), differ };
}

export function createPoseErrors(parts, data, state) {
  const rows = data.scenes.map((scene) => {
    const sum = (key) => scene.levels.reduce((total, l) => total + (l[key] ?? 0), 0);
    const worst = (key) => scene.levels.reduce((most, l) => (Number.isFinite(l[key]) ? Math.max(most ?? 0, l[key]) : most), null);
    return { scene, poses: sum('poses'), colliding: sum('colliding'), verified: sum('verified'), p99: worst('error_p99'), max: worst('error_max') };
  });
  createTable(parts.scenes, [
    { label: 'scene', text: true, value: (r) => r.scene.name },
    { label: 'levels', value: (r) => r.scene.levels.length },
    { label: 'poses', value: (r) => r.poses, cell: (r) => integer(r.poses) },
    { label: 'colliding', value: (r) => r.colliding, cell: (r) => integer(r.colliding) },
    { label: 'verified', value: (r) => r.verified, cell: (r) => integer(r.verified) },
    { label: 'error, 99 %', title: 'of the worst level, in % of the size', value: (r) => r.p99, cell: (r) => size(r.p99) },
    { label: 'largest error', value: (r) => r.max, cell: (r) => size(r.max) },
    { label: 'size', title: 'diagonal of the larger box, in the unit of the model', value: (r) => r.scene.size, cell: (r) => Number(r.scene.size?.toPrecision(4)) },
    { label: 'largest penetration', value: (r) => r.scene.max_penetration, cell: (r) => (r.scene.max_penetration > 0 ? Number(r.scene.max_penetration.toPrecision(4)) : null) },
  ]).set(rows);
  const levels = createTable(parts.levels, [
    { label: 'scene', text: true, value: (r) => r.scene.name },
    { label: 'level', value: (r) => r.level.value, cell: (r) => levelText(r.scene, r.index) },
    { label: 'poses', value: (r) => r.level.poses, cell: (r) => integer(r.level.poses) },
    { label: 'colliding', value: (r) => r.level.colliding, cell: (r) => integer(r.level.colliding) },
    { label: 'error, 99 %', value: (r) => r.level.error_p99, cell: (r) => size(r.level.error_p99) },
    { label: 'largest error', value: (r) => r.level.error_max, cell: (r) => size(r.level.error_max) },
  ]);
  const known = rows.filter((r) => r.p99 !== null);
  const worst = known.reduce((most, r) => Math.max(most, r.p99), 0);
  parts.words.textContent = known.length === 0 ? 'No pose of this run was verified.'
    : `On every level 99 % of the verified poses are within ${size(worst)} of the object’s size of the distance asked for; ${worst <= kError ? 'below' : 'above'} the 0.5 % that the benchmark allows.`;
  return {
    worst: known.length ? worst : null,
    refresh() {
      const model = data.models.find((m) => m.name === state.get('model'));
      levels.set((model?.scenes ?? []).flatMap((scene) => scene.levels.map((level, index) => ({ scene, level, index }))));
    },
  };
}
