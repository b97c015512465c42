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

const ABBREVIATIONS = new Map(
  ['ARC', 'L2ARC', 'SLOG', 'ZIL', 'DDT', 'RAM', 'NVMe', 'MTTDL', 'RAID-Z'].map((word) => [word.toLowerCase(), word]),
);
ABBREVIATIONS.set('raidz', 'RAID-Z').set('zfs', 'OpenZFS').set('zvol', 'zvol').set('nicenum', 'Shortened number');

/** Returns the name of a topic as a title: `arc-limits` is `ARC limits`. */
export function topicTitle(name) {
  const words = name.split('-').map((word) => ABBREVIATIONS.get(word) ?? word);
  const title = words.join(' ');
  return /^(zvol|ashift)/.test(title) ? title : title.charAt(0).toUpperCase() + title.slice(1);
}
