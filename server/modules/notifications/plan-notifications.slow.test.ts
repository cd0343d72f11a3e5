// Coalescing, quiet hours, reminders and "Resolved", through the jobs on the real database.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { minuteMs, type NotifiedStore, startNotifiedStore } from '../../../tests/support/notification-steps.ts';

let notified: NotifiedStore;
beforeAll(async () => {
  notified = await startNotifiedStore();
});
afterAll(() => notified.store.stop());
afterEach(() => notified.clear());

const hourMs = 60 * minuteMs;
const to = 'a@shop.example';
/** A channel, without the notice that it was added. */
async function addChannel(...[preferences]: [Parameters<NotifiedStore['addChannel']>[1]?]) {
  const channel = await notified.addChannel(to, preferences);
  await notified.rows('delete from notification_events');
  return channel;
}
const titles = () => notified.titlesAt(to);
async function after(ms: number): Promise<void> {
  notified.store.advance(ms);
  await notified.run();
}
const alert = (orderId: string, severity: 'info' | 'warning' | 'critical' = 'warning') =>
  notified.notify({ kind: 'security_alert', severity, facts: { orderId } });

test('the first event is sent at once, the next ones together after ten minutes, with the worst one named', async () => {
  await addChannel();
  await alert('FIRST');
  await notified.run();
  await alert('SECOND', 'info');
  await alert('THIRD');
  await alert('FOURTH');
  await after(9 * minuteMs);
  expect(titles()).toEqual(['Security alert']);
  await after(minuteMs);
  expect(titles()).toEqual(['Security alert', '3 × Security alert']);
  expect(notified.received[1]?.message).toMatchObject({ count: 3, severity: 'warning', tag: 'security_alert' });
  expect(notified.received[1]?.message.body).toContain('Order THIRD');
  await after(hourMs);
  expect(titles()).toHaveLength(2);
});

test('a storm of 10,000 events is at most three messages a channel', async () => {
  await addChannel();
  await notified.addChannel('b@shop.example');
  await notified.rows('delete from notification_events');
  await alert('FIRST');
  await notified.run();
  await notified.rows(`insert into notification_events (kind, severity, facts, happened_at)
    select 'security_alert', case when n % 3 = 0 then 'critical' else 'warning' end, '{}', now()
    from generate_series(1, 10000) n`);
  await notified.run();
  await after(10 * minuteMs);
  await after(10 * minuteMs);
  expect(titles().length).toBeLessThanOrEqual(3);
  expect(
    notified.received.filter(({ address }) => address === to).reduce((sum, { message }) => sum + message.count, 0),
  ).toBe(10_001);
  expect(notified.titlesAt('b@shop.example').length).toBeLessThanOrEqual(3);
});

test('events of a burst queue few jobs, and none without a channel', async () => {
  const count = async () => {
    const [found] = await notified.rows(
      "select count(*)::int as n from graphile_worker._private_jobs where key like 'notify %'",
    );
    return found.n;
  };
  await alert('NOBODY');
  expect(await count()).toBe(0);
  expect(await notified.rows('select 1 from notification_events')).toEqual([]);
  await addChannel();
  await notified.rows("delete from graphile_worker._private_jobs where key like 'notify %'");
  for (let number = 0; number < 20; number += 1) await alert(`N${number}`);
  expect(await count()).toBe(1);
});

