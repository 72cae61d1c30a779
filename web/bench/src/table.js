// SPDX-License-Identifier: Apache-2.0
// Tables whose columns sort. A column: label, value(row) to sort by, cell(row) to show (value if missing), text (left).
import { element, integer } from '../../shared/format.js';

const kMostRows = 400; // a page with thousands of rows is slow and nobody reads them

function compare(a, b) {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1; // what is missing comes last
  if (b === null || b === undefined) return -1;
  return typeof a === 'string' ? a.localeCompare(String(b), 'en', { numeric: true }) : a - b;
}

export function createTable(table, columns, initial = null) {
  let [rows, sorted, descending] = [[], initial, false];
  const heads = columns.map((column) => {
    const button = element('button', { type: 'button', class: 'sort', onclick: () => sortBy(column) }, column.label);
    return element('th', { scope: 'col', class: column.text ? 'text' : '', title: column.title ?? '' }, button);
  });
  const body = element('tbody');
  const note = element('caption', { hidden: '' });
  table.replaceChildren(note, element('thead', {}, element('tr', {}, ...heads)), body);

  function sortBy(column) {
    descending = sorted === column ? !descending : !column.text;
    sorted = column;
    draw();
  }
  function draw() {
    const order = sorted ? [...rows].sort((a, b) => {
      const [x, y] = [sorted.value(a), sorted.value(b)];
      const missing = x === null || x === undefined || y === null || y === undefined;
      return descending && !missing ? compare(y, x) : compare(x, y);
    }) : rows;
    columns.forEach((column, i) => heads[i].setAttribute('aria-sort', column !== sorted ? 'none' : descending ? 'descending' : 'ascending'));
    body.replaceChildren(...order.slice(0, kMostRows).map((row) => element('tr', { class: row.kind ?? '' }, ...columns.map((column) => {
      const shown = (column.cell ?? column.value)(row);
      return element('td', { class: column.text ? 'text' : '' }, shown === null || shown === undefined ? '–' : shown);
    }))));
    note.hidden = rows.length <= kMostRows;
    note.textContent = `The first ${integer(kMostRows)} of ${integer(rows.length)} rows in this order.`;
  }
  return {
    set(next) {
      rows = next;
      draw();
    },
  };
}
