// One browser for a test file, one fresh context for each test, and a verdict on its health at the end.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { startChromium } from './chromium.mjs';
import { PlannerPage } from './planner_page.mjs';
import { DIST, serve } from './server.mjs';
import { recordInPage, watch } from './watch.mjs';

export const WIDE = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

const built = join(DIST, 'index.html');

/** Milliseconds for one look at the page, and for one test: the machine may be busy, the page must not hang. */
const STEP = 15_000;
const WHOLE = 120_000;

/** Folder for pictures of pages on which a test failed; none are taken without it. */
const SHOTS = process.env.ZPLAN_SCREENSHOTS;

async function shoot(context, name) {
  for (const [index, page] of context.pages().entries()) {
    const path = join(SHOTS, `${name.replace(/[^\w]+/g, '_').slice(0, 80)}_${index}.png`);
    await page.screenshot({ path }).catch(() => {});
  }
}

/**
 * Returns a function like `test` whose body gets a PlannerPage. After the body the page must have no error, no refused
 * script and no request behind it. A wait that runs out is tried once more on a fresh page, since a busy machine may have
 * been the cause, and the report says so; a wrong result is never tried again.
 */
export function browserTests({ flags = [] } = {}) {
  let browser;
  let host;
  before(async () => {
    assert.ok(existsSync(built), 'site/dist/index.html is missing: run cargo xtask site first');
    host = await serve();
    browser = await startChromium(flags);
  });
  after(async () => {
    await browser?.close();
    await host?.stop();
  });

  return (name, options, body = options) => {
    const { from = 'http', start, workers, viewport = WIDE, colorScheme = 'light', timeout = WHOLE, ...context } =
      typeof options === 'function' ? {} : options;
    const attempt = async (t) => {
      const address = from === 'file' ? pathToFileURL(built).href : host.address;
      const opened = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-US',
        timezoneId: 'UTC',
        acceptDownloads: true,
        ...context,
      });
      opened.setDefaultTimeout(STEP);
      const faults = watch(opened, address);
      await opened.addInitScript(recordInPage);
      if (from === 'http') await opened.grantPermissions(['clipboard-read', 'clipboard-write']);
      try {
        const page = new PlannerPage(await opened.newPage(), address, { workers });
        if (start !== 'closed') await page.open();
        await body(page, t);
        for (const one of opened.pages()) {
          const refused = await one.evaluate(() => globalThis.recorded?.refused ?? []);
          assert.deepEqual(refused, [], 'the content-security policy refused something');
        }
        assert.deepEqual(faults, [], 'the page is not healthy');
      } catch (failure) {
        if (SHOTS) await shoot(opened, name);
        if (faults.length > 0) failure.message += `\nThe page said: ${faults.join('\n')}`;
        throw failure;
      } finally {
        await opened.close();
      }
    };
    test(name, { timeout: 2 * timeout }, async (t) => {
      try {
        await attempt(t);
      } catch (failure) {
        if (failure.name !== 'TimeoutError') throw failure;
        t.diagnostic(`a wait ran out, tried once more: ${failure.message.split('\n')[0]}`);
        await attempt(t);
      }
    });
  };
}
