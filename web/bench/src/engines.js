// SPDX-License-Identifier: Apache-2.0
// How engines look: each has a colour, a dash and a marker of its own, so that no two are told apart by colour alone.
import { svg } from '../../shared/svg.js';

const kColours = 10; // --e0 .. --e9 of style.css; the first is the reference's alone
const kDashes = ['', '7 3', '2 3', '9 3 2 3', '14 4', '5 2 1 2 1 2']; // six: with two times seven markers, 42 engines differ without their colours
const kShapes = [
  (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`,
  (r) => `M${-r} ${-r}H${r}V${r}H${-r}Z`,
  (r) => `M0 ${-1.2 * r}L${1.15 * r} ${0.9 * r}H${-1.15 * r}Z`,
  (r) => `M0 ${-1.3 * r}L${1.3 * r} 0L0 ${1.3 * r}L${-1.3 * r} 0Z`,
  (r) => `M0 ${1.2 * r}L${1.15 * r} ${-0.9 * r}H${-1.15 * r}Z`,
  (r) => `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`,
  (r) => `M${-1.2 * r} 0H${1.2 * r}M0 ${-1.2 * r}V${1.2 * r}`,
];

export function createLook(names, reference) {
  return (name) => {
    const i = Math.max(0, names.indexOf(name));
    const main = name === reference;
    return {
      colour: `var(--e${i === 0 ? 0 : 1 + ((i - 1) % (kColours - 1))})`,
      dash: kDashes[i % kDashes.length],
      width: main ? 2.6 : 1.6,
      hollow: Math.floor(i / kShapes.length) % 2 === 1,
      shape: kShapes[i % kShapes.length],
    };
  };
}

export function line(look, d) {
  return svg('path', { class: 'curve', d, fill: 'none', stroke: look.colour, 'stroke-width': look.width, 'stroke-dasharray': look.dash || null, 'stroke-linejoin': 'round' });
}

export function marker(look, x, y, radius = 3) {
  return svg('path', {
    class: 'marker', d: look.shape(radius), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, stroke: look.colour, 'stroke-width': 1.4,
    fill: look.hollow ? 'var(--card)' : look.colour,
  });
}

/// What stands for the engine in legends and tables.
export function sample(look) {
  return svg('svg', { class: 'sample', viewBox: '0 0 34 12', width: 34, height: 12, 'aria-hidden': 'true' }, line(look, 'M1 6H33'), marker(look, 17, 6, 3.2));
}

/// Names of volumes that the paper compares (section 4), and those the benchmark adds to them.
const kPaper = /-(aabb|obb|sphere|dop18)$/;

export function groupsOf(names, reference) {
  const groups = [['all', names]];
  const paper = names.filter((n) => n === reference || kPaper.test(n));
  const own = names.filter((n) => n.split('-')[0] === reference.split('-')[0]);
  const others = names.filter((n) => n === reference || !own.includes(n));
  if (paper.length > 2 && paper.length < names.length) groups.push(['the paper’s volumes', paper]);
  if (own.length > 1 && own.length < names.length) groups.push([`${reference.split('-')[0]} alone`, own]);
  if (others.length > 1 && others.length < names.length) groups.push(['libraries', others]);
  return groups;
}
