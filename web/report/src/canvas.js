// SPDX-License-Identifier: Apache-2.0
// A canvas that knows its size in CSS pixels and the theme's colours.

export function colours() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  return Object.fromEntries(['ink', 'soft', 'faint', 'grid', 'line', 'free', 'hit', 'segment', 'accent', 'card', 'view'].map((n) => [n, read(n)]));
}

export function prepare(canvas) {
  const { width, height } = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = '11px system-ui, sans-serif';
  return { context, width, height };
}

/// 1, 2 or 5 times a power of ten, so that about `count` of them cover `range`.
export function niceStep(range, count) {
  const raw = Math.max(range / count, 1e-30);
  const power = 10 ** Math.floor(Math.log10(raw));
  const digit = raw / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}
