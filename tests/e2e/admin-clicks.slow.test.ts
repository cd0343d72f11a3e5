// How many clicks the daily tasks of an operator take from Home. The page counts them, the store has what they did. The
// answer to a message is in inbox.slow.test.ts.
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientOf } from '../support/client.ts';
import { signIn, startJourney } from '../support/journey.ts';
import { orderBody } from '../support/orders.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';

const journey = startJourney(() => ({ RATE_LIMIT_FACTOR: '1000' }));

let visitor: Client;
let admin: Client;
let control: SandboxControl;

beforeAll(async () => {
  const { store, operator } = journey;
  visitor = clientOf(store.url, null);
  control = sandboxControl(`${store.url}/sandbox`);
  admin = clientOf(store.url, (await visitor.call('POST /api/admin/login', { body: store.adminLogin() })).token);
  await signIn(journey);
  // The browser counts, as it sees every click of the test, also one that hits another element.
  await operator.page.addInitScript(() => {
    const counter = window as { clicks?: number };
    counter.clicks = 0;
    addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) counter.clicks = (counter.clicks ?? 0) + 1;
      },
      true,
    );
  });
});
beforeEach(() => control('/provider/clear', {}));
afterEach(() => {
  expect(journey.operator.troubles).toEqual([]);
});

const patient = { timeout: 30_000 };

async function openHome() {
  const { page } = journey.operator;
  await page.goto(`${journey.store.url}/admin`);
  return page;
}
const clicks = () => journey.operator.page.evaluate(() => (window as { clicks?: number }).clicks);
const itemOf = (id: string) =>
  journey.operator.page
    .getByRole('region', { name: /^Needs attention/ })
    .getByRole('listitem')
    .filter({ hasText: id });

async function paidOrder(links = 1): Promise<{ id: string; postLink: string }> {
  const post_links = Array.from({ length: links }, () => orderBody().post_links).flat();
  const body = orderBody({ post_links });
  const { orderId: id } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId: id, amount: body.price, email: body.email, postUrls: post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  await control('/gateway/pay', { sessionId, expiry: '01/39' });
  await visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} });
  return { id, postLink: post_links[0] ?? '' };
}

const send = ({ id, postLink }: { id: string; postLink: string }) =>
  admin.ask('POST /api/admin/orders/{id}/send-post', { params: { id }, body: { postLink, category: 'Likes' } });

/** Sent, and ended with 200 of 500 missing in the store, as after its last check of the provider. */
async function underDelivered(now: { status: string; remains: number }): Promise<string> {
  const order = await paidOrder();
  const { body } = await send(order);
  await control('/provider/advance', { order: body.apiOrder?.api_order_id ?? '', ...now });
  await journey.store.sql(
    `update dispatches set live_status = 'Partial', remains = 200, following = false, updated_at = now()
     where order_id = '${order.id}'`,
  );
  return order.id;
}

test('A-37: sends all paid links of three orders with two clicks', async () => {
  const orders = [await paidOrder(2), await paidOrder(), await paidOrder()];
  const page = await openHome();
  await page.getByRole('heading', { name: /^To send: 4 links in 3 orders/ }).waitFor(patient);
  await page.getByRole('button', { name: 'Review and send' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send 4 links' }).click();
  await page.getByRole('dialog').getByText('4 of 4 done').waitFor(patient);
  expect(await clicks()).toBe(2);
  const ids = orders.map(({ id }) => `'${id}'`).join();
  const [sent] = await journey.store.sql(
    `select count(*)::int as n from dispatches where state = 'sent' and order_id in (${ids})`,
  );
  expect(sent?.n).toBe(4);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: /^To send/ }).waitFor({ state: 'detached', ...patient });
});

test('A-37: sends an order of five links with two clicks, and no other order', async () => {
  const other = await paidOrder();
  const { id } = await paidOrder(5);
  const page = await openHome();
  await page.getByRole('heading', { name: /^To send: 6 links in 2 orders/ }).waitFor(patient);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(id);
  await page.getByRole('option', { name: id }).waitFor(patient);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send all (5)' }).click(patient);
  await page.getByRole('dialog').getByRole('button', { name: 'Send 5 links' }).click();
  await page.getByRole('dialog').getByText('5 of 5 done').waitFor(patient);
  expect(await clicks()).toBe(2);
  const sent = await journey.store.sql(
    `select order_id, count(*)::int as n from dispatches where order_id in ('${id}', '${other.id}') group by 1`,
  );
  expect(sent).toEqual([{ order_id: id, n: 5 }]);
  await send(other);
});

