// SPDX-License-Identifier: Apache-2.0
// A still picture without WebGL: triangles with a depth buffer into a 2D canvas. For the small pictures, for print, and
// where a browser offers nothing else.

/// The same direction as the interactive view begins with.
const kToward = [0.42, -0.78, 0.46];
const kLight = [0.15, -0.6, 0.78];
const unit = (v) => v.map((c) => c / Math.hypot(...v));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export const kIdentity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

function placed(positions, m) {
  const result = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    for (let r = 0; r < 3; r++) result[i + r] = m[4 * r] * x + m[4 * r + 1] * y + m[4 * r + 2] * z + m[4 * r + 3];
  }
  return result;
}

/// parts: [{mesh, pose (three rows of [R|t]), colour: [r, g, b]}]
export function drawStill(canvas, parts) {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const toward = unit(kToward);
  const right = unit(cross([0, 0, 1], toward));
  const up = cross(toward, right);
  const light = unit(kLight);

  const bodies = parts.map((p) => ({ ...p, points: placed(p.mesh.positions, p.pose) }));
  const eye = bodies.map(({ points }) => {
    const out = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) {
      for (const [k, axis] of [right, up, toward].entries()) out[i + k] = points[i] * axis[0] + points[i + 1] * axis[1] + points[i + 2] * axis[2];
    }
    return out;
  });
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const points of eye) {
    for (let i = 0; i < points.length; i += 3) {
      for (let k = 0; k < 2; k++) {
        low[k] = Math.min(low[k], points[i + k]);
        high[k] = Math.max(high[k], points[i + k]);
      }
    }
  }
  const scale = 0.92 * Math.min(width / (high[0] - low[0] || 1), height / (high[1] - low[1] || 1));
  const depth = new Float32Array(width * height).fill(-Infinity);

  bodies.forEach(({ mesh, points, colour }, body) => {
    const e = eye[body];
    const { indices } = mesh;
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
      const u = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
      const v = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
      const n = cross(u, v);
      const length = Math.hypot(...n);
      if (length === 0) continue;
      const shade = 0.34 + 0.66 * Math.abs((n[0] * light[0] + n[1] * light[1] + n[2] * light[2]) / length);
      const [red, green, blue] = colour.map((k) => Math.round(k * shade));
      fill(corner(e, a), corner(e, b), corner(e, c), (255 << 24) | (blue << 16) | (green << 8) | red);
    }
  });

  function corner(e, i) {
    return [width / 2 + (e[i] - (low[0] + high[0]) / 2) * scale, height / 2 - (e[i + 1] - (low[1] + high[1]) / 2) * scale, e[i + 2]];
  }
  function fill(p, q, r, colour) {
    const area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    if (area === 0) return;
    const [x0, x1] = [Math.max(0, Math.ceil(Math.min(p[0], q[0], r[0]) - 0.5)), Math.min(width - 1, Math.floor(Math.max(p[0], q[0], r[0]) - 0.5))];
    const [y0, y1] = [Math.max(0, Math.ceil(Math.min(p[1], q[1], r[1]) - 0.5)), Math.min(height - 1, Math.floor(Math.max(p[1], q[1], r[1]) - 0.5))];
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const wq = ((px - p[0]) * (r[1] - p[1]) - (py - p[1]) * (r[0] - p[0])) / area;
        const wr = ((q[0] - p[0]) * (py - p[1]) - (q[1] - p[1]) * (px - p[0])) / area;
        if (wq < 0 || wr < 0 || wq + wr > 1) continue;
        const z = p[2] + wq * (q[2] - p[2]) + wr * (r[2] - p[2]);
        const at = y * width + x;
        if (z <= depth[at]) continue;
        depth[at] = z;
        pixels[at] = colour;
      }
    }
  }
  context.putImageData(image, 0, 0);
}
