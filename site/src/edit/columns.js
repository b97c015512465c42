// The columns of the drive table: which fact, how it is shown, which column of the inventory holds it.

import { fixed, labelSize } from '../text/numbers.js';
import { transportWords } from '../rail/drives.jsx';

const plain = (value) => String(value);

/**
 * `field` is the column of the inventory file, `fact` the key of the inventory document, `assumed` the names under which
 * the plan lists what it assumed of it.
 */
export const COLUMNS = [
  { field: 'batch', fact: 'batch', label: 'Batch', assumed: ['batch'] },
  { field: 'model', fact: 'model', label: 'Model', assumed: ['model'], text: true },
  { field: 'serial', fact: 'serial', label: 'Serial', assumed: ['serial'], text: true, mono: true },
  { field: 'capacity_bytes', fact: 'capacity_bytes', label: 'Size', assumed: ['capacity_bytes'], number: true, words: labelSize },
  { field: 'capacity_bytes', fact: 'capacity_bytes', label: 'bytes', assumed: ['capacity_bytes'], number: true, mono: true, words: fixed },
  { field: 'logical_sector', fact: 'logical_sector', label: 'Logical sector', assumed: ['logical_sector'], number: true },
  { field: 'physical_sector', fact: 'physical_sector', label: 'Physical sector', assumed: ['physical_sector'], number: true },
  { field: 'rpm', fact: 'rpm', label: 'rpm', assumed: ['rpm'], number: true, words: (rpm) => (rpm === 0 ? 'none' : fixed(rpm)) },
  { field: 'class', fact: 'class', label: 'Class', assumed: ['class', 'drive_class'] },
  { field: 'transport', fact: 'transport', label: 'Interface', assumed: ['transport'], words: transportWords },
  { field: 'manufactured', fact: 'manufactured', label: 'Made', assumed: ['manufactured'] },
  { field: 'power_on_hours', fact: 'power_on_hours', label: 'Power-on, h', assumed: ['power_on_hours', 'age'], number: true, words: fixed },
  { field: 'price', fact: 'price', label: 'Price', assumed: ['price'], number: true, words: (price) => fixed(price, 2) },
  { field: 'currency', fact: 'currency', label: 'Currency', assumed: ['currency'] },
  { field: 'afr', fact: 'annual_failure', label: 'Failures / year', assumed: ['annual_failure', 'afr'], number: true, words: (share) => `${fixed(share * 100, 2)}\u00a0%`, typed: (share) => `${share * 100}%` },
  { field: 'location', fact: 'location', label: 'Bay', assumed: ['location'], text: true },
];

/** What a cell shows of a drive. */
export function cellWords(column, drive) {
  const value = drive[column.fact];
  if (value === null || value === undefined) return null;
  return (column.words ?? plain)(value);
}

/** What the field of a cell holds when it is opened. */
export function cellText(column, drive) {
  const value = drive[column.fact];
  if (value === null || value === undefined) return '';
  return (column.typed ?? plain)(value);
}

/** What the plan assumed, by drive and fact: `{value, because, drives}`. */
export function assumptionsByCell(plan) {
  const byCell = new Map();
  for (const assumed of plan?.assumptions.drives ?? []) {
    for (const drive of assumed.drives) byCell.set(`${drive}\n${assumed.fact}`, assumed);
  }
  return byCell;
}

/** The assumption that stands in for a cell, or null. */
export function assumptionOf(byCell, column, drive) {
  for (const fact of column.assumed) {
    const assumed = byCell.get(`${drive.id}\n${fact}`);
    if (assumed && (drive[column.fact] === null || fact === 'capacity_bytes')) return assumed;
  }
  return null;
}

/** Which drives an edit of one is to hold for: that one, those of its model, or all. */
export function drivesMeant(scope, drives, place) {
  if (scope === 'all') return drives.map((_, index) => index);
  if (scope === 'model') {
    const { model, capacity_bytes: size } = drives[place];
    return drives.flatMap((drive, index) => (drive.model === model && drive.capacity_bytes === size ? [index] : []));
  }
  return [place];
}
