// SPDX-License-Identifier: Apache-2.0
// Depth against the program's lines: of each the interval that contains its deepest cut; and the strip over the slider.
import { colours, niceStep, prepare } from '../../report/src/canvas.js';
import { integer } from '../../shared/format.js';
import { placeOf } from './data.js';
import { mm } from './words.js';

const kLeft = 56;
const kRight = 12;
const kTop = 12;
const kBottom = 22;

export function createPlot(canvas, data, onPick, onHover) {
  const { place, lower, upper } = data.lines;
  const { allowed, green, deepest } = data.scale;
  const count = place.length;
  const several = data.program.length > 1; // lines of several files have no common axis: then they are only counted
  const lineAt = (i) => (several ? i + 1 : placeOf(place[i]).line);
  const domain = [count ? lineAt(0) : 0, Math.max(count ? lineAt(count - 1) : 1, 1)];
  // What is certain sets the scale: a bound from above may be far off, and then leaves the picture.
  const greatest = (values) => values.reduce((m, v) => (Number.isFinite(v) ? Math.max(m, v) : m), allowed);
  const highest = Math.min(greatest(upper), 1.6 * Math.max(greatest(lower), deepest));
  const range = [Math.min(-2.5 * green, allowed - 2 * green), Math.max(highest, allowed + 2 * green) * 1.08];
  let cursor = -1;

  const xOf = (line, width) => kLeft + ((line - domain[0]) / Math.max(1, domain[1] - domain[0])) * (width - kLeft - kRight);
  const yOf = (value, height) => height - kBottom - ((Math.min(Math.max(value, range[0]), range[1]) - range[0]) / (range[1] - range[0])) * (height - kTop - kBottom);

  function draw() {
    const { context: g, width, height } = prepare(canvas);
    const c = colours();
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const step = niceStep(range[1] - range[0], 5);
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    for (let k = Math.ceil(range[0] / step); k * step <= range[1]; k++) {
      const y = yOf(k * step, height);
      g.fillStyle = c.grid;
      g.fillRect(kLeft, Math.round(y), width - kLeft - kRight, 1);
      g.fillStyle = c.faint;
      g.fillText(mm(k * step), kLeft - 6, y);
    }
    g.textAlign = 'center';
    g.textBaseline = 'alphabetic';
    const lineStep = Math.max(1, niceStep(domain[1] - domain[0], Math.max(2, width / 110)));
    for (let s = Math.ceil(domain[0] / lineStep) * lineStep; s <= domain[1]; s += lineStep) g.fillText(integer(s), xOf(s, width), height - 6);
    const tints = { gouge: colour('gouge'), doubt: colour('doubt'), within: colour('within') };
    // What is allowed.
    g.fillStyle = tints.within;
    g.globalAlpha = 0.12;
    g.fillRect(kLeft, yOf(allowed, height), width - kLeft - kRight, yOf(-green, height) - yOf(allowed, height));
    g.globalAlpha = 1;
    for (let i = 0; i < count; i++) {
      if (!(upper[i] > range[0])) continue;
      g.fillStyle = lower[i] > allowed ? tints.gouge : upper[i] > allowed ? tints.doubt : tints.within;
      const x = xOf(lineAt(i), width);
      const [top, bottom] = [yOf(upper[i], height), yOf(Math.max(lower[i], range[0]), height)];
      if (upper[i] > allowed) {
        g.globalAlpha = 0.3;
        g.fillRect(x - 1, top, 2, bottom - top);
        g.globalAlpha = 1;
        const from = yOf(allowed, height); // from what is allowed to what is certain
        if (lower[i] > allowed) g.fillRect(x - 1, bottom, 2, Math.max(2, from - bottom));
        else g.fillRect(x - 1, top - 1, 2, 2);
      } else g.fillRect(x - 1, top - 1, 2, 2);
    }
    g.strokeStyle = tints.gouge;
    g.setLineDash([5, 4]);
    g.beginPath();
    g.moveTo(kLeft, yOf(allowed, height));
    g.lineTo(width - kRight, yOf(allowed, height));
    g.stroke();
    g.setLineDash([]);
    const label = `allowed ${mm(allowed)}`;
    const wide = g.measureText(label).width + 6;
    g.fillStyle = c.card;
    g.fillRect(width - kRight - wide, yOf(allowed, height) - 16, wide, 14);
    g.textAlign = 'right';
    g.fillStyle = tints.gouge;
    g.fillText(label, width - kRight - 3, yOf(allowed, height) - 5);
    if (cursor >= domain[0] && cursor <= domain[1]) {
      g.fillStyle = c.accent;
      g.fillRect(xOf(cursor, width) - 0.75, kTop - 6, 1.5, height - kTop - kBottom + 6);
    }
    if (count === 0) {
      g.fillStyle = c.faint;
      g.textAlign = 'center';
      g.fillText('no line was checked', width / 2, height / 2);
    }
  }

  /// The entry nearest to the pointer; of several in the same place the deepest.
  function nearest(event) {
    const box = canvas.getBoundingClientRect();
    let [best, distance] = [-1, 8];
    for (let i = 0; i < count; i++) {
      const d = Math.abs(xOf(lineAt(i), box.width) - (event.clientX - box.left));
      if (d < distance - 1 || (d <= distance && best >= 0 && upper[i] > upper[best])) [best, distance] = [i, Math.max(d, 1)];
    }
    return best;
  }
  canvas.addEventListener('click', (event) => {
    const i = nearest(event);
    if (i >= 0) onPick(placeOf(place[i]));
  });
  canvas.addEventListener('pointermove', (event) => {
    const i = nearest(event);
    onHover(i < 0 ? null : { ...placeOf(place[i]), lower: lower[i], upper: upper[i] }, event.clientX, event.clientY);
  });
  canvas.addEventListener('pointerleave', () => onHover(null, 0, 0));
  return {
    draw,
    setCursor(file, line) {
      let next = line;
      if (several) {
        next = -1;
        for (let i = 0; i < count; i++) if (placeOf(place[i]).file === file && placeOf(place[i]).line <= line) next = i + 1;
      }
      if (next === cursor) return;
      cursor = next;
      draw();
    },
  };
}

/// Where findings are along the program.
export function createStrip(canvas, data) {
  return () => {
    const { context: g, width, height } = prepare(canvas);
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const all = Math.max(1, data.report.motions);
    g.fillStyle = colour('grid');
    g.fillRect(0, 0, width, height);
    for (const rank of ['note', 'warning', 'error']) {
      g.fillStyle = colour({ note: 'accent', warning: 'doubt', error: 'gouge' }[rank]);
      for (const f of data.findings) {
        if (f.severity !== rank || f.at === undefined) continue;
        const [from, to] = [(f.first_motion / all) * width, ((f.last_motion + 1) / all) * width];
        g.fillRect(from, 0, Math.max(1.5, to - from), height);
      }
    }
  };
}
