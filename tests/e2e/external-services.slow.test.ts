// The same store with a gateway and a provider of others, at an address of theirs. The sandbox alone plays them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { type Client, clientOf } from '../support/client.ts';
import { type ExternalSandbox, startExternalSandbox } from '../support/external-sandbox.ts';
import { orderBody } from '../support/orders.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { approved, arriveAtResult, fillDetails, payBy } from './shop-steps.ts';

let sandbox: ExternalSandbox;
let store: StoreProcess;
let browser: TestBrowser;
let control: SandboxControl;
let visitor: Client;
let admin: Client;

beforeAll(async () => {
  sandbox = await startExternalSandbox();
  control = sandboxControl(sandbox.origin);
  store = await startOnSharedServer(sandbox.settings);
  visitor = clientOf(store.url, null);
  const { token } = await visitor.call('POST /api/admin/login', { body: store.adminLogin() });
  admin = clientOf(store.url, token);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
  await sandbox?.stop();
});

async function openedOrder() {
  const body = orderBody();
  const { orderId } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  return { orderId, sessionId, link: body.post_links[0] ?? '' };
}

describe('over HTTP', () => {
  test('the built-in sandbox is not there', async () => {
    expect((await fetch(`${store.url}/sandbox/control/gateway`)).status).toBe(404);
  });

  test('GEN-7, GEN-8, D-21: an order is paid at the gateway and its link sent to the provider', async () => {
    const { orderId, sessionId, link } = await openedOrder();
    await control('/gateway/pay', { sessionId, expiry: '01/39' });
    const confirmed = await visitor.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: orderId },
      body: {},
    });
    expect(confirmed.status).toBe('success');
    const { apiOrder } = await admin.call('POST /api/admin/orders/{id}/send-post', {
      params: { id: orderId },
      body: { postLink: link, category: 'Likes', quantity: 500 },
    });
    expect(apiOrder.status).toBe('sent');
    const placed = await control(`/provider/orders/${apiOrder.api_order_id}`);
    expect(placed).toMatchObject({ link, quantity: 500, service: '1001' });
  });

  test('A-24: the gateway’s notification alone settles a payment whose payer never came back', async () => {
    const { orderId, sessionId } = await openedOrder();
    await control('/gateway/pay', { sessionId, expiry: '01/39' });
    const read = () => visitor.call('GET /api/orders/{id}', { params: { id: orderId } });
    await expect.poll(async () => (await read()).payment_status).toBe('paid');
  });
});

describe('in the browser', () => {
  test('D-26, S-17: the gateway’s address is allowed on /checkout only, and no other one is', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${store.url}${path}`)).headers.get('content-security-policy') ?? '';
    const checkout = await policyOf('/checkout');
    expect(new Set(checkout.match(/https?:\/\/[^\s;]+/g))).toEqual(new Set([sandbox.origin]));
    for (const path of ['/', '/about', '/contact', '/success', '/client', '/admin', '/nowhere']) {
      expect(await policyOf(path)).not.toMatch(/https?:/);
    }
  });

  test('GEN-3, PAY-8, PAY-9, D-26: a card is paid in the gateway’s own frame', async () => {
    const { page, troubles, close } = await browser.phone();
    await page.goto(`${store.url}/checkout`);
    await fillDetails(page, 'cross@buyer.example', ['https://www.instagram.com/p/OutsideOne1/']);
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await payBy(page, approved);
    expect(page.frames().map((frame) => new URL(frame.url()).origin)).toEqual([store.url, sandbox.origin]);
    await arriveAtResult(page);
    expect(troubles).toEqual([]);
    await close();
  });

  test('D-26: another page cannot load the gateway’s library', async () => {
    const { page, troubles, close } = await browser.phone();
    await page.goto(store.url);
    await page.evaluate((src) => {
      document.head.append(Object.assign(document.createElement('script'), { src }));
    }, `${sandbox.origin}/gateway/static/checkout/checkout.min.js`);
    await expect.poll(() => troubles.some((trouble) => /may not load .*\(script-src/.test(trouble))).toBe(true);
    await close();
  });
});

test('A-23: the sandbox in the store takes a card by whatever name the store was opened', async () => {
  // Nothing set: announced as localhost, opened by its number, with the demo's orders in it.
  const plain = await startProcess({ env: { PUBLIC_URL: '', DEMO_DATA: '' } });
  try {
    const { page, troubles, close } = await browser.phone();
    await page.goto(`${plain.url}/checkout`);
    await fillDetails(page, 'name@buyer.example', ['https://www.instagram.com/p/OutsideTwo2/']);
    await page.getByRole('button', { name: 'Complete Order' }).tap();
    await payBy(page, approved);
    await arriveAtResult(page);
    expect(troubles).toEqual([]);
    await close();
  } finally {
    await plain.close();
  }
});
