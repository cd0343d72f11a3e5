// An operator gives a part back and then the rest, by the order's page, and vouches for a payment that no gateway has; the
// buyer and the figures are told the same. Each test goes on where the one before it stopped.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { expectFitForAll, signIn, startJourney } from '../support/journey.ts';
import { orderBody } from '../support/orders.ts';
import { sandboxControl } from '../support/sandbox-control.ts';

const journey = startJourney();
let orderId: string;
const body = orderBody({ quantity: 1000 });

beforeAll(async () => {
  const visitor = clientOf(journey.store.url, null);
  ({ orderId } = await visitor.call('POST /api/create-order', { body }));
  const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  await sandboxControl(`${journey.store.url}/sandbox`)('/gateway/pay', { sessionId, expiry: '01/39' });
  await visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: {} });
});
afterEach(() => {
  // The one refusal is the question for the password.
  expect(journey.operator.troubles.filter((trouble) => !/\b403\b/.test(trouble))).toEqual([]);
});

const panel = () =>
  journey.operator.page.locator('section', { has: journey.operator.page.getByRole('heading', { name: 'Refunds' }) });
const dialog = () => journey.operator.page.getByRole('dialog');

async function receiptPath(): Promise<string> {
  const { url } = journey.store;
  const { token } = await clientOf(url, null).call('POST /api/admin/login', { body: journey.store.adminLogin() });
  const order = await clientOf(url, token).call('GET /api/orders/{id}', { params: { id: orderId } });
  return 'receipt_path' in order ? order.receipt_path : '';
}

describe('the refunds of an order', () => {
  test('D-6, D-30: a part is refunded, after the password, which is asked for when it was given long ago', async () => {
    const { page } = journey.operator;
    await signIn(journey);
    const { password } = journey.store.adminLogin();
    await journey.store.sql("update admin_sessions set login_at = login_at - interval '11 minutes'");
    await page.goto(`${journey.store.url}/admin/orders/${orderId}`);
    await panel().getByText('$6.00 can be refunded').waitFor();
    await expectFitForAll(journey.operator.page);
    await panel().getByRole('button', { name: 'Refund' }).click();
    await dialog().getByLabel('Amount in US dollars').fill('2.50');
    await dialog().getByLabel('Reason').fill('Too slow');
    await expectFitForAll(journey.operator.page);
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await dialog().getByRole('button', { name: 'Refund $2.50' }).click();
    // The question lies above the dialog of the refund.
    await dialog().last().getByLabel('Password').fill(password);
    await dialog().last().getByRole('button', { name: 'Continue' }).click();
    await page.getByText('$2.50 refunded').waitFor();
    await panel().getByText('$3.50 can be refunded').waitFor();
    const given = panel().getByRole('list', { name: 'Refunds so far' });
    // It may be looked at while the gateway is asked.
    await given.getByText('Refunded', { exact: true }).waitFor();
    expect(await given.textContent()).toMatch(/^\$2\.50RefundedToo slow/);
    expect(await journey.store.sql('select state, amount_cents::int as cents from refunds')).toEqual([
      { state: 'refunded', cents: 250 },
    ]);
    await expectFitForAll(journey.operator.page);
  });

  test('D-16: the buyer sees it at the order and on the receipt, and the figures hold what is left', async () => {
    const buyer = await journey.browser.phone();
    await buyer.page.goto(`${journey.store.url}/client`);
    await buyer.page.getByLabel('Email').fill(body.email);
    await buyer.page.getByRole('button', { name: 'Search' }).tap();
    await buyer.page.getByText('$2.50 refunded').waitFor();
    // By email alone there is no receipt: the buyer has the mailed link.
    expect(await buyer.page.getByRole('link', { name: 'Receipt' }).count()).toBe(0);
    await buyer.page.goto(`${journey.store.url}${await receiptPath()}`);
    await buyer.page.getByText('Paid, partly refunded').waitFor();
    expect(await buyer.page.locator('main').textContent()).toMatch(/Refunded on .*\u2212\$2\.50.*\$3\.50/);
    expect(buyer.troubles).toEqual([]);
    await buyer.close();
    await journey.operator.page.goto(`${journey.store.url}/admin`);
    const card = journey.operator.page.locator('section', {
      has: journey.operator.page.getByRole('heading', { name: 'Revenue', exact: true }),
    });
    await card.getByText('$3.50', { exact: true }).waitFor();
  });

  test('D-16, rule 11: a refund of the rest ends the order, and the buyer sees that it was refunded', async () => {
    const { page } = journey.operator;
    await page.goto(`${journey.store.url}/admin/orders/${orderId}`);
    await panel().getByRole('button', { name: 'Refund' }).click();
    await dialog().getByRole('button', { name: 'Remaining amount, $3.50' }).click();
    await dialog().getByLabel('Reason').fill('The rest');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await dialog().getByRole('button', { name: 'Refund $3.50' }).click();
    await panel().getByText('Nothing is left to refund').waitFor();
    await page.getByText('This order is refunded').waitFor();
    await expectFitForAll(journey.operator.page);
    const buyer = await journey.browser.phone();
    await buyer.page.goto(`${journey.store.url}/success?orderId=${orderId}`);
    await buyer.page.getByText('This order was refunded').waitFor();
    await buyer.close();
    await page.goto(`${journey.store.url}/admin`);
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Revenue', exact: true }) });
    await card.getByText('$0.00', { exact: true }).waitFor();
  });

  test('A-24: a payment that no gateway has is confirmed by hand with a note, and refunded as it came', async () => {
    const { page } = journey.operator;
    const other = orderBody({ email: 'transfer@buyer.example' });
    const { orderId: id } = await clientOf(journey.store.url, null).call('POST /api/create-order', { body: other });
    await page.goto(`${journey.store.url}/admin/orders/${id}`);
    await page.getByText('The buyer has not opened the payment form.').waitFor();
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await dialog().getByLabel('Note').fill('Bank transfer 17');
    await expectFitForAll(journey.operator.page);
    await dialog().getByRole('button', { name: 'Mark as paid' }).click();
    await panel().getByText('The payment outside of any gateway: $3.00').waitFor();
    expect(
      await journey.store.sql(
        `select source, conclusion, said->>'note' as note from payment_events where order_id = '${id}'`,
      ),
    ).toEqual([{ source: 'admin', conclusion: 'confirmed', note: 'Bank transfer 17' }]);
    await panel().getByRole('button', { name: 'Refund' }).click();
    await dialog().getByLabel('Reason').fill('Sent back to the bank');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await dialog().getByRole('button', { name: 'Refund $3.00' }).click();
    await page.getByText('This order is refunded').waitFor();
  });
});
