// The log of mails as an admin sees it: the list by pages, the words of one, and sending one again.
import { afterEach, describe, expect, test } from 'vitest';
import { type PreviewedEmailKind, previewedEmailKinds } from '../../../contract/email-kinds.ts';
import type { Language } from '../../../contract/languages.ts';
import { sendWaiting } from '../../../tests/support/emails.ts';
import {
  openSession,
  orderBody,
  paidOrder,
  payAtGateway,
  placeOrder,
  sessionBody,
} from '../../../tests/support/orders.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let server: TestMailServer | null = null;
afterEach(async () => {
  await store.stop();
  await server?.stop();
  server = null;
});
async function startWithMail(): Promise<TestMailServer> {
  server = await startMailServer();
  store = await startStore({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' });
  return server;
}

const list = (query: object = {}) => store.admin.ask('GET /api/admin/mails', { query });
const resend = (id: string) => store.admin.ask('POST /api/admin/mails/{id}/resend', { params: { id } });
const preview = (id: string) => store.admin.ask('GET /api/admin/mails/{id}', { params: { id } });
const unknown = '00000000-0000-4000-8000-000000000000';

describe('without a mail server', () => {
  test('D-10: mails are kept, listed newest first by pages, by order, and with their words; none is sent again', async () => {
    store = await startStore();
    const first = await placeOrder(store, { email: 'one@example.com' });
    const second = await paidOrder(store, { email: 'two@example.com' });
    const all = (await list()).body;
    expect(all.map(({ kind, order_id }) => [kind, order_id])).toEqual([
      ['order_paid', second.id],
      ['order_received', first.id],
    ]);
    expect(all[0]).toMatchObject({ state: 'kept', recipient: 'two@example.com', sent_at: null });
    const page = await list({ limit: 1 });
    const next = page.headers.get('link')?.match(/<(.+)>/)?.[1] ?? '';
    const cursor = new URL(next, store.url).searchParams.get('cursor') ?? '';
    expect((await list({ limit: 1, cursor })).body.map(({ order_id }) => order_id)).toEqual([first.id]);
    expect((await list({ order: first.id })).body).toHaveLength(1);
    expect((await list({ cursor: 'x' })).status).toBe(400);

    const { body } = await preview(all[0]?.id ?? '');
    expect(body.letter?.subject).toBe(`Your order ${second.id} is paid`);
    expect(body.letter?.text).toContain(`${store.url}/order/${second.id}/`);
    expect((await resend(all[0]?.id ?? '')).body.message).toBe('No mail server is configured.');
    for (const id of ['x', unknown])
      expect([(await preview(id)).status, (await resend(id)).status]).toEqual([404, 404]);
  });
});

test('D-10: every email to buyers is previewed in both languages with sample data, for admins only', async () => {
  store = await startStore();
  const preview = (query: { kind: PreviewedEmailKind; language: Language }) =>
    store.admin.call('GET /api/admin/mails/preview', { query });
  for (const kind of previewedEmailKinds) {
    const en = await preview({ kind, language: 'en' });
    const pt = await preview({ kind, language: 'pt' });
    expect(en.subject).not.toBe(pt.subject);
    // A former address gets neither the amount nor the link (D-56).
    const isForStranger = kind === 'order_changed';
    // A visitor may have typed the address of a stranger: it names no order, and links to nothing (S-18).
    if (kind === 'contact_received' || kind === 'track_code') {
      for (const { text, html } of [en, pt]) expect(`${text}${html}`).not.toMatch(/SAMPLE|https?:|\d[.,]\d\d/);
      continue;
    }
    for (const [{ text, html }, amount] of [
      [en, '$6.00'],
      [pt, 'US$\u00a06,00'],
    ] as const) {
      const hidden = [amount, 'https://www.instagram.com/p/Csample0001/'];
      for (const named of hidden.filter(() => isForStranger)) expect(`${text}${html}`).not.toContain(named);
      for (const named of ['SAMPLE234567', `${store.url}/`, ...hidden.filter(() => !isForStranger)]) {
        expect(text).toContain(named);
        expect(html).toContain(named);
      }
    }
  }
  expect(
    (await store.admin.ask('GET /api/admin/mails/preview', { query: { kind: 'x', language: 'en' } as never })).status,
  ).toBe(400);
  const stranger = await store.visitor.ask('GET /api/admin/mails/preview', {
    query: { kind: 'order_paid', language: 'en' },
  });
  expect(stranger.status).toBe(401);
});

test('D-10: a buyer who ordered in Portuguese gets every email in Portuguese, with what was ordered', async () => {
  const { taken } = await startWithMail();
  const body = orderBody({ email: 'ana@example.com', quantity: 1000 });
  const { orderId } = await store.visitor.call('POST /api/create-order', { body: { ...body, language: 'pt' } });
  await sendWaiting(store);
  const session = sessionBody({ ...body, id: orderId, postLinks: body.post_links, amount: body.price });
  const { sessionId } = await store.visitor.call('POST /api/bigpay/init-session', { body: session });
  await payAtGateway(store, sessionId);
  await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: orderId }, body: {} });
  await store.drain();
  const all = (await list({ order: orderId })).body;
  expect(all.map(({ kind }) => kind)).toEqual(['order_paid', 'order_received']);
  for (const { id } of all) {
    const { letter } = (await preview(id)).body;
    expect(letter?.subject).toMatch(/pedido/);
    for (const named of ['1.000 curtidas', 'US$\u00a06,00', ...body.post_links, `${store.url}/pt/order/${orderId}/`]) {
      expect(letter?.text).toContain(named);
      expect(letter?.html).toContain(named);
    }
  }
  expect(taken).toHaveLength(2);
  for (const { source } of taken) expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
});

