// SPDX-License-Identifier: Apache-2.0
// The 3D view: A where it is, B at a pose.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { colours } from '../../report/src/canvas.js';
import { character, geometryOf } from '../../report/src/meshes.js';

/// Throws when the browser has no WebGL; asked first, for three.js would complain on the console.
export function createStage(container, tints) {
  if (!document.createElement('canvas').getContext('webgl2')) throw new Error('no WebGL');
  // Kept between frames: what is printed is the last picture.
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
  container.prepend(renderer.domElement);

  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(36, 1, 0.1, 1000);
  camera.up.set(0, 0, 1);
  const controls = new OrbitControls(camera, renderer.domElement);
  controls.enableDamping = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.dampingFactor = 0.12;
  const sky = new THREE.HemisphereLight(0xffffff, 0x8a8f99, 1.6);
  sky.position.set(0, 0, 1);
  const sun = new THREE.DirectionalLight(0xffffff, 1.9);
  sun.position.set(-0.5, -0.6, 1);
  const lamp = new THREE.DirectionalLight(0xffffff, 0.8); // at the camera, so that no side is black
  camera.add(lamp);
  scene.add(sky, sun, camera);

  const bodies = tints.map((tint) => {
    const material = new THREE.MeshStandardMaterial({ color: new THREE.Color(...tint.map((c) => c / 255)).convertSRGBToLinear(), roughness: 0.62, metalness: 0.04, side: THREE.DoubleSide });
    const body = new THREE.Mesh(new THREE.BufferGeometry(), material);
    body.matrixAutoUpdate = false;
    scene.add(body);
    return body;
  });
  const geometries = new Map();
  let shown = '';

  function shape(body, mesh) {
    if (!geometries.has(mesh)) {
      const geometry = geometryOf(mesh);
      geometries.set(mesh, { geometry, smooth: character(mesh, geometry).smooth });
    }
    const { geometry, smooth } = geometries.get(mesh);
    body.geometry = geometry;
    body.material.flatShading = !smooth;
    body.material.needsUpdate = true;
  }
  function fit() {
    const sphere = new THREE.Box3().setFromObject(bodies[0]).union(new THREE.Box3().setFromObject(bodies[1])).getBoundingSphere(new THREE.Sphere());
    const distance = Math.max(2.5, 2.8 / camera.aspect) * sphere.radius;
    controls.target.copy(sphere.center);
    camera.position.copy(sphere.center).addScaledVector(new THREE.Vector3(0.42, -0.78, 0.46).normalize(), distance);
    camera.near = distance / 500;
    camera.far = distance * 20;
    camera.updateProjectionMatrix();
    controls.update();
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
  controls.addEventListener('change', redraw);
  new ResizeObserver(resize).observe(container);
  resize();

  return {
    /// `name` says what is compared: within it the camera stays where the reader put it.
    show(name, a, b, m) {
      shape(bodies[0], a);
      shape(bodies[1], b);
      bodies[1].matrix.set(...m, 0, 0, 0, 1);
      for (const body of bodies) body.updateMatrixWorld(true);
      if (name !== shown) fit();
      shown = name;
      redraw();
    },
    reset() {
      fit();
      redraw();
    },
    transparent(on) {
      Object.assign(bodies[0].material, { transparent: on, opacity: on ? 0.4 : 1, depthWrite: !on, needsUpdate: true });
      redraw();
    },
    paint() {
      scene.background = new THREE.Color(colours().view);
      redraw();
    },
  };
}
