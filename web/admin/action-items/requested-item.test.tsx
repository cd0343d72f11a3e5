// Addresses of action items, as notifications have them: what they open, and what they never do by themselves.
import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, settle } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

const list = 'GET /api/admin/attention';
let store: FakeStore;

const item = (subject: string, more: object = {}) => ({
  subject,
  order_id: null,
  at: '2026-03-01T11:00:00Z',
  words: `Words of ${subject}`,
  ...more,
});
const order = { customer_email: 'buyer@mail.test', category: 'Likes', quantity: 5000, amount: 30 };
const stopped = item('ABCDEFGH2345 0', { order_id: 'ABCDEFGH2345', order, refund: 3 });

function waiting(...kinds: [kind: string, items: object[], count?: number][]): void {
  const groups = kinds.map(([kind, items, count = items.length]) => ({ kind, count, more: false, items }));
  store.on(list, ({ query }) => {
    const kindOfQuery = query.get('kind');
    return { body: { kinds: groups.filter(({ kind }) => kindOfQuery === null || kind === kindOfQuery) } };
  });
}

beforeEach(() => {
  store = signIn();
  store.on('GET /api/orders', { body: [] });
});

const rowOf = (words: string) =>
  [...document.querySelectorAll('li')].find(({ textContent }) => textContent?.includes(words)) ?? null;

describe('the address of an action item', () => {
  it('focuses its row, also one that is not among the first ten, and is left behind', async () => {
    waiting(['late_payment', Array.from({ length: 12 }, (_, n) => item(`p${n + 10}`))]);
    await openAdmin('/admin?item=late_payment&subject=p21');
    expect(document.activeElement).toBe(rowOf('Words of p21'));
    expect(window.location.pathname + window.location.search).toBe('/admin');
  });

  it('without a subject focuses the first of its kind; one that comes later is opened, too', async () => {
    waiting(['dead_job', [item('1'), item('2')]]);
    await openAdmin('/admin?item=dead_job');
    expect(document.activeElement).toBe(rowOf('Words of 1'));
    history.pushState(null, '', '/admin?item=dead_job&subject=2');
    await settle();
    expect(document.activeElement).toBe(rowOf('Words of 2'));
  });

  it('of a handled item says so', async () => {
    waiting(['dead_job', [item('1')]]);
    await openAdmin('/admin?item=dead_job&subject=9');
    expect(document.querySelector('[role=status]')?.textContent).toBe('This item is already handled.');
  });

  it('opens the confirmation of the refund, and refunds nothing', async () => {
    store.on('GET /api/admin/orders/*', {
      body: { refunds: [], undelivered: { quantity: 500, amount: 3 }, proposed: true, refundable: 30 },
    });
    waiting(['delivery_stopped', [stopped]]);
    await openAdmin('/admin?item=delivery_stopped&subject=ABCDEFGH2345%200&act=refund');
    expect(document.querySelector('dialog')?.textContent).toContain('500 undelivered units');
    expect(store.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('focuses the button that retries, and presses it not', async () => {
    store.on('POST /api/admin/jobs/*', { body: { success: true } });
    waiting(['dead_job', [item('1'), item('2')]]);
    await openAdmin('/admin?item=dead_job&subject=2&act=retry');
    expect(document.activeElement).toBe(button('Retry', rowOf('Words of 2') as HTMLElement));
    expect(store.received.filter(({ method }) => method !== 'GET')).toEqual([]);
    await click(button('Retry', rowOf('Words of 2') as HTMLElement));
    expect(store.calls('POST /api/admin/jobs/2/retry')).toHaveLength(1);
  });
});