describe('with a mail server', () => {
  test('D-10: a mail that arrived is sent again when an admin wants it, once for one click', async () => {
    const { taken } = await startWithMail();
    const { id } = await placeOrder(store);
    await sendWaiting(store);
    expect(taken).toHaveLength(1);
    expect((await list({ only: 'unsent' })).body).toEqual([]);
    const mailId = (await list()).body[0]?.id ?? '';
    expect((await resend(mailId)).body).toMatchObject({ state: 'queued', order_id: id });
    await resend(mailId);
    await store.drain();
    expect(taken).toHaveLength(2);
    expect((await list()).body).toMatchObject([{ state: 'sent', attempts: 1 }]);
    const { rows } = await store.db.database.pool.query("select subject from audit_log where action = 'mail.resent'");
    expect(rows).toEqual([{ subject: id }, { subject: id }]);
  });

  test('a mail that failed for good starts anew', async () => {
    const { taken } = await startWithMail();
    await placeOrder(store);
    await sendWaiting(store);
    await store.db.database.pool.query(
      "update mails set state = 'failed', attempts = 8, unknown_outcomes = 2, last_error = 'No such mailbox', sent_at = null",
    );
    const [mail] = (await list({ only: 'unsent' })).body;
    expect(mail).toMatchObject({ state: 'failed', last_error: 'No such mailbox' });
    await resend(mail?.id ?? '');
    await store.drain();
    expect(taken).toHaveLength(2);
    expect((await preview(mail?.id ?? '')).body).toMatchObject({ state: 'sent', attempts: 1, last_error: null });
  });

  test('D-24: an email kept without a mail server is sent when an admin sends it, also beyond one email an hour', async () => {
    const { taken } = await startWithMail();
    await placeOrder(store);
    await sendWaiting(store);
    const { id } = await placeOrder(store);
    await store.db.database.pool.query("update mails set state = 'kept' where order_id = $1", [id]);
    const mailId = (await list({ order: id })).body[0]?.id ?? '';
    expect((await resend(mailId)).status).toBe(200);
    await store.drain();
    expect(taken).toHaveLength(2);
    expect((await list({ order: id })).body).toMatchObject([{ id: mailId, state: 'sent' }]);
  });

  test('one that is being sent is left alone', async () => {
    await startWithMail();
    await placeOrder(store);
    await sendWaiting(store);
    await store.db.database.pool.query(
      `update mails set state = 'sending', claim_id = '${unknown}', claimed_at = now()`,
    );
    const [mail] = (await list()).body;
    expect((await resend(mail?.id ?? '')).status).toBe(409);
  });

  test('D-55: a paid order is not reminded of its payment, also when an admin sends the email again', async () => {
    const { taken } = await startWithMail();
    const { id } = await paidAfterReminder();
    const mailId = (await list({ order: id })).body.find(({ kind }) => kind === 'order_received')?.id ?? '';
    expect((await resend(mailId)).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not due any more'),
    });
    await store.drain();
    expect(taken.map(({ source }) => /Pay now/.test(source))).toEqual([true, false]);
    expect((await list({ order: id })).body.map(({ kind, state }) => [kind, state])).toEqual([
      ['order_paid', 'sent'],
      ['order_received', 'sent'],
    ]);
  });
});

async function paidAfterReminder() {
  const order = await placeOrder(store);
  await sendWaiting(store);
  await payAtGateway(store, await openSession(store, order));
  await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
  await store.drain();
  return order;
}
