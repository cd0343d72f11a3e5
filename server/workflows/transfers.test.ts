// Orders that are paid by transfer: instructions, expiry, a card beside it, and the file of a bank.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findReferences } from '../../contract/transfer-reference.ts';
import { deleteOrder, openSession, payAtGateway, placeOrder, sessionBody } from '../../tests/support/orders.ts';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { startStore, type TestStore } from '../../tests/support/store.ts';
import { transferSettings, transferSteps } from '../../tests/support/transfer-steps.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
  await turnOn();
});
afterAll(() => store.stop());
beforeEach(async () => {
  await store.control('/gateway/clear', {});
  await prove();
});

const { alertsOf, confirm, read, rows } = paymentSteps(() => store);
const { chooseTransfer, decide, match, prove, turnOn } = transferSteps(() => store);
const dayMs = 86_400_000;
const payments = (id: string) => store.admin.call('GET /api/admin/orders/{id}/payments', { params: { id } });
const now = () => Date.now() + store.db.clockOffsetMs();
const today = () => new Date(now()).toISOString().slice(0, 10);

/** The end of a day in UTC, the default time zone of a store. */
const endOfDay = (days: number) =>
  `${new Date(Date.parse(today()) + days * dayMs).toISOString().slice(0, 10)}T23:59:59.000Z`;

describe('D-101: a buyer who pays by transfer', () => {
  test('gets instructions, a reference, the amount and the last day, and nothing is paid or sent', async () => {
    const order = await placeOrder(store);
    const manual = await chooseTransfer(order);
    expect(findReferences(manual.reference)).toEqual([manual.reference]);
    expect(manual.instructions).toMatch(
      new RegExp(
        `^Send \\$${order.amount.toFixed(2)} to account 123456-7.\nReference ${manual.reference}, until [A-Z]`,
      ),
    );
    expect(manual.amount).toBe(order.amount);
    // The last day counts to its end.
    expect(manual.expiresAt).toBe(endOfDay(3));
    expect(await read(order.id)).toMatchObject({
      payment: 'awaiting_transfer',
      payment_status: 'none',
      status: 'pending',
      paid_at: null,
    });
    expect(await payments(order.id)).toMatchObject([
      { gateway: 'manual', state: 'open', reference: manual.reference, transaction_id: null },
    ]);
    expect(await chooseTransfer(order)).toEqual(manual);
    expect((await confirm(order.id)).status).toBe('pending');
    const listed = await store.admin.call('GET /api/orders', {
      query: { payment: 'awaiting_transfer', search: order.id },
    });
    expect(listed).toMatchObject([{ id: order.id, payment: 'awaiting_transfer' }]);
    const byReference = await store.admin.call('GET /api/orders', { query: { search: manual.reference } });
    expect(byReference).toMatchObject([{ id: order.id }]);
  });

  test('gets one email with the instructions, and no reminder beside it', async () => {
    const order = await placeOrder(store, { email: `transfer${Date.now()}@example.com` });
    const { reference } = await chooseTransfer(order);
    const mails = await store.admin.call('GET /api/admin/mails', { query: { order: order.id } });
    expect(mails.map(({ kind }) => kind)).toEqual(['transfer_instructions']);
    const { letter } = await store.admin.call('GET /api/admin/mails/{id}', { params: { id: mails[0]?.id ?? '' } });
    const text = letter?.text ?? '';
    expect(text).toContain('to account 123456-7.');
    expect(text).toContain(`Reference: ${reference}`);
  });

  test("has until the end of the last day in the store's time zone", async () => {
    await rows("update time_zones set orders = 'Pacific/Auckland'");
    const order = await placeOrder(store);
    const { expiresAt, time_zone } = await chooseTransfer(order);
    await rows("update time_zones set orders = 'UTC'");
    // The one of the settings, as in the instructions.
    expect(time_zone).toBe('UTC');
    const ends = { timeZone: 'Pacific/Auckland', timeStyle: 'medium' } as const;
    expect(new Intl.DateTimeFormat('en-GB', ends).format(new Date(expiresAt))).toBe('23:59:59');
  });

  test('is refused with a wrong amount or email, and with a method of no name', async () => {
    const order = await placeOrder(store);
    const ask = (change: object) =>
      store.visitor.ask('POST /api/bigpay/init-session', {
        body: { ...sessionBody(order), method: 'manual', ...change },
      });
    expect(await ask({ amount: order.amount + 1 })).toMatchObject({ status: 400, body: { field: 'amount' } });
    expect(await ask({ email: 'other@example.com' })).toMatchObject({ status: 400, body: { field: 'email' } });
    expect(await ask({ method: 'cash' })).toMatchObject({ status: 400, body: { code: 'method_unknown' } });
    expect(await payments(order.id)).toEqual([]);
  });

  test('is marked as paid by an admin: the transfer ends, and the order is paid by hand', async () => {
    const order = await placeOrder(store);
    await chooseTransfer(order);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'seen on the account' },
    });
    expect(await read(order.id)).toMatchObject({ payment: 'paid', payment_status: 'paid', status: 'paid' });
    expect(await payments(order.id)).toMatchObject([{ gateway: 'manual', state: 'closed' }]);
    const refund = await store.admin.call(
      'POST /api/admin/orders/{id}/refunds',
      { params: { id: order.id }, body: { amount: order.amount, reason: 'sent back' } },
      { 'idempotency-key': `refund ${order.id}` },
    );
    expect(refund.refund).toMatchObject({ state: 'refunded', payment: null });
  });
});

