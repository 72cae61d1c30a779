// SPDX-License-Identifier: Apache-2.0
// Curves along the path, drawn per pixel column (lowest and highest value in it), with one shared cursor.
import { colours, niceStep, prepare } from './canvas.js';
import { integer, time } from '../../shared/format.js';

const kLeft = 52;
const kRight = 12;
const kTop = 10;
const kBottom = 22;

/// options: values, collides, logarithmic, label(value), marks: [{value, text}], bars
export function curve(canvas, count, options, onPick, onHover) {
  const { values, collides } = options;
  let cursor = 0;
  let ghost = -1;
  let lowest = Infinity;
  let highest = 0;
  for (const v of values) {
    if (v > highest) highest = v;
    if (v < lowest) lowest = v;
  }
  if (!Number.isFinite(lowest)) lowest = 0;
  const bounds = options.logarithmic
    ? [Math.log10(Math.max(lowest, 1)) - 0.05, Math.log10(Math.max(highest, lowest + 1, 10)) + 0.08]
    : [0, Math.max(highest, 1) * 1.08];

  const box = () => canvas.getBoundingClientRect();
  const xOf = (step, width) => kLeft + ((step + 0.5) / count) * (width - kLeft - kRight);
  const yOf = (value, height) => {
    const v = options.logarithmic ? Math.log10(Math.max(value, 1)) : value;
    return height - kBottom - ((v - bounds[0]) / (bounds[1] - bounds[0])) * (height - kTop - kBottom);
  };

  function gridLines() {
    const lines = [];
    if (options.logarithmic) {
      const decades = bounds[1] - bounds[0];
      const digits = decades > 2.5 ? [1] : decades > 1.2 ? [1, 3] : [1, 2, 3, 5, 7];
      for (let e = Math.floor(bounds[0]); e <= bounds[1]; e++) {
        for (const d of digits) {
          const v = d * 10 ** e;
          if (Math.log10(v) >= bounds[0] && Math.log10(v) <= bounds[1]) lines.push(v);
        }
      }
    } else {
      const step = Math.max(1, niceStep(bounds[1], 4));
      for (let v = 0; v <= bounds[1]; v += step) lines.push(v);
    }
    return lines;
  }

  function axes(g, c, width, height) {
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    for (const v of gridLines()) {
      const y = yOf(v, height);
      g.strokeStyle = c.grid;
      g.beginPath();
      g.moveTo(kLeft, y);
      g.lineTo(width - kRight, y);
      g.stroke();
      g.fillStyle = c.faint;
      g.fillText(options.label(v), kLeft - 6, y);
    }
    g.textAlign = 'center';
    g.textBaseline = 'alphabetic';
    const step = Math.max(1, niceStep(count, Math.max(2, width / 110)));
    for (let s = 0; s < count; s += step) g.fillText(integer(s), xOf(s, width), height - 6);
  }

  function columns(g, c, width, height) {
    const pixels = Math.max(1, Math.floor(width - kLeft - kRight));
    const floor = height - kBottom;
    const points = [];
    for (let p = 0; p < pixels; p++) {
      const first = Math.floor((p / pixels) * count);
      const last = Math.max(first + 1, Math.floor(((p + 1) / pixels) * count));
      let [low, high, hit] = [Infinity, -Infinity, false];
      for (let s = first; s < Math.min(last, count); s++) {
        low = Math.min(low, values[s]);
        high = Math.max(high, values[s]);
        hit = hit || collides[s] === 1;
      }
      points.push({ x: kLeft + p + 0.5, low: yOf(low, height), high: yOf(high, height), hit });
    }
    if (options.bars) {
      for (const p of points) {
        if (!p.hit) continue;
        g.fillStyle = c.hit;
        g.fillRect(p.x - 0.5, Math.min(p.high, floor - 2), 1.2, floor - Math.min(p.high, floor - 2));
      }
      return;
    }
    g.globalAlpha = 0.14;
    for (const p of points) {
      g.fillStyle = p.hit ? c.hit : c.free;
      g.fillRect(p.x - 0.5, p.high, 1.05, floor - p.high);
    }
    g.globalAlpha = 1;
    g.lineWidth = 1.4;
    g.lineJoin = 'round';
    for (let i = 0; i < points.length; ) {
      const { hit } = points[i];
      g.strokeStyle = hit ? c.hit : c.free;
      g.beginPath();
      const from = points[Math.max(0, i - 1)];
      g.moveTo(from.x, (from.low + from.high) / 2);
      for (; i < points.length && points[i].hit === hit; i++) {
        const p = points[i];
        g.lineTo(p.x, p.high);
        if (p.low - p.high > 1) g.lineTo(p.x, p.low);
      }
      g.stroke();
    }
  }

  function draw() {
    const { context: g, width, height } = prepare(canvas);
    if (width < kLeft + kRight + 10 || height < kTop + kBottom + 10 || count === 0) return;
    const c = colours();
    g.lineWidth = 1;
    axes(g, c, width, height);
    columns(g, c, width, height);
    g.textAlign = 'right';
    g.textBaseline = 'bottom';
    for (const mark of options.marks ?? []) {
      const y = yOf(mark.value, height);
      g.strokeStyle = c.soft;
      g.lineWidth = 1;
      g.setLineDash([4, 4]);
      g.beginPath();
      g.moveTo(kLeft, y);
      g.lineTo(width - kRight, y);
      g.stroke();
      g.setLineDash([]);
      const wide = g.measureText(mark.text).width + 8;
      g.globalAlpha = 0.8;
      g.fillStyle = c.card;
      g.fillRect(width - kRight - wide, y - 8, wide, 16);
      g.globalAlpha = 1;
      g.fillStyle = c.soft;
      g.fillText(mark.text, width - kRight - 4, y + 6);
    }
    const line = (step, colour, wide) => {
      const x = xOf(step, width);
      g.strokeStyle = colour;
      g.lineWidth = wide;
      g.beginPath();
      g.moveTo(x, kTop - 4);
      g.lineTo(x, height - kBottom);
      g.stroke();
      g.fillStyle = colour;
      g.beginPath();
      g.arc(x, yOf(values[step], height), 3.4, 0, 7);
      g.fill();
    };
    if (ghost >= 0) line(ghost, c.faint, 1);
    line(cursor, c.accent, 1.5);
  }

  const stepAt = (event) => {
    const { left, width } = box();
    const share = (event.clientX - left - kLeft) / (width - kLeft - kRight);
    return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    onPick(stepAt(event));
  });
  canvas.addEventListener('pointermove', (event) => {
    const step = stepAt(event);
    if (event.buttons & 1) onPick(step);
    onHover(step, event.clientX, box().top + kTop);
  });
  canvas.addEventListener('pointerleave', () => onHover(-1));
  return {
    draw,
    setCursor(step) {
      cursor = step;
      draw();
    },
    setGhost(step) {
      if (ghost === step) return;
      ghost = step;
      draw();
    },
  };
}

