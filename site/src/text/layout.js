// Reads the name of a layout and says it in words.

import { counted, countWord } from './numbers.js';

/** Families in the order of the chips. */
export const FAMILIES = ['mirror', 'raidz1', 'raidz2', 'raidz3', 'draid', 'stripe'];

/** A family as it is written: dRAID is the only one with capitals. */
export const familyName = (family) => (family === 'draid' ? 'dRAID' : family);

const DRAID = /^draid(\d):(\d+)d:(\d+)c(?::(\d+)s)?$/;
const GROUP = /^(?:(special|dedup|log)\/)?(?:(\d+)x)?(.+)$/;

/** One group of equal vdevs: `{class, count, kind, family, parity, width, data, spares}`. */
function readGroup(text) {
  const [, group = 'data', count = '1', shape] = GROUP.exec(text) ?? [];
  if (!shape) return null;
  const draid = DRAID.exec(shape);
  if (draid) {
    const [parity, data, width, spares] = draid.slice(1).map((number) => Number(number ?? 0));
    return { class: group, count: Number(count), kind: `draid${parity}`, family: 'draid', parity, width, data, spares };
  }
  const [kind, width = '2'] = shape.split(':');
  if (kind === 'stripe') {
    return { class: group, count: Number(width), kind, family: 'stripe', parity: 0, width: 1, data: 1, spares: 0 };
  }
  const parity = kind === 'mirror' ? Number(width) - 1 : Number(/^raidz([123])?$/.exec(kind)?.[1] ?? 1);
  return { class: group, count: Number(count), kind, family: kind === 'raidz' ? 'raidz1' : kind, parity, width: Number(width), spares: 0 };
}

/** `{groups, spares}` of a layout's name. */
export function readLayout(text) {
  const groups = [];
  let spares = 0;
  for (const part of String(text).split('+')) {
    if (part.startsWith('spare:')) spares = Number(part.slice(6));
    else {
      const group = readGroup(part);
      if (group) groups.push(group);
    }
  }
  return { groups, spares };
}

/** The family that marks a layout: that of its first data vdev. */
export function familyOf(text) {
  const { groups } = readLayout(text);
  return (groups.find((group) => group.class === 'data') ?? groups[0])?.family ?? 'stripe';
}

/** How many failed drives a vdev outlives, from its type as the planner names it and its width. */
export function toleranceOf(type, width) {
  if (type === 'mirror') return width - 1;
  return Number(/^(?:raidz|draid)([123])/.exec(type)?.[1] ?? 0);
}

function groupInWords(group) {
  const name = group.class === 'data' ? '' : `${group.class} `;
  if (group.family === 'stripe') return counted(group.count, `single-drive ${name}vdev`);
  const of = counted(group.width, 'drive');
  if (group.family === 'mirror') return `${counted(group.count, `${name}mirror`)} of ${of}`;
  if (group.family === 'draid') {
    const spare = counted(group.spares, 'distributed spare');
    return `${counted(group.count, `dRAID${group.parity} ${name}vdev`)} of ${of} (${group.data} data and ${group.parity} parity per stripe, ${spare})`;
  }
  return `${counted(group.count, `RAID-Z${group.parity} ${name}vdev`)} of ${of}`;
}

/** The vdevs in words and the spares in words: `['two RAID-Z2 vdevs of six drives', 'one as a spare']`. */
export function partsInWords(text) {
  const { groups, spares } = readLayout(text);
  const words = groups.map(groupInWords);
  const last = words.pop() ?? '';
  const vdevs = words.length > 0 ? `${words.join(', ')} and ${last}` : last;
  return [vdevs, spares > 0 ? `${countWord(spares)} as ${spares === 1 ? 'a spare' : 'spares'}` : ''];
}

/** A layout in words: `one RAID-Z2 vdev of eleven drives, one spare`. */
export function inWords(text) {
  const [vdevs] = partsInWords(text);
  const { spares } = readLayout(text);
  return spares > 0 ? `${vdevs}, ${counted(spares, 'spare')}` : vdevs;
}
