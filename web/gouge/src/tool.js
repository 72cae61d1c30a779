// SPDX-License-Identifier: Apache-2.0
// A tool from its convex pieces: outlines, as a drawing and as a solid of revolution.
import * as THREE from 'three';
import { px, svg } from '../../shared/svg.js';

export const kParts = ['cutter', 'shank', 'holder'];
export const kPartColours = { cutter: '#e0a526', shank: '#8d99a8', holder: '#4f6f9f' };

/// Points (r, z) around the right half of a rounded frustum, from the axis below to the axis above.
export function outline([, z0, r0, z1, r1, rounding], arcs = 24) {
  const points = [[0, z0 - rounding]];
  const side = z1 > z0 ? Math.atan2(r0 - r1, z1 - z0) : 0; // how far the side's normal looks up
  const arc = (r, z, from, to) => {
    const steps = rounding > 0 ? Math.max(1, Math.ceil((arcs * (to - from)) / Math.PI)) : 0;
    for (let k = 0; k <= steps; k++) {
      const a = steps === 0 ? to : from + ((to - from) * k) / steps;
      points.push([r + rounding * Math.cos(a), z + rounding * Math.sin(a)]);
    }
  };
  arc(z1 > z0 ? r0 : Math.max(r0, r1), z0, -Math.PI / 2, side);
  if (z1 > z0 || rounding > 0) arc(z1 > z0 ? r1 : Math.max(r0, r1), z1, side, Math.PI / 2);
  points.push([0, z1 + rounding]);
  return points.map(([r, z]) => [Math.max(0, r), z]);
}

/// A group with the tip at its origin, pointing along +z.
export function solidOf(tool) {
  const group = new THREE.Group();
  // Pieces overlap: their depth first, so that of what is translucent only the nearest is seen.
  const nearest = new THREE.MeshBasicMaterial({ colorWrite: false, transparent: true });
  for (const part of kParts) {
    const material = new THREE.MeshStandardMaterial({ color: kPartColours[part], roughness: 0.45, metalness: 0.25, transparent: true, opacity: 0.55, flatShading: true });
    for (const piece of tool.pieces.filter((p) => p[0] === part)) {
      const shape = outline(piece).map(([r, z]) => new THREE.Vector2(r, z));
      const geometry = new THREE.LatheGeometry(shape, 72).rotateX(Math.PI / 2); // its axis is y
      for (const [order, look] of [[3, nearest], [4, material]]) {
        const mesh = new THREE.Mesh(geometry, look);
        mesh.renderOrder = order;
        group.add(mesh);
      }
    }
  }
  return group;
}

/// The tool from the side, in mm, with its diameter and height.
export function drawingOf(tool, height = 240) {
  const shapes = tool.pieces.map((piece) => ({ part: piece[0], points: outline(piece) }));
  const all = shapes.flatMap((s) => s.points);
  const [low, high] = [Math.min(0, ...all.map((p) => p[1])), Math.max(1e-6, ...all.map((p) => p[1]))];
  const wide = Math.max(1e-6, ...all.map((p) => p[0]));
  const scale = Math.min((height - 24) / (high - low), 70 / wide);
  const [middle, floor] = [100, 12 + (high - low) * scale];
  const x = (r) => middle + r * scale;
  const y = (z) => floor - (z - low) * scale;
  const root = svg('svg', { viewBox: `0 0 200 ${px(floor + 14)}`, width: 200, height: px(floor + 14), role: 'img', 'aria-label': `Profile of tool ${tool.number}` });
  // From the holder down, so that the cutter lies on top.
  for (const part of [...kParts].reverse()) {
    for (const shape of shapes.filter((s) => s.part === part)) {
      const right = shape.points.map(([r, z]) => `${px(x(r))} ${px(y(z))}`);
      const left = shape.points.map(([r, z]) => `${px(x(-r))} ${px(y(z))}`).reverse();
      root.append(svg('path', { d: `M${[...right, ...left].join('L')}Z`, fill: kPartColours[part], 'data-part': part }));
    }
  }
  root.append(svg('line', { x1: middle, x2: middle, y1: px(y(high) - 8), y2: px(y(low) + 8), class: 'axis' }));
  return root;
}