describe('D-101: a card beside a transfer', () => {
  test('the buyer changes to the card, and back to the same reference', async () => {
    const order = await placeOrder(store);
    const { reference } = await chooseTransfer(order);
    const sessionId = await openSession(store, order);
    expect(await read(order.id)).toMatchObject({ payment: 'unpaid', payment_status: 'session' });
    expect(await payments(order.id)).toMatchObject([
      { gateway: 'manual', state: 'closed' },
      { gateway: 'mpgs', state: 'open' },
    ]);
    expect((await chooseTransfer(order)).reference).toBe(reference);
    expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer' });
    // The form of the card is still in a tab: its money counts.
    await payAtGateway(store, sessionId);
    expect((await confirm(order.id)).status).toBe('success');
    expect(await payments(order.id)).toMatchObject([{ state: 'closed' }, { gateway: 'mpgs', state: 'paid' }]);
  });

  test('a transfer that arrives after the card is a second payment, refunded by hand', async () => {
    const order = await placeOrder(store);
    const { reference } = await chooseTransfer(order);
    await payAtGateway(store, await openSession(store, order));
    expect((await confirm(order.id)).status).toBe('success');
    const { proposals } = await match([[today(), order.amount.toFixed(2), `PIX ${reference}`]]);
    expect(proposals).toMatchObject([{ order_id: order.id, by: 'reference', issues: ['second'] }]);
    expect((await decide(proposals[0] as never, 'accepted')).body).toMatchObject({
      success: true,
      payment_status: 'paid',
    });
    expect(await payments(order.id)).toMatchObject([{ state: 'second_capture' }, { state: 'paid' }]);
    const { payments: refundable } = await store.admin.call('GET /api/admin/orders/{id}/refunds', {
      params: { id: order.id },
    });
    expect(refundable).toMatchObject([
      { payment: 2, kind: 'paid' },
      { payment: 1, kind: 'second', left: order.amount },
    ]);
    const { refund } = await store.admin.call(
      'POST /api/admin/orders/{id}/refunds',
      { params: { id: order.id }, body: { amount: order.amount, reason: 'paid twice', payment: 1 } },
      { 'idempotency-key': `refund ${order.id}` },
    );
    expect(refund).toMatchObject({ state: 'refunded', payment: 1 });
    await store.drain();
    expect(await read(order.id)).toMatchObject({ payment: 'paid', refunded_amount: 0 });
  });

  test('a card that is captured after the transfer was confirmed is the second payment', async () => {
    const order = await placeOrder(store);
    const sessionId = await openSession(store, order);
    const { reference } = await chooseTransfer(order);
    const { proposals } = await match([[today(), order.amount.toFixed(2), reference]]);
    expect((await decide(proposals[0] as never, 'accepted')).status).toBe(200);
    await payAtGateway(store, sessionId);
    await store.control('/gateway/deliver', {});
    await store.drain();
    expect(await payments(order.id)).toMatchObject([{ gateway: 'mpgs', state: 'second_capture' }, { state: 'closed' }]);
    expect(await read(order.id)).toMatchObject({ payment: 'paid' });
  });
});

