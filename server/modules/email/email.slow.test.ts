import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendWaiting } from '../../../tests/support/emails.ts';
import { openSession, paidOrder, payAtGateway, placeOrder } from '../../../tests/support/orders.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { transferSteps } from '../../../tests/support/transfer-steps.ts';
import { retryDelaysSeconds, staleClaimSeconds } from './send-email.ts';

let server: TestMailServer;
let store: TestStore;
beforeEach(async () => {
  server = await startMailServer();
  store = await startStore({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' });
});
afterEach(async () => {
  await store.stop();
  await server.stop();
});

const rows = async (text: string, ...values: unknown[]) => (await store.db.database.pool.query(text, values)).rows;
const mails = () => rows('select * from mails order by created_at, kind');
const waiting = () =>
  rows(
    `select round(extract(epoch from run_at - now())) as seconds from graphile_worker.jobs where task_identifier = 'send_mail'`,
  );

/** One receipt that the mail server has been offered once; `again` offers it once more, whenever it is due. */
async function offered() {
  await placeOrder(store);
  await sendWaiting(store);
  const [mail] = await mails();
  return { id: mail.id as string, again: () => store.app.jobHandlers.send_mail({ mailId: mail.id }) };
}

async function pay(order: Awaited<ReturnType<typeof placeOrder>>): Promise<void> {
  await payAtGateway(store, await openSession(store, order));
  await store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} });
}

/** The text of a message, without the line breaks of its encoding. */
const decoded = (source = '') => source.replace(/=\r\n/g, '').replace(/=3D/g, '=');

