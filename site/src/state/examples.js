// Inventories to start from: the examples of the repository, with what they stand for.

import files from 'examples:';

/** @type {{name: string, title: string, use: string}[]} */
export const EXAMPLES = [
  { name: 'batches12.csv', title: '12 × 18 TB in three batches', use: 'a home server shelf' },
  { name: 'jbod60.csv', title: '60 × 16 and 18 TB in one enclosure', use: 'an archive' },
  { name: 'nvme8.csv', title: '8 × 7.68 TB NVMe', use: 'virtual machines' },
  { name: 'ssd24.csv', title: '24 × 3.84 TB SATA SSD', use: 'a database server' },
  { name: 'homelab6.csv', title: '6 drives of two sizes', use: 'what is left in the drawer' },
].filter((example) => example.name in files);

/** The text of an example. */
export function exampleText(name) {
  return files[name];
}