describe('D-101: the end of a transfer', () => {
  const sweep = async () => {
    await store.app.jobHandlers.sweep_orders({});
    await store.drain();
  };

  test('the order waits past 24 hours, and expires after the last day', async () => {
    const order = await placeOrder(store);
    const { reference, expiresAt } = await chooseTransfer(order);
    store.advance(2 * dayMs);
    await prove();
    await sweep();
    expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer', status: 'pending' });
    store.advance(Date.parse(expiresAt) - now() - 60_000);
    await prove();
    await sweep();
    expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer', status: 'pending' });
    store.advance(120_000);
    await prove();
    await sweep();
    expect(await read(order.id)).toMatchObject({ payment: 'expired', status: 'failed', payment_status: 'none' });
    expect(await payments(order.id)).toMatchObject([{ state: 'closed' }]);
    // Money that comes later has its own way.
    const { proposals } = await match([['2030-01-01', order.amount.toFixed(2), reference]]);
    expect(proposals).toMatchObject([{ order_id: order.id, issues: ['late'] }]);
    expect((await decide(proposals[0] as never, 'accepted', 'late, but welcome')).status).toBe(200);
    expect(await read(order.id)).toMatchObject({ payment: 'paid', status: 'paid' });
  });

  test('changed to the card, the order expires after 24 hours, as any other', async () => {
    const order = await placeOrder(store);
    await chooseTransfer(order);
    await openSession(store, order);
    store.advance(1.1 * dayMs);
    await prove();
    await sweep();
    expect(await read(order.id)).toMatchObject({ payment: 'expired', status: 'failed' });
  });

  test('chosen again shortly before its end, the transfer keeps its reference and has all its days', async () => {
    const order = await placeOrder(store);
    const first = await chooseTransfer(order);
    store.advance(2 * dayMs);
    await prove();
    await openSession(store, order);
    const again = await chooseTransfer(order);
    expect(again.reference).toBe(first.reference);
    expect(again.expiresAt).toBe(endOfDay(3));
    const mails = await store.admin.call('GET /api/admin/mails', { query: { order: order.id } });
    expect(mails.map(({ kind }) => kind)).toEqual(['transfer_instructions', 'transfer_instructions']);
    store.advance(2.5 * dayMs);
    await prove();
    await sweep();
    expect(await read(order.id)).toMatchObject({ payment: 'awaiting_transfer', status: 'pending' });
  });

  test('an expiry beside an acceptance: the order is paid, whichever comes first', async () => {
    const order = await placeOrder(store);
    const { reference } = await chooseTransfer(order);
    store.advance(4.1 * dayMs);
    await prove();
    const { proposals } = await match([[today(), order.amount.toFixed(2), reference]]);
    await Promise.all([
      store.app.jobHandlers.expire_order({ orderId: order.id }),
      decide(proposals[0] as never, 'accepted'),
    ]);
    expect(await read(order.id)).toMatchObject({ payment: 'paid', status: 'paid' });
  });
});

