// SPDX-License-Identifier: Apache-2.0
// The table of findings: it sorts, filters, and a row goes to its place.
import { element, integer, plural } from '../../shared/format.js';
import { interval, mm } from './words.js';

const kMostRows = 500; // a page with thousands of rows is slow and nobody reads them
const kRank = { note: 1, warning: 2, error: 3 };

function compare(a, b) {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1; // what is missing comes last
  if (b === null || b === undefined) return -1;
  return typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : a - b;
}

export function createFindings(data, onPick) {
  const { findings } = data;
  const fileName = (f) => (data.program.length > 1 ? `${data.program[f.place.file]?.name ?? '?'}:` : '');
  const bodyName = (f) => (data.report.bodies[f.body]?.name ?? '').split('/').pop();
  const columns = [
    { label: 'severity', text: true, value: (f) => -kRank[f.severity], cell: (f) => element('span', { class: `badge ${f.severity}` }, f.severity) },
    { label: 'kind', text: true, value: (f) => f.kind },
    { label: 'line', value: (f) => f.place.file * 1e8 + f.place.line, cell: (f) => `${fileName(f)}${integer(f.place.line)}` },
    { label: 'tool', value: (f) => f.tool, cell: (f) => (f.tool > 0 ? `T${f.tool}` : '–') },
    { label: 'its', text: true, value: (f) => (f.triangle === undefined ? null : f.part) },
    { label: 'meets', text: true, value: (f) => (f.triangle === undefined ? null : bodyName(f)) },
    { label: 'depth, mm', value: (f) => (f.triangle === undefined ? null : f.upper), cell: (f) => (f.triangle === undefined ? '–' : interval(f.lower, f.upper)) },
    { label: 'raise by', value: (f) => (f.raise > 0 ? f.raise : null), cell: (f) => (f.raise > 0 ? mm(f.raise) : '–') },
    { label: 'motions', value: (f) => f.motions, cell: (f) => integer(f.motions) },
    { label: 'what', text: true, value: (f) => f.message, cell: (f) => element('span', {}, f.message, f.word ? element('code', {}, ` ${f.word}`) : '', f.advice ? element('small', {}, ` ${f.advice}`) : '') },
  ];
  let [sorted, descending, selected] = [null, false, -1];
  const chosen = { kind: '', tool: '', severity: '' };
  const table = document.getElementById('findings');
  const heads = columns.map((column) => element('th', { scope: 'col', class: column.text ? 'text' : '' },
    element('button', { type: 'button', class: 'sort', onclick: () => sortBy(column) }, column.label)));
  const body = element('tbody');
  const note = element('caption', { hidden: '' });
  table.replaceChildren(note, element('thead', {}, element('tr', {}, ...heads)), body);

  function filter(key, label, valueOf) {
    const values = [...new Set(findings.map(valueOf))].sort(compare);
    const select = element('select', { id: `filter-${key}`, 'aria-label': label, onchange: (event) => {
      chosen[key] = event.target.value;
      draw();
    } }, element('option', { value: '' }, `${label}: all`), ...values.map((v) => element('option', { value: String(v) }, String(v))));
    select.hidden = values.length < 2;
    return select;
  }
  const keys = { kind: (f) => f.kind, tool: (f) => (f.tool > 0 ? `T${f.tool}` : 'no tool'), severity: (f) => f.severity };
  document.getElementById('filters').replaceChildren(...Object.entries(keys).map(([key, valueOf]) => filter(key, key, valueOf)));

  function sortBy(column) {
    descending = sorted === column ? !descending : !column.text;
    sorted = column;
    draw();
  }
  function draw() {
    const rows = findings.filter((f) => Object.entries(keys).every(([key, valueOf]) => chosen[key] === '' || valueOf(f) === chosen[key]));
    if (sorted) {
      rows.sort((a, b) => {
        const [x, y] = [sorted.value(a), sorted.value(b)];
        const missing = x === null || x === undefined || y === null || y === undefined;
        return descending && !missing ? compare(y, x) : compare(x, y);
      });
    }
    columns.forEach((column, i) => heads[i].setAttribute('aria-sort', column !== sorted ? 'none' : descending ? 'descending' : 'ascending'));
    body.replaceChildren(...rows.slice(0, kMostRows).map((f) => element('tr', {
      'data-finding': String(f.index), tabindex: '0', class: f.index === selected ? 'selected' : '', 'aria-selected': String(f.index === selected),
      onclick: () => onPick(f), onkeydown: (event) => event.key === 'Enter' && onPick(f),
    }, ...columns.map((column) => element('td', { class: column.text ? 'text' : '' }, (column.cell ?? column.value)(f) ?? '–')))));
    note.hidden = rows.length <= kMostRows;
    note.textContent = `The first ${integer(kMostRows)} of ${integer(rows.length)} in this order.`;
    const left = data.report.findings_left_out;
    document.getElementById('findings-note').textContent = findings.length === 0
      ? 'none'
      : `${rows.length < findings.length ? `${integer(rows.length)} of ` : ''}${plural(findings.length, 'finding')}${left > 0 ? `, ${integer(left)} more are not listed` : ''}; a click goes to the place`;
  }
  draw();
  return {
    select(index) {
      selected = index;
      for (const row of body.children) {
        const on = Number(row.dataset.finding) === index;
        row.classList.toggle('selected', on);
        row.setAttribute('aria-selected', String(on));
      }
    },
  };
}
