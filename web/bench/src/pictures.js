// SPDX-License-Identifier: Apache-2.0
// The models at a pose of each level: small still pictures, and one of them at a time to be turned in 3D.
import { element, integer } from '../../shared/format.js';
import { isPercent } from './data.js';
import { drawStill, kIdentity } from './raster.js';
import { createStage } from './stage.js';

const kTints = [[168, 182, 198], [232, 126, 58]]; // A, B: apart in lightness, too
const kSmall = [192, 144];
const kLarge = [960, 640];

const matrix = (pose) => (pose.length === 12 ? pose : kIdentity);

export function createPictures(parts, data, state) {
  const hasPictures = (s) => s.pictures?.pairs?.length && data.meshes.has(s.a.hash) && data.meshes.has(s.b.hash);
  let [scene, at, stage] = [null, 0, null];
  try {
    stage = createStage(parts.view, kTints);
    stage.paint();
  } catch (error) {
    document.documentElement.dataset.nogl = String(error);
    parts.nogl.hidden = false;
    parts.tools.hidden = true;
  }
  const still = stage ? null : parts.view.appendChild(element('canvas', { class: 'still', width: kLarge[0], height: kLarge[1] }));

  const pairs = () => [...scene.pictures.pairs].sort((p, q) => scene.levels[p.level].value - scene.levels[q.level].value);
  const bodies = (pair) => [
    { mesh: data.meshes.get(scene.a.hash), pose: kIdentity, colour: kTints[0] },
    { mesh: data.meshes.get(scene.b.hash), pose: matrix(pair.pose), colour: kTints[1] },
  ];
  const label = (pair) => `${Number(scene.levels[pair.level].value.toPrecision(4))}${isPercent(scene) ? ' %' : ''}`.replace('-', '−');

  function go(next) {
    const list = pairs();
    at = Math.min(list.length - 1, Math.max(0, next));
    const pair = list[at];
    const level = scene.levels[pair.level];
    const [a, b] = bodies(pair);
    if (stage) stage.show(scene.name, a.mesh, b.mesh, b.pose);
    else drawStill(still, [a, b]);
    parts.slider.max = list.length - 1;
    parts.slider.value = at;
    [...parts.strip.children].forEach((node, i) => node.setAttribute('aria-pressed', String(i === at)));
    const drawn = a.mesh.drawn < a.mesh.triangles ? ` Drawn with ${integer(a.mesh.drawn)} of ${integer(a.mesh.triangles)} triangles; everything was measured with all.` : '';
    parts.caption.textContent = `${scene.a.name} (grey) and ${scene.b.name} (orange), ${isPercent(scene) ? `level ${label(pair)} of the largest penetration` : `${scene.levels_are} ${label(pair)}`}: ${integer(level.poses)} poses, ${integer(level.colliding)} collide.${drawn}`;
  }

  /// Drawn a few at a time, so that the page answers meanwhile; all at once before printing.
  let pending = [];
  function thumbnails() {
    pending = [];
    parts.strip.replaceChildren(...pairs().map((pair, i) => {
      const canvas = element('canvas', { width: kSmall[0], height: kSmall[1], role: 'img', 'aria-label': `pose of level ${label(pair)}` });
      const both = bodies(pair);
      pending.push(() => drawStill(canvas, both));
      return element('button', { type: 'button', class: 'thumb', onclick: () => go(i) }, canvas, element('span', {}, label(pair)));
    }));
    setTimeout(drawSome, 0);
  }
  function drawSome() {
    const end = performance.now() + 12;
    while (pending.length > 0 && performance.now() < end) pending.shift()();
    if (pending.length > 0) setTimeout(drawSome, 0);
  }
  window.addEventListener('beforeprint', () => {
    while (pending.length > 0) pending.shift()();
  });

  function choose(next) {
    scene = next;
    for (const button of parts.scenes.children) button.setAttribute('aria-pressed', String(button.value === scene.name));
    thumbnails();
    const list = pairs();
    const contact = list.findIndex((p) => scene.levels[p.level].value >= 0);
    go(isPercent(scene) && contact >= 0 ? contact : Math.floor(list.length / 2));
  }
  function refresh() {
    const scenes = (data.models.find((m) => m.name === state.get('model'))?.scenes ?? []).filter(hasPictures);
    parts.body.hidden = scenes.length === 0;
    parts.none.hidden = scenes.length > 0;
    parts.scenes.replaceChildren(...scenes.map((s) => element('button', { type: 'button', value: s.name, onclick: () => choose(s) }, s.kind === 'scene' ? s.name : s.kind)));
    if (scenes.length > 0) choose(scenes.find((s) => s.kind === scene?.kind) ?? scenes[0]);
  }

  parts.slider.addEventListener('input', () => go(Number(parts.slider.value)));
  parts.previous.addEventListener('click', () => go(at - 1));
  parts.next.addEventListener('click', () => go(at + 1));
  parts.reset.addEventListener('click', () => stage?.reset());
  parts.transparent.addEventListener('click', () => {
    const on = parts.transparent.getAttribute('aria-pressed') !== 'true';
    parts.transparent.setAttribute('aria-pressed', String(on));
    stage?.transparent(on);
  });
  return { refresh, paint: () => stage?.paint() };
}
