import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paidOrder, placeOrder } from '../../../tests/support/orders.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
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
  await store.drain();
  const [mail] = await mails();
  return { id: mail.id as string, again: () => store.app.jobHandlers.send_mail({ mailId: mail.id }) };
}

describe('with a mail server', () => {
  test('D-10: receipt and payment are sent once each, with the order and the way to it', async () => {
    const { id } = await paidOrder(store);
    await store.drain();
    await store.drain();
    expect(server.taken.map(({ from, to }) => [from, to])).toEqual(
      Array(2).fill(['shop@example.com', ['buyer@example.com']]),
    );
    const sources = server.taken.map(({ source }) => source).join();
    for (const text of [`We received your order ${id}`, `Your order ${id} is paid`, `${store.url}/order/${id}/`])
      expect(sources).toContain(text);
    expect(await mails()).toMatchObject([
      { kind: 'order_received', state: 'sent', attempts: 1, last_error: null, sent_at: expect.any(Date) },
      { kind: 'order_paid', state: 'sent', attempts: 1 },
    ]);
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
    await store.drain();
    expect(await mails()).toMatchObject([{ state: 'failed', attempts: 1 }]);
    const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'mail_undelivered' } });
    expect(kinds[0]?.items).toMatchObject([{ order_id: id, words: expect.stringContaining('SMTPUTF8') }]);
    const plain = await placeOrder(store, { email: 'anna@m\u00fcnchen.example' });
    await store.drain();
    expect(server.taken.map(({ to }) => to)).toEqual([['anna@xn--mnchen-3ya.example']]);
    expect(server.taken[0]?.source).toContain(plain.id);
  });

  test('D-24: one receipt an hour for an address, also for orders that arrive together', async () => {
    const emails = ['Buyer@example.com', 'buyer@example.com', 'BUYER@example.com', 'other@example.com'];
    await Promise.all(emails.map((email) => placeOrder(store, { email })));
    await store.drain();
    expect(server.taken.map(({ to }) => to[0]?.toLowerCase()).sort()).toEqual([
      'buyer@example.com',
      'other@example.com',
    ]);
    store.advance(3_601_000);
    await placeOrder(store);
    await store.drain();
    expect(server.taken).toHaveLength(3);
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
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]?.to).toEqual(['support@applaud.example']);
    const source = server.taken[0]?.source ?? '';
    expect(source).toContain('\r\nReply-To: eve@example.com\r\n');
    expect(source).toContain('Subject: [Contact, urgent] URGENT Bcc: all@example.com');
    expect(source).not.toMatch(/^bcc:/im);
    expect(await mails()).toMatchObject([{ kind: 'contact', state: 'sent' }]);
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
    await store.drain();
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
