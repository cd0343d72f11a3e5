// The acts on all items of one cause: two clicks, a result for each item, and a repetition without a second effect.
import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, hasButton } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import '../orders/bulk-dialog.tsx';

const list = 'GET /api/admin/attention';
const refunds = 'POST /api/admin/orders/*';
let store: FakeStore;

const short = (n: number, orderId: string, refund?: number) => ({
  subject: `${orderId} ${n} 50000${n}`,
  order_id: orderId,
  at: '2026-03-01T11:00:00Z',
  words: 'Partial, 100 remaining',
  order: { customer_email: 'anna@mail.test', category: 'Likes', quantity: 1000, amount: 6 },
  link: {
    post_link: `https://www.instagram.com/p/${orderId}${n}/`,
    quantity: 500,
    api_order_id: `50000${n}`,
    refill_requested_at: null,
  },
  ...(refund === undefined ? {} : { refund }),
});
const items = [short(0, 'AAA', 0.6), short(1, 'AAA', 0.6), short(0, 'BBB', 5.02), short(0, 'CCC')];
const group = (kind: string, listed: object[], more: object = {}) => ({
  kind,
  count: listed.length,
  more: false,
  may_set_aside: true,
  items: listed,
  ...more,
});

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/providers', { body: [] });
  store.on('GET /api/orders', { body: [] });
});
const open = async (...kinds: object[]) => {
  store.on(list, { body: { kinds } });
  await openAdmin('/admin');
};
const dialog = () => document.querySelector('dialog') as HTMLElement;
const refunded = (amount: number) => ({ body: { success: true, refund: { id: 'r', amount, state: 'refunded' } } });

describe('all items of one cause', () => {
  it('are refunded with one confirmation, with one refund for each order, the largest first', async () => {
    store.on(refunds, ({ path }) =>
      path.includes('BBB')
        ? { status: 409, body: { code: 'cap_reached', message: 'The cap is reached.' } }
        : refunded(0.6),
    );
    await open(group('delivery_stopped', items, { refund: 5.62 }));
    await click(button('Refund all $5.62'));
    expect(store.calls(refunds)).toEqual([]);
    expect(dialog().textContent).toContain('other links of this order are in delivery');
    await click(button('Refund all $5.62', dialog()));
    expect(store.calls(refunds).map(({ path, body }) => [path, (body as { amount: number }).amount])).toEqual([
      ['/api/admin/orders/BBB/refunds', 5.02],
      ['/api/admin/orders/AAA/refunds', 0.6],
    ]);
    expect(dialog().textContent).toContain('BBB: The cap is reached.');
    expect(dialog().textContent).toContain('2 of 2 done, 1 failed');
  });

  it('keep the idempotency key of a refund when the run is repeated, and get another key for another cause', async () => {
    store.on(refunds, refunded(5.02));
    const keys = () => store.calls(refunds).map(({ headers }) => headers.get('idempotency-key'));
    await open(group('delivery_stopped', items, { refund: 5.62 }));
    for (let run = 0; run < 2; run += 1) {
      await click(button('Refund all $5.62'));
      await click(button('Refund all $5.62', dialog()));
      await click(button('Close', dialog()));
    }
    expect(keys().slice(0, 2)).toEqual(keys().slice(2));
    expect(new Set(keys()).size).toBe(2);
  });

  it('leave the dialog open with its results when the last item is gone', async () => {
    store.on(refunds, refunded(5.02));
    await open(group('delivery_stopped', items, { refund: 5.62 }));
    await click(button('Refund all $5.62'));
    store.on(list, { body: { kinds: [] } });
    await click(button('Refund all $5.62', dialog()));
    expect(dialog().textContent).toContain('2 of 2 done');
  });

  it.each([
    ['dispatch_failed', 'Retry all 4', '/send-post'],
    ['refill_refused', 'Refill all 4', '/refill-post'],
    ['drop_reported', 'Refill all 4', '/refill-post'],
  ])('of %s: %s', async (kind, label, path) => {
    store.on(refunds, { body: { success: true, apiOrder: {} } });
    await open(group(kind, items));
    await click(button(label));
    await click(button(label, dialog()));
    expect(store.calls(refunds).filter((call) => call.path.endsWith(path))).toHaveLength(4);
  });

  it('are one group for each cause: several links were refused with the same text', async () => {
    const refused = (n: number, words: string) => ({ ...short(n, `O${n}`), words });
    const all = [
      refused(1, 'Link is private'),
      refused(2, 'Invalid API key'),
      refused(3, 'Link is private'),
      refused(4, 'Odd'),
    ];
    store.on(refunds, { body: { success: true, apiOrder: {} } });
    await open(group('dispatch_failed', all));
    const headings = [...document.querySelectorAll('h3')].map(({ textContent }) => textContent);
    expect(headings).toContain('Links that could not be sent (2)');
    await click(button('Retry all 2'));
    await click(button('Retry all 2', dialog()));
    expect(store.calls(refunds).map(({ path }) => path)).toEqual([
      '/api/admin/orders/O1/send-post',
      '/api/admin/orders/O3/send-post',
    ]);
  });

  it('of jobs without an order are named by what failed, without a link to an order', async () => {
    const job = (n: number) => ({ subject: String(n), order_id: null, at: '2026-03-01T11:00:00Z', words: `Job ${n}` });
    store.on('POST /api/admin/jobs/*', { status: 404, body: { message: 'Gone.', code: 'not_found' } });
    await open(group('dead_job', [job(1), job(2)]));
    await click(button('Retry all 2'));
    await click(button('Retry all 2', dialog()));
    const failures = [...dialog().querySelectorAll('ul[aria-label] li')].map(({ textContent }) => textContent);
    expect(failures).toEqual(['Job 1: Gone.', 'Job 2: Gone.']);
    expect(dialog().querySelectorAll('a')).toHaveLength(0);
  });

  it('D-91: have the same key of a refund, whatever the order of the list', async () => {
    store.on(refunds, refunded(0.6));
    const keys: (string | null)[] = [];
    const pair = [short(0, 'AAA', 0.6), short(1, 'AAA', 0.6)];
    for (const listed of [pair, pair.toReversed()]) {
      await open(group('delivery_stopped', listed, { refund: 0.6 }));
      await click(button('Refund all $0.60'));
      await click(button('Refund all $0.60', dialog()));
      keys.push(store.calls(refunds).at(-1)?.headers.get('idempotency-key') ?? null);
      await click(button('Close', dialog()));
    }
    expect(keys[0]).not.toBeNull();
    expect(keys[1]).toBe(keys[0]);
  });

  it('show how much of the daily cap the refund uses', async () => {
    const use = { used: 10, cap: 250 };
    store.on('GET /api/admin/spending', { body: { refunds: { hour: use, day: use, reached_at: null } } });
    await open(group('delivery_stopped', items, { refund: 5.62 }));
    await click(button('Refund all $5.62'));
    expect(dialog().textContent).toContain("After this, $15.62 of today's $250.00 refund cap is used.");
  });

  it('have no group button for a single item, which has its own button', async () => {
    await open(group('delivery_stopped', [short(0, 'BBB', 5.02)], { refund: 5.02 }));
    expect(hasButton('Refund all $5.02')).toBe(false);
    expect(hasButton('Refund $5.02')).toBe(true);
  });
});
