// The page as a person sees it: what can be pressed, written and read, found by role and name.

import { readFile } from 'node:fs/promises';

import { AS_OF } from './zplan.mjs';

/** Words of the page's query; the state of the page is in the fragment. */
function queryOf(workers) {
  return workers === undefined ? '' : `?workers=${workers}`;
}

export class PlannerPage {
  constructor(page, address, { workers } = {}) {
    this.page = page;
    this.workers = workers;
    this.address = address + queryOf(workers);
  }

  /** Another tab of the same browser, already open. */
  beside(page) {
    return Object.assign(new PlannerPage(page, ''), { address: this.address });
  }

  /** Opens the page, from new even if only the fragment differs; counts ages on the day of the tests unless told otherwise. */
  async open(fragment = `#as_of=${AS_OF}`) {
    await this.page.goto('about:blank');
    await this.page.goto(this.address + fragment);
    await this.heading.waitFor();
  }

  /** Opens the same address from new. */
  async reload() {
    await this.page.reload();
    await this.heading.waitFor();
  }

  button(name, inside = this.page) {
    return inside.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** The one sentence on top: question, answer or what is wrong. */
  get heading() {
    return this.page.getByRole('main').getByRole('heading', { level: 1 });
  }

  /** Waits until the sentence on top has these words. */
  async untilHeading(words) {
    await this.heading.filter({ hasText: words }).waitFor();
  }

  /** Waits until `holds` resolves to true. */
  async until(holds, otherwise, milliseconds = 30_000) {
    const end = performance.now() + milliseconds;
    while (!(await holds())) {
      if (performance.now() > end) throw new Error(otherwise);
      await this.page.waitForTimeout(50);
    }
  }

  // What is said: drives and options.

  get quickField() {
    return this.page.getByRole('textbox', { name: 'Drives in short' });
  }

  get drives() {
    return this.page.getByRole('region', { name: 'Drives', exact: true });
  }

  /** Waits until so many drives are in. */
  async untilDrives(count) {
    await this.drives.getByText(new RegExp(`^${count} drives?,`)).waitFor();
  }

  async addDrives(text) {
    await this.quickField.fill(text);
    await this.quickField.press('Enter');
  }

  async pasteText(text) {
    await this.button(/^paste$/i).first().click();
    await this.page.getByRole('textbox', { name: /^Any listing of drives/ }).fill(text);
    await this.button('Read').click();
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

  /** The field of an option, by its label. */
  option(label) {
    return this.page.getByLabel(label, { exact: typeof label === 'string' }).first();
  }

  /** Writes into the field of an option and leaves it with Enter. */
  async setOption(label, text) {
    await this.option(label).fill(text);
    await this.option(label).press('Enter');
  }

  /** Opens the options that are folded away. */
  async unfoldOptions() {
    for (const fold of await this.page.getByRole('main').locator('summary').all()) {
      if (!(await fold.evaluate((summary) => summary.parentElement.open))) await fold.click();
    }
  }

  // What is answered.

  get candidates() {
    return this.page.getByRole('grid', { name: 'Candidates' });
  }

  row(layout) {
    return this.page.locator(`tr[data-layout="${layout}"], li[data-layout="${layout}"]`);
  }

  /** Layouts in the order of the table. */
  async layouts() {
    const rows = this.page.locator('tr[data-layout], li[data-layout]');
    return rows.evaluateAll((all) => all.map((row) => row.dataset.layout));
  }

  async pin(layout) {
    await this.row(layout).getByRole('checkbox').check();
  }

  /** Waits for a recommendation, simulated or not. */
  async untilAnswered() {
    await this.untilHeading(/^Build /);
  }

  /** Waits until all trials are done. */
  async untilSimulated(timeout = 90_000) {
    await this.untilAnswered();
    await this.button('Run longer').waitFor({ timeout });
  }

  // Views.

  /** Opens the view of one layout, the recommended one unless named. */
  async explain(layout) {
    if (layout) await this.row(layout).getByText(layout, { exact: true }).click();
    else await this.button('Explain every byte').click();
    await this.bytes.waitFor();
  }

  /** The heading over the steps from raw to usable bytes: the view of a layout is open. */
  get bytes() {
    return this.page.getByRole('heading', { name: 'Where the bytes go' });
  }

  /** Waits until the layout that is looked at is simulated, too. */
  async untilExplained() {
    await this.bytes.waitFor();
    await this.button('Cancel').waitFor({ state: 'detached', timeout: 90_000 });
  }

  async openPlan() {
    await this.button('Plan', this.page.getByRole('navigation', { name: 'Views' })).click();
  }

  async openCompare() {
    await this.button(/^Compare/, this.page.getByRole('navigation', { name: 'Views' })).click();
  }

  get comparison() {
    return this.page.getByRole('table', { name: 'Comparison' });
  }

  /** Opens the rules around a pool, or one of them. */
  async openAdvice(topic) {
    if (topic === undefined) {
      await this.button('Advice', this.page.getByRole('navigation', { name: 'Views' })).click();
      return;
    }
    await this.open(`#view=advice&topic=${topic}&as_of=${AS_OF}`);
  }

  /** Opens the table of all drives. */
  async openDrives() {
    await this.openPlan();
    await this.drives.getByRole('button', { name: /^Edit/ }).click();
    await this.driveTable.waitFor();
  }

  get driveTable() {
    return this.page.getByRole('grid', { name: 'Drives' });
  }

  // What is taken away.

  /** Opens a menu and presses one of its entries. */
  async choose(menu, entry) {
    await this.button(menu).click();
    await this.button(entry).click();
  }

  /** Exports and returns the text of the downloaded file and its name. */
  async exported(kind) {
    const download = this.page.waitForEvent('download');
    await this.choose(/^Export/, kind);
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  }

  /** The JSON of what is shown. */
  async json() {
    return (await this.exported('Everything, JSON')).text;
  }

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Copies the link of the state and returns it. */
  async copyLink() {
    await this.button('Copy link').first().click();
    await this.button('Copied').first().waitFor();
    return this.clipboard();
  }

  // What cannot be seen.

  /** Name of what has the focus, and whether the focus is drawn. */
  focused() {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      const named = element.getAttribute('aria-label')
        ?? (element.labels?.[0] ?? element).textContent?.trim().replace(/\s+/g, ' ').slice(0, 120)
        ?? '';
      const ring = element.querySelector?.('.focus-ring');
      const outlined = [element, ring].filter(Boolean).some((part) => {
        const style = getComputedStyle(part);
        const outline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
        const stroke = part === ring && style.stroke !== 'none' && style.visibility !== 'hidden' && Number(style.opacity) > 0;
        return outline || stroke;
      });
      return { name: named, tag: element.tagName, outlined };
    });
  }

  /** Whether the page is drawn in `light` or `dark` colours. */
  isDrawn(colours) {
    return this.page.evaluate((wanted) => {
      const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number);
      return red + green + blue > 384 === (wanted === 'light');
    }, colours);
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
