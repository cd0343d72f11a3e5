// The line of the links to send, and the plan behind it.
import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, hasButton, toasts } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import '../orders/bulk-dialog.tsx';

const list = 'GET /api/admin/attention';
const orders = 'GET /api/orders';
const linkOf = (id: string) => `https://www.instagram.com/p/${id}/`;
const order = (id: string) => ({
  id,
  customer_email: 'buyer@mail.test',
  amount: 3,
  status: 'paid',
  payment_status: 'paid',
  quantity: 500,
  category: 'Likes',
  post_links: [linkOf(id)],
});
const toSend = {
  links: 2,
  orders: 2,
  units: [{ category: 'Likes', quantity: 1000 }],
  rests: { links: 0, quantity: 0 },
};
const service = (category: string, cost_per_1000: number | null) => ({
  category,
  service_id: '11',
  cost_per_1000,
  success_percent: null,
  start_seconds: null,
});
const provider = {
  id: 'default',
  name: 'Default',
  priority: 100,
  enabled: true,
  balance: 9994.12,
  currency: 'USD',
  used: [service('Likes', 0.18)],
};
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/providers', { body: [provider] });
  store.on(orders, { body: [order('AAA'), order('BBB')] });
  store.on('POST /api/orders/api-orders-batch', {
    body: ['AAA', 'BBB'].map((orderId) => ({ orderId, apiOrders: [] })),
  });
});

async function open(change: object | null = {}): Promise<void> {
  store.on(list, { body: change === null ? { kinds: [] } : { kinds: [], to_send: { ...toSend, ...change } } });
  await openAdmin('/admin');
}

const line = () => document.querySelector('#to-send');
const dialog = () => document.querySelector('dialog') as HTMLElement;

