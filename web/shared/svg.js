// SPDX-License-Identifier: Apache-2.0
const kSpace = 'http://www.w3.org/2000/svg';

export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(kSpace, tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

/// A number for a path: a tenth of a pixel is enough.
export const px = (value) => String(Math.round(value * 10) / 10);
