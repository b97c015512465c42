// The topics under headings. A topic that no heading names stands under the last one.

const GROUPS = [
  ['Memory and cache', ['arc-limits', 'memory-budget', 'l2arc']],
  ['Writes and the log', ['slog-size', 'zil-path', 'zfs-dirty', 'page-cache']],
  ['Dedup', ['ddt-parse', 'ddt-ram', 'nicenum']],
  ['Blocks and space', ['raidz-block', 'compress-block', 'recordsize', 'dataset-defaults', 'zvol']],
  ['Devices', ['ashift', 'spindle', 'special-vdev', 'nvme-atomic', 'nvme-namespace', 'torn-page']],
  ['Risk', ['grouping', 'rebuild-risk', 'mttdl']],
];

const LAST = 'Measurements';

/** Returns [{ heading, topics }], every topic once, without empty groups. */
export function grouped(topics) {
  const byName = new Map(topics.map((topic) => [topic.name, topic]));
  const groups = GROUPS.map(([heading, names]) => ({
    heading,
    topics: names.map((name) => byName.get(name)).filter(Boolean),
  }));
  const placed = new Set(GROUPS.flatMap(([, names]) => names));
  groups.push({ heading: LAST, topics: topics.filter((topic) => !placed.has(topic.name)) });
  return groups.filter((group) => group.topics.length > 0);
}

/** Titles where the name alone does not read as one. */
const TITLES = {
  'arc-limits': 'ARC limits',
  l2arc: 'L2ARC',
  'slog-size': 'SLOG size',
  'zil-path': 'ZIL path',
  'zfs-dirty': 'Unwritten data',
  'ddt-parse': 'Dedup table',
  'ddt-ram': 'Dedup memory',
  nicenum: 'Shortened numbers',
  'raidz-block': 'RAID-Z block',
  'nvme-atomic': 'NVMe atomic writes',
  'nvme-namespace': 'NVMe namespace',
  'torn-page': 'Torn pages',
  ashift: 'ashift',
  zvol: 'zvol',
  spindle: 'Spinning drive',
  'rebuild-risk': 'Risk of a rebuild',
  mttdl: 'MTTDL',
};

/** Returns the name of a topic as a title. */
export function topicTitle(name) {
  const words = name.replaceAll('-', ' ');
  return TITLES[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