describe('the links to send', () => {
  it('stand first, with their number, cost and balance', async () => {
    await open();
    expect(line()?.textContent).toBe('To send: 2 links in 2 orders, $0.18, balance $9,994.12');
    expect(document.querySelector('main section')?.contains(line())).toBe(true);
    expect(document.body.textContent).not.toContain('All caught up.');
  });

  it('D-17: name the rests of links that were partly delivered', async () => {
    await open({ rests: { links: 1, quantity: 1_420 } });
    expect(line()?.parentElement?.textContent).toContain('1 was partly delivered before: 1,420 units are left.');
  });

  it('D-91: leave out a link of which the buyer requested another one, and lead to that request', async () => {
    const requested = { position: 0, new_link: linkOf('CCC'), subject: 'AAA 1' };
    store.on(orders, { body: [{ ...order('AAA'), link_requests: [requested] }, order('BBB')] });
    await open();
    await click(button('Review and send'));
    expect(dialog().textContent).toContain('has a request for another link: use or decline it first');
    expect(hasButton('Send 1 link', dialog())).toBe(true);
    const review = [...dialog().querySelectorAll('a')].find((one) => one.textContent === 'Review the request of AAA');
    expect(review?.getAttribute('href')).toBe('/admin?item=link_requested&subject=AAA+1');
    await click(review as HTMLElement);
    expect(dialog()).toBeNull();
  });

  it('name no cost and no balance that are unknown', async () => {
    store.on('GET /api/admin/providers', { body: [{ ...provider, balance: null, used: [service('Likes', null)] }] });
    await open({ links: 1, orders: 1 });
    expect(line()?.textContent).toBe('To send: 1 link in 1 order');
  });

  it('name the currency of the provider', async () => {
    store.on('GET /api/admin/providers', { body: [{ ...provider, currency: 'EUR' }] });
    await open();
    expect(line()?.textContent).toContain('0.18 EUR, balance 9994.12 EUR');
  });

  it('name no cost where likes and views go to different providers', async () => {
    const other = { ...provider, id: 'other', priority: 200, used: [service('Views', 0.05)] };
    store.on('GET /api/admin/providers', { body: [provider, other] });
    await open({ units: [...toSend.units, { category: 'Views', quantity: 20_000 }] });
    expect(line()?.textContent).toBe('To send: 2 links in 2 orders');
  });

  it('have no line when nothing is to send', async () => {
    await open(null);
    expect(line()).toBeNull();
    expect(document.body.textContent).toContain('All caught up.');
  });

  it('A-37: are sent with two clicks, after a plan with units, cost and balance', async () => {
    store.on('POST /api/admin/orders/*', ({ path }) =>
      path.includes('BBB')
        ? { status: 502, body: { message: 'Link is private' } }
        : { body: { success: true, apiOrder: {} } },
    );
    await open();
    await click(button('Review and send'));
    expect(store.calls(orders).at(-1)?.query.get('queue')).toBe('to_send');
    expect(dialog().textContent).toMatch(/Quantity1,000 likes.*Estimated cost\$0\.18.*Balance\$9,994\.12/i);
    expect(dialog().textContent).toContain(linkOf('AAA'));
    expect(store.calls('POST /api/admin/orders/*')).toEqual([]);
    store.on(list, { body: { kinds: [] } });
    await click(button('Send 2 links', dialog()));
    expect(store.calls('POST /api/admin/orders/*').map(({ path }) => path)).toEqual([
      '/api/admin/orders/AAA/send-post',
      '/api/admin/orders/BBB/send-post',
    ]);
    expect(dialog().textContent).toContain('BBB: Link is private');
    await click(button('Close', dialog()));
    expect(line()).toBeNull();
  });

  it.each([
    [{ check: { state: 'key_refused' } }, 'The provider refuses the API key. Every link would fail.', 'Fix the key'],
    [
      { check: { state: 'unreachable' } },
      'The last call to the provider failed. Every link would fail.',
      'Test the provider',
    ],
    [{ circuit: 'open' }, 'The last call to the provider failed. Every link would fail.', 'Test the provider'],
    [{ enabled: false }, 'The provider is off. Nothing can be sent.', 'Turn it on'],
    [{ balance: 0.1 }, 'The balance does not cover the estimated cost.', 'Top up'],
  ])('are not sent while the store knows that it fails: %o', async (change, text, cure) => {
    store.on('GET /api/admin/providers', { body: [{ ...provider, ...change }] });
    await open();
    await click(button('Review and send'));
    expect(dialog().textContent).toContain(text);
    expect(button('Send 2 links', dialog()).disabled).toBe(true);
    const link = [...dialog().querySelectorAll('a')].find(({ textContent }) => textContent === cure);
    expect(link?.getAttribute('href')).toBe('/admin?tab=api');
  });

  it('go to another provider while the first one refuses its key', async () => {
    const refused = { ...provider, check: { state: 'key_refused' } };
    store.on('GET /api/admin/providers', { body: [refused, { ...provider, id: 'p2', priority: 200 }] });
    await open();
    await click(button('Review and send'));
    expect(button('Send 2 links', dialog()).disabled).toBe(false);
  });

  it('stay unsent when the run stops after three refusals for one reason', async () => {
    store.on('POST /api/admin/orders/*', { status: 409, body: { code: 'run_stopped', message: 'Stopped.' } });
    await open();
    await click(button('Review and send'));
    await click(button('Send 2 links', dialog()));
    expect(store.calls('POST /api/admin/orders/*')).toHaveLength(1);
    expect(dialog().textContent).toContain('Stopped after three refusals for the same reason. 2 links stay unsent.');
  });

  it('leave out links that could not be sent: these are separate items', async () => {
    const failed = { post_link: linkOf('AAA'), status: 'failed', category: 'Likes', quantity: 500, api_order_id: null };
    store.on('POST /api/orders/api-orders-batch', {
      body: [
        { orderId: 'AAA', apiOrders: [failed] },
        { orderId: 'BBB', apiOrders: [] },
      ],
    });
    await open();
    await click(button('Review and send'));
    expect(button('Send 1 link', dialog()).disabled).toBe(false);
  });

  it('have a plan that names how many of them it has', async () => {
    await open({ links: 350 });
    await click(button('Review and send'));
    expect(dialog().textContent).toContain('This plan has 2 of 350 links.');
  });

  it('show an error when the plan could not be loaded', async () => {
    store.on(orders, { status: 500, body: { message: 'Busy.' } });
    await open();
    await click(button('Review and send'));
    expect(toasts()).toContain("Couldn't load the links to send");
    expect(dialog()).toBeNull();
  });

  it('D-36: are shown without the button to a role that may not send', async () => {
    const user = { email: 'owner@shop.test', role: 'admin', access: 'viewer', denied: ['sendPost'] };
    store.on('GET /api/admin/verify', { body: { user: { ...user, exp: Date.now() / 1000 + 86_400 } } });
    await open();
    expect(line()).not.toBeNull();
    expect(hasButton('Review and send')).toBe(false);
  });
});
