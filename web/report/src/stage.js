// SPDX-License-Identifier: Apache-2.0
// The 3D view: environment, path, the object at the chosen step, its contacts.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { colours, niceStep } from './canvas.js';
import { addContours, allContactLines, character, contactLines, geometryOf, heightColours, pathLines, reliefOf } from './meshes.js';

/// Throws when the browser has no WebGL.
export function createStage(container, data) {
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFShadowMap;
  container.prepend(renderer.domElement);

  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(42, 1, 0.1, 1000);
  camera.up.set(0, 0, 1);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.enableDamping = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.dampingFactor = 0.12;

  const ground = geometryOf(data.environment);
  const body = geometryOf(data.object);
  const kind = character(data.environment, ground);
  const bodyKind = character(data.object, body);
  const worldRadius = Math.max(ground.boundingSphere?.radius || 1, 1e-9);
  const bodyRadius = Math.max(body.boundingSphere?.radius || worldRadius / 50, 1e-9);

  const groundMaterial = new THREE.MeshStandardMaterial({
    roughness: 0.94, metalness: 0, side: kind.upward ? THREE.FrontSide : THREE.DoubleSide, flatShading: !kind.smooth, vertexColors: kind.ground,
  });
  if (kind.upward) controls.maxPolarAngle = 0.56 * Math.PI; // from below there is nothing to see
  if (kind.ground) {
    const { min, max } = ground.boundingBox;
    addContours(groundMaterial, niceStep(max.z - min.z, 30));
  }
  const world = new THREE.Mesh(ground, groundMaterial);
  world.receiveShadow = true;
  const wire = new THREE.Mesh(ground, new THREE.MeshBasicMaterial({ wireframe: true, transparent: true, opacity: 0.16, depthWrite: false }));
  wire.visible = false;
  const bodyMaterial = new THREE.MeshStandardMaterial({
    roughness: 0.42, metalness: 0.12, side: THREE.DoubleSide, flatShading: !bodyKind.smooth,
  });
  const object = new THREE.Mesh(body, bodyMaterial);
  object.matrixAutoUpdate = false;
  object.castShadow = true;
  const ghost = new THREE.Mesh(new THREE.SphereGeometry(bodyRadius * 0.22, 20, 14), new THREE.MeshBasicMaterial({ transparent: true, opacity: 0.85 }));
  ghost.visible = false;

  const sky = new THREE.HemisphereLight(0xffffff, 0x888888, 1.5);
  sky.position.set(0, 0, 1);
  const sun = new THREE.DirectionalLight(0xffffff, 2.3);
  const sunward = new THREE.Vector3(-0.55, 0.38, 0.74).normalize();
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.normalBias = bodyRadius * 0.02;
  const reach = bodyRadius * 4;
  Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: bodyRadius * 0.1, far: bodyRadius * 40 });
  const lamp = new THREE.DirectionalLight(0xffffff, 0.7); // at the camera, so that no side is black
  camera.add(lamp);
  scene.add(world, wire, object, ghost, sky, sun, sun.target, camera);

  const relief = kind.ground ? reliefOf(ground) : null;
  let path = null;
  let scars = null;
  let hits = null;
  let step = 0;
  let chasing = false;
  let scarsShown = true;
  let dirty = true;
  const place = new THREE.Vector3();

  function paint() {
    const c = colours();
    const theme = document.documentElement.dataset.theme;
    const dark = theme === 'dark';
    scene.background = new THREE.Color(c.view);
    scene.fog = new THREE.Fog(c.view);
    setFog();
    groundMaterial.color.set(kind.ground ? 0xffffff : dark ? 0x8794a3 : 0xb9c3ce);
    if (kind.ground) heightColours(ground, theme);
    sky.intensity = dark ? 0.9 : 1.5;
    sky.groundColor.set(dark ? 0x1c232c : 0x9a9084);
    sun.intensity = dark ? 2.6 : 2.3;
    wire.material.color.set(dark ? 0xffffff : 0x1a2430);
    ghost.material.color.set(c.accent);
    for (const old of [path, scars]) if (old) scene.remove(old);
    path = pathLines(data, c);
    scars = allContactLines(data, c.hit);
    scars.visible = scarsShown;
    scene.add(path, scars);
    setStep(step);
  }

  /// Begins behind what is looked at, so that it gives depth and hides nothing near.
  function setFog() {
    const distance = camera.position.distanceTo(controls.target);
    scene.fog.near = distance + worldRadius * 0.6;
    scene.fog.far = distance + worldRadius * 4;
  }

  function resize() {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    dirty = true;
  }

  function look(target, from, distance) {
    controls.target.copy(target);
    camera.position.copy(target).addScaledVector(from.clone().normalize(), distance);
    camera.near = Math.max(distance / 2000, bodyRadius / 200);
    camera.far = worldRadius * 12 + distance;
    camera.updateProjectionMatrix();
    controls.update();
    dirty = true;
  }

  /// The whole path, from the front and above, and rather along the axis in which it is thin than across it.
  function overview() {
    const box = new THREE.Box3();
    const point = new THREE.Vector3();
    for (let s = 0; s < data.count; s++) box.expandByPoint(point.fromArray(data.poses, 12 * s + 9));
    if (box.isEmpty()) box.setFromObject(world);
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    const size = box.getSize(new THREE.Vector3());
    const flat = size.x < 0.2 * Math.min(size.y, size.z);
    look(sphere.center, flat ? new THREE.Vector3(0.85, -0.45, 0.4) : new THREE.Vector3(0.42, -0.75, 0.62), Math.max(2.05, 2.5 / camera.aspect) * (sphere.radius + bodyRadius));
  }

  /// Where the path leads around a step, in the horizontal plane.
  function heading(at) {
    const p = data.poses;
    const [a, b] = [Math.max(0, at - 10), Math.min(data.count - 1, at + 10)];
    return Math.atan2(p[12 * b + 10] - p[12 * a + 10], p[12 * b + 9] - p[12 * a + 9]);
  }

  function chase() {
    const angle = heading(step);
    const behind = new THREE.Vector3(-1, -0.35, 0.46).applyAxisAngle(camera.up, angle);
    look(place, behind, bodyRadius * 8);
    keepInSight();
  }

  /// Turns with the path, and climbs over ground that would come between the camera and the object.
  function follow(before, from) {
    const offset = camera.position.clone().sub(controls.target);
    offset.applyAxisAngle(camera.up, heading(step) - heading(from));
    controls.target.add(place).sub(before);
    camera.position.copy(controls.target).add(offset);
    keepInSight();
  }
  function keepInSight() {
    if (!relief) return;
    const { x, y, z } = camera.position;
    let least = z;
    for (let k = 4; k <= 16; k++) {
      const share = k / 16;
      const floor = relief(place.x + (x - place.x) * share, place.y + (y - place.y) * share) + bodyRadius * 0.3;
      least = Math.max(least, place.z + (floor - place.z) / share);
    }
    camera.position.z = Math.min(least, place.z + bodyRadius * 30);
    controls.update();
  }

  function setStep(next) {
    const from = step;
    step = next;
    if (data.count === 0) return;
    const c = colours();
    const m = data.poses.subarray(12 * step, 12 * step + 12);
    const before = place.clone();
    place.set(m[9], m[10], m[11]);
    object.matrix.set(m[0], m[1], m[2], m[9], m[3], m[4], m[5], m[10], m[6], m[7], m[8], m[11], 0, 0, 0, 1);
    object.matrixWorldNeedsUpdate = true;
    const hit = data.collides[step] === 1;
    bodyMaterial.color.set(hit ? c.hit : document.documentElement.dataset.theme === 'dark' ? 0xe6edf5 : 0xf4f7fb);
    sun.position.copy(place).addScaledVector(sunward, bodyRadius * 18);
    sun.target.position.copy(place);
    if (hits) {
      scene.remove(hits);
      hits.geometry.dispose();
      hits.material.dispose();
    }
    hits = contactLines(data, step, c.segment, bodyRadius * 0.04);
    if (hits) scene.add(hits);
    if (chasing) follow(before, from);
    dirty = true;
  }

  controls.addEventListener('change', () => {
    setFog();
    dirty = true;
  });
  new ResizeObserver(resize).observe(container);
  resize();
  paint();
  overview();

  (function frame() {
    requestAnimationFrame(frame);
    controls.update();
    if (!dirty) return;
    dirty = false;
    renderer.render(scene, camera);
  })();

  return {
    setStep,
    paint,
    setGhost(at) {
      ghost.visible = at >= 0;
      if (at >= 0) ghost.position.fromArray(data.poses, 12 * at + 9);
      dirty = true;
    },
    setView(mode) {
      chasing = mode === 'chase';
      if (chasing) chase();
      else overview();
    },
    showScars(on) {
      scarsShown = on;
      scars.visible = on;
      dirty = true;
    },
    showTriangles(on) {
      wire.visible = on;
      dirty = true;
    },
  };
}
