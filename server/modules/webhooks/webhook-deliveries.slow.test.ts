// Webhook deliveries arrive after the event, despite failures, and only at their endpoint.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paidOrder } from '../../../tests/support/orders.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import {
  answering,
  hangingUp,
  isSigned,
  neverAnswering,
  type Receiver,
  startReceiver,
} from '../../../tests/support/webhook-receiver.ts';
import { webhookSteps } from '../../../tests/support/webhook-steps.ts';
import { retryDelaysSeconds } from './send-webhook.ts';

let store: TestStore;
let receiver: Receiver;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await rows('delete from webhook_endpoints');
});

const { add, change, log, owe, replay, rows, sender, setStatus, tryAgain, tryOut } = webhookSteps(
  () => store,
  () => receiver,
);

describe('what goes wrong', () => {
  test('500, then 200: the same body under the same id, with a signature of its own time', async () => {
    const { secret, id } = await add();
    receiver.answerNext(answering(500, 'Our disk is full.'));
    await paidOrder(store);
    await store.drain();
    expect(await log()).toMatchObject([
      {
        state: 'waiting',
        attempts: 1,
        last_status: 500,
        delivered_at: null,
        last_error: 'The endpoint answered 500. Our disk is full.',
        next_attempt_at: expect.any(String),
      },
    ]);
    expect((await store.admin.call('GET /api/admin/webhooks', {}))[0]?.failing_since).not.toBeNull();
    store.advance(5_000);
    await tryAgain();
    expect(await log({ webhook: id })).toMatchObject([{ state: 'delivered', attempts: 2, last_error: null }]);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.id).toBe(first?.id);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(receiver.received.every((received) => isSigned(received, secret))).toBe(true);
    expect((await store.admin.call('GET /api/admin/webhooks', {}))[0]?.failing_since).toBeNull();
  });

  test('a lost response counts as none: the event is sent again under the same id', async () => {
    await add();
    receiver.answerNext(hangingUp);
    await paidOrder(store);
    await store.drain();
    expect((await log())[0]?.last_error).toContain('The answer of the endpoint was lost');
    await tryAgain();
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect((await log())[0]?.state).toBe('delivered');
  });

  test('a receiver that never answers is given up after the time that it has', async () => {
    await add();
    await owe();
    receiver.answerNext(neverAnswering);
    const [owed] = await log({ only: 'undelivered' });
    await sender({ timeoutMs: 200 })(owed?.id ?? '');
    expect(await log()).toMatchObject([{ state: 'waiting', last_status: null }]);
    expect((await log())[0]?.last_error).toContain('no answer within 200 ms');
    expect(receiver.received).toHaveLength(1);
  });

  test('a redirect is followed nowhere, a long answer is cut, and odd characters are kept out', async () => {
    await add();
    receiver.answerNext(answering(302, '', { location: receiver.url.replace('told', 'elsewhere') }));
    await owe();
    await store.drain();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/told']);
    expect((await log())[0]).toMatchObject({ state: 'waiting', last_status: 302 });
    receiver.answerNext(answering(400, `\0${'x'.repeat(10_000)}`));
    await tryAgain();
    expect((await log())[0]?.last_error).toHaveLength(500);
    receiver.answerNext(answering(503, 'x'.repeat(100_000)));
    await tryAgain();
    expect((await log())[0]).toMatchObject({ last_status: 503, last_error: 'The endpoint answered 503.' });
  });

  test('a process that dies between the commit and the delivery: another one delivers', async () => {
    await add();
    await owe();
    const other = await startStore({}, store);
    try {
      await other.drain();
    } finally {
      await other.stop();
    }
    expect(receiver.received).toHaveLength(1);
  });

  test('a process that dies while it sends: the claim is taken over once it is old, under the same id', async () => {
    await add();
    const id = await owe();
    const claim = (age: string) =>
      rows(
        `update webhook_deliveries set state = 'sending', claim_id = gen_random_uuid(), claimed_at = now() - $1::interval
         where id = $2`,
        ...[age, id],
      );
    await claim('10 seconds');
    await store.drain();
    expect(receiver.received).toEqual([]);
    await claim('61 seconds');
    await tryAgain();
    expect(receiver.received.map((received) => received.id)).toEqual([id]);
    expect((await log())[0]?.state).toBe('delivered');
  });

  test('two runs of one job at once send once; runs after it send nothing', async () => {
    await add();
    const id = await owe();
    await Promise.all([sender()(id), sender()(id), sender()(id)]);
    await sender()(id);
    await store.drain();
    expect(receiver.received.map((received) => received.id)).toEqual([id]);
    expect((await log())[0]).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('it is tried for about a day, then given up; a replay begins anew under the same id', async () => {
    const dayShare = retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0) / 86_400;
    expect(dayShare).toBeGreaterThan(0.9);
    expect(dayShare).toBeLessThan(1.1);
    await add();
    const id = await owe();
    const tries = retryDelaysSeconds.length + 1;
    receiver.answerNext(...Array.from({ length: tries }, () => answering(500)));
    for (let n = 0; n < tries; n += 1) await tryAgain();
    expect((await log())[0]).toMatchObject({ state: 'failed', attempts: tries, next_attempt_at: null });
    await tryAgain();
    expect(receiver.received).toHaveLength(tries);
    expect((await replay(id)).body).toMatchObject({ id, state: 'waiting', attempts: 0 });
    await store.drain();
    expect((await log())[0]?.state).toBe('delivered');
    expect(new Set(receiver.received.map((received) => received.id))).toEqual(new Set([id]));
    expect((await replay('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test('an endpoint that is removed at that moment hinders nothing: the order goes on, a test finds none', async () => {
    const order = await paidOrder(store);
    const { id } = await add(['order.completed']);
    const removing = await store.db.database.pool.connect();
    await removing.query('begin');
    await removing.query('delete from webhook_endpoints where id = $1', [id]);
    const tried = tryOut(id);
    const completed = setStatus(order, 'Completed');
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await rows(waiting)).length).toBe(2);
    await removing.query('commit');
    removing.release();
    expect((await tried).status).toBe(404);
    expect((await completed).order.status).toBe('completed');
    expect(await log()).toEqual([]);
  });

  test('an endpoint at which nothing arrives for a day waits for a person, until something does', async () => {
    const { id } = await add();
    receiver.answerNext(answering(500));
    await owe();
    await store.drain();
    const waiting = async () => {
      const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'webhook_failing' } });
      return kinds.flatMap(({ items }) => items.map(({ words }) => words));
    };
    expect(await waiting()).toEqual([]);
    await rows("update webhook_endpoints set failing_since = failing_since - interval '25 hours' where id = $1", id);
    expect(await waiting()).toEqual([receiver.url]);
    await tryAgain();
    expect(await waiting()).toEqual([]);
  });

  test('pending deliveries are given up when their endpoint is switched off', async () => {
    const { id } = await add();
    await owe();
    await change(id, { enabled: false });
    await store.drain();
    expect(receiver.received).toEqual([]);
    const [delivery] = await log();
    expect(delivery).toMatchObject({ state: 'failed', last_error: 'The endpoint was switched off.' });
    expect((await replay(delivery?.id ?? '')).status).toBe(409);
  });
});
