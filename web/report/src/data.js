// SPDX-License-Identifier: Apache-2.0
// The data that `graze fly --html` put into the page, decoded.

function bytes(base64) {
  const text = atob(base64);
  const result = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) result[i] = text.charCodeAt(i);
  return result;
}

// The writer is little-endian, and so is every browser's machine.
const floats = (base64) => new Float32Array(bytes(base64).buffer);
const words = (base64) => new Uint32Array(bytes(base64).buffer);

function mesh(source) {
  return {
    triangles: source.triangles,
    drawn: source.drawn,
    positions: floats(source.positions),
    indices: words(source.indices),
  };
}

export function load() {
  const raw = JSON.parse(document.getElementById('graze-data').textContent);
  const { steps } = raw;
  return {
    title: raw.title,
    run: raw.run,
    environment: mesh(raw.environment),
    object: mesh(raw.object),
    poses: floats(raw.poses), // 12 a step: row-major rotation, translation
    count: steps.count,
    collides: bytes(steps.collides),
    contacts: words(steps.contacts),
    volumeTests: words(steps.volume_tests),
    primitiveTests: words(steps.primitive_tests),
    exactTests: words(steps.exact_tests),
    time: floats(steps.time_ns),
    counted: raw.run.what === 'all', // with "any" only yes or no is known
    segments: { total: raw.contacts.total, points: floats(raw.contacts.segments), offsets: words(raw.contacts.offsets) },
  };
}
