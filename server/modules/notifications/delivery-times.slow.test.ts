// The time from an event to each channel, with the running job queue and a fake of every service.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChannelKind, isProblemKind, type NotificationKind } from '../../../contract/notification-kinds.ts';
import type { ChannelStandIn } from '../../../tests/conformance/channel.conformance.ts';
import { startDiscordStandIn } from '../../../tests/stand-ins/discord-stand-in.ts';
import { startEmailStandIn } from '../../../tests/stand-ins/email-stand-in.ts';
import { startNtfyStandIn } from '../../../tests/stand-ins/ntfy-stand-in.ts';
import { startSlackStandIn } from '../../../tests/stand-ins/slack-stand-in.ts';
import { startTelegramStandIn } from '../../../tests/stand-ins/telegram-stand-in.ts';
import { startPushStandIn } from '../../../tests/stand-ins/web-push-stand-in.ts';
import { startWebhookStandIn } from '../../../tests/stand-ins/webhook-stand-in.ts';
import { openSession, payAtGateway, placeOrder } from '../../../tests/support/orders.ts';
import { until } from '../../../tests/support/program.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { createQueue } from '../../jobs/queue.ts';
import { type JobSupervisor, startJobSupervisor } from '../../jobs/supervisor.ts';
import { silentLog } from '../../observability/log.ts';
import { randomIds } from '../../platform/ids.ts';
import { createNotifications } from './notify.ts';

const p95LimitMs = 10_000;
/** With the kinds below: 204 events, and 1,428 messages by seven channels. */
const rounds = 17;
/** Longer than the window in which the events of a kind are one message. */
const nextRoundMs = 11 * 60_000;
/** Kinds that no job of this test resolves. */
const eventKinds = [
  'security_alert',
  'cap_reached',
  'low_balance',
  'ledger_difference',
  'backup_failed',
  'backup_late',
  'disk_nearly_full',
  'certificate_ending',
  'heartbeat_failed',
  'buyer_message',
] as const satisfies NotificationKind[];
/** What a payment causes: an event, and an action item that the search for problems finds. */
const paymentKinds = ['paid_order', 'links_to_send'] as const satisfies NotificationKind[];
const kinds: NotificationKind[] = [...eventKinds, ...paymentKinds];

let store: TestStore;
let supervisor: JobSupervisor;
const fakes = new Map<string, ChannelStandIn>();
/** When the fake of a channel accepted the message of a kind in this round. */
const accepted = new Map<string, number>();

beforeAll(async () => {
  store = await startStore({}, null, silentLog, null, {}, ({ config }) => ({
    send: async (message) => {
      const name = 'address' in config ? config.address : '';
      const result = await (fakes.get(name) as ChannelStandIn).subject.send(message);
      if (result.outcome === 'ok') accepted.set(`${name} ${message.kind}`, performance.now());
      return result;
    },
  }));
  const starts = {
    email: startEmailStandIn,
    telegram: startTelegramStandIn,
    discord: startDiscordStandIn,
    slack: startSlackStandIn,
    ntfy: startNtfyStandIn,
    webhook: startWebhookStandIn,
    'web-push': startPushStandIn,
  } satisfies Record<ChannelKind, unknown>;
  for (const [name, start] of Object.entries(starts)) {
    // The address finds the fake: the store calls no adapter of its own here.
    const address = `${name}@shop.example`;
    fakes.set(address, await start());
    await store.admin.call('POST /api/admin/notification-channels', {
      body: {
        name,
        kinds,
        leastSeverity: 'info',
        quietFrom: null,
        quietUntil: null,
        language: 'en',
        to: { kind: 'email', config: { address } },
      },
    });
  }
  await store.db.database.pool.query('delete from notification_events');
  const { jobHandlers, queueStatus } = store.app;
  supervisor = await startJobSupervisor({
    openConnections: store.db.open,
    handlers: jobHandlers,
    schedule: [],
    log: silentLog,
    alone: true,
    status: queueStatus,
  });
});
afterAll(async () => {
  await supervisor?.stop();
  await Promise.all([...fakes.values()].map((fake) => fake.stop()));
  await store?.stop();
});

/** Returns when each kind happened. */
async function causeEvents(round: number): Promise<Map<NotificationKind, number>> {
  const { database } = store.db;
  const notifications = createNotifications({ database, jobs: createQueue(), ids: randomIds });
  const at = new Map<NotificationKind, number>();
  const order = await placeOrder(store);
  await payAtGateway(store, await openSession(store, order));
  for (const kind of paymentKinds) at.set(kind, performance.now());
  await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
  for (const kind of eventKinds) {
    at.set(kind, performance.now());
    const problem = isProblemKind(kind) ? { problem: `round ${round}` } : {};
    await notifications.notify(database.db, { kind, ...problem });
  }
  return at;
}

test('p95 from an event to its channels is 10 s at most', { timeout: 400_000 }, async () => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    accepted.clear();
    const happened = await causeEvents(round);
    const wanted = [...fakes.keys()].flatMap((name) => kinds.map((kind) => ({ kind, key: `${name} ${kind}` })));
    // A message that did not arrive counts as endless.
    const isComplete = async () => wanted.every(({ key }) => accepted.has(key));
    await until('all messages arrived', isComplete, p95LimitMs).catch(() => {});
    times.push(
      ...wanted.map(({ kind, key }) => (accepted.get(key) ?? Number.POSITIVE_INFINITY) - (happened.get(kind) ?? 0)),
    );
    store.advance(nextRoundMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  const figures = { messages: sorted.length, p50Ms: percentile(0.5), p95Ms: percentile(0.95), mostMs: percentile(1) };
  // The figures of docs/performance.md.
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  expect(figures.messages).toBe(rounds * kinds.length * fakes.size);
  expect(figures.p95Ms).toBeLessThanOrEqual(p95LimitMs);
});
