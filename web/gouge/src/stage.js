// SPDX-License-Identifier: Apache-2.0
// The 3D view: the part coloured by depth, fixtures, the path, the tool where the slider has it.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { colours } from '../../report/src/canvas.js';
import { character, geometryOf } from '../../report/src/meshes.js';
import { marksOf, paintDepth, pathGroup } from './lines.js';
import { solidOf } from './tool.js';

/// Throws when the browser has no WebGL; asked first, for three.js would complain on the console.
export function createStage(container, data) {
  if (!document.createElement('canvas').getContext('webgl2')) throw new Error('no WebGL');
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
  container.prepend(renderer.domElement);

  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(36, 1, 0.1, 1000);
  camera.up.set(0, 0, 1);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.enableDamping = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.dampingFactor = 0.12;
  const sky = new THREE.HemisphereLight(0xffffff, 0x8a8f99, 1.7);
  sky.position.set(0, 0, 1);
  const sun = new THREE.DirectionalLight(0xffffff, 1.6);
  sun.position.set(-0.5, -0.6, 1);
  const lamp = new THREE.DirectionalLight(0xffffff, 0.7); // at the camera, so that no side is black
  camera.add(lamp);
  scene.add(sky, sun, camera);

  const geometry = geometryOf(data.part);
  geometry.setAttribute('depth', new THREE.BufferAttribute(data.part.depth, 1));
  const divided = data.part.drawn > data.part.triangles;
  const smooth = !divided && data.part.drawn > 2000 && character(data.part, geometry).smooth;
  const material = new THREE.MeshStandardMaterial({ roughness: 0.75, metalness: 0.02, side: THREE.DoubleSide, flatShading: !smooth });
  const paint = paintDepth(material, data.scale);
  const part = new THREE.Mesh(geometry, material);
  const radius = Math.max(geometry.boundingSphere?.radius || 1, 1e-6);
  const plain = (color, opacity) => new THREE.MeshStandardMaterial({ color, roughness: 0.8, transparent: true, opacity, side: THREE.DoubleSide, flatShading: true, depthWrite: opacity > 0.9 });
  const fixtures = new THREE.Group();
  for (const mesh of data.fixtures) fixtures.add(new THREE.Mesh(geometryOf(mesh), plain(0x7a6fae, 0.55)));
  const stock = new THREE.Group();
  if (data.stock) stock.add(new THREE.Mesh(geometryOf(data.stock), plain(0x2f74d0, 0.45)));
  stock.visible = false;
  scene.add(part, fixtures, stock);

  const solids = new Map();
  const holder = new THREE.Group();
  let [path, marks, shownTool] = [new THREE.Group(), new THREE.Group(), null];
  const visible = { path: true, marks: true };
  scene.add(holder, path, marks);

  function solid(number) {
    if (!solids.has(number)) {
      const tool = data.report.tools.find((t) => t.number === number);
      solids.set(number, tool ? solidOf(tool) : null);
    }
    return solids.get(number);
  }
  const widthOf = (number) => data.report.tools.find((t) => t.number === number)?.diameter || radius / 20;

  function setPaint() {
    const c = colours();
    const dark = document.documentElement.dataset.theme === 'dark';
    scene.background = new THREE.Color(c.view);
    paint(dark);
    sky.intensity = dark ? 1.2 : 1.7;
    scene.remove(path, marks);
    path = pathGroup(data, dark);
    marks = marksOf(data, dark);
    [path.visible, marks.visible] = [visible.path, visible.marks];
    scene.add(path, marks);
    redraw();
  }

  function look(target, from, distance) {
    controls.target.copy(target);
    camera.position.copy(target).addScaledVector(from.clone().normalize(), distance);
    adjust();
    controls.update();
    redraw();
  }
  function adjust() {
    const distance = camera.position.distanceTo(controls.target);
    camera.near = distance / 200;
    camera.far = distance + radius * 20;
    camera.updateProjectionMatrix();
  }
  function overview() {
    const box = new THREE.Box3().setFromObject(part);
    for (const group of [fixtures]) if (group.children.length) box.union(new THREE.Box3().setFromObject(group));
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    look(sphere.center, new THREE.Vector3(0.38, -0.78, 0.62), Math.max(2.7, 3.4 / camera.aspect) * sphere.radius);
  }
  function resize() {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    redraw();
  }

  // A picture is drawn when something changed; a turn that runs out (damping) changes it again each time.
  let awaited = false;
  function redraw() {
    if (awaited) return;
    awaited = true;
    requestAnimationFrame(() => {
      awaited = false;
      controls.update();
      renderer.render(scene, camera);
    });
  }
  controls.addEventListener('change', () => {
    adjust();
    redraw();
  });
  new ResizeObserver(resize).observe(container);
  resize();
  setPaint();
  overview();

  const up = new THREE.Vector3(0, 0, 1);
  const tip = new THREE.Vector3();
  let following = false;
  return {
    paint: setPaint,
    overview,
    /// The tool at a place; null: nowhere.
    place(where) {
      if (shownTool) holder.remove(shownTool);
      shownTool = where ? solid(where.tool) : null;
      if (where) {
        const before = tip.clone();
        tip.fromArray(where.tip);
        holder.position.copy(tip);
        holder.quaternion.setFromUnitVectors(up, new THREE.Vector3().fromArray(where.axis).normalize());
        if (following) {
          controls.target.add(tip).sub(before);
          camera.position.add(tip).sub(before);
        }
      }
      if (shownTool) holder.add(shownTool);
      redraw();
    },
    /// Near to a finding, from where the camera is, but never from below the tool's tip.
    focus(finding) {
      const target = new THREE.Vector3().fromArray(finding.contact);
      const from = camera.position.clone().sub(controls.target).normalize();
      from.z = Math.max(from.z, 0.35);
      look(target, from, Math.min(2.5 * radius, 9 * widthOf(finding.tool)));
    },
    follow(on) {
      following = on;
      if (on) look(tip, camera.position.clone().sub(controls.target), Math.min(2.5 * radius, 14 * widthOf(data.report.tools[0]?.number)));
    },
    show(what, on) {
      if (what in visible) visible[what] = on;
      ({ tool: holder, path, marks, fixtures, stock })[what].visible = on;
      redraw();
    },
    seeThrough(on) {
      Object.assign(material, { transparent: on, opacity: on ? 0.45 : 1, depthWrite: !on, needsUpdate: true });
      redraw();
    },
  };
}
