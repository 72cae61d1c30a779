// SPDX-License-Identifier: Apache-2.0
// A still picture without WebGL: triangles with a depth buffer into a 2D canvas. For the small pictures, for print, and
// where a browser offers nothing else.

/// The same direction as the interactive view begins with.
const kToward = [0.42, -0.78, 0.46];
const kLight = [0.15, -0.6, 0.78];
const unit = (v) => v.map((c) => c / Math.hypot(...v));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export const kIdentity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

const toward = unit(kToward);
const right = unit(cross([0, 0, 1], toward));
const up = cross(toward, right);
const axes = [right, up, toward];
const light = axes.map((axis) => axis.reduce((sum, c, k) => sum + c * unit(kLight)[k], 0)); // as the eye sees it

/// Vertices at a pose, in the eye's axes: right, up, toward.
function seen(positions, m) {
  const rows = axes.map((axis) => [0, 1, 2, 3].map((k) => axis[0] * m[k] + axis[1] * m[4 + k] + axis[2] * m[8 + k]));
  const result = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    for (let r = 0; r < 3; r++) result[i + r] = rows[r][0] * positions[i] + rows[r][1] * positions[i + 1] + rows[r][2] * positions[i + 2] + rows[r][3];
  }
  return result;
}

/// parts: [{mesh, pose (three rows of [R|t]), colour: [r, g, b]}]
export function drawStill(canvas, parts) {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const depth = new Float32Array(width * height).fill(-Infinity);
  const bodies = parts.map((part) => ({ ...part, points: seen(part.mesh.positions, part.pose) }));
  const [low, high] = [[Infinity, Infinity], [-Infinity, -Infinity]];
  for (const { points } of bodies) {
    for (let i = 0; i < points.length; i++) {
      if (i % 3 === 2) continue;
      low[i % 3] = Math.min(low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
  }
  const scale = 0.92 * Math.min(width / (high[0] - low[0] || 1), height / (high[1] - low[1] || 1));
  for (const { points } of bodies) {
    for (let i = 0; i < points.length; i += 3) {
      points[i] = width / 2 + (points[i] - (low[0] + high[0]) / 2) * scale;
      points[i + 1] = height / 2 - (points[i + 1] - (low[1] + high[1]) / 2) * scale;
      points[i + 2] *= scale;
    }
  }
  for (const { mesh, points, colour } of bodies) {
    const { indices } = mesh;
    for (let t = 0; t < indices.length; t += 3) fill(points, 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2], colour);
  }

  /// Pixels whose centres a triangle covers; most triangles of a small picture cover none.
  function fill(v, a, b, c, colour) {
    const x0 = Math.max(0, Math.ceil(Math.min(v[a], v[b], v[c]) - 0.5));
    const x1 = Math.min(width - 1, Math.floor(Math.max(v[a], v[b], v[c]) - 0.5));
    const y0 = Math.max(0, Math.ceil(Math.min(v[a + 1], v[b + 1], v[c + 1]) - 0.5));
    const y1 = Math.min(height - 1, Math.floor(Math.max(v[a + 1], v[b + 1], v[c + 1]) - 0.5));
    if (x0 > x1 || y0 > y1) return;
    const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
    const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
    const area = ux * wy - uy * wx;
    if (area === 0) return;
    const [nx, ny] = [uy * wz - uz * wy, uz * wx - ux * wz];
    const shade = 0.34 + (0.66 * Math.abs(nx * light[0] - ny * light[1] + area * light[2])) / Math.hypot(nx, ny, area); // y is down
    const [red, green, blue] = colour.map((k) => Math.round(k * shade));
    const word = (255 << 24) | (blue << 16) | (green << 8) | red;
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const [dx, dy] = [x + 0.5 - v[a], y + 0.5 - v[a + 1]];
        const s = (dx * wy - dy * wx) / area;
        const r = (ux * dy - uy * dx) / area;
        if (s < 0 || r < 0 || s + r > 1) continue;
        const z = v[a + 2] + s * uz + r * wz;
        const at = y * width + x;
        if (z <= depth[at]) continue;
        depth[at] = z;
        pixels[at] = word;
      }
    }
  }
  context.putImageData(image, 0, 0);
}
