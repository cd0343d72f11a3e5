// Sending: retries, lost results, channels that hang, limit or are gone, through the jobs on the real database.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  answered,
  minuteMs,
  type NotifiedStore,
  startNotifiedStore,
} from '../../../tests/support/notification-steps.ts';
import type { NotificationChannel, NotificationResult } from '../../ports/notification-channel.ts';
import { sendNotifications } from './send-notifications.ts';

let notified: NotifiedStore;
beforeAll(async () => {
  notified = await startNotifiedStore();
});
afterAll(() => notified.store.stop());
afterEach(() => notified.clear());

const to = 'a@shop.example';
const hourMs = 60 * minuteMs;
const titles = () => notified.titlesAt(to);
const answer = (result: NotificationResult) => notified.answers.set(to, () => result);
const alert = (severity: 'warning' | 'critical') => notified.notify({ kind: 'security_alert', severity });

async function addChannel(address = to) {
  const channel = await notified.addChannel(address);
  await notified.rows('delete from notification_events');
  return channel;
}
async function after(ms: number): Promise<void> {
  notified.store.advance(ms);
  await notified.run();
}
async function listed(address = to) {
  const channels = await notified.store.admin.call('GET /api/admin/notification-channels', {});
  return channels.find(({ name }) => name === address);
}
const states = async () =>
  (await notified.rows('select state from notification_messages order by created_at')).map(({ state }) => state);

const channelsThat = (send: NotificationChannel['send']) => ({
  ...notified.store.app.ctx.channels,
  create: () => ({ send }),
});

/** A process that dies right after its claim. */
async function claimAndDie(channelId: string): Promise<void> {
  const { ctx } = notified.store.app;
  const dead = {
    ...ctx,
    database: { ...ctx.database, retryWhileAway: () => Promise.reject(new Error('killed')) },
    channels: channelsThat(async () => ({ outcome: 'ok', answer: answered('') })),
  };
  await expect(sendNotifications(dead, channelId)).rejects.toThrow('killed');
}

test('a limit is respected: no message before the time that the other side names', async () => {
  await addChannel();
  answer({ outcome: 'unavailable', answer: answered('Too many requests (429).'), retryAfterMs: 30 * minuteMs });
  await alert('warning');
  await notified.run();
  notified.answers.clear();
  await after(29 * minuteMs);
  expect(titles()).toHaveLength(1);
  expect(await listed()).toMatchObject({ state: 'failing', lastAnswer: 'Too many requests (429).' });
  await after(minuteMs);
  expect(titles()).toHaveLength(2);
  expect(notified.received[0]?.message.id).toBe(notified.received[1]?.message.id);
  expect(await listed()).toMatchObject({ state: 'ok', lastAnswer: 'Accepted.' });
});

test('failures back off from a minute to an hour; meanwhile one message a kind is pending', async () => {
  await addChannel();
  answer({ outcome: 'unavailable', answer: answered('Connection refused.'), retryAfterMs: null });
  await alert('warning');
  const tries: number[] = [];
  for (let minute = 0; minute < 32; minute += 1) {
    await after(minuteMs);
    if (minute % 15 === 0) await alert('warning');
    tries.push(titles().length);
  }
  expect([0, 1, 3, 7, 15, 31].map((minute) => tries[minute])).toEqual([1, 2, 3, 4, 5, 6]);
  expect(tries.at(-1)).toBe(6);
  for (const wait of [32, 59, 1, 59, 1]) {
    await after(wait * minuteMs);
    tries.push(titles().length);
  }
  expect(tries.slice(-5)).toEqual([7, 7, 8, 8, 9]);
  expect(await states()).toEqual(['pending']);
  notified.answers.clear();
  await after(hourMs);
  await after(minuteMs);
  expect((await states()).filter((state) => state === 'sent')).toHaveLength(2);
});

test('a delay that a clock set back made endless ends', async () => {
  const { id } = await addChannel();
  await notified.rows("update notification_channels set retry_at = now() + interval '1 year' where id = $1", id);
  await alert('warning');
  await notified.run();
  expect(titles()).toHaveLength(1);
});

test('a channel that the other side ended is not tried again, until an admin changes it', async () => {
  const { id } = await addChannel();
  answer({ outcome: 'refused', answer: answered('The bot token was revoked (401).'), isGone: true });
  await alert('warning');
  await notified.run();
  await alert('critical');
  await after(hourMs);
  expect(titles()).toHaveLength(1);
  expect(await listed()).toMatchObject({
    state: 'failing',
    lastAnswer: 'The bot token was revoked (401).',
    enabled: true,
  });
  notified.answers.clear();
  const tested = await notified.store.admin.call('POST /api/admin/notification-channels/{id}/test', { params: { id } });
  expect(tested).toEqual({ arrived: true, answer: 'Accepted.', answerCoded: answered('Accepted.') });
  expect(await listed()).toMatchObject({ state: 'ok' });
});

test('after a lost response only a critical message is repeated', async () => {
  await addChannel();
  answer({ outcome: 'unknown', answer: answered('No response.') });
  await alert('warning');
  await notified.run();
  expect(await states()).toEqual(['dropped']);
  await alert('critical');
  await after(11 * minuteMs);
  expect(await states()).toEqual(['dropped', 'pending']);
  notified.answers.clear();
  await after(hourMs);
  expect(await states()).toEqual(['dropped', 'sent']);
});

test.each([
  ['warning', 0, 'dropped'],
  ['critical', 1, 'sent'],
] as const)(
  'a process that dies after its claim: a %s message is sent %i more times',
  async (severity, more, state) => {
    const { id } = await addChannel();
    await alert(severity);
    await notified.store.app.jobHandlers.plan_notifications({});
    await claimAndDie(id);
    expect(await states()).toEqual(['sending']);
    await notified.run();
    expect(titles()).toHaveLength(0);
    await after(minuteMs + 1_000);
    expect(titles()).toHaveLength(more);
    expect(await states()).toEqual([state]);
  },
);

test('a channel that hangs ends after its time, and holds up no other one', async () => {
  const { id } = await addChannel();
  await addChannel('b@shop.example');
  const hanging = { ...notified.store.app.ctx, channels: channelsThat(() => new Promise(() => {})) };
  await alert('critical');
  await notified.store.app.jobHandlers.plan_notifications({});
  const hangs = sendNotifications(hanging, id, 50);
  await notified.run();
  expect(notified.titlesAt('b@shop.example')).toHaveLength(1);
  await hangs;
  expect(await listed()).toMatchObject({ state: 'failing', lastAnswer: 'No response within 0.05 s.' });
});
