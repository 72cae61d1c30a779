// SPDX-License-Identifier: Apache-2.0
// The program's text around a line.
import { element } from '../../shared/format.js';

const kAround = 60; // lines on either side: more is never seen at once
const kRank = { note: 1, warning: 2, error: 3 };

/// By file and line, the worst severity of the findings there.
function marksOf(findings) {
  const marks = new Map();
  for (const f of findings) {
    for (const place of [f.first, f.last, f.place]) {
      const key = `${place.file}:${place.line}`;
      if (!(kRank[marks.get(key)] >= kRank[f.severity])) marks.set(key, f.severity);
    }
  }
  return marks;
}

export function createProgram(list, nameNode, data, onPick) {
  const marks = marksOf(data.findings);
  const files = data.program.map((file) => ({ ...file, pieces: file.pieces.map((p) => ({ first: p.first, lines: p.text.replace(/\r?\n$/, '').split(/\r?\n/) })) }));
  let shown = { file: -1, from: 0, to: -1 };
  let current = null;

  function textOf(file, line) {
    for (const piece of files[file]?.pieces ?? []) {
      if (line >= piece.first && line < piece.first + piece.lines.length) return piece.lines[line - piece.first];
    }
    return null;
  }

  function fill(file, line) {
    const from = Math.max(1, line - kAround);
    const to = Math.min(files[file]?.lines ?? 0, line + kAround);
    const rows = [];
    let gap = false;
    for (let k = from; k <= to; k++) {
      const text = textOf(file, k);
      if (text === null) {
        if (!gap) rows.push(element('li', { class: 'gap' }, '⋯ not in this page'));
        gap = true;
        continue;
      }
      gap = false;
      const mark = marks.get(`${file}:${k}`);
      rows.push(element('li', { value: String(k), 'data-line': String(k), class: mark ?? '', onclick: () => onPick(file, k) }, text || ' '));
    }
    list.replaceChildren(...rows);
    shown = { file, from, to };
    nameNode.textContent = files[file] ? `${files[file].name}${files[file].whole ? '' : `, ${files[file].lines.toLocaleString('en-US')} lines: those around findings`}` : '';
  }

  return {
    show(file, line) {
      if (!files[file]) return;
      const margin = kAround / 2;
      const last = files[file].lines;
      if (file !== shown.file || (line < shown.from + margin && shown.from > 1) || (line > shown.to - margin && shown.to < last)) fill(file, line);
      current?.classList.remove('current');
      current = list.querySelector(`[data-line="${line}"]`);
      if (!current) return;
      current.classList.add('current');
      list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2 + current.offsetHeight / 2;
    },
  };
}
