// The operator edits a text: with a preview, saved, on the page of the buyer in the language, and restored.
import { expect, test } from 'vitest';
import { expectFitForAll, signIn, startJourney } from '../support/journey.ts';

const journey = startJourney();
const lead = async (path: string) => (await fetch(`${journey.store.url}${path}`)).text();
const first = 'Escolha quantas, cole o link e pague com cartão. Sem criar conta.';
const own = 'Curtidas de verdade? Não prometemos.';

async function save(): Promise<void> {
  const { page } = journey.operator;
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('not saved').waitFor({ state: 'detached' });
}

test('D-33: a text is found, previewed on its page, saved, shown to buyers, and restored from its history', async () => {
  const { page } = journey.operator;
  await signIn(journey);
  await page.goto(`${journey.store.url}/admin?tab=settings#texts`);
  await page.getByRole('button', { name: 'Edit texts' }).click();
  await page.getByRole('button', { name: /^Português.*changed/ }).click();
  await page.getByPlaceholder('Search text or key').fill('cartão. sem criar conta');
  await page
    .getByRole('status')
    .filter({ hasText: /^1 text of/ })
    .waitFor();
  await page.getByRole('button', { name: 'Edit lead' }).click();
  await page.getByLabel('Your text', { exact: true }).fill(own);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.frameLocator('iframe[title^="Preview of"]');
  await preview.getByText(own).waitFor();
  await page.getByText('With your texts. Nothing is saved yet.').waitFor();
  await expectFitForAll(page);
  expect(await lead('/pt')).toContain(first);

  await save();
  await expect.poll(() => lead('/pt')).toContain(own);
  expect(await lead('/')).toContain('Pick how many, paste your link, pay by card.');
  expect(await lead('/pt')).not.toContain(first);

  await page.getByRole('button', { name: 'Reset to default' }).click();
  await save();
  await expect.poll(() => lead('/pt')).toContain(first);
  await page.getByText('Earlier versions').click();
  await page.getByRole('button', { name: 'Restore version 2' }).click();
  await save();
  await expect.poll(() => lead('/pt')).toContain(own);
  expect(journey.operator.troubles).toEqual([]);
});

test('D-33: a text without its placeholder cannot be saved, and the preset changes every text that is not changed', async () => {
  const { page } = journey.operator;
  await page.getByRole('button', { name: /^English.*changed/ }).click();
  await page.getByPlaceholder('Search text or key').fill('Pedido #');
  await page.getByRole('button', { name: 'Edit order' }).click();
  await page.getByLabel('Your text', { exact: true }).fill('Your order');
  await page.getByText('must contain {id}').first().waitFor();
  await page.getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('button', { name: 'Plain', exact: true }).click();
  await page.getByText('Order #{id}').first().waitFor();
  await save();
  await expect.poll(() => lead('/client')).toContain('Order #{id}');
  expect(await lead('/client')).not.toContain('Pedido #');
});
