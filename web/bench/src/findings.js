// SPDX-License-Identifier: Apache-2.0
// What Diktas and Sahiner found (sections 3.1 and 4), and whether these numbers say the same. Every test is on mean times,
// as the paper's figures are, and its threshold is written beside the answer.
import { time } from '../../shared/format.js';
import { curveOf, isPercent } from './data.js';

const us = (value) => time(value * 1e3);
const signed = (x) => (x > 0 ? '+' : x < 0 ? '−' : '') + Math.abs(Number(x.toPrecision(3)));
const share = (part) => `${(100 * part).toFixed(part < 0.0995 ? 1 : 0)} %`;
const mean = (list) => list.reduce((sum, v) => sum + v, 0) / list.length;
const lowest = (list) => Math.min(...list.map((p) => p.y));
const highest = (list) => Math.max(...list.map((p) => p.y));

const kFewest = 5; // poses of a level: a mean of fewer says nothing of it
/// The paper's queries stop at the first pair of triangles that meet; for what cannot, another curve is to be expected.
const comparable = (engine, ask) => ask === 'all' || engine.early_exit !== false;

/// The curve with plain numbers: x, y and the interval of the mean.
export function meansOf(scene, engine, ask) {
  return curveOf(scene, engine, ask).filter(({ at }) => (at.poses ?? kFewest) >= kFewest).map(({ x, at }) => ({ x, y: at.mean_us, low: at.mean_ci?.[0] ?? at.mean_us, high: at.mean_ci?.[1] ?? at.mean_us }));
}

const kZero = 0.26; // percent: a level this near to 0 counts as contact
const atZero = (points) => points.filter((p) => Math.abs(p.x) <= kZero).sort((a, b) => Math.abs(a.x) - Math.abs(b.x))[0];

/// Each judges one curve: undefined where the levels it needs are missing.
export function peak(points) {
  const zero = atZero(points);
  if (!zero || points.length < 3) return undefined;
  const top = points.reduce((best, p) => (p.y > best.y ? p : best));
  return { holds: Math.abs(top.x) <= 2 || top.low <= zero.high, text: `highest at ${signed(top.x)} % (${us(top.y)}; at 0: ${us(zero.y)})` };
}

export function falls(points) {
  const zero = atZero(points);
  const outside = points.filter((p) => p.x > kZero);
  if (!zero || outside.length < 2) return undefined;
  const last = outside[outside.length - 1];
  const half = outside.find((p) => p.y <= zero.y / 2);
  return { holds: last.y <= 0.1 * zero.y, text: `${share(last.y / zero.y)} at ${signed(last.x)} %${half ? `, half by ${signed(half.x)} %` : ''}` };
}

export function levelsOff(points) {
  const zero = atZero(points);
  const inside = points.filter((p) => p.x <= -10);
  if (!zero || inside.length < 2) return undefined;
  const range = (highest(inside) - lowest(inside)) / zero.y;
  return { holds: range <= 0.15, text: `varies by ${share(range)} of the time at 0 from −10 % inward` };
}

export function staysSame(points) {
  const inside = points.filter((p) => p.x <= -10);
  if (inside.length < 2) return undefined;
  const ratio = highest(inside) / lowest(inside);
  return { holds: ratio <= 1.5, text: `×${ratio.toFixed(2)} between the quickest and the slowest level` };
}

/// How often the curve turns by more than the intervals of its means: a plain peak turns once.
export function turnsOf(points) {
  let [turns, direction, extreme] = [0, 0, points[0]];
  for (const p of points.slice(1)) {
    const up = p.low > extreme.high;
    const down = p.high < extreme.low;
    if (direction === 0) {
      if (!up && !down) continue;
      direction = up ? 1 : -1;
      extreme = p;
    } else if ((p.y - extreme.y) * direction > 0) extreme = p;
    else if (direction > 0 ? down : up) {
      turns++;
      direction = -direction;
      extreme = p;
    }
  }
  return turns;
}

export function irregular(points) {
  const near = points.filter((p) => Math.abs(p.x) <= 10);
  if (near.length < 5) return undefined;
  const turns = turnsOf(near);
  return { holds: turns > 1, text: `${turns} ${turns === 1 ? 'turn' : 'turns'} beyond the intervals` };
}

export function correlation(a, b) {
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((v, i) => {
    ab += (v - ma) * (b[i] - mb);
    aa += (v - ma) ** 2;
    bb += (b[i] - mb) ** 2;
  });
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0;
}

/// Every engine on its own; `judge` sees its curve.
const perEngine = (judge) => (scene, ask) =>
  scene.engines.filter((e) => comparable(e, ask)).map((engine) => ({ engine: engine.name, ...judge(meansOf(scene, engine, ask)) })).filter((row) => row.holds !== undefined);

