// Comma-separated text, as the planner writes its inventories: read, change a cell, write again.

/**
 * @param {string} text
 * @returns {string[][]} rows of cells, the header first
 */
function parseCsv(text) {
  const rows = [];
  let row = [];
  let cell = '';
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',') {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') {
      row.push(cell.endsWith('\r') ? cell.slice(0, -1) : cell);
      rows.push(row);
      row = [];
      cell = '';
    } else cell += letter;
  }
  if (cell !== '' || row.length > 0) {
    row.push(cell);
    rows.push(row);
  }
  return rows;
}

/** @param {string[][]} rows */
function writeCsv(rows) {
  const cell = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

/** Facts whose origin is noted in the columns `derived_facts` and `assumed_facts`. */
const ORIGINS = ['derived_facts', 'assumed_facts'];

/**
 * The inventory with one fact of some drives set.
 * @param {string} csv  an inventory in the planner's own format
 * @param {number[]} drives  their places, the first drive being 0
 * @param {string} column  name of the column
 * @param {string} text  the new cell
 */
export function withCell(csv, drives, column, text) {
  const rows = parseCsv(csv);
  const header = rows[0];
  const place = header.indexOf(column);
  if (place < 0) return csv;
  for (const drive of drives) {
    const row = rows[drive + 1];
    if (!row) continue;
    row[place] = text;
    for (const origin of ORIGINS) {
      const at = header.indexOf(origin);
      if (at >= 0) row[at] = row[at].split(' ').filter((fact) => fact !== column && fact !== '').join(' ');
    }
    // Whether a size is exact or the one on the label is for the reader to judge anew.
    if (column === 'capacity_bytes') row[header.indexOf('capacity_kind')] = '';
  }
  return writeCsv(rows);
}

/** The inventory without the drive at a place. */
export function withoutDrive(csv, drive) {
  const rows = parseCsv(csv);
  rows.splice(drive + 1, 1);
  return writeCsv(rows);
}

/** The inventory with a copy of a drive after it; a copy has no serial number. */
export function withCopy(csv, drive) {
  const rows = parseCsv(csv);
  const copy = [...rows[drive + 1]];
  for (const column of ['id', 'serial', 'wwn', 'path', 'location']) {
    const at = rows[0].indexOf(column);
    if (at >= 0) copy[at] = '';
  }
  rows.splice(drive + 2, 0, copy);
  return writeCsv(rows);
}
