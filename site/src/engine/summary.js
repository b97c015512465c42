// What the page needs to know of an inventory. Beyond what a plan takes, only its size: the page stays quick.

/** Most drives whose records go to the page: as many as a plan takes. */
const MOST_DRIVES = 1024;

/** Longest fact of a drive, in characters: names of models have 40. Drawing millions would hold the page. */
const LONGEST_FACT = 4096;

/** Bytes of the records of so many drives beyond which one of them may hold a long fact. */
function usualLength(count) {
  return 65_536 + 4096 * count;
}

/**
 * Throws a problem if a fact of a drive is far longer than anyone wrote on purpose.
 * @param {any} inventory  an `Inventory` of the planner
 */
export function refuseLongTexts(inventory) {
  const count = inventory.count();
  if (count > MOST_DRIVES) return;
  const text = inventory.json();
  if (text.length <= usualLength(count)) return;
  for (const drive of JSON.parse(text).drives) {
    for (const [fact, value] of Object.entries(drive)) {
      if (typeof value !== 'string' || value.length <= LONGEST_FACT) continue;
      throw JSON.stringify({
        message: `the ${fact.replaceAll('_', ' ')} of a drive has ${value.length} characters (${drive.source.slice(-80)})`,
        hint: 'this is no drive list, or a quote is missing that ends a cell',
        diagnostics: [],
      });
    }
  }
}

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