describe("D-101: a bank's file", () => {
  test('proposes by reference, then by amount, and settles nothing by itself', async () => {
    const [named, short, over, plain] = [
      await placeOrder(store),
      await placeOrder(store),
      await placeOrder(store),
      await placeOrder(store, { quantity: 750 }),
    ];
    const references = [];
    for (const order of [named, short, over, plain]) references.push((await chooseTransfer(order)).reference);
    const day = today();
    const lines = [
      [day, named.amount.toFixed(2), `Transfer ${references[0]?.toLowerCase()}`],
      [day, (short.amount - 1).toFixed(2), `PIX ${references[1]?.slice(0, 4)} ${references[1]?.slice(4)}`],
      [day, (over.amount + 1).toFixed(2), references[2] ?? ''],
      [day, plain.amount.toFixed(2), 'Maria Souza'],
      [day, '777.77', 'Somebody'],
      [day, '-5.00', 'Fee'],
      ['Balance', '', ''],
    ] as const;
    const found = await match(lines);
    expect(found).toMatchObject({ incoming: 5, outgoing: 1, unread: 1, decided: 0, unmatched: 1, matched: 4 });
    expect(found.proposals).toMatchObject([
      { order_id: named.id, by: 'reference', issues: [] },
      { order_id: short.id, by: 'reference', issues: ['short'] },
      { order_id: over.id, by: 'reference', issues: ['over'] },
      { order_id: plain.id, by: 'amount', issues: [] },
    ]);
    for (const { id } of [named, short, over, plain])
      expect(await read(id)).toMatchObject({ payment: 'awaiting_transfer' });

    const [first, second, third] = found.proposals as never[];
    expect((await decide(first as never, 'accepted')).status).toBe(200);
    expect(await decide(first as never, 'accepted')).toMatchObject({
      status: 409,
      body: { code: 'conflict', reason: 'transfer_line_decided' },
    });
    expect((await decide(second as never, 'left', 'asked for the rest')).status).toBe(200);
    expect((await decide(third as never, 'accepted', 'sent a dollar back')).status).toBe(200);
    expect(await read(named.id)).toMatchObject({ payment: 'paid' });
    expect(await read(short.id)).toMatchObject({ payment: 'awaiting_transfer' });
    expect(await read(over.id)).toMatchObject({ payment: 'paid', amount: over.amount });
    const again = await match(lines);
    expect(again).toMatchObject({ decided: 3, matched: 1 });
    expect(again.proposals).toMatchObject([{ order_id: plain.id }]);
  });

  test('of the largest size is read, and one with more lines is refused with their number', async () => {
    const headings = 'Date,Amount,Description\n';
    const line = '2026-03-01,3.00,"São João ""€"" ........................................................."\n';
    const ask = (file: string) =>
      store.admin.ask('POST /api/admin/transfers/match', { body: { file, currency: 'USD' } });
    expect(await ask(headings + line.repeat(2_000))).toMatchObject({ status: 200, body: { incoming: 2_000 } });
    const refused = { status: 400, body: { field: 'file', reason: 'cost_file_too_long' } };
    expect(await ask(headings + '1\n'.repeat(60_000))).toMatchObject(refused);
  });

  test('that has the line of an order marked as paid keeps it as that payment', async () => {
    const order = await placeOrder(store);
    const { reference } = await chooseTransfer(order);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'seen' },
    });
    const line = [today(), order.amount.toFixed(2), reference] as const;
    const { proposals } = await match([line, line]);
    expect(proposals).toMatchObject([{ issues: ['recorded'] }, { issues: ['recorded'] }]);
    expect((await decide(proposals[0] as never, 'accepted')).status).toBe(200);
    expect((await match([line, line])).proposals).toMatchObject([{ issues: ['second'] }]);
    expect(
      await rows('select from payment_events where order_id = $1 and conclusion = $2', order.id, 'confirmed'),
    ).toHaveLength(1);
  });

  test('that has the transfer of an order with a card payment of another amount reports a second payment', async () => {
    const order = await placeOrder(store);
    const { reference } = await chooseTransfer(order);
    const sessionId = await openSession(store, order);
    await store.control('/gateway/fail', { kind: 'charge', amount: '0.01' });
    await payAtGateway(store, sessionId);
    await confirm(order.id);
    expect(await payments(order.id)).toMatchObject([{ state: 'closed' }, { state: 'mismatch' }]);
    await store.admin.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: order.id },
      body: { manual: true, note: 'the rest arrived by hand' },
    });
    const { proposals } = await match([[today(), order.amount.toFixed(2), reference]]);
    expect(proposals).toMatchObject([{ issues: ['second'] }]);
    expect((await decide(proposals[0] as never, 'accepted')).status).toBe(200);
    expect(await payments(order.id)).toMatchObject([{ state: 'second_capture' }, { state: 'mismatch' }]);
    expect(await alertsOf(order.id)).toContain('second_capture');
  });

  test('with an earlier reference of an order names that one', async () => {
    const order = await placeOrder(store);
    const { reference } = await chooseTransfer(order);
    // The price was changed meanwhile, which needs another transfer.
    await rows('update payment_attempts set amount_cents = amount_cents + 1 where order_id = $1', order.id);
    await openSession(store, order);
    const newer = await chooseTransfer(order);
    expect(newer.reference).not.toBe(reference);
    const { proposals } = await match([[today(), order.amount.toFixed(2), `Transfer ${reference}`]]);
    expect(proposals).toMatchObject([{ order_id: order.id, reference }]);
    expect((await decide(proposals[0] as never, 'accepted')).status).toBe(200);
    const confirmed = await rows<{ note: string }>(
      "select said->>'note' as note from payment_events where order_id = $1 and conclusion = 'confirmed'",
      order.id,
    );
    expect(confirmed).toMatchObject([{ note: expect.stringContaining(`Transfer ${reference},`) }]);
  });

  test('that has the reference of a deleted order lists it, and it can only be left', async () => {
    const order = await placeOrder(store, { quantity: 1250 });
    const { reference } = await chooseTransfer(order);
    await deleteOrder(store, order.id);
    const line = [today(), order.amount.toFixed(2), reference] as const;
    const found = await match([line, [today(), order.amount.toFixed(2), 'Somebody']]);
    expect(found.proposals).toMatchObject([{ order_id: order.id, by: 'reference', issues: ['deleted'] }]);
    const [proposal] = found.proposals;
    expect(await decide(proposal as never, 'accepted')).toMatchObject({
      status: 409,
      body: { code: 'conflict', reason: 'transfer_of_deleted_order' },
    });
    expect((await decide(proposal as never, 'left', 'sent back')).status).toBe(200);
    expect(await match([line])).toMatchObject({ decided: 1, proposals: [] });
  });

  test('of another amount pays nothing of an order that is paid', async () => {
    const order = await placeOrder(store);
    const { reference } = await chooseTransfer(order);
    await payAtGateway(store, await openSession(store, order));
    await confirm(order.id);
    const { proposals } = await match([[today(), '1.00', reference]]);
    expect(proposals).toMatchObject([{ issues: ['short', 'second'] }]);
    expect(await decide(proposals[0] as never, 'accepted')).toMatchObject({
      status: 409,
      body: { reason: 'transfer_of_paid_order' },
    });
    expect((await decide(proposals[0] as never, 'left')).status).toBe(200);
  });

  test.each([
    ['an empty file', { file: ' ' }],
    ['a quotation mark that stands alone', { file: 'a,b\n"1,2' }],
    ['a column that is not there', { file: 'a,b\n1,2', columns: { day: 0, amount: 99, text: null } }],
    ['one column for two', { file: 'a,b\n1,2', columns: { day: 0, amount: 0, text: null } }],
    ['a currency of no account', { file: 'a,b\n1,2', currency: 'EUR' }],
  ])('with %s is refused with a sentence', async (_, body) => {
    const answer = await store.admin.ask('POST /api/admin/transfers/match', { body: body as never });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message: expect.any(String) } });
  });

  test('is accepted within the caps, and by managers only', async () => {
    const order = await placeOrder(store);
    const body = {
      day: today(),
      amount: order.amount,
      currency: 'USD',
      text: '',
      repeat: 0,
      decision: 'accepted',
    } as const;
    const params = { id: order.id };
    expect((await store.visitor.ask('POST /api/admin/orders/{id}/transfers', { params, body })).status).toBe(401);
    expect(await store.admin.ask('POST /api/admin/orders/{id}/transfers', { params, body })).toMatchObject({
      status: 409,
      body: { reason: 'transfer_not_chosen' },
    });
    expect(
      (await store.admin.ask('POST /api/admin/orders/{id}/transfers', { params: { id: 'ZZZZZZZZZZZZ' }, body })).status,
    ).toBe(404);
  });
});

