// SPDX-License-Identifier: Apache-2.0
// Curves over levels as SVG: bands, dashes, markers, a cursor with values, zoom along x (drag, buttons or + - 0 keys).
import { element, integer, time } from '../../shared/format.js';
import { px, svg } from '../../shared/svg.js';
import { line, marker, sample } from './engines.js';
import { linear, linearTicks, logTicks, logarithmic, valueDomain } from './scales.js';

const kMargin = { left: 62, right: 16, top: 26, bottom: 46 };
const kMarkers = 60; // more levels than this and markers would hide the curve
const kBands = 7; // more curves than this, and the bands are drawn fainter
let clips = 0;

const us = (value) => time(value * 1e3);
/// How values of a scale read: times, or shares of a curve's own highest value.
const kRead = { time: (v) => (v === 0 ? '0' : us(v).replace(/\.0+ /, ' ')), share: (v) => `${Number((100 * v).toPrecision(3))} %` };
const signed = (x) => (x > 0 ? '+' : x < 0 ? '−' : '') + Math.abs(Number(x.toPrecision(4)));

/// options: label, xLabel, shortLabel (where it is narrow), unit, percent (x has a sign: 0 is contact), look(engine), tip (an element of the page).
/// series: [{engine, points: [{x, y, low, high, time, interval, level}]}]: what is drawn and the time in µs that it stands for; low,
/// high and interval only where there is one. scale: linear, log, or relative (y is a share).
export function createChart(options) {
  const clip = `clip-${++clips}`;
  const root = svg('svg', { class: 'chart', role: 'img', tabindex: '0', 'aria-label': options.label });
  const figure = element('div', { class: 'plot' }, root, buttons());
  let [series, scale, yLabel, zoom, cursor, layout] = [[], 'linear', '', null, null, null];
  const isLog = () => scale === 'log';
  const read = (v) => kRead[scale === 'relative' ? 'share' : 'time'](v);

  function buttons() {
    const button = (text, title, action) => element('button', { type: 'button', title, 'aria-label': title, onclick: action }, text);
    return element('div', { class: 'zoom' }, button('+', 'Zoom in', () => scaleZoom(0.5)), button('−', 'Zoom out', () => scaleZoom(2)), button('⟲', 'Show all levels', () => setZoom(null)));
  }

  const levels = () => [...new Set(series.flatMap((s) => s.points.map((p) => p.x)))].sort((a, b) => a - b);
  function extent() {
    const all = levels();
    if (all.length === 0) return [-1, 1];
    const pad = (all[all.length - 1] - all[0]) * 0.025 || 0.5;
    return [all[0] - pad, all[all.length - 1] + pad];
  }
  function setZoom(range) {
    const [low, high] = extent();
    zoom = range && (range[0] > low || range[1] < high) ? [Math.max(low, range[0]), Math.min(high, range[1])] : null;
    draw();
  }
  function scaleZoom(factor) {
    const [low, high] = zoom ?? extent();
    const middle = cursor !== null && cursor > low && cursor < high ? cursor : (low + high) / 2;
    setZoom([middle - ((high - low) * factor) / 2, middle + ((high - low) * factor) / 2]);
  }

  function axes(x, y, [x0, x1], yDomain, width, height) {
    const floor = height - kMargin.bottom;
    const [left, right] = [kMargin.left, width - kMargin.right];
    const group = svg('g', { class: 'axes' });
    const ticks = isLog() ? logTicks(...yDomain) : linearTicks(...yDomain, 6);
    for (const v of ticks) {
      group.append(svg('line', { x1: left, x2: right, y1: px(y(v)), y2: px(y(v)) }));
      group.append(svg('text', { x: left - 7, y: px(y(v) + 4), 'text-anchor': 'end' }, read(v)));
    }
    for (const v of linearTicks(x0, x1, Math.max(3, (right - left) / 62))) {
      group.append(svg('line', { class: 'tick', x1: px(x(v)), x2: px(x(v)), y1: floor, y2: floor + 4 }));
      group.append(svg('text', { x: px(x(v)), y: floor + 17, 'text-anchor': 'middle' }, options.percent ? signed(v) : String(Number(v.toPrecision(4)))));
    }
    group.append(svg('line', { class: 'base', x1: left, x2: right, y1: floor, y2: floor }));
    if (options.percent && x0 < 0 && x1 > 0) group.append(svg('line', { class: 'contact', x1: px(x(0)), x2: px(x(0)), y1: kMargin.top, y2: floor }));
    group.append(svg('text', { class: 'title', x: 8, y: 13 }, yLabel));
    group.append(svg('text', { class: 'title', x: (left + right) / 2, y: height - 8, 'text-anchor': 'middle' }, width < 520 ? options.shortLabel : options.xLabel));
    return group;
  }

  function curves(x, y, count) {
    const group = svg('g', { 'clip-path': `url(#${clip})`, class: series.length > kBands ? 'crowded' : null });
    for (const { engine, points } of series) {
      const look = options.look(engine);
      const banded = points.filter((p) => Number.isFinite(p.low) && Number.isFinite(p.high));
      if (banded.length > 1) {
        const there = banded.map((p) => `${px(x(p.x))} ${px(y(p.high))}`);
        const back = banded.map((p) => `${px(x(p.x))} ${px(y(p.low))}`).reverse();
        group.append(svg('path', { class: 'band', 'data-of': engine, d: `M${[...there, ...back].join('L')}Z`, fill: look.colour }));
      }
    }
    for (const { engine, points } of series) {
      const look = options.look(engine);
      const path = line(look, points.length ? `M${points.map((p) => `${px(x(p.x))} ${px(y(p.y))}`).join('L')}` : 'M0 0');
      path.dataset.engine = engine;
      const own = svg('g', { 'data-of': engine }, path);
      group.append(own);
      if (count <= kMarkers) own.append(...points.map((p) => marker(look, x(p.x), y(p.y), count > 30 ? 2.2 : 3)));
    }
    return group;
  }

  function draw() {
    const width = figure.clientWidth;
    if (width === 0) return; // not on screen: drawn when it is
    const height = Math.round(Math.min(380, Math.max(250, width * 0.52)));
    const xDomain = zoom ?? extent();
    const seen = series.flatMap((s) => s.points.filter((p) => p.x >= xDomain[0] && p.x <= xDomain[1]));
    const yDomain = valueDomain(seen.flatMap((p) => [p.y, p.high ?? p.y, ...(isLog() ? [p.low ?? p.y] : [])]), isLog());
    const floor = height - kMargin.bottom;
    const x = linear(xDomain, [kMargin.left, width - kMargin.right]);
    const y = (isLog() ? logarithmic : linear)(yDomain, [floor, kMargin.top]);
    layout = { x, y, xDomain, width, height, floor };
    root.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const area = { x: kMargin.left, y: kMargin.top - 6, width: Math.max(1, width - kMargin.left - kMargin.right), height: floor - kMargin.top + 6 };
    const parts = [svg('defs', {}, svg('clipPath', { id: clip }, svg('rect', area))), axes(x, y, xDomain, yDomain, width, height), curves(x, y, levels().length), svg('g', { class: 'cursor' })];
    if (series.every((s) => s.points.length === 0)) parts.push(svg('text', { class: 'title', x: width / 2, y: height / 2, 'text-anchor': 'middle' }, 'nothing measured, or nothing chosen'));
    root.replaceChildren(...parts);
    figure.classList.toggle('zoomed', zoom !== null);
    showCursor();
  }

  function showCursor() {
    const group = root.querySelector('.cursor');
    group.replaceChildren();
    if (cursor === null || !layout || cursor < layout.xDomain[0] || cursor > layout.xDomain[1]) return;
    const at = layout.x(cursor);
    group.append(svg('line', { x1: px(at), x2: px(at), y1: kMargin.top, y2: layout.floor }));
    for (const { engine, points } of series) {
      const p = points.find((q) => q.x === cursor);
      if (p) group.append(marker(options.look(engine), at, layout.y(p.y), 4.4));
    }
  }

  function tell(clientX, clientY) {
    const { tip } = options;
    const rows = series.map((s) => ({ engine: s.engine, p: s.points.find((q) => q.x === cursor) })).filter((r) => r.p).sort((a, b) => b.p.y - a.p.y);
    if (rows.length === 0) return hideTip();
    const { level } = rows[0].p;
    const head = element('strong', {}, `${options.percent ? signed(cursor) : Number(cursor.toPrecision(4))}${options.unit}`);
    const words = element('span', {}, ` · ${integer(level.poses)} poses, ${integer(level.colliding)} collide`);
    const table = element('table', {}, ...rows.map(({ engine, p }) => element('tr', {}, element('td', {}, sample(options.look(engine)), engine), element('td', {}, us(p.time)),
      element('td', {}, p.interval ? `${us(p.interval[0])} – ${us(p.interval[1])}` : ''))));
    tip.replaceChildren(head, words, table);
    tip.hidden = false;
    const { innerWidth, innerHeight } = window;
    tip.style.left = `${Math.max(6, clientX + 18 + tip.offsetWidth > innerWidth ? clientX - 18 - tip.offsetWidth : clientX + 18)}px`;
    tip.style.top = `${Math.max(6, Math.min(clientY - 20, innerHeight - tip.offsetHeight - 8))}px`;
  }
  function hideTip() {
    options.tip.hidden = true;
  }
  function nearest(value) {
    return levels().filter((v) => v >= layout.xDomain[0] && v <= layout.xDomain[1]).reduce((best, v) => (best === null || Math.abs(v - value) < Math.abs(best - value) ? v : best), null);
  }

  let pressed = null;
  const valueAt = (event) => {
    const box = root.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * layout.width - kMargin.left) / (layout.width - kMargin.left - kMargin.right);
    return layout.xDomain[0] + Math.min(1, Math.max(0, share)) * (layout.xDomain[1] - layout.xDomain[0]);
  };
  root.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && event.pointerType === 'mouse') pressed = { value: valueAt(event), x: event.clientX };
  });
  root.addEventListener('pointermove', (event) => {
    if (!layout) return;
    cursor = nearest(valueAt(event));
    showCursor();
    if (pressed && Math.abs(event.clientX - pressed.x) > 8) {
      const [a, b] = [layout.x(pressed.value), layout.x(valueAt(event))];
      root.querySelector('.cursor').prepend(svg('rect', { class: 'selection', x: px(Math.min(a, b)), width: px(Math.abs(a - b)), y: kMargin.top, height: layout.floor - kMargin.top }));
      hideTip();
    } else if (cursor !== null) tell(event.clientX, event.clientY);
  });
  root.addEventListener('pointerup', (event) => {
    const range = pressed && Math.abs(event.clientX - pressed.x) > 8 ? [pressed.value, valueAt(event)].sort((a, b) => a - b) : null;
    pressed = null;
    if (range) setZoom(range);
  });
  function leave() {
    [pressed, cursor] = [null, null];
    hideTip();
    if (layout) showCursor();
  }
  root.addEventListener('pointerleave', leave);
  root.addEventListener('blur', leave);
  root.addEventListener('dblclick', () => setZoom(null));
  root.addEventListener('keydown', (event) => {
    const all = layout ? levels().filter((v) => v >= layout.xDomain[0] && v <= layout.xDomain[1]) : [];
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (move && all.length) {
      const at = cursor === null ? (move > 0 ? -1 : all.length) : all.indexOf(cursor);
      cursor = all[Math.min(all.length - 1, Math.max(0, at + move))];
      showCursor();
      const box = root.getBoundingClientRect();
      tell(box.left + (layout.x(cursor) / layout.width) * box.width, box.top + 40);
    } else if (event.key === '+') scaleZoom(0.5);
    else if (event.key === '-') scaleZoom(2);
    else if (event.key === '0') setZoom(null);
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
  });

  return {
    node: figure,
    draw,
    update(next, nextScale, nextLabel) {
      [series, scale, yLabel] = [next, nextScale, nextLabel];
      draw();
    },
  };
}
