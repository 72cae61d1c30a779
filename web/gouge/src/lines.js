// SPDX-License-Identifier: Apache-2.0
// Colours of depths, lines of the path, marks of the findings.
import * as THREE from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import { kLegs, kNone } from './data.js';

const kTints = { light: { untouched: '#b8c0ca', within: '#34a860' }, dark: { untouched: '#7d8894', within: '#2f9a5a' } };

/// Makes a material colour by the attribute `depth`, pixel by pixel; returns what sets the theme.
export function paintDepth(material, scale) {
  const uniforms = {
    untouchedColour: { value: new THREE.Color(kTints.light.untouched) },
    withinColour: { value: new THREE.Color(kTints.light.within) },
    shallowColour: { value: new THREE.Color('#ff845c') },
    deepColour: { value: new THREE.Color('#9c001c') },
    depthScale: { value: new THREE.Vector4(scale.allowed, scale.green, scale.band, scale.deepest) },
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nattribute float depth;\nvarying float vDepth;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvDepth = depth;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying float vDepth;\nuniform vec4 depthScale;\nuniform vec3 untouchedColour, withinColour, shallowColour, deepColour;')
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        float fading = clamp((vDepth + depthScale.z) / (depthScale.z - depthScale.y), 0.0, 1.0);
        float deeper = clamp((vDepth - depthScale.x) / (depthScale.w - depthScale.x), 0.0, 1.0);
        diffuseColor.rgb = vDepth > depthScale.x ? mix(shallowColour, deepColour, deeper) : mix(untouchedColour, withinColour, fading * fading);`,
      );
  };
  return (dark) => {
    const tints = kTints[dark ? 'dark' : 'light'];
    uniforms.untouchedColour.value.set(tints.untouched);
    uniforms.withinColour.value.set(tints.within);
  };
}

/// Segments whose motions belong to a finding about the tool.
function found(data) {
  const { at } = data.path;
  const flags = new Uint8Array(at.length);
  for (const f of data.findings) {
    if (f.at === undefined || f.severity === 'note') continue;
    let [low, high] = [0, at.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at[middle] <= f.first_motion + 1e-9) low = middle + 1;
      else high = middle;
    }
    for (let j = low; j < at.length && at[j - 1] < f.last_motion + 1 - 1e-9; j++) flags[j] = 1;
  }
  return flags;
}

export function pathGroup(data, dark) {
  const { tip, leg } = data.path;
  const flags = found(data);
  const sets = { rapid: [], feed: [], found: [] };
  for (let j = 1; j < leg.length; j++) {
    if (leg[j] === kNone) continue;
    const set = flags[j] ? 'found' : kLegs[leg[j]] === 'rapid' ? 'rapid' : 'feed';
    for (let k = 3 * j - 3; k < 3 * j + 3; k++) sets[set].push(tip[k]);
  }
  const group = new THREE.Group();
  const lines = (points, material) => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
    return new THREE.LineSegments(geometry, material);
  };
  if (sets.feed.length) group.add(lines(sets.feed, new THREE.LineBasicMaterial({ color: dark ? '#7db3ff' : '#2563c9', transparent: true, opacity: 0.55 })));
  if (sets.rapid.length) {
    const size = new THREE.Box3().setFromArray(sets.rapid).getSize(new THREE.Vector3()).length();
    const rapid = lines(sets.rapid, new THREE.LineDashedMaterial({ color: dark ? '#ffd34d' : '#c98a00', transparent: true, opacity: 0.6, dashSize: size / 150, gapSize: size / 200 }));
    rapid.computeLineDistances();
    group.add(rapid);
  }
  if (sets.found.length) {
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(sets.found);
    const red = dark ? '#ff6a5e' : '#c4001e';
    group.add(new LineSegments2(geometry, new LineMaterial({ color: red, linewidth: 3, transparent: true })));
    group.add(new LineSegments2(geometry, new LineMaterial({ color: red, linewidth: 2, transparent: true, opacity: 0.3, depthTest: false })));
  }
  return group;
}

/// A dot at every finding that has a place, as large however far away.
export function marksOf(data, dark) {
  const points = data.findings.filter((f) => f.contact && f.severity !== 'note').flatMap((f) => f.contact);
  const group = new THREE.Group();
  if (points.length === 0) return group;
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  const dots = (size, color, options) => {
    const material = new THREE.PointsMaterial({ color, size, sizeAttenuation: false, transparent: true, ...options });
    material.onBeforeCompile = (shader) => { // round ones
      shader.fragmentShader = shader.fragmentShader.replace('#include <clipping_planes_fragment>', '#include <clipping_planes_fragment>\nif (length(gl_PointCoord - 0.5) > 0.5) discard;');
    };
    return new THREE.Points(geometry, material);
  };
  group.add(dots(9, dark ? '#0c1016' : '#ffffff', { depthTest: false, opacity: 0.9 }), dots(6.5, dark ? '#ff6a5e' : '#c4001e', { depthTest: false }));
  group.children.forEach((child, i) => (child.renderOrder = 6 + i));
  return group;
}