describe('D-101: the settings', () => {
  test.each([
    [
      'a placeholder without a value',
      { instructions: { ...transferSettings.instructions, pt: 'Envie {{valor}} agora.' } },
      'instructions.pt',
      'transfer_placeholder_unknown',
    ],
    [
      'a text that is too short',
      { instructions: { ...transferSettings.instructions, en: 'Pay.' } },
      'instructions.en',
      'transfer_text_length',
    ],
    ['no day', { expiry_days: 0 }, 'expiry_days', 'transfer_expiry_range'],
    ['half a day', { expiry_days: 1.5 }, 'expiry_days', 'transfer_expiry_range'],
    ['a month and a day', { expiry_days: 31 }, 'expiry_days', 'transfer_expiry_range'],
    [
      'a wrong CPF',
      { pix: { key: '529.982.247-26', name: 'A', city: 'B', brl_rate: null } },
      'pix.key',
      'pix_cpf_invalid',
    ],
    [
      'a name without Latin letters',
      { pix: { key: '529.982.247-25', name: '日本', city: 'B', brl_rate: null } },
      'pix.name',
      'pix_name_missing',
    ],
    [
      'a rate of zero',
      { pix: { key: '529.982.247-25', name: 'A', city: 'B', brl_rate: 0 } },
      'pix.brl_rate',
      'pix_rate_range',
    ],
  ])('refuse %s', async (_, change, field, reason) => {
    const answer = await store.admin.ask('PUT /api/admin/transfer-settings', {
      body: { ...transferSettings, ...change },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field, reason } });
  });

  test('with Pix give a code with the amount in reais, which stays when the rate changes', async () => {
    const pix = { key: '529.982.247-25', name: 'José da Silva', city: 'São Paulo', brl_rate: 5.5 };
    await turnOn({ pix });
    const order = await placeOrder(store);
    const manual = await chooseTransfer(order);
    const reais = (Math.round(order.amount * 550) / 100).toFixed(2);
    expect(manual.pix).toMatchObject({ key: '52998224725', amount: Number(reais) });
    expect(manual.pix?.code).toContain(
      `54${String(reais.length).padStart(2, '0')}${reais}5802BR5913Jose da Silva6009Sao Paulo`,
    );
    expect(manual.pix?.qr).toMatch(/^data:image\/png;base64,/);
    await turnOn({ pix: { ...pix, brl_rate: 6 } });
    expect((await chooseTransfer(order)).pix?.amount).toBe(Number(reais));
    const { proposals } = await match([[today(), reais, 'PIX']], 'BRL');
    expect(proposals).toMatchObject([{ order_id: order.id, by: 'amount', due: Number(reais), due_currency: 'BRL' }]);
    await turnOn();
  });

  test('leave the end of the account and a fingerprint in the audit log, and no whole number', async () => {
    const pix = { key: '529.982.247-25', name: 'A', city: 'B', brl_rate: null };
    const changed = { ...transferSettings.instructions, en: 'Send {{amount}} to account 765432-1.' };
    await turnOn();
    await turnOn({ pix });
    await turnOn({ instructions: changed });
    await turnOn();
    const entries = await store.admin.call('GET /api/admin/audit', { query: {} });
    const saved = entries.filter(({ action }) => action === 'payment_method.transfer_saved').slice(0, 4);
    const [last, other, withPix, first] = saved.map(({ details }) => details as Record<string, unknown>);
    expect(first).toMatchObject({ accounts: ['****67'], pix: null, pixKey: null });
    expect(withPix).toMatchObject({ accounts: ['****67'], pix: 'cpf', pixKey: '****4725' });
    expect(other).toMatchObject({ accounts: ['****21', '****67'] });
    expect(new Set([first, withPix, other].map((details) => details?.fingerprint)).size).toBe(3);
    expect(last?.fingerprint).toBe(first?.fingerprint);
    for (const number of ['1234567', '123456-7', '52998224725']) expect(JSON.stringify(saved)).not.toContain(number);
  });

  test('are for owners, with a proof', async () => {
    expect((await store.visitor.ask('GET /api/admin/transfer-settings', {})).status).toBe(401);
    expect(await store.admin.call('GET /api/admin/transfer-settings', {})).toEqual({ settings: transferSettings });
  });
});
