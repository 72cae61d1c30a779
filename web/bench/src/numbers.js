// SPDX-License-Identifier: Apache-2.0
// The sections that are tables and bars: summary, building and memory, caches and cores.
import { element, integer, time } from '../../shared/format.js';
import { sample } from './engines.js';
import { createTable } from './table.js';

const us = (value) => (Number.isFinite(value) ? time(value * 1e3) : null);
export const three = (x) => (x >= 100 ? integer(x) : x >= 10 ? x.toFixed(1) : x.toFixed(2));
const times = (x) => (Number.isFinite(x) ? `×${three(x)}` : null);
const perSecond = (n) => (n >= 1e6 ? `${three(n / 1e6)} M/s` : n >= 1e3 ? `${three(n / 1e3)} k/s` : `${three(n)} /s`);
const geometric = (list) => (list.length ? Math.exp(list.reduce((sum, v) => sum + Math.log(v), 0) / list.length) : null);
const named = (look) => ({ label: 'engine', text: true, value: (r) => r.name, cell: (r) => element('span', { class: 'named' }, sample(look(r.name)), r.name) });

/// Times the reference's mean; on common poses where the run says so.
function ratioOf(scene, engine, ask) {
  const own = engine.asks?.[ask];
  if (!own) return null;
  if (Number.isFinite(own.ratio)) return own.ratio;
  return scene.engines[0] === engine ? 1 : null;
}

const kKinds = [['near', 'near'], ['deep', 'deep'], ['boundary', 'boundary'], ['centres', 'centres'], ['tunnels', 'tunnels'], ['scene', 'other']];

export function createSummary(table, data, state, look) {
  const kinds = kKinds.filter(([kind]) => data.scenes.some((s) => s.kind === kind));
  const columns = [
    named(look),
    { label: `time, ${data.reference} = 1`, title: 'geometric mean over all scenes of the ratio of mean times', value: (r) => r.all, cell: (r) => times(r.all) },
    ...(kinds.length > 1 ? kinds.map(([kind, label]) => ({ label, title: `the same over the scenes "${label}"`, value: (r) => r.kinds[kind], cell: (r) => times(r.kinds[kind]) })) : []),
    { label: 'scenes', value: (r) => r.scenes },
    { label: 'building', title: 'geometric mean of the ratio of building times', value: (r) => r.build, cell: (r) => times(r.build) },
    { label: 'bytes a triangle', title: 'mean over the scenes', value: (r) => r.bytes, cell: (r) => (Number.isFinite(r.bytes) ? integer(r.bytes) : null) },
    { label: 'wrong answers', title: 'to this question, of all that were checked before timing', value: (r) => r.wrong, cell: (r) => (r.asked ? `${integer(r.wrong)} of ${integer(r.asked)}` : null) },
    { label: 'version', text: true, value: (r) => r.version },
  ];
  const target = createTable(table, columns);
  return {
    refresh() {
      const ask = state.get('ask');
      target.set(data.engines.map((name) => {
        const there = data.scenes.map((scene) => ({ scene, engine: scene.engines.find((e) => e.name === name) })).filter((p) => p.engine);
        const ratios = there.map(({ scene, engine }) => ({ kind: scene.kind, ratio: ratioOf(scene, engine, ask) })).filter((r) => r.ratio > 0);
        const builds = there.map(({ scene, engine }) => engine.build_ms / scene.engines[0].build_ms).filter((r) => r > 0 && Number.isFinite(r));
        const bytes = there.map(({ engine }) => engine.bytes_per_triangle).filter((b) => b > 0);
        const sum = (key) => there.reduce((total, { engine }) => total + (engine.agreement?.[ask]?.[key] ?? 0), 0);
        return {
          name, all: geometric(ratios.map((r) => r.ratio)), scenes: ratios.length, build: geometric(builds), version: there[0].engine.version,
          kinds: Object.fromEntries(kinds.map(([kind]) => [kind, geometric(ratios.filter((r) => r.kind === kind).map((r) => r.ratio))])),
          bytes: bytes.length ? bytes.reduce((a, b) => a + b, 0) / bytes.length : null, wrong: sum('wrong'), asked: sum('asked'), kind: name === data.reference ? 'reference' : '',
        };
      }));
    },
  };
}

