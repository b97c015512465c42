// The page as a person sees it: what can be pressed, written and read, found by role and name.

import { readFile } from 'node:fs/promises';

import { AS_OF } from './zplan.mjs';

/** Returns the words of an option of the page's query, kept apart from the state in the fragment. */
function queryOf({ workers }) {
  return workers === undefined ? '' : `?workers=${workers}`;
}

export class PlannerPage {
  constructor(page, address, { workers } = {}) {
    this.page = page;
    this.address = address + queryOf({ workers });
  }

  /** Opens the page; counts ages on the day of the tests unless a fragment is given. */
  async open(fragment = `#as-of=${AS_OF}`) {
    await this.page.goto(this.address + fragment);
    await this.heading.waitFor();
  }

  button(name, inside = this.page) {
    return inside.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** The one sentence on top: question, answer or what is wrong. */
  get heading() {
    return this.page.getByRole('main').getByRole('heading', { level: 1 });
  }

  get quickField() {
    return this.page.getByRole('textbox', { name: /drives/i }).first();
  }

  get candidates() {
    return this.page.getByRole('grid', { name: /candidates/i });
  }

  row(layout) {
    return this.candidates.getByRole('row').filter({ has: this.page.getByText(layout, { exact: true }) });
  }

  /** Layouts in the order of the table. */
  async layouts() {
    return this.candidates.locator('[data-layout]').evaluateAll((rows) => rows.map((row) => row.dataset.layout));
  }

  get scatter() {
    return this.page.getByRole('group', { name: /usable space/i });
  }

  get pasteField() {
    return this.page.getByRole('textbox', { name: /paste/i });
  }

  option(label) {
    return this.page.getByLabel(label).first();
  }

  async addDrives(text) {
    await this.quickField.fill(text);
    await this.quickField.press('Enter');
  }

  async pasteText(text) {
    await this.button(/^paste$/i).first().click();
    await this.pasteField.fill(text);
    await this.button(/^(read|plan|use)/i, this.page.getByRole('form', { name: /paste/i })).click();
  }

  /** Opens files by the file chooser; each is a path or { name, mimeType, buffer }. */
  async openFiles(files) {
    const chooser = this.page.waitForEvent('filechooser');
    await this.button(/^open( file)?$/i).first().click();
    await (await chooser).setFiles(files);
  }

  /** Drops files, each { name, text }, on the page. */
  async drop(files) {
    const transfer = await this.page.evaluateHandle((list) => {
      const data = new DataTransfer();
      for (const { name, text } of list) data.items.add(new File([text], name));
      return data;
    }, files);
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.getByRole('main').dispatchEvent(type, { dataTransfer: transfer });
    }
  }

  async useExample(name) {
    await this.button(name).click();
  }

  /** Waits for a recommendation, simulated or not. */
  async untilAnswered() {
    await this.heading.filter({ hasText: /^Build / }).waitFor();
  }

  /** Waits until all trials are done. */
  async untilSimulated(timeout = 90_000) {
    await this.untilAnswered();
    await this.page.getByText(/^Simulated to/).first().waitFor({ timeout });
  }

  /** Opens the view of one layout. */
  async explain(layout) {
    if (layout) await this.row(layout).getByText(layout, { exact: true }).click();
    else await this.button('Explain every byte').click();
    await this.page.getByRole('heading', { name: 'Where the bytes go' }).waitFor();
  }

  /** Exports and returns the text of the downloaded file and its name. */
  async exported(kind) {
    await this.button(/^export/i).click();
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: kind }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  }

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Copies the link of the state and returns it. */
  async copyLink() {
    await this.button('Copy link').first().click();
    return this.clipboard();
  }

  /** Tasks of the main thread of 50 ms and longer since the last call. */
  longTasks() {
    return this.page.evaluate(() => globalThis.recorded.longTasks.splice(0));
  }

  /** How far the page can be scrolled sideways, in pixels. */
  sidewaysScroll() {
    return this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  }
}