/// Bins of equal width in log time; the parts in contact are stacked in their own colour.
export function histogram(canvas, data, marks) {
  const bins = 44;
  const logs = Array.from(data.time, (t) => Math.log10(Math.max(t, 1)));
  const low = logs.reduce((a, b) => Math.min(a, b), Infinity);
  const high = logs.reduce((a, b) => Math.max(a, b), -Infinity) + 1e-6;
  const free = new Array(bins).fill(0);
  const hit = new Array(bins).fill(0);
  logs.forEach((v, i) => {
    const bin = Math.min(bins - 1, Math.floor(((v - low) / (high - low)) * bins));
    (data.collides[i] ? hit : free)[bin]++;
  });
  const most = free.reduce((best, n, i) => Math.max(best, n + hit[i]), 1);

  return function draw() {
    const { context: g, width, height } = prepare(canvas);
    if (width < 80 || height < 50 || logs.length === 0) return;
    const c = colours();
    const top = 24;
    const floor = height - kBottom;
    const scale = (floor - top) / most;
    const xOf = (log) => 14 + ((log - low) / (high - low)) * (width - 28);
    const wide = (width - 28) / bins;
    for (let b = 0; b < bins; b++) {
      const x = 14 + b * wide;
      g.fillStyle = c.free;
      g.fillRect(x + 0.5, floor - free[b] * scale, wide - 1, free[b] * scale);
      g.fillStyle = c.hit;
      g.fillRect(x + 0.5, floor - (free[b] + hit[b]) * scale, wide - 1, hit[b] * scale);
    }
    g.fillStyle = c.faint;
    g.textAlign = 'center';
    g.textBaseline = 'alphabetic';
    const digits = high - low > 2 ? [1] : high - low > 1 ? [1, 3] : [1, 2, 3, 5, 7];
    let lastLabel = -100;
    for (let e = Math.floor(low); e <= high; e++) {
      for (const d of digits) {
        const x = xOf(Math.log10(d * 10 ** e));
        if (x < 14 || x > width - 20 || x - lastLabel < 46) continue;
        lastLabel = x;
        g.fillText(time(d * 10 ** e), x, height - 6);
      }
    }
    for (const mark of marks) {
      const x = xOf(Math.log10(Math.max(mark.value, 1)));
      g.strokeStyle = c.soft;
      g.setLineDash([3, 3]);
      g.beginPath();
      g.moveTo(x, 18);
      g.lineTo(x, floor);
      g.stroke();
      g.setLineDash([]);
    }
    // Labels from the right: each within the picture and left of the one before.
    g.fillStyle = c.soft;
    let edge = width - 4;
    for (const mark of [...marks].reverse()) {
      const half = g.measureText(mark.text).width / 2;
      const x = Math.min(Math.max(xOf(Math.log10(Math.max(mark.value, 1))), half + 4), edge - half);
      g.fillText(mark.text, x, 13);
      edge = x - half - 8;
    }
  };
}

/// The thin strip over the slider: where the path is in contact.
export function strip(canvas, data) {
  return function draw() {
    const { context: g, width, height } = prepare(canvas);
    const c = colours();
    g.fillStyle = c.grid;
    g.fillRect(0, 0, width, height);
    g.fillStyle = c.hit;
    for (let s = 0; s < data.count; s++) {
      if (data.collides[s]) g.fillRect((s / data.count) * width, 0, Math.max(1, width / data.count), height);
    }
  };
}
