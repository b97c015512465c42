// What the page needs to know of an inventory. Beyond what a plan takes, only its size: the page stays quick.

/** Most drives whose records go to the page: as many as a plan takes. */
const MOST_DRIVES = 1024;

/**
 * @param {any} inventory  an `Inventory` of the planner
 * @returns {{text: string|null, csv: string|null, origin: string, count: number}}
 */
export function summary(inventory) {
  const count = inventory.count();
  const whole = count <= MOST_DRIVES;
  return {
    text: whole ? inventory.json() : null,
    csv: whole ? inventory.csv() : null,
    origin: inventory.origin(),
    count,
  };
}
