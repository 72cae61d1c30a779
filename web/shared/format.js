// SPDX-License-Identifier: Apache-2.0
export const integer = (n) => Math.round(n).toLocaleString('en-US');

const three = (x) => (x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2));

export function timeParts(ns) {
  if (ns < 1e3) return [ns.toFixed(0), 'ns'];
  if (ns < 1e6) return [three(ns / 1e3), 'µs'];
  if (ns < 1e9) return [three(ns / 1e6), 'ms'];
  return [three(ns / 1e9), 's'];
}

export const time = (ns) => timeParts(ns).join(' ');
export const percent = (part, whole) => (whole === 0 ? '0' : ((100 * part) / whole).toFixed(1)) + ' %';
export const plural = (n, noun) => `${integer(n)} ${noun}${n === 1 ? '' : 's'}`;

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'class') node.className = value;
    else if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}
