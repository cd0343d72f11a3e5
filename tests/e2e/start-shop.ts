// A running store with a browser for its buyers, and what is prepared without the browser.

import { afterAll, afterEach, beforeAll } from 'vitest';
import { openBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { type Client, clientOf } from '../support/client.ts';
import { orderBody } from '../support/orders.ts';
import type { StoreProcess } from '../support/process.ts';
import { type SandboxControl, sandboxControl } from '../support/sandbox-control.ts';
import { startOnSharedServer } from '../support/shared-process.ts';

/** `buyer` is set by each test, and closed after it. */
export type Shop = {
  store: StoreProcess;
  browser: TestBrowser;
  control: SandboxControl;
  visitor: Client;
  buyer: Visit;
};

/** Called once at the top of a file: what it returns is there from the first test on. */
export function startShop(): Shop {
  const shop = {} as Shop;
  beforeAll(async () => {
    const starting = startOnSharedServer({ RATE_LIMIT_FACTOR: '1000' });
    [shop.store, shop.browser] = await Promise.all([starting, openBrowser()]);
    shop.control = sandboxControl(`${shop.store.url}/sandbox`);
    shop.visitor = clientOf(shop.store.url, null);
  });
  afterAll(async () => {
    await shop.browser?.close();
    await shop.store?.close();
  });
  afterEach(() => shop.buyer.close());
  return shop;
}

/** An order with an open payment session. */
export async function openedOrder({ visitor }: Shop, email: string) {
  const body = orderBody({ email });
  const { orderId } = await visitor.call('POST /api/create-order', { body });
  const session = { orderId, amount: body.price, email, postUrls: body.post_links };
  const { sessionId } = await visitor.call('POST /api/bigpay/init-session', { body: session });
  return { orderId, sessionId, postLink: body.post_links[0] ?? '' };
}

export async function signedIn({ store, visitor }: Shop): Promise<Client> {
  const { token } = await visitor.call('POST /api/admin/login', { body: store.adminLogin() });
  return clientOf(store.url, token);
}