test('a rollback takes its event back', async () => {
  await addChannel();
  const failed = notified.store.db.database.transaction(async (tx) => {
    await notified.notifications.notify(tx, { kind: 'paid_order' });
    await notified.notifications.notify(tx, { kind: 'security_alert' });
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await notified.run();
  expect(titles()).toEqual([]);
});

test('quiet hours hold messages back until their end; critical ones pass', async () => {
  await addChannel({ quietFrom: 22 * 60, quietUntil: 7 * 60 });
  await alert('AT-NOON');
  await notified.run();
  const before = titles().length;
  const now = Date.now() + notified.store.db.clockOffsetMs();
  const untilNight = (24 * hourMs + 23 * hourMs - (now % (24 * hourMs))) % (24 * hourMs);
  notified.store.advance(untilNight);
  await alert('AT-NIGHT');
  await alert('WORSE', 'critical');
  await notified.run();
  expect(titles().length - before).toBe(1);
  expect(notified.received.at(-1)?.message.severity).toBe('critical');
  await alert('LATER');
  await after(7 * hourMs);
  expect(titles().length - before).toBe(1);
  await after(hourMs + minuteMs);
  expect(titles().length - before).toBe(2);
});

test('a channel gets its kinds from its least severity on; optional kinds by name only', async () => {
  await addChannel({ leastSeverity: 'critical' });
  await notified.addChannel('b@shop.example', { kinds: ['paid_order', 'first_sale_of_day'] });
  await notified.rows('delete from notification_events');
  await alert('LESSER');
  await notified.notify({ kind: 'paid_order', facts: { orderId: 'ONE' } });
  await notified.run();
  expect(titles()).toEqual([]);
  expect(notified.titlesAt('b@shop.example').sort()).toEqual(['An order was paid', 'First sale of the day']);
  await after(20 * minuteMs);
  await notified.notify({ kind: 'paid_order', facts: { orderId: 'TWO' } });
  await notified.run();
  const [sale] = notified.titlesAt('b@shop.example').slice(2);
  expect(sale).toBe('An order was paid');
});

test('a problem is reported once, reminded of after four hours and then daily, and resolved once', async () => {
  await addChannel();
  const open = () =>
    notified.notify({ kind: 'chargeback', problem: 'p1', facts: { orderId: 'ORDER1', subject: 'p1' } });
  await open();
  await open();
  await notified.notify({ kind: 'dispatch_failed', problem: 'p2', facts: { orderId: 'ORDER2', subject: 'p2' } });
  await notified.run();
  expect(titles().sort()).toEqual(['A link could not be sent', 'A payment was charged back']);
  await after(3 * hourMs);
  await open();
  await notified.run();
  expect(titles()).toHaveLength(2);
  await after(hourMs + minuteMs);
  await after(hourMs);
  expect(titles().slice(2)).toEqual(['2 problems are still open']);
  expect(notified.received[2]?.message.body).toContain('A payment was charged back');
  expect(notified.received[2]?.message.badge).toBe(2);
  await after(22 * hourMs);
  expect(titles()).toHaveLength(3);
  await after(2 * hourMs);
  expect(titles()).toHaveLength(4);
  await notified.resolve('chargeback', 'p1');
  await notified.resolve('chargeback', 'p1');
  await notified.run();
  await notified.run();
  expect(titles().slice(4)).toEqual(['Resolved: A payment was charged back']);
  await notified.resolve('dispatch_failed', 'p2');
  await after(25 * hourMs);
  expect(titles().slice(5)).toEqual(['Resolved: A link could not be sent']);
});

test('a problem that ends before its message is sent is not reported', async () => {
  await addChannel();
  await notified.notify({ kind: 'provider_down', problem: 'p' });
  await notified.resolve('provider_down', 'p');
  await notified.run();
  expect(titles()).toEqual([]);
});

test('a clock that jumps ahead and back sends no storm, and silences nothing', async () => {
  await addChannel();
  await notified.notify({ kind: 'chargeback', problem: 'p1', facts: { subject: 'p1' } });
  await notified.run();
  await after(365 * 24 * hourMs);
  const ahead = titles().length;
  expect(ahead).toBeLessThanOrEqual(2);
  await after(-365 * 24 * hourMs);
  await after(minuteMs);
  expect(titles().length - ahead).toBeLessThanOrEqual(1);
  await alert('AFTERWARDS');
  await after(10 * minuteMs);
  expect(titles()).toContain('Security alert');
});

test('two processes plan and send one message', async () => {
  const other = await startNotifiedStore({}, notified.store);
  try {
    await addChannel();
    await alert('ONCE');
    await Promise.all([notified.run(), other.run(), notified.run(), other.run()]);
    expect([...notified.received, ...other.received]).toHaveLength(1);
  } finally {
    await other.store.stop();
  }
});

test('messages name no buyer: no email, name, link or address', async () => {
  await addChannel({ language: 'pt' });
  await notified.store.visitor.call('POST /api/contact', {
    body: {
      name: 'Hidden Buyer',
      email: 'hidden@buyer.example',
      subject: 'General question',
      message: 'My secret words',
    },
  });
  await notified.run();
  const [message] = notified.received.map((one) => one.message);
  expect(message?.title).toBe('Um comprador escreveu para você');
  expect(message?.link?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/admin\/inbox\?box=messages&message=[0-9a-f-]{36}$/);
  expect(JSON.stringify(notified.received)).not.toMatch(/hidden|secret words/i);
});
