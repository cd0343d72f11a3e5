// A channel that keeps failing is an action item, which only the other channels report, until a message passes again.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import {
  answered,
  minuteMs,
  type NotifiedStore,
  startNotifiedStore,
} from '../../../tests/support/notification-steps.ts';
import type { NotificationResult } from '../../ports/notification-channel.ts';

let notified: NotifiedStore;
beforeAll(async () => {
  notified = await startNotifiedStore();
});
afterAll(() => notified.store.stop());
afterEach(() => notified.clear());

const [broken, other] = ['broken@shop.example', 'other@shop.example'];
const busy: NotificationResult = {
  outcome: 'unavailable',
  answer: answered('The server answered 503.'),
  retryAfterMs: null,
};
const revoked: NotificationResult = {
  outcome: 'refused',
  answer: answered('The token was revoked (401).'),
  isGone: true,
};
const title = 'A notification channel fails';

async function addChannels() {
  const channel = await notified.addChannel(broken);
  await notified.addChannel(other);
  await notified.rows('delete from notification_events');
  return channel;
}
async function passes(ms: number): Promise<void> {
  notified.store.advance(ms);
  await notified.store.app.jobHandlers.watch_problems({});
  await notified.run();
}
async function failWith(result: NotificationResult): Promise<void> {
  notified.answers.set(broken, () => result);
  await notified.notify({ kind: 'security_alert' });
  await notified.run();
}
async function listed() {
  const { kinds } = await notified.store.admin.call('GET /api/admin/attention', { query: { kind: 'channel_failing' } });
  return kinds.flatMap(({ items }) => items);
}
const titlesAbout = (address: string) => notified.titlesAt(address).filter((one) => one.includes(title));
const sendTest = (id: string) =>
  notified.store.admin.call('POST /api/admin/notification-channels/{id}/test', { params: { id } });

test('failures of some minutes are an item, reported by the other channel only, and resolved by a success', async () => {
  await addChannels();
  await failWith(busy);
  await passes(5 * minuteMs);
  expect(await listed()).toEqual([]);
  await passes(10 * minuteMs);
  expect(await listed()).toMatchObject([{ words: `"${broken}": ${englishMessage(busy.answer)}` }]);
  await passes(minuteMs);
  expect(titlesAbout(other)).toEqual([title]);
  const message = notified.received.find(({ message: one }) => one.kind === 'channel_failing')?.message;
  expect(message?.body).toBe(
    `"${broken}": ${englishMessage(busy.answer)}\nSend it a test message, or connect it again.`,
  );
  expect(message?.link?.url).toContain('/admin?item=channel_failing&subject=');
  notified.answers.clear();
  await passes(60 * minuteMs);
  await passes(minuteMs);
  expect(await listed()).toEqual([]);
  expect(titlesAbout(other)).toEqual([title, `Resolved: ${title}`]);
  expect(titlesAbout(broken)).toEqual([]);
});

test('a channel that the other side ended is an item at once, until its test arrives', async () => {
  const { id } = await addChannels();
  await failWith(revoked);
  await passes(minuteMs);
  expect(await listed()).toMatchObject([{ words: `"${broken}": ${englishMessage(revoked.answer)}` }]);
  await sendTest(id);
  expect(await listed()).toHaveLength(1);
  notified.answers.clear();
  await sendTest(id);
  expect(await listed()).toEqual([]);
  await passes(minuteMs);
  expect(titlesAbout(other)).toEqual([title, `Resolved: ${title}`]);
  expect(titlesAbout(broken)).toEqual([]);
});

test('a reminder by a failing channel leaves it out, and one by another names it', async () => {
  await addChannels();
  await failWith(busy);
  for (let minutes = 0; minutes < 300; minutes += 20) await passes(20 * minuteMs);
  notified.answers.clear();
  await passes(60 * minuteMs);
  const reminders = (address: string) =>
    notified.received.filter((one) => one.address === address && one.message.kind === 'reminder');
  expect(reminders(other).map(({ message }) => message.body)).toEqual([expect.stringContaining(title)]);
  expect(reminders(broken)).toEqual([]);
});

test('a dismissed item returns with the next failure after a success; a channel that is off is none', async () => {
  const { id } = await addChannels();
  await failWith(revoked);
  const [first] = await listed();
  await notified.store.admin.call('POST /api/admin/attention/aside', {
    body: { kind: 'channel_failing', subject: first?.subject ?? '', note: 'On holiday' },
  });
  expect(await listed()).toEqual([]);
  notified.answers.clear();
  notified.store.advance(minuteMs);
  await sendTest(id);
  await failWith(revoked);
  notified.store.advance(11 * minuteMs);
  await notified.run();
  expect(await listed()).toHaveLength(1);
  await notified.rows('update notification_channels set enabled = false where id = $1', id);
  expect(await listed()).toEqual([]);
});
