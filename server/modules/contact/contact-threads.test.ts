// The thread of a message: its writer, the orders that it names, and what becomes of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactSteps } from '../../../tests/support/contact-steps.ts';
import { placeOrder } from '../../../tests/support/orders.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { received, reply, thread, rows } = contactSteps(() => store);

describe('the thread of a message', () => {
  test('names the orders that exist, the customer with their orders, and other messages', async () => {
    const email = 'buyer.of.one@example.com';
    const [own, foreign] = [await placeOrder(store, { email }), await placeOrder(store)];
    const first = await received({ email: email.toUpperCase(), subject: 'First' });
    const { id } = await received({
      email,
      subject: `Order ${own.id.toLowerCase()}`,
      message: `#${own.id}, ${foreign.id}. ABCDEFGHJKMN\nX${own.id} is none.`,
    });
    const { named_orders, customer, other_messages, placeholders } = await thread(id);
    expect(named_orders.map((order) => order.id).sort()).toEqual([own.id, foreign.id].sort());
    expect(customer).toMatchObject({
      email,
      totalOrders: 1,
      totalSpent: 0,
      orders: [{ id: own.id, payment: 'unpaid' }],
    });
    expect(other_messages).toEqual([
      { id: first.id, subject: 'First', received_at: expect.any(String), answered_at: null },
    ]);
    expect(placeholders).toEqual({
      name: 'Ana Lima',
      order: own.id,
      store: 'Applaud',
      support_email: 'support@applaud.example',
      track: `${store.url}/client`,
    });
  });

  test('{{order}} is never an order of another customer, and none of several', async () => {
    const foreign = await placeOrder(store);
    const { id } = await received({ message: `What about ${foreign.id}?` });
    const { named_orders, placeholders, customer } = await thread(id);
    expect([named_orders.length, placeholders.order, customer]).toEqual([1, undefined, null]);
    const email = 'buyer.of.two@example.com';
    await placeOrder(store, { email });
    expect((await thread((await received({ email })).id)).placeholders.order).toEqual(expect.any(String));
    await placeOrder(store, { email });
    expect((await thread((await received({ email })).id)).placeholders.order).toBeUndefined();
  });

  test.each([
    ['Onde está o meu pedido? Obrigado', 'pt', '/pt/client'],
    ['Where is my order? Thank you', 'en', '/client'],
    ['How do I do it? ana@gmail.com', 'en', '/client'],
    ['See https://quando.example/onde/meu/pedido.', 'en', '/client'],
    ['???', 'en', '/client'],
  ])('its language is that of its words: %s', async (message, language, path) => {
    const { id } = await received({ message, subject: '#' });
    expect(await thread(id)).toMatchObject({ language, placeholders: { track: `${store.url}${path}` } });
  });

  test('a reply lands in the timeline of the order that the message names', async () => {
    const order = await placeOrder(store);
    const { id } = await received({ message: `Where is ${order.id}?` });
    await reply(id, 'On its way.');
    const entries = await store.admin.call('GET /api/admin/orders/{id}/timeline', { params: { id: order.id } });
    expect(entries.filter(({ what }) => what === 'contact.replied')).toEqual([
      { at: expect.any(String), who: owner.email, what: 'contact.replied', details: { message: id } },
    ]);
  });

  test('A-83: the export of a buyer has no email of another writer who names the order', async () => {
    const buyer = 'named.buyer@example.com';
    const order = await placeOrder(store, { email: buyer });
    const { id, email } = await received({ message: `Where is ${order.id}?` });
    await reply(id, 'On its way.');
    const exported = await store.admin.call('POST /api/admin/people/export', { body: { email: buyer } });
    expect(JSON.stringify(exported)).toContain(order.id);
    expect(JSON.stringify(exported)).not.toContain(email);
  });

  test('a person is exported with the replies, and erased with them', async () => {
    const { id, email } = await received();
    await reply(id, 'Dear person.');
    const { contact_messages, mails } = await store.admin.call('POST /api/admin/people/export', { body: { email } });
    expect(contact_messages).toMatchObject([{ replies: [{ text: 'Dear person.' }] }]);
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['contact', 'contact_received', 'contact_reply']);
    expect((await store.admin.ask('POST /api/admin/people/erase', { body: { email } })).status).toBe(200);
    expect(await rows('select from contact_replies where contact_message_id = $1', id)).toEqual([]);
    expect(await rows('select from mails where recipient = $1', email)).toEqual([]);
    expect(await rows('select from audit_personal where details::text like $1', `%${email}%`)).toEqual([]);
  });
});
