// SPDX-License-Identifier: Apache-2.0
// The data that `graze gouge --html` put into the page, decoded; and where the tool is at a parameter of the path.

function bytes(base64) {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) result[i] = text.charCodeAt(i);
  return result;
}

// The writer is little-endian, and so is every browser's machine.
const floats = (base64) => new Float32Array(bytes(base64).buffer);
const doubles = (base64) => new Float64Array(bytes(base64).buffer);
const words = (base64) => new Uint32Array(bytes(base64).buffer);
const shorts = (base64) => new Uint16Array(bytes(base64).buffer);

const mesh = (source) => ({ ...source, positions: floats(source.positions), indices: words(source.indices) });

export const kLegs = ['rapid', 'feed', 'arc', 'none'];
export const kNone = 3;
export const placeOf = (packed) => ({ file: packed >>> 24, line: packed & 0xffffff });

export function load() {
  const raw = JSON.parse(document.getElementById('graze-data').textContent);
  const { path, lines, part } = raw;
  const findings = raw.report.findings.map((f, index) => ({ ...f, index }));
  return {
    ...raw,
    findings,
    part: { ...mesh(part), depth: floats(part.depth) },
    fixtures: raw.fixtures.map(mesh),
    stock: raw.stock ? mesh(raw.stock) : null,
    lines: { ...lines, place: words(lines.place), lower: floats(lines.lower), upper: floats(lines.upper) },
    path: {
      ...path,
      tip: floats(path.tip),
      at: doubles(path.at),
      place: words(path.place),
      leg: bytes(path.leg),
      tool: shorts(path.tool),
      axis: path.axis ? floats(path.axis) : null,
    },
  };
}

/// The last point whose parameter is at most `p`; -1 before the first.
function before(at, p) {
  let [low, high] = [-1, at.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at[middle] <= p) low = middle;
    else high = middle - 1;
  }
  return low;
}

/// Where the tool is at parameter `p` (motion + share of it), and which line put it there. Null where that is not known.
export function locate(path, p) {
  const count = path.at.length;
  if (count === 0) return null;
  let i = before(path.at, p);
  if (i === count - 1 && i > 0 && path.leg[i] !== kNone) i--; // the end of the program belongs to its last motion
  const j = Math.min(i + 1, count - 1);
  if (i < 0) return { tip: [...path.tip.subarray(0, 3)], axis: [0, 0, 1], tool: path.tool[0], leg: 'none', ...placeOf(path.place[0]) };
  const gap = path.leg[j] === kNone || i === j;
  const t = gap ? 0 : Math.min(1, (p - path.at[i]) / (path.at[j] - path.at[i] || 1));
  const mixed = (values) => [0, 1, 2].map((k) => values[3 * i + k] + t * (values[3 * j + k] - values[3 * i + k]));
  // Between two points of a thinned path, motions (and their lines) are counted; a motion's line is that of its end.
  const span = path.at[j] - path.at[i];
  const end = Math.min(path.at[j], Math.floor(p) + 1);
  const share = gap ? 0 : span <= 1 ? 1 : (end - path.at[i]) / span;
  const place = placeOf(path.place[gap ? i : j]);
  const line = span <= 1 || gap ? place.line : Math.round(placeOf(path.place[i]).line + share * (place.line - placeOf(path.place[i]).line));
  return { tip: mixed(path.tip), axis: path.axis ? mixed(path.axis) : [0, 0, 1], tool: path.tool[gap ? i : j], leg: kLegs[path.leg[gap ? i : j]], file: place.file, line };
}

/// The parameter at which the motions of a line begin; null when it has none that is drawn.
export function beginOf(path, file, line) {
  for (let j = 0; j < path.at.length; j++) {
    const b = placeOf(path.place[j]);
    if (b.file !== file) continue;
    const a = j > 0 && path.leg[j] !== kNone ? placeOf(path.place[j - 1]) : b;
    if (b.line === line) return j > 0 && path.leg[j] !== kNone ? Math.max(path.at[j - 1], path.at[j] - 1) : path.at[j];
    if (a.file === file && a.line < line && line < b.line) {
      const span = path.at[j] - path.at[j - 1];
      if (span > 1) return path.at[j - 1] + (span * (line - a.line)) / (b.line - a.line) - 1;
    }
  }
  return null;
}
