// An operator completes a paid order by hand, undoes it while the answer is lost, and replaces its link.
import { beforeAll, expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { expectFitForAll, signIn, startJourney } from '../support/journey.ts';
import { orderBody } from '../support/orders.ts';
import { sandboxControl } from '../support/sandbox-control.ts';

const journey = startJourney();
const body = orderBody();
let id: string;

beforeAll(async () => {
  const visitor = clientOf(journey.store.url, null);
  ({ orderId: id } = await visitor.call('POST /api/create-order', { body }));
  const session = { orderId: id, amount: body.price, email: body.email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  await sandboxControl(`${journey.store.url}/sandbox`)('/gateway/pay', { sessionId, expiry: '01/39' });
  await visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
});

test('D-43: a paid order is completed after another word, undone after a reload, and its link replaced', async () => {
  const { page } = journey.operator;
  await signIn(journey);
  const statusOf = async () => (await journey.store.sql(`select status from orders where id = '${id}'`))[0]?.status;
  await page.goto(`${journey.store.url}/admin?tab=orders`);
  await page.getByRole('button', { name: `More actions for order ${id}` }).click();
  await page.getByRole('button', { name: `Complete order ${id}` }).click();
  await page
    .getByRole('dialog')
    .getByText(/links? not sent/)
    .waitFor();
  expect(await barriersOf(page)).toEqual([]);
  expect(await statusOf()).toBe('paid');
  await page.getByRole('button', { name: 'Complete anyway' }).click();
  await page.getByText(`Order #${id} status changed to Completed`).waitFor();
  expect(await statusOf()).toBe('completed');

  await page.goto(`${journey.store.url}/admin/orders/${id}`);
  await page.getByText(/^Status changed manually to Completed\. Undo, \d+ min left$/).waitFor();
  await expectFitForAll(page);
  await page.route('**/undo-status', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: `Undo the change of order ${id}` }).click();
  await page.getByText('Status restored').waitFor();
  await page.unroute('**/undo-status');
  expect(await statusOf()).toBe('paid');
  await page.getByText(/paid links? to send$/).waitFor();

  await page
    .getByRole('button', { name: /^More actions for link/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Replace link' }).click();
  await page.getByLabel('New link').fill('https://www.instagram.com/p/AnotherPost1/');
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click();
  await page.getByText('Link replaced').first().waitFor();
  await page.getByRole('link', { name: /^https:\/\/www\.instagram\.com\/p\/AnotherPost1\// }).waitFor();
  // The 409, and the answer that was taken away.
  expect(journey.operator.troubles.every((trouble) => /\b409\b|undo-status/.test(trouble))).toBe(true);
});