function bar(value, most, interval, look) {
  const track = element('span', { class: 'track' });
  const place = (v) => `${Math.min(100, (100 * v) / most).toFixed(2)}%`;
  track.append(element('i', { class: 'bar', style: `width:${place(value)};background:${look.colour}` }));
  if (interval && interval[1] > interval[0]) track.append(element('i', { class: 'whisker', style: `left:${place(interval[0])};width:calc(${place(interval[1])} - ${place(interval[0])})` }));
  return track;
}

/// Both models of the first scene in which an engine was measured: scenes of one model share them.
export function createBars(table, note, data, state, look) {
  return {
    refresh() {
      const model = data.models.find((m) => m.name === state.get('model'));
      const rows = data.engines.map((name) => {
        for (const scene of model?.scenes ?? []) {
          const engine = scene.engines.find((e) => e.name === name);
          if (engine && engine.build_ms > 0) return { name, scene, engine };
        }
        return null;
      }).filter((r) => r && state.shows(r.name));
      const slowest = Math.max(...rows.map((r) => Math.max(r.engine.build_ms, r.engine.build_ms_ci?.[1] ?? 0)), 1e-9);
      const largest = Math.max(...rows.map((r) => r.engine.bytes_per_triangle || 0), 1e-9);
      const head = ['engine', 'time to build both models', '', 'bytes a triangle', ''].map((text, i) => element('th', { scope: 'col', class: i === 2 || i === 4 ? '' : 'text' }, text));
      table.replaceChildren(element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows.map(({ name, engine }) => element('tr', {},
        element('td', { class: 'text' }, element('span', { class: 'named' }, sample(look(name)), name)),
        element('td', { class: 'wide' }, bar(engine.build_ms, slowest, engine.build_ms_ci, look(name))), element('td', {}, time(engine.build_ms * 1e6)),
        element('td', { class: 'wide' }, engine.bytes_per_triangle > 0 ? bar(engine.bytes_per_triangle, largest, null, look(name)) : ''),
        element('td', {}, engine.bytes_per_triangle > 0 ? integer(engine.bytes_per_triangle) : '–')))));
      const { a, b } = model?.scenes[0] ?? {};
      note.textContent = a ? `${a.name} (${integer(a.triangles)} triangles) and ${b.name} (${integer(b.triangles)}); one thread, median, the line from the quickest to the slowest repetition.` : '';
    },
  };
}

export function createCaches(table, choice, data, state, look) {
  const columns = [
    named(look),
    { label: 'warm', title: 'mean time of a query', value: (r) => r.ask.mean_us, cell: (r) => us(r.ask.mean_us) },
    { label: 'p99', value: (r) => r.ask.p99_us, cell: (r) => us(r.ask.p99_us) },
    { label: 'slowest', value: (r) => r.ask.max_us, cell: (r) => us(r.ask.max_us) },
    { label: 'cold', title: 'mean of single queries after the caches were flushed', value: (r) => r.ask.cold_mean_us, cell: (r) => us(r.ask.cold_mean_us) },
    { label: 'cold / warm', value: (r) => r.cold, cell: (r) => times(r.cold) },
    { label: 'one core', title: 'queries a second', value: (r) => r.ask.one_core_per_second, cell: (r) => (r.ask.one_core_per_second > 0 ? perSecond(r.ask.one_core_per_second) : null) },
    { label: 'all cores', title: 'queries a second', value: (r) => r.ask.all_cores_per_second, cell: (r) => (r.ask.all_cores_per_second > 0 ? perSecond(r.ask.all_cores_per_second) : null) },
    { label: 'speed-up', value: (r) => r.cores, cell: (r) => times(r.cores) },
  ];
  const target = createTable(table, columns);
  const share = (part, whole) => (part > 0 && whole > 0 ? part / whole : null);
  function refresh() {
    const scenes = data.models.find((m) => m.name === state.get('model'))?.scenes ?? [];
    if (![...choice.options].some((o) => o.value === scenes[0]?.name)) choice.replaceChildren(...scenes.map((s) => element('option', { value: s.name }, s.name)));
    const scene = scenes.find((s) => s.name === choice.value);
    const ask = state.get('ask');
    target.set((scene?.engines ?? []).filter((e) => e.asks?.[ask] && state.shows(e.name)).map((e) => ({
      name: e.name, ask: e.asks[ask], cold: share(e.asks[ask].cold_mean_us, e.asks[ask].mean_us), cores: share(e.asks[ask].all_cores_per_second, e.asks[ask].one_core_per_second),
    })));
  }
  choice.addEventListener('change', refresh);
  return { refresh };
}