/// An engine's curve against the mean of all others', each divided by its own mean.
function similar(scene, ask) {
  const curves = scene.engines.filter((e) => comparable(e, ask)).map((e) => ({ engine: e.name, points: meansOf(scene, e, ask) })).filter((c) => c.points.length === scene.levels.length && c.points.length > 2);
  if (curves.length < 2) return [];
  for (const c of curves) c.relative = c.points.map((p) => p.y / mean(c.points.map((q) => q.y)));
  return curves.map((c) => {
    const others = c.relative.map((_, i) => mean(curves.filter((o) => o !== c).map((o) => o.relative[i])));
    const r = correlation(c.relative, others);
    return { engine: c.engine, holds: r >= 0.8, text: `correlation ${r.toFixed(2)}` };
  });
}

/// OBB beside AABB and sphere of the same library ("graze-obb", "graze-aabb", "graze-sphere"), over all levels of a scene.
const ofVolumes = (number) => (scene, ask) => {
  const value = (name) => {
    const engine = scene.engines.find((e) => e.name === name);
    const points = engine ? meansOf(scene, engine, ask).map((p) => p.y) : [];
    return points.length > 1 ? number(points) : undefined;
  };
  const libraries = scene.engines.filter((e) => e.name.endsWith('-obb')).map((e) => e.name.slice(0, -4));
  return libraries.map((library) => {
    const [obb, ...others] = ['obb', 'aabb', 'sphere'].map((v) => [v, value(`${library}-${v}`)]);
    const there = others.filter(([, v]) => v !== undefined);
    if (obb[1] === undefined || there.length === 0) return {};
    const words = [obb, ...there].map(([v, t]) => `${v} ${us(t)}`).join(', ');
    return { engine: `${library}-obb`, holds: there.every(([, v]) => obb[1] < v), text: words };
  }).filter((row) => row.holds !== undefined);
};
const deviation = (list) => Math.sqrt(mean(list.map((v) => (v - mean(list)) ** 2)));

/// `kind`: the scene of a model that shows it.
export const kFindings = [
  { id: 'peak', kind: 'near', name: 'peak at 0', paper: 'Queries take longest around distance 0.', rule: 'the highest mean lies within ±2 %, or is not above that at 0 beyond the 95 % intervals', test: perEngine(peak) },
  { id: 'falls', kind: 'near', name: 'falls outside', paper: 'Outside, the time quickly drops to zero.', rule: 'at the farthest level it is at most 10 % of the time at 0', test: perEngine(falls) },
  { id: 'levels', kind: 'near', name: 'levels off inside', paper: 'Inside, it approaches a constant after some penetration.', rule: 'from −10 % inward the means differ by at most 15 % of the mean at 0', test: perEngine(levelsOff) },
  { id: 'similar', kind: 'near', name: 'all alike', paper: 'All bounding volumes change in a similar way.', rule: 'the correlation with the mean of the others’ curves is at least 0.8', test: similar },
  { id: 'same', kind: 'deep', name: 'same to 80 %', paper: 'Up to 80 % of the largest penetration the time practically stays the same.', rule: 'from −10 % inward the slowest level takes at most 1.5 times the quickest', test: perEngine(staysSame) },
  { id: 'irregular', kind: 'boundary', name: 'irregular at the boundary', paper: 'Within ±10 % of the boundary the behaviour is irregular.', rule: 'the curve turns more than once by more than the 95 % intervals', test: perEngine(irregular) },
  { id: 'best', kind: 'near', name: 'OBB best', paper: 'OBB-trees are much faster on average than AABB-trees and sphere-trees.', rule: 'it has the least mean over all levels', ofVolumes: true, test: ofVolumes(mean) },
  { id: 'steady', kind: 'near', name: 'OBB least varying', paper: 'OBB-trees also vary much less.', rule: 'it has the least standard deviation of the means over the levels', ofVolumes: true, test: ofVolumes(deviation) },
];

/// Engines that a verdict does not count, though they were asked.
export function leftOut(finding, rows, scene, ask) {
  if (rows.length === 0 || finding.ofVolumes) return [];
  return scene.engines.filter((e) => e.asks?.[ask] && !rows.some((row) => row.engine === e.name)).map((e) => e.name);
}

/// verdict: 'holds' for all, 'mostly' for at least half, 'fails', or 'none' where nothing can be said.
export function judge(finding, scene, ask) {
  const rows = scene && isPercent(scene) ? finding.test(scene, ask) : [];
  const good = rows.filter((row) => row.holds).length;
  const verdict = rows.length === 0 ? 'none' : good === rows.length ? 'holds' : 2 * good >= rows.length ? 'mostly' : 'fails';
  return { verdict, good, of: rows.length, rows };
}