describe('with a mail server', () => {
  test('D-10: receipt and payment are sent once each, with the order and the way to it', async () => {
    const order = await placeOrder(store);
    await sendWaiting(store);
    await pay(order);
    await sendWaiting(store);
    await sendWaiting(store);
    expect(server.taken.map(({ from, to }) => [from, to])).toEqual(
      Array(2).fill(['shop@example.com', ['buyer@example.com']]),
    );
    const sources = server.taken.map(({ source }) => source).join();
    const { id } = order;
    for (const text of [`We received your order ${id}`, `Your order ${id} is paid`, `${store.url}/order/${id}/`])
      expect(sources).toContain(text);
    expect(await mails()).toMatchObject([
      { kind: 'order_received', state: 'sent', attempts: 1, last_error: null, sent_at: expect.any(Date) },
      { kind: 'order_paid', state: 'sent', attempts: 1 },
    ]);
  });

  test('D-55: a received order waits 15 minutes, and its mail has the way to pay', async () => {
    const { id } = await placeOrder(store);
    await store.drain();
    expect(server.connections()).toBe(0);
    expect(await mails()).toMatchObject([{ kind: 'order_received', state: 'queued', attempts: 0 }]);
    expect(Number((await waiting())[0].seconds)).toBeCloseTo(900, -1);
    await sendWaiting(store);
    expect(server.taken).toHaveLength(1);
    expect(decoded(server.taken[0]?.source)).toContain(`Pay now: ${store.url}/checkout?orderId=${id}`);
  });

  test('D-55: an order that is paid within this time gets the mail about the payment only', async () => {
    const { id } = await paidOrder(store);
    expect(await mails()).toMatchObject([{ kind: 'order_paid', order_id: id }]);
    await sendWaiting(store);
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]?.source).not.toContain('Pay now');
  });

  test('D-55: a queued email is stored: another process sends it', async () => {
    const { id } = await placeOrder(store);
    // The job is in the database, as the mail is.
    expect(
      await rows(
        "select payload ->> 'mailId' as mail from graphile_worker._private_jobs where payload ->> 'mailId' is not null",
      ),
    ).toEqual((await mails()).map((mail) => ({ mail: mail.id })));
    const other = await startStore({ SMTP_URL: server.url, MAIL_FROM: 'shop@example.com' }, store);
    try {
      await sendWaiting(other);
      await sendWaiting(store);
    } finally {
      await other.stop();
    }
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]?.source).toContain(id);
  });

  test('D-55, D-56: a queued reminder is sent to the corrected address of the order', async () => {
    const { id } = await placeOrder(store, { email: 'mistyped@buyer.example' });
    const body = { customer_email: 'right@buyer.example' };
    await store.admin.call('PUT /api/orders/{id}', { params: { id }, body });
    await sendWaiting(store);
    expect(server.taken.map(({ to }) => to)).toEqual([['right@buyer.example']]);
  });

  test('a queued reminder is dropped when its person is erased, without an alert', async () => {
    const { id, email } = await placeOrder(store, { email: 'leaves@buyer.example' });
    await rows("update orders set status = 'failed', payment_status = 'failed' where id = $1", id);
    await store.admin.call('POST /api/admin/people/erase', { body: { email } });
    await sendWaiting(store);
    expect(server.connections()).toBe(0);
    expect(await rows("select 1 from mails where state = 'failed'")).toEqual([]);
  });

  test('D-55: a payment that is being recorded is waited for, and the mail is not sent', async () => {
    const order = await placeOrder(store);
    const client = await store.db.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`update orders set paid_at = now(), payment_status = 'paid', status = 'paid' where id = $1`, [
        order.id,
      ]);
      const sent = sendWaiting(store);
      const isBlocked = async () =>
        (await rows("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length > 0;
      await expect.poll(isBlocked).toBe(true);
      expect(server.connections()).toBe(0);
      await client.query('commit');
      await sent;
    } finally {
      client.release();
    }
    expect(server.connections()).toBe(0);
    expect(await mails()).toEqual([]);
  });

  test('D-55: an order that is paid between two attempts gets no further one', async () => {
    server.reply({ RCPT: '451 4.7.1 try again later' });
    const order = await placeOrder(store);
    await sendWaiting(store);
    expect(await mails()).toMatchObject([{ kind: 'order_received', state: 'queued', attempts: 1 }]);
    server.reply({});
    await pay(order);
    await sendWaiting(store);
    expect(server.taken).toHaveLength(1);
    expect(await mails()).toMatchObject([{ kind: 'order_paid', state: 'sent' }]);
  });

  test('D-55: a payment settles while the mail is being sent: each is sent once', async () => {
    const order = await placeOrder(store);
    const session = await openSession(store, order);
    await payAtGateway(store, session);
    await Promise.all([
      sendWaiting(store),
      store.visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id: order.id }, body: {} }),
    ]);
    await sendWaiting(store);
    const kinds = (await mails()).map(({ kind, state }) => `${kind} ${state}`).sort();
    expect([['order_paid sent'], ['order_paid sent', 'order_received sent']]).toContainEqual(kinds);
    expect(server.taken).toHaveLength(kinds.length);
  });

  test('D-55: while a payment may be under way the mail waits, and it is sent when there was none', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    await rows('update payment_attempts set confirming_since = now() where order_id = $1', order.id);
    await sendWaiting(store);
    expect(server.connections()).toBe(0);
    expect(Number((await waiting())[0].seconds)).toBeCloseTo(900, -1);
    await rows('update payment_attempts set confirming_since = null where order_id = $1', order.id);
    await sendWaiting(store);
    expect(server.taken).toHaveLength(1);
  });

  test('D-55: an email that is due later counts the lost claim of a dead process once', async () => {
    const order = await placeOrder(store);
    await openSession(store, order);
    await rows('update payment_attempts set confirming_since = now() where order_id = $1', order.id);
    await rows(
      "update mails set state = 'sending', claim_id = gen_random_uuid(), claimed_at = now() - interval '1 hour', attempts = 1",
    );
    await sendWaiting(store);
    await sendWaiting(store);
    expect(await mails()).toMatchObject([{ state: 'queued', unknown_outcomes: 1 }]);
    await rows('update payment_attempts set confirming_since = null where order_id = $1', order.id);
    await pay(order);
    await sendWaiting(store);
    // It may have arrived, so it stays in the log.
    expect(await mails()).toMatchObject([{ kind: 'order_received', state: 'sent' }, { kind: 'order_paid' }]);
  });

  test.each([
    ['expired', "update orders set status = 'failed', payment_status = 'expired' where id = $1"],
    ['deleted', 'update orders set deleted_at = now() where id = $1'],
  ])('D-55: an order that is %s is not reminded', async (_, change) => {
    const { id } = await placeOrder(store);
    await rows(change, id);
    await sendWaiting(store);
    expect(server.connections()).toBe(0);
    expect(await mails()).toEqual([]);
  });

  test('D-24: of two orders of an address the unpaid one is reminded, whichever was placed first', async () => {
    await paidOrder(store);
    const unpaid = await placeOrder(store);
    await sendWaiting(store);
    const reminders = server.taken.filter(({ source }) => source.includes('We received your order'));
    expect(reminders).toHaveLength(1);
    expect(reminders[0]?.source).toContain(unpaid.id);
  });

  test('ADM-SEC-14: a critical alert reaches the operator, with the way to the others', async () => {
    const [alert] = await rows(
      `insert into alerts (id, type, severity, message, details, raised_at)
       values (gen_random_uuid(), 'second_capture', 'critical', 'Order X was paid twice.', '{}', now()) returning id`,
    );
    const [mail] = await rows(
      `insert into mails (id, kind, alert_id, recipient, state, created_at)
       values (gen_random_uuid(), 'alert', $1, 'support@example.com', 'queued', now()) returning id`,
      alert.id,
    );
    await store.app.jobHandlers.send_mail({ mailId: mail.id });
    expect(server.taken).toMatchObject([{ to: ['support@example.com'] }]);
    for (const text of ['Subject: [Alert, critical] Order X was paid twice.', `${store.url}/admin?tab=security`])
      expect(server.taken[0]?.source).toContain(text);
  });

  test('D-53: an address that needs SMTPUTF8 becomes an action item where the server does not offer it', async () => {
    const { id } = await placeOrder(store, { email: 'jos\u00e9@m\u00fcnchen.example' });
    await sendWaiting(store);
    expect(await mails()).toMatchObject([{ state: 'failed', attempts: 1 }]);
    const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'mail_undelivered' } });
    expect(kinds[0]?.items).toMatchObject([{ order_id: id, words: expect.stringContaining('SMTPUTF8') }]);
    const plain = await placeOrder(store, { email: 'anna@m\u00fcnchen.example' });
    await sendWaiting(store);
    expect(server.taken.map(({ to }) => to)).toEqual([['anna@xn--mnchen-3ya.example']]);
    expect(server.taken[0]?.source).toContain(plain.id);
  });

  test('D-24: one receipt an hour for an address, also for orders that arrive together', async () => {
    const emails = ['Buyer@example.com', 'buyer@example.com', 'BUYER@example.com', 'other@example.com'];
    await Promise.all(emails.map((email) => placeOrder(store, { email })));
    await sendWaiting(store);
    expect(server.taken.map(({ to }) => to[0]?.toLowerCase()).sort()).toEqual([
      'buyer@example.com',
      'other@example.com',
    ]);
    store.advance(3_601_000);
    await placeOrder(store);
    await sendWaiting(store);
    expect(server.taken).toHaveLength(3);
  });

  test('D-24, D-101: instructions of a second transfer within an hour are sent after it', async () => {
    const { chooseTransfer, turnOn } = transferSteps(() => store);
    await turnOn();
    const [first, second, paid] = [await placeOrder(store), await placeOrder(store), await placeOrder(store)];
    const { reference } = await chooseTransfer(first);
    await sendWaiting(store);
    const other = await chooseTransfer(second);
    const last = await chooseTransfer(paid);
    await sendWaiting(store);
    const sentWith = (text: string) => server.taken.filter(({ source }) => decoded(source).includes(text)).length;
    expect([reference, other.reference, last.reference].map(sentWith)).toEqual([1, 0, 0]);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: paid.id },
      body: { manual: true, note: 'cash' },
    });
    store.advance(3_601_000);
    await sendWaiting(store);
    await sendWaiting(store);
    expect([reference, other.reference, last.reference].map(sentWith)).toEqual([1, 1, 0]);
    expect((await mails()).filter(({ kind }) => kind === 'transfer_instructions')).toHaveLength(2);
  });

  test('D-5, S-18: a message to the support goes to the support only, and is answered to its writer', async () => {
    await store.visitor.call('POST /api/contact', {
      body: {
        name: 'Eve\r\nBcc: all@example.com',
        email: 'eve@example.com',
        subject: 'URGENT\r\nBcc: all@example.com',
        message: 'Help.\n.\nPlease.',
      },
    });
    await store.drain();
    expect(server.taken).toHaveLength(2);
    const source = server.taken.find(({ to }) => to[0] === 'support@applaud.example')?.source ?? '';
    expect(source).toContain('\r\nReply-To: eve@example.com\r\n');
    expect(source).toContain('Subject: [Contact, urgent] URGENT Bcc: all@example.com');
    expect(source).not.toMatch(/^bcc:/im);
    expect(await mails()).toMatchObject([
      { kind: 'contact', state: 'sent' },
      { kind: 'contact_received', state: 'sent', recipient: 'eve@example.com' },
    ]);
  });

  const write = (change: Partial<Record<'name' | 'email' | 'subject' | 'message' | 'website', string>> = {}) =>
    store.visitor.call('POST /api/contact', {
      body: { name: 'Zoraide', email: 'eve@example.com', subject: 'Xylophone', message: 'Wombat', ...change },
    });
  const acknowledged = () => server.taken.filter(({ to }) => to[0] !== 'support@applaud.example');

  test.each([
    ['en', 'Where is the order that I paid for?', 'We received your message'],
    ['pt', 'Onde est\u00e1 o pedido que eu paguei? N\u00e3o chegou.', 'Recebemos sua mensagem'],
  ])(
    'D-24, S-18: a message is acknowledged in its language, %s, without any word of it',
    async (_, message, subject) => {
      await write({ message: `${message} Wombat`, subject: 'Xylophone' });
      await store.drain();
      const [sent] = acknowledged();
      expect(sent?.to).toEqual(['eve@example.com']);
      const source = decoded(sent?.source);
      expect(source).toContain(`Subject: ${subject}`);
      expect(source).toMatch(/^Auto-Submitted: auto-generated/m);
      expect(source).toMatch(/^Reply-To: support@applaud.example/m);
      for (const word of ['Zoraide', 'Xylophone', 'Wombat', message]) expect(source).not.toContain(word);
      const log = await store.admin.call('GET /api/admin/mails', { query: {} });
      const { letter } = await store.admin.call('GET /api/admin/mails/{id}', {
        params: { id: log.find(({ kind }) => kind === 'contact_received')?.id ?? '' },
      });
      for (const word of ['Zoraide', 'Xylophone', 'Wombat', message])
        expect(JSON.stringify(letter)).not.toContain(word);
    },
  );

  test('D-24, D-53: at most one acknowledgement an hour and address, also of messages that arrive together', async () => {
    const emails = ['eve@example.com', 'EVE@example.com', 'e\u00advE@\uff45xample.com', 'adam@example.com'];
    await Promise.all(emails.map((email, place) => write({ email, subject: `Subject ${place}` })));
    await store.drain();
    expect(
      acknowledged()
        .map(({ to }) => to[0]?.toLowerCase())
        .sort(),
    ).toEqual(['adam@example.com', 'eve@example.com']);
    expect((await mails()).filter(({ kind }) => kind === 'contact_received')).toHaveLength(2);
    store.advance(3_601_000);
    await write({ subject: 'Later' });
    await store.drain();
    expect(acknowledged()).toHaveLength(3);
    // Each message reached the support.
    expect(server.taken).toHaveLength(3 + 5);
  });

  test('S-18: a robot, a repeat and the addresses of the store itself get no acknowledgement', async () => {
    await write({ website: 'https://evil.example' });
    await write({ email: 'support@applaud.example' });
    await write({ email: 'Shop@example.com' });
    await store.drain();
    expect(acknowledged()).toEqual([]);
    await write();
    await write();
    await store.drain();
    expect(acknowledged()).toHaveLength(1);
  });

  test('D-10: a refused recipient is not tried again', async () => {
    server.reply({ RCPT: '550 5.1.1 unknown' });
    const { again } = await offered();
    expect(await mails()).toMatchObject([
      { state: 'failed', attempts: 1, last_error: expect.stringContaining('5.1.1') },
    ]);
    expect(await waiting()).toEqual([]);
    await again();
    expect(server.connections()).toBe(1);
  });

  test('D-10: greylisting is waited for, and the mail goes out on the next try', async () => {
    server.reply({ RCPT: '451 4.7.1 try again later' });
    const { again } = await offered();
    expect(await mails()).toMatchObject([
      { state: 'queued', attempts: 1, last_error: expect.stringContaining('4.7.1') },
    ]);
    expect(Number((await waiting())[0].seconds)).toBeCloseTo(retryDelaysSeconds[0], -1);
    await again();
    expect(Number((await waiting())[0].seconds)).toBeCloseTo(retryDelaysSeconds[1], -1);
    expect(await waiting()).toHaveLength(1);
    server.reply({});
    await again();
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 3, last_error: null }]);
    expect(server.taken).toHaveLength(1);
  });

  test('D-10: a server that stays away is given up after the last pause', async () => {
    server.reply({ GREETING: null });
    const { again } = await offered();
    for (let tried = 1; tried <= retryDelaysSeconds.length; tried += 1) await again();
    expect(await mails()).toMatchObject([{ state: 'failed', attempts: retryDelaysSeconds.length + 1 }]);
  });

  test('D-10: a mail whose answer was lost is sent once more under the same id, and never a third time', async () => {
    server.reply({ 'DATA END': null });
    const { id, again } = await offered();
    expect(await mails()).toMatchObject([{ state: 'queued', unknown_outcomes: 1 }]);
    await again();
    expect(await mails()).toMatchObject([{ state: 'failed', unknown_outcomes: 2 }]);
    await again();
    expect(server.handedOver).toHaveLength(2);
    for (const source of server.handedOver) expect(source).toContain(`Message-ID: <${id}@127.0.0.1>`);
  });

  test('D-10: a mail that is being sent is not sent beside, and one whose sender died is sent once more', async () => {
    server.reply({ RCPT: '451 later' });
    const { id, again } = await offered();
    server.reply({});
    const claim = "update mails set state = 'sending', claim_id = gen_random_uuid(), claimed_at = $1 where id = $2";
    const now = () => new Date(Date.now() + store.db.clockOffsetMs());
    await rows(claim, now(), id);
    await again();
    expect(server.taken).toEqual([]);
    expect(Number((await waiting())[0].seconds)).toBeCloseTo(staleClaimSeconds, -1);
    store.advance((staleClaimSeconds + 1) * 1000);
    await again();
    expect(await mails()).toMatchObject([{ state: 'sent', unknown_outcomes: 1 }]);
    await rows(claim, now(), id);
    store.advance((staleClaimSeconds + 1) * 1000);
    await again();
    expect(await mails()).toMatchObject([{ state: 'failed', unknown_outcomes: 2 }]);
    expect(server.taken).toHaveLength(1);
  });

  test('D-10: an email that was accepted is not sent again while the database cannot record it', async () => {
    await rows('create sequence refusals');
    await rows(`create function refuse_record() returns trigger language plpgsql as $$
      begin
        if new.state = 'sent' and nextval('refusals') <= 3 then raise 'full' using errcode = 'disk_full'; end if;
        return new;
      end $$`);
    await rows('create trigger refuse_record before update on mails for each row execute function refuse_record()');
    await offered();
    expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1, unknown_outcomes: 0 }]);
    expect((await rows('select last_value::int as tries from refusals'))[0].tries).toBe(4);
    expect(server.handedOver).toHaveLength(1);
  });

  test('S-18: an address that could be read as several is written to by nobody', async () => {
    // An order of a version that accepted such addresses.
    const { id } = await placeOrder(store, { email: 'buyer@example.com' });
    await store.db.database.pool.query("update mails set recipient = 'a,b@example.com' where order_id = $1", [id]);
    await sendWaiting(store);
    expect(await mails()).toMatchObject([{ state: 'failed', last_error: 'This address cannot receive email.' }]);
    expect(server.connections()).toBe(0);
  });
});

describe('without a mail server', () => {
  test('D-10: mails are kept, and nothing waiting to be sent', async () => {
    const plain = await startStore();
    try {
      await placeOrder(plain);
      const { rows: found } = await plain.db.database.pool.query('select state from mails');
      expect(found).toEqual([{ state: 'kept' }]);
      const { rows: jobs } = await plain.db.database.pool.query('select from graphile_worker.jobs');
      expect(jobs).toEqual([]);
      // One that was queued while there was a mail server.
      await plain.db.database.pool.query("update mails set state = 'queued'");
      const { rows: queued } = await plain.db.database.pool.query('select id from mails');
      await plain.app.jobHandlers.send_mail({ mailId: queued[0].id });
      expect((await plain.db.database.pool.query('select state from mails')).rows).toEqual([{ state: 'kept' }]);
    } finally {
      await plain.stop();
    }
  });
});
