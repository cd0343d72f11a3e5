// An operator opens a customer from the list, a long way down, writes a note, and returns; then erases the customer.
import { beforeAll, expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { type Client, clientOf } from '../support/client.ts';
import { signIn, startJourney } from '../support/journey.ts';
import { orderBody } from '../support/orders.ts';

const journey = startJourney(() => ({ RATE_LIMIT_FACTOR: '1000' }));
const customers = 30;

let visitor: Client;
beforeAll(async () => {
  visitor = clientOf(journey.store.url, null);
  for (let at = 0; at < customers; at += 1) {
    await visitor.call('POST /api/create-order', { body: orderBody({ email: `Buyer${at}@mail.example` }) });
  }
  await visitor.call('POST /api/contact', {
    body: { name: 'A', email: 'buyer3@mail.example', subject: 'Where is it?', message: 'I wait.' },
  });
  await signIn(journey);
});

test('D-46: a customer opens from the list, gets a note and a tag, and back keeps the row and the scroll', async () => {
  const { page } = journey.operator;
  await page.goto(`${journey.store.url}/admin?tab=customers&sort=recent`);
  const row = page.getByRole('button', { name: /^Buyer3@/ });
  await row.scrollIntoViewIfNeeded();
  await row.click();
  await page.getByText('$0.00 total spent').waitFor();
  expect(new URL(page.url()).searchParams.get('customer')).toBe('Buyer3@mail.example');
  expect(await barriersOf(page)).toEqual([]);
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(200);
  // By the script: a click scrolls what is half out of sight.
  await page
    .getByRole('link', { name: 'Open the page of Buyer3@mail.example' })
    .evaluate((link: HTMLElement) => link.click());
  await page.waitForURL('**/admin/customers/Buyer3%40mail.example');
  await page.getByText('Where is it?').waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Asked by phone.');
  await page.getByRole('button', { name: 'Save the note' }).click();
  await page.getByRole('list', { name: 'Notes' }).getByText('Asked by phone.').waitFor();
  await page.getByLabel('New tag').fill('Phone');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the tag Phone' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.goBack();
  await page.getByText('$0.00 total spent').waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  await page
    .getByRole('row', { name: /Buyer3@/ })
    .getByText('Phone')
    .last()
    .waitFor();
});

test('D-30: the page of a customer erases the customer, and a reload of it finds nobody', async () => {
  const { page } = journey.operator;
  await journey.store.sql(
    "update orders set status = 'failed', payment_status = 'failed' where customer_email = 'Buyer3@mail.example'",
  );
  await page.goto(`${journey.store.url}/admin/customers/buyer3%40mail.example`);
  await page.getByText('Asked by phone.').waitFor();
  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click();
  await page.waitForURL('**/admin?tab=customers');
  await page.getByText('was erased.').waitFor();
  await page.goto(`${journey.store.url}/admin/customers/buyer3%40mail.example`);
  await page.getByText('Customer not found').waitFor();
  expect(await journey.store.sql('select from customer_notes')).toEqual([]);
  // The browser logs the answer of 404.
  journey.operator.troubles.length = 0;
});