test('finds a customer by the palette without a click, however fast it is typed', async () => {
  await paidOrder();
  const { email } = orderBody();
  const page = await openHome();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor(patient);
  // The first opening loads the palette. What is typed meanwhile is not lost, and is no shortcut.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(email);
  await page.getByRole('option', { name: `${email} Customer` }).waitFor(patient);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${journey.store.url}/admin/customers/${encodeURIComponent(email)}`);
  expect(await clicks()).toBe(0);
});

test('A-41: requests a refill with at most two clicks', async () => {
  // The provider refills what it calls completed only.
  const id = await underDelivered({ status: 'Completed', remains: 0 });
  await openHome();
  await itemOf(id).getByRole('button', { name: 'Refill' }).click(patient);
  await itemOf(id).waitFor({ state: 'detached', ...patient });
  expect(await clicks()).toBeLessThanOrEqual(2);
  expect(await journey.store.sql(`select kind, state from delivery_requests where order_id = '${id}'`)).toEqual([
    { kind: 'refill', state: 'accepted' },
  ]);
});

test('A-44: refunds the undelivered part with two clicks', async () => {
  const id = await underDelivered({ status: 'Partial', remains: 200 });
  const page = await openHome();
  await itemOf(id).getByRole('button', { name: 'Refund $1.20' }).click(patient);
  await page.getByRole('dialog').getByRole('button', { name: 'Refund $1.20' }).click();
  await itemOf(id).waitFor({ state: 'detached', ...patient });
  expect(await clicks()).toBe(2);
  expect(await journey.store.sql(`select amount_cents::int as cents from refunds where order_id = '${id}'`)).toEqual([
    { cents: 120 },
  ]);
});

test('D-17: settles a send with an unknown result with two clicks', async () => {
  const order = await paidOrder();
  await control('/provider/fail', { kind: 'lose', operation: 'add' });
  await send(order);
  const page = await openHome();
  await itemOf(order.id).getByRole('button', { name: 'Mark as not placed' }).click(patient);
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as not placed' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached', ...patient });
  expect(await clicks()).toBe(2);
  expect(await journey.store.sql(`select state from dispatches where order_id = '${order.id}'`)).toEqual([
    { state: 'failed' },
  ]);
});

const price = async () => (await admin.call('GET /api/admin/store-settings', {})).settings.prices.unit_price_micros;

/** From Home with three clicks. */
async function saveBasePrice(page: Page, dollars: string): Promise<void> {
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor(patient);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('base price');
  await page.keyboard.press('Enter');
  await page.getByLabel('Price per 1,000').first().click(patient);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(dollars);
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

test('D-1: changes a price with three clicks, and undoes it with one', async () => {
  const page = await openHome();
  await saveBasePrice(page, '7.50');
  await expect.poll(price).toBe(7_500);
  expect(await clicks()).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(price).toBe(6_000);
  expect(await clicks()).toBe(4);
});

test('D-80: a price ten times too high needs an answer, and is undone with one click', async () => {
  const page = await openHome();
  const before = await price();
  await saveBasePrice(page, '60');
  await page.getByRole('dialog').getByText('by a factor of 2 or more').waitFor(patient);
  expect(await price()).toBe(before);
  await page.getByRole('dialog').getByRole('button', { name: 'Change prices' }).click();
  await expect.poll(price).toBe(60_000);
  const made = (await clicks()) ?? 0;
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(price).toBe(before);
  expect(await clicks()).toBe(made + 1);
  expect(journey.operator.troubles.splice(0).every((trouble) => trouble.includes('409'))).toBe(true);
});

test('D-81: a paused checkout shows on Home, and is reopened there with one click', async () => {
  const isPaused = async () => (await admin.call('GET /api/admin/checkout-pause', {})).paused;
  await admin.call('PUT /api/admin/checkout-pause', { body: { paused: true } });
  const page = await openHome();
  await page.getByRole('button', { name: 'Reopen: Checkout paused' }).click(patient);
  await expect.poll(isPaused).toBe(false);
  await page.getByRole('complementary', { name: 'Paused' }).waitFor({ state: 'detached', ...patient });
  expect(await clicks()).toBe(1);
});

test('a refused key stops the send before its first link, with the way to the key', async () => {
  const order = await paidOrder();
  await control('/provider/fail', { kind: 'error', operation: 'balance', text: 'Invalid API key', times: 0 });
  const [provider] = await admin.call('GET /api/admin/providers', {});
  await admin.ask('POST /api/admin/providers/{id}/look', { params: { id: provider?.id ?? '' } });
  const page = await openHome();
  await page.getByRole('button', { name: 'Review and send' }).click(patient);
  await page.getByRole('dialog').getByText('The provider refuses the API key. Every link would fail.').waitFor(patient);
  await page.getByRole('dialog').getByRole('link', { name: 'Fix the key' }).click();
  await page.waitForURL('**/admin?tab=api**');
  expect(await clicks()).toBe(2);
  expect(await journey.store.sql(`select state from dispatches where order_id = '${order.id}'`)).toEqual([]);
  await control('/provider/clear', {});
  await admin.ask('POST /api/admin/providers/{id}/look', { params: { id: provider?.id ?? '' } });
  await send(order);
  // The page requested the balance, too.
  expect(journey.operator.troubles.splice(0).every((trouble) => trouble.includes('/admin/balance'))).toBe(true);
});

test('A-44: refunds all links that ended short for one cause with two clicks, and leaves no item behind', async () => {
  const ids = [
    await underDelivered({ status: 'Partial', remains: 200 }),
    await underDelivered({ status: 'Partial', remains: 200 }),
  ];
  const page = await openHome();
  await page.getByRole('button', { name: 'Refund all $2.40' }).click(patient);
  await page.getByRole('dialog').getByRole('button', { name: 'Refund all $2.40' }).click(patient);
  await page.getByRole('dialog').getByText('2 of 2 done').waitFor(patient);
  expect(await clicks()).toBe(2);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  for (const id of ids) await itemOf(id).waitFor({ state: 'detached', ...patient });
  const sums = await journey.store.sql(
    `select sum(amount_cents)::int as cents from refunds where order_id in ('${ids.join("', '")}')`,
  );
  expect(sums).toEqual([{ cents: 240 }]);
});
