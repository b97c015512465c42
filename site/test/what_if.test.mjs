// Sliders beside a layout: the curve moves, the old one stays; and the question turned round.

import assert from 'node:assert/strict';

import { browserTests } from './support/browser.mjs';
import { exampleText } from './support/zplan.mjs';

const test = browserTests();

async function explained(page) {
  await page.drop([{ name: 'batches12.csv', text: exampleText('batches12.csv') }]);
  await page.untilSimulated();
  await page.explain();
}

for (const label of ['Replaced after', 'Resilver rate', 'Failure rate', 'Fill']) {
  test(`the slider “${label}” moves the curve beside the old one, and returns to its assumption`, async (page) => {
    await explained(page);
    await page.untilExplained();
    const slider = page.page.getByRole('slider', { name: label });
    const curve = page.page.getByRole('img', { name: /^any data: / });
    const named = () => curve.getAttribute('aria-label');
    const lines = () => curve.locator('path').count();
    const before = { value: await slider.inputValue(), curve: await named(), lines: await lines() };
    await slider.focus();
    for (let step = 0; step < 8; step += 1) await page.page.keyboard.press('ArrowRight');
    assert.notEqual(await slider.inputValue(), before.value);
    await page.until(async () => (await named()) !== before.curve, 'the curve does not move');
    await page.until(async () => (await lines()) > before.lines, 'the old curve is gone');
    await slider.press('Escape');
    assert.equal(await slider.inputValue(), before.value);
    await page.until(async () => (await named()) === before.curve, 'the curve does not return');
  });
}

test('what it would take to reach a chance of loss is answered', async (page) => {
  await explained(page);
  const field = page.page.getByRole('textbox', { name: /chance of loss|would it take/i });
  await field.fill('1 in 60,000');
  await page.button('Find').click();
  await page.page.getByText(/reaches/).first().waitFor();
});

test('a chance that cannot be read is refused beside its field', async (page) => {
  await explained(page);
  const field = page.page.getByRole('textbox', { name: /chance of loss|would it take/i });
  await field.fill('tiny');
  await page.button('Find').click();
  await page.page.locator('[aria-invalid="true"]').first().waitFor();
});

test('single changes are listed with what each divides the chance by', async (page) => {
  await explained(page);
  const section = page.page.getByRole('region', { name: /single change/i });
  assert.ok((await section.getByText(/÷/).count()) >= 3);
});
