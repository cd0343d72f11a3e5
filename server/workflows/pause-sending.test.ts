// D-56: the email or a link of a paid order changes after a fresh proof only. The former address gets a link, whose
// button pauses the sending of this order.

import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { automaticDispatchSteps } from '../../tests/support/automatic-dispatch-steps.ts';
import { deliverySteps } from '../../tests/support/delivery-steps.ts';
import { aLink, type Placed, paidOrder, placeOrder } from '../../tests/support/orders.ts';
import { startMailServer, type TestMailServer } from '../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../tests/support/store.ts';

let mail: TestMailServer;
let store: TestStore;
beforeAll(async () => {
  mail = await startMailServer();
  store = await startStore({ SMTP_URL: mail.url, MAIL_FROM: 'shop@example.com' });
});
afterAll(async () => {
  await store.stop();
  await mail.stop();
});
beforeEach(async () => {
  store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
  await automatic.reset();
  await automatic.setAutomatic(false);
});

const automatic = automaticDispatchSteps(() => store);
const { send } = deliverySteps(() => store);
const hourMs = 3_600_000;
const minutes = (count: number) => store.advance(count * 60_000);
const prove = () => store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
const changeEmail = ({ id }: Placed, customer_email: string) =>
  store.admin.ask('PUT /api/orders/{id}', { params: { id }, body: { customer_email } });
const replaceLink = ({ id, postLinks }: Placed, newLink = aLink()) =>
  store.admin.ask('POST /api/admin/orders/{id}/replace-link', {
    params: { id },
    body: { postLink: postLinks[0] ?? '', newLink },
  });
const read = ({ id }: Placed) => store.admin.call('GET /api/orders/{id}', { params: { id } });
const pause = (token: string) => store.visitor.ask('POST /api/orders/pause-sending', { body: { token } });
const resume = ({ id }: Placed) => store.admin.ask('POST /api/admin/orders/{id}/resume-sending', { params: { id } });
const items = async () =>
  (await store.admin.call('GET /api/admin/attention', { query: {} })).kinds.find(
    ({ kind }) => kind === 'sending_paused',
  )?.items ?? [];

/** The emails to an address since the last call, with their texts. */
async function mailsTo(address: string): Promise<string[]> {
  await store.drain();
  const taken = mail.taken.splice(0).filter(({ to }) => to.includes(address));
  return Promise.all(
    taken.map(async ({ source }) => {
      const { subject, text, html } = await PostalMime.parse(source);
      return [subject, text, html].join('\n');
    }),
  );
}
const tokenIn = (text: string | undefined) => /\/pause\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';

/** A paid order whose email was changed, with the token that its former address got. */
async function diverted(email: string): Promise<{ order: Placed; token: string }> {
  const order = await paidOrder(store, { email });
  await prove();
  expect((await changeEmail(order, 'thief@example.com')).status).toBe(200);
  return { order, token: await latestToken(email) };
}

async function latestToken(email: string): Promise<string> {
  return tokenIn((await mailsTo(email)).findLast((text) => tokenIn(text) !== ''));
}
describe('D-56: a fresh proof', () => {
  test('with a proof 11 minutes old, neither the email nor a link of a paid order is changed; sending goes on', async () => {
    const order = await paidOrder(store, { email: 'late@example.com' });
    minutes(11);
    const email = await changeEmail(order, 'thief@example.com');
    const link = await replaceLink(order);
    expect([email.status, email.body.code, link.status, link.body.code]).toEqual([403, 'step_up', 403, 'step_up']);
    expect(await read(order)).toMatchObject({ customer_email: 'late@example.com', post_links: order.postLinks });
    expect((await send(order)).status).toBe(200);
  });

  test('an unpaid order, an equal email and another case of it need none', async () => {
    const [paid, unpaid] = [await paidOrder(store, { email: 'same@example.com' }), await placeOrder(store)];
    minutes(11);
    expect((await changeEmail(paid, ' same@example.com ')).status).toBe(200);
    expect((await changeEmail(paid, 'Same@Example.com')).status).toBe(200);
    expect((await changeEmail(unpaid, 'new@example.com')).status).toBe(200);
    expect((await mailsTo('same@example.com')).join()).not.toContain('was changed');
  });
});

