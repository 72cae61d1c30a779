// SPDX-License-Identifier: Apache-2.0
// Axes: where a value lies, and the values worth a line.
import { niceStep } from '../../report/src/canvas.js';

export function linear([low, high], [from, to]) {
  const span = high - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}

export function logarithmic([low, high], [from, to]) {
  const [a, b] = [Math.log10(low), Math.log10(high)];
  return (value) => from + ((Math.log10(Math.max(value, low / 10)) - a) / (b - a || 1)) * (to - from);
}

export function linearTicks(low, high, count) {
  const step = niceStep(high - low, count);
  const ticks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) ticks.push(k * step);
  return ticks;
}

export function logTicks(low, high) {
  const decades = Math.log10(high / low);
  const digits = decades > 3 ? [1] : decades > 1.4 ? [1, 3] : [1, 2, 3, 5, 7];
  const ticks = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++) {
    for (const d of digits) {
      const v = d * 10 ** e;
      if (v >= low * 0.999 && v <= high * 1.001) ticks.push(v);
    }
  }
  return ticks;
}

/// Of all values to be seen: from zero, or a little around them in logarithms.
export function valueDomain(values, isLog) {
  const seen = values.filter((v) => Number.isFinite(v) && (!isLog || v > 0));
  if (seen.length === 0) return isLog ? [0.1, 10] : [0, 1];
  const high = Math.max(...seen);
  if (!isLog) return [0, high * 1.06 || 1];
  const low = Math.min(...seen);
  return [low / 1.25, Math.max(high * 1.25, low * 3)];
}
