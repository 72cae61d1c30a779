// SPDX-License-Identifier: Apache-2.0
// What `graze bench` put into the page: the results file (docs/bench_results.md), and coarse models by their hash.

function bytes(base64) {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) result[i] = text.charCodeAt(i);
  return result;
}

// The writer is little-endian, and so is every browser's machine.
const shorts = (base64) => new Uint16Array(bytes(base64).buffer);

/// Positions are 16 bits a coordinate between the ends of the box.
function mesh({ triangles, drawn, lower, upper, positions, indices }) {
  const places = shorts(positions);
  const points = new Float32Array(places.length);
  for (let i = 0; i < points.length; i++) points[i] = lower[i % 3] + (places[i] / 65535) * (upper[i % 3] - lower[i % 3]);
  return { triangles, drawn, lower, upper, positions: points, indices: Uint32Array.from(shorts(indices)) };
}

const kKinds = ['near', 'deep', 'boundary', 'centres', 'tunnels'];

/// "dragon-near" is the scene `near` of the model `dragon`; another name is a model of its own.
function split(name) {
  const at = name.lastIndexOf('-');
  const kind = name.slice(at + 1);
  return at > 0 && kKinds.includes(kind) ? { model: name.slice(0, at), kind } : { model: name, kind: 'scene' };
}

export const isPercent = (scene) => /percent/i.test(scene.levels_are ?? '');
const hasTimes = (engine) => engine.asks && (engine.asks.any || engine.asks.all);

/// What was measured of one engine, one question and one level, in the order of the levels' values.
export function curveOf(scene, engine, ask) {
  const levels = engine.asks?.[ask]?.levels ?? [];
  return scene.levels
    .map((level, index) => ({ x: level.value, index, level, at: levels[index] }))
    .filter((point) => point.at && Number.isFinite(point.at.mean_us))
    .sort((a, b) => a.x - b.x);
}

export function load() {
  const raw = JSON.parse(document.getElementById('graze-data').textContent);
  const { results } = raw;
  const scenes = (results.scenes ?? []).map((scene) => ({ disagreements: [], ...scene, ...split(scene.name) }));
  const models = [];
  for (const scene of scenes) {
    let model = models.find((m) => m.name === scene.model);
    if (!model) models.push((model = { name: scene.model, scenes: [] }));
    model.scenes.push(scene);
  }
  for (const model of models) model.scenes.sort((a, b) => kKinds.indexOf(a.kind) - kKinds.indexOf(b.kind));
  const engines = [];
  for (const scene of scenes) {
    for (const engine of scene.engines) if (hasTimes(engine) && !engines.includes(engine.name)) engines.push(engine.name);
  }
  const meshes = new Map(Object.entries(raw.meshes ?? {}).map(([hash, m]) => [hash, mesh(m)]));
  const asks = ['any', 'all'].filter((ask) => scenes.some((s) => s.engines.some((e) => e.asks?.[ask])));
  return { results, scenes, models, engines, asks, meshes, reference: engines[0] };
}