describe('D-56: the email to the former address', () => {
  test.each([
    ['en', 'was changed', '/pause/'],
    ['pt', 'foi alterado', '/pt/pause/'],
  ] as const)('in %s, names neither the new address nor a link of the order', async (language, words, path) => {
    const email = `before-${language}@example.com`;
    const order = await paidOrder(store, { email, language } as Parameters<typeof paidOrder>[1]);
    await mailsTo(email);
    await prove();
    await changeEmail(order, 'thief@example.com');
    const [text = '', ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(text).toContain(words);
    expect(text).toContain(order.id);
    expect(text).toContain(`${store.url}${path}`);
    for (const secret of ['thief@example.com', 'instagram.com', '/order/', '/receipt/', order.postLinks[0] ?? '']) {
      expect(text).not.toContain(secret);
    }
  });

  test('comes for each change, to every address that the order had; a replaced link is reported to it as well', async () => {
    const order = await paidOrder(store, { email: 'first@example.com' });
    await prove();
    await changeEmail(order, 'second@example.com');
    await mailsTo('');
    await changeEmail(order, 'third@example.com');
    expect(await mailsTo('first@example.com')).toHaveLength(1);
    await replaceLink(order);
    await store.drain();
    const recipients = mail.taken.splice(0).map(({ to }) => to[0]);
    expect(recipients.sort()).toEqual(['first@example.com', 'second@example.com', 'third@example.com']);
  });

  test('of a replaced link has the link of the pause, in the email that names the links', async () => {
    const order = await paidOrder(store, { email: 'own@example.com' });
    await mailsTo('');
    await prove();
    const newLink = aLink();
    await replaceLink(order, newLink);
    const [text = '', ...more] = await mailsTo('own@example.com');
    expect(more).toEqual([]);
    expect(text).toContain(newLink);
    expect((await pause(tokenIn(text))).body).toMatchObject({ order_id: order.id, state: 'paused' });
  });

  test('shows no link of the pause in the admin', async () => {
    const { order, token } = await diverted('hidden@example.com');
    const mails = await store.admin.call('GET /api/admin/mails', { query: { order: order.id } });
    const { id = '' } = mails.find(({ kind }) => kind === 'order_changed') ?? {};
    const { letter } = await store.admin.call('GET /api/admin/mails/{id}', { params: { id } });
    expect(JSON.stringify(letter)).not.toContain(token);
  });
});

describe('D-56: the pause', () => {
  test('lasts 72 hours for this order alone, and is the same however often the button is pressed', async () => {
    const { order, token } = await diverted('pauses@example.com');
    const other = await paidOrder(store);
    const first = await pause(token);
    expect(first).toMatchObject({ status: 200, body: { order_id: order.id, state: 'paused' } });
    minutes(60);
    expect((await pause(token)).body).toEqual(first.body);
    const refused = await send(order);
    expect(refused).toMatchObject({ status: 409, body: { code: 'sending_paused' } });
    expect(refused.body.message).toMatch(/^Sending paused until .+, by the customer\.$/);
    expect(await read(order)).toMatchObject({
      send_barrier: 'paused',
      sending_paused_until: first.body.paused_until,
    });
    expect((await send(other)).status).toBe(200);
    expect((await items()).map(({ order_id }) => order_id)).toContain(order.id);
  });

  test('stops automatic dispatch, which goes on after 72 hours', async () => {
    const { order, token } = await diverted('automatic@example.com');
    await pause(token);
    await automatic.setAutomatic(true);
    await store.app.jobHandlers.dispatch_order({ orderId: order.id });
    store.advance(71 * hourMs);
    await store.app.jobHandlers.end_pauses({});
    await automatic.sweepAfter();
    store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
    expect(await automatic.states(order.id)).toEqual([]);
    store.advance(hourMs);
    await store.app.jobHandlers.end_pauses({});
    await store.drain();
    store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
    expect(await automatic.states(order.id)).toEqual(['sent']);
    expect(await read(order)).toMatchObject({ send_barrier: null, sending_paused_until: null });
    expect((await items()).map(({ order_id }) => order_id)).not.toContain(order.id);
    expect((await pause(token)).body).toEqual({ order_id: order.id, state: 'ended', paused_until: null });
  });

  test('is lifted by an admin with a fresh proof, and that link sets no other', async () => {
    const { order, token } = await diverted('lifted@example.com');
    await pause(token);
    minutes(11);
    expect(await resume(order)).toMatchObject({ status: 403, body: { code: 'step_up' } });
    await prove();
    expect(await resume(order)).toMatchObject({ status: 200, body: { order: { sending_paused_until: null } } });
    expect(await resume(order)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await pause(token)).body).toMatchObject({ state: 'ended' });
    expect((await send(order)).status).toBe(200);
    const timeline = await store.admin.call('GET /api/admin/orders/{id}/timeline', { params: { id: order.id } });
    expect(timeline.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['order.sending_paused', 'order.sending_resumed', 'mail.order_changed']),
    );
  });

  test('of two links lasts until the later one ends', async () => {
    const { order, token } = await diverted('twice@example.com');
    await pause(token);
    store.advance(48 * hourMs);
    store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
    await changeEmail(order, 'other@example.com');
    const second = await pause(await latestToken('thief@example.com'));
    expect(second.body.state).toBe('paused');
    store.advance(25 * hourMs);
    await store.app.jobHandlers.end_pauses({});
    store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
    expect(await read(order)).toMatchObject({ sending_paused_until: second.body.paused_until });
  });

  test('pressed at the same time is one pause, and a send at the same time is before or after it', async () => {
    const { order, token } = await diverted('race@example.com');
    const [one, two, sent] = await Promise.all([pause(token), pause(token), send(order)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body).toEqual(two.body);
    expect(sent.status === 200 || sent.body.code === 'sending_paused').toBe(true);
  });

  test('is refused for a token that is altered, of another store, shortened, or 30 days old', async () => {
    const { order, token } = await diverted('tokens@example.com');
    const flipped = (place: number) =>
      token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1);
    const wrong = ['', 'x', token.slice(1), `${token}A`, `${token}=`, ...[0, 20, 40, token.length - 2].map(flipped)];
    for (const one of wrong) {
      expect(await pause(one)).toMatchObject({ status: 404, body: { code: 'wrong_pause_link' } });
    }
    expect((await store.visitor.ask('POST /api/orders/pause-sending', { body: {} as { token: string } })).status).toBe(
      400,
    );
    store.advance(30 * 24 * hourMs + 60_000);
    expect((await pause(token)).status).toBe(404);
    store.admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
    expect(await read(order)).toMatchObject({ sending_paused_until: null });
  });
});
