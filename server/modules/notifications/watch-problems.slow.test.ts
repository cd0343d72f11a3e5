// What becomes a notification: action items, providers, checks of the store, backups.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs, type NotifiedStore, startNotifiedStore } from '../../../tests/support/notification-steps.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { findStoreProblems } from './store-checks.ts';

let notified: NotifiedStore;
beforeAll(async () => {
  notified = await startNotifiedStore();
});
afterAll(() => notified.store.stop());
afterEach(() => notified.clear());

const to = 'a@shop.example';
const titles = () => notified.titlesAt(to);
const handlers = () => notified.store.app.jobHandlers;
async function watch(): Promise<void> {
  await handlers().watch_problems({});
  await notified.run();
}

/** The raw row of an undelivered email: an action item without another party. */
async function addUndelivered(orderId: string, count = 1): Promise<void> {
  await notified.rows(
    `insert into mails (id, kind, order_id, refund_number, recipient, state, created_at)
      select gen_random_uuid(), 'order_refunded', $1, n, 'hidden' || n || '@buyer.example', 'failed', now()
      from generate_series(1, $2::int) n`,
    orderId,
    count,
  );
}

test('an action item is reported once with the link to its row, and resolved when it is handled', async () => {
  await notified.addChannel(to);
  await watch();
  notified.received.length = 0;
  const { id } = await placeOrder(notified.store);
  await addUndelivered(id);
  await watch();
  await watch();
  expect(titles()).toEqual(['An email was not delivered']);
  const { link, badge } = notified.received[0]?.message ?? {};
  const [item] = (await notified.store.admin.call('GET /api/admin/attention', { query: { kind: 'mail_undelivered' } }))
    .kinds;
  const query = new URLSearchParams({ item: 'mail_undelivered', subject: item?.items[0]?.subject ?? '' });
  expect(link?.url).toBe(`${notified.store.url}/admin?${query}`);
  expect(badge).toBeGreaterThan(0);
  await notified.rows("delete from mails where state = 'failed'");
  await watch();
  expect(titles()).toEqual(['An email was not delivered', 'Resolved: An email was not delivered']);
  expect(JSON.stringify(notified.received)).not.toContain('buyer.example');
});

test('many items of a kind are one message, and more than are listed make no other one', async () => {
  await notified.addChannel(to);
  await watch();
  notified.received.length = 0;
  const { id } = await placeOrder(notified.store);
  await addUndelivered(id, 250);
  await watch();
  await watch();
  expect(titles()).toHaveLength(1);
  expect(titles()[0]).toMatch(/^\d+ × An email was not delivered$/);
  await notified.rows("delete from mails where state = 'failed'");
  await watch();
  expect(titles().at(-1)).toBe('Resolved: An email was not delivered');
});

test('what was open before the first channel is not reported again, but reminded of', async () => {
  const { id } = await placeOrder(notified.store);
  await addUndelivered(id);
  await watch();
  await notified.addChannel(to);
  await notified.rows('delete from notification_events');
  await watch();
  expect(titles()).toEqual([]);
  notified.store.advance(4 * 60 * minuteMs + minuteMs);
  await notified.run();
  expect(titles()).toEqual([expect.stringMatching(/still open/)]);
  await notified.rows("delete from mails where state = 'failed'");
});

test('a security alert is reported with its type', async () => {
  await notified.addChannel(to);
  await notified.run();
  expect(titles()).toEqual(['Admin access was changed']);
});

const dayMs = 86_400_000;
const now = new Date('2026-06-01T12:00:00Z');
type Facts = Partial<Parameters<typeof findStoreProblems>[1]> & { publicUrl?: string; startedAt?: Date };
async function problemsOf({ publicUrl = 'https://shop.example', startedAt = now, ...sources }: Facts) {
  const { ctx } = notified.store.app;
  const backup = sources.newestBackupAt ? { folder: '/', keep: 1, hour: 2 } : null;
  const config = { ...ctx.config, dataDir: '/', publicUrl };
  const infrastructure = { ...ctx.infrastructure, backup: async () => backup };
  const found = await findStoreProblems(
    { ...ctx, config, infrastructure, startedAt, clock: { now: () => now } },
    {
      listFunds: async () => [],
      newestBackupAt: async () => null,
      certificateEnd: async () => new Date(now.getTime() + 90 * dayMs),
      ...sources,
    },
  );
  return Object.fromEntries(found.map(({ kind, newest }) => [kind, newest.map(({ facts }) => facts)]));
}

test('the checks of the store: certificate, backups and balances', async () => {
  const funds = { id: 'p', name: 'Panel', lowBalance: null };
  expect(await problemsOf({})).toMatchObject({ certificate_ending: [], backup_late: [], low_balance: [] });
  expect(
    await problemsOf({
      certificateEnd: async () => new Date(now.getTime() + 13.5 * dayMs),
      newestBackupAt: async () => new Date(now.getTime() - 37 * 3_600_000),
      listFunds: async () => [
        { ...funds, balance: 10, spentADay: 4 },
        { ...funds, id: 'q', balance: 10, spentADay: 1 },
        { ...funds, id: 'r', balance: 10, spentADay: 0, lowBalance: 20 },
        { ...funds, id: 's', balance: null, spentADay: 4 },
      ],
    }),
  ).toMatchObject({
    certificate_ending: [{ daysLeft: 13 }],
    backup_late: [{}],
    low_balance: [{ name: 'Panel', daysLeft: 2 }, { name: 'Panel' }],
  });
  expect(await problemsOf({ certificateEnd: async () => null })).not.toHaveProperty('certificate_ending');
  expect(await problemsOf({ publicUrl: 'http://127.0.0.1' })).toMatchObject({ certificate_ending: [] });
  expect(
    await problemsOf({ newestBackupAt: async () => null, startedAt: new Date(now.getTime() - 40 * 3_600_000) }),
  ).toMatchObject({ backup_late: [{}] });
});
