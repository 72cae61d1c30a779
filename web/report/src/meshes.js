// SPDX-License-Identifier: Apache-2.0
// Geometry of the 3D view: surfaces, the path, contact segments.
import * as THREE from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';

export function geometryOf(mesh) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(mesh.positions, 3));
  geometry.setIndex(new THREE.BufferAttribute(mesh.indices, 1));
  geometry.computeVertexNormals();
  geometry.computeBoundingBox();
  geometry.computeBoundingSphere();
  return geometry;
}

/// Smooth shading suits terrain and scans, facets suit machined parts: judged by how far the normals of faces and of
/// their corners differ. Also whether nearly all faces look the same way along z, as the ground does.
export function character(mesh, geometry) {
  const normals = geometry.getAttribute('normal').array;
  const { positions: p, indices } = mesh;
  const [a, b, c, n] = [0, 1, 2, 3].map(() => new THREE.Vector3());
  const stride = 3 * Math.max(1, Math.floor(indices.length / 3 / 20000));
  let [sum, up, count] = [0, 0, 0];
  for (let i = 0; i < indices.length; i += stride) {
    a.fromArray(p, 3 * indices[i]);
    b.fromArray(p, 3 * indices[i + 1]).sub(a);
    c.fromArray(p, 3 * indices[i + 2]).sub(a);
    n.crossVectors(b, c);
    if (n.lengthSq() === 0) continue;
    n.normalize();
    if (n.z > 0) up++;
    b.fromArray(normals, 3 * indices[i]);
    sum += Math.acos(Math.min(1, Math.abs(n.dot(b))));
    count++;
  }
  const share = up / Math.max(1, count);
  return { smooth: sum / Math.max(1, count) < 0.22, ground: share > 0.97 || share < 0.03, upward: share > 0.97 };
}

/// The highest ground around a place: a function of x and y over a coarse grid of the vertices.
export function reliefOf(geometry) {
  const cells = 96;
  const { min, max } = geometry.boundingBox;
  const position = geometry.getAttribute('position');
  const highest = new Float32Array(cells * cells).fill(min.z);
  const cell = (value, low, high) => Math.floor(((value - low) / Math.max(high - low, 1e-12)) * (cells - 1) + 0.5);
  for (let i = 0; i < position.count; i++) {
    const at = cell(position.getY(i), min.y, max.y) * cells + cell(position.getX(i), min.x, max.x);
    highest[at] = Math.max(highest[at], position.getZ(i));
  }
  return (x, y) => {
    const [i, j] = [cell(x, min.x, max.x), cell(y, min.y, max.y)];
    return i >= 0 && j >= 0 && i < cells && j < cells ? highest[j * cells + i] : min.z;
  };
}

const kRamp = {
  light: ['#7f9a86', '#a9b08f', '#c9bfa4', '#bcb2a6', '#d8d6d4', '#f7f8fa'],
  dark: ['#22413f', '#3c5a4c', '#6b6f58', '#7d756a', '#95969a', '#c6ced8'],
};

export function heightColours(geometry, theme) {
  const ramp = kRamp[theme].map((c) => new THREE.Color(c));
  const position = geometry.getAttribute('position');
  const { min, max } = geometry.boundingBox;
  const colours = new Float32Array(position.count * 3);
  const colour = new THREE.Color();
  for (let i = 0; i < position.count; i++) {
    const h = ((position.getZ(i) - min.z) / Math.max(max.z - min.z, 1e-12)) * (ramp.length - 1);
    const k = Math.min(ramp.length - 2, Math.floor(h));
    colour.lerpColors(ramp[k], ramp[k + 1], h - k).toArray(colours, 3 * i);
  }
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
}

/// Lines of equal height, drawn by the surface's own shader and one pixel wide at every distance.
export function addContours(material, spacing) {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.contourSpacing = { value: spacing };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying float vHeight;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvHeight = position.z;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying float vHeight;\nuniform float contourSpacing;')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        float level = vHeight / contourSpacing;
        float wide = fwidth(level);
        float nearest = abs(fract(level - 0.5) - 0.5) / max(wide, 1e-6);
        diffuseColor.rgb *= 1.0 - 0.22 * (1.0 - smoothstep(0.4, 1.3, nearest)) * (1.0 - smoothstep(0.25, 0.6, wide));`,
      );
  };
}

function wideLines(points, colours, options) {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(points);
  if (colours) geometry.setColors(colours);
  return new LineSegments2(geometry, new LineMaterial({ vertexColors: Boolean(colours), transparent: true, ...options }));
}

/// The path of the object's origin, coloured by contact; what ridges hide shines through faintly.
export function pathLines(data, c) {
  const free = new THREE.Color(c.free);
  const hit = new THREE.Color(c.hit);
  const points = [];
  const tints = [];
  for (let s = 0; s + 1 < data.count; s++) {
    const tint = data.collides[s] || data.collides[s + 1] ? hit : free;
    for (const k of [s, s + 1]) {
      points.push(data.poses[12 * k + 9], data.poses[12 * k + 10], data.poses[12 * k + 11]);
      tints.push(tint.r, tint.g, tint.b);
    }
  }
  const group = new THREE.Group();
  if (points.length === 0) return group;
  group.add(wideLines(points, tints, { linewidth: 3 }));
  group.add(wideLines(points, tints, { linewidth: 2, depthTest: false, opacity: 0.28 }));
  return group;
}

/// Segments of zero length (touching points) get a length that can be seen.
function visible(points, from, to, least) {
  const result = Array.from(points.subarray(6 * from, 6 * to));
  for (let i = 0; i < result.length; i += 6) {
    const length = Math.hypot(result[i + 3] - result[i], result[i + 4] - result[i + 1], result[i + 5] - result[i + 2]);
    if (length < least) {
      result[i + 2] -= least / 2;
      result[i + 5] += least / 2;
    }
  }
  return result;
}

export function contactLines(data, step, colour, least) {
  const [from, to] = [data.segments.offsets[step], data.segments.offsets[step + 1]];
  if (from === to) return null;
  const lines = wideLines(visible(data.segments.points, from, to, least), null, { linewidth: 4, color: colour, depthTest: false });
  lines.renderOrder = 5;
  return lines;
}

export function allContactLines(data, colour) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(data.segments.points, 3));
  const material = new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity: 0.75 });
  return new THREE.LineSegments(geometry, material);
}
