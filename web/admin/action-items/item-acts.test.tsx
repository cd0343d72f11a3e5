// What settles an action item where it is listed.
import { act } from 'react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { storeMessage } from '../../../contract/store-messages.ts';
import { button, click, type FakeStore, field, fill, hasButton, settle, text, toasts } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';
import { showTexts } from '../texts/shown-texts.ts';
import { defaultTextSet } from '../texts/text-sets.ts';
// Imports the lazy chunks first, because fake timers do not wait for a dynamic import.
import './provider-message.tsx';
import './replace-item-link.tsx';

const list = 'GET /api/admin/attention';
const id = 'ABCDEFGH2345';
const link = 'https://www.instagram.com/p/aaa/';
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET /api/orders', { body: [] });
});

const stopped = {
  subject: `${id} 0`,
  order_id: id,
  at: '2026-03-01T11:00:00Z',
  words: 'Partial, 200 remaining',
  order: { customer_email: 'buyer@mail.test', category: 'Likes', quantity: 5000, amount: 30 },
  link: { post_link: link, quantity: 500, api_order_id: '777', refill_requested_at: null },
};

async function open(kind: string, change: object = {}): Promise<void> {
  store.on(list, {
    body: { kinds: [{ kind, count: 1, more: false, may_set_aside: true, items: [{ ...stopped, ...change }] }] },
  });
  await openAdmin('/admin');
}

const row = () => document.querySelector('[aria-labelledby=needs-attention] li') as HTMLElement;
const dialog = () => document.querySelector('dialog') as HTMLElement;
/** From the next call on, nothing needs a person. */
const settled = () => store.on(list, { body: { kinds: [] } });

describe('an action item', () => {
  it('shows order, buyer, product, amount, reason and age', async () => {
    await open('delivery_stopped');
    expect(row().textContent).toContain(
      `${id} buyer@mail.test · 5,000 likesReported by the provider: Partial, 200 remaining$30.001 h ago`,
    );
  });

  it('A-41: requests a refill with one click', async () => {
    store.on(`POST /api/admin/orders/${id}/refill-post`, () => {
      settled();
      return { body: { success: true, refillId: '1' } };
    });
    await open('delivery_stopped');
    await click(button('Refill', row()));
    expect(store.calls(`POST /api/admin/orders/${id}/refill-post`)[0]?.body).toEqual({
      postLink: link,
      apiOrderId: '777',
    });
    expect(row()).toBeNull();
  });

  it('of a service above the sale price states its numbers in the dialog, in the shown language', async () => {
    await open('service_above_price', {
      order_id: null,
      order: undefined,
      link: undefined,
      category: 'Likes',
      words:
        'Panel: service 7 for Likes costs $7.00 per 1,000. Your price without a discount is $6.00. Automatic dispatch does not use it.',
      ...storeMessage('service_unused', {
        provider: 'Panel',
        serviceId: '7',
        category: 'Likes',
        costCents: 700,
        priceCents: 600,
      }),
    });
    await click(button('Use anyway', row()));
    expect(dialog().textContent).toContain('Panel: service 7 for Likes costs $7.00 per 1,000.');
    expect(dialog().textContent).toContain('Why you accept this cost.');
    onTestFinished(() => showTexts(defaultTextSet));
    await act(() => showTexts('pt'));
    await settle();
    expect(dialog().textContent).toMatch(/Panel: o serviço 7 de Curtidas custa US\$\s7,00 por 1\.000\./);
  });

  it.each([
    [
      'payment_mismatch',
      'Open payment',
      'payment',
      'Refund it in the gateway, or accept it and mark the order as paid.',
    ],
    ['payment_unknown_status', 'Open payment', 'payment', ''],
    ['second_capture', 'Open refunds', 'refunds', 'Refund the second payment. The order stays paid.'],
    ['late_payment', 'Open refunds', 'refunds', 'To deliver it, set the status to Processing. Otherwise refund it.'],
    ['refund_failed', 'Open refunds', 'refunds', 'Refund it again, or refund it in the gateway.'],
    ['refund_unsettled', 'Open refunds', 'refunds', ''],
  ])('A-24: %s leads to the part of the order where it is resolved', async (kind, name, part, help) => {
    await open(kind);
    expect(button(name, row()).getAttribute('href')).toBe(`/admin/orders/${id}#${part}`);
    expect(row().textContent).toContain(help);
  });

  it('D-53: the email of an order that is another spelling is corrected with one click', async () => {
    const email = 'buyer@xn--mnchen-3ya.example';
    store.on(`PUT /api/orders/${id}`, () => {
      settled();
      return { body: {} };
    });
    await open('address_collision', { subject: id, order: { ...stopped.order, customer_email: email } });
    await click(button('Use clean address', row()));
    expect(store.calls(`PUT /api/orders/${id}`)[0]?.body).toEqual({ customer_email: email });
    expect(row()).toBeNull();
  });

  it.each([
    ['message 0b9c', 'Message', '/admin/inbox?box=messages&message=0b9c'],
    ['admin 0b9c', 'Admins', '/admin?tab=settings&page=team#admins'],
  ])('D-53: the other spelling in a %s has a link to where it is resolved', async (subject, name, href) => {
    await open('address_collision', { subject, order_id: null, order: undefined, link: undefined });
    expect(button(name, row()).getAttribute('href')).toContain(href);
    expect(hasButton('Use clean address', row())).toBe(false);
  });

  it('A-41: shows why a refill is refused', async () => {
    const message = 'Refill is disabled for this service.';
    store.on(`POST /api/admin/orders/${id}/refill-post`, { status: 409, body: { message } });
    await open('refill_refused');
    await click(button('Refill', row()));
    expect(row().querySelector('[role=alert]')?.textContent).toBe(message);
  });

  it('A-44: refunds the undelivered part at its present worth, after a confirmation', async () => {
    const refunds = `/api/admin/orders/${id}/refunds`;
    store.on(`GET ${refunds}`, {
      body: {
        refunds: [],
        payments: [{ payment: 1, kind: 'paid', amount: 30, left: 30 }],
        undelivered: { quantity: 200, amount: 1.2, running: 0, unknown: 0 },
        proposed: true,
      },
    });
    store.on(`POST ${refunds}`, () => {
      settled();
      return { body: { refund: { id: 'R1', state: 'refunded', amount: 1.2, problem: null } } };
    });
    await open('delivery_stopped', { refund: 1.1 });
    await click(button('Refund $1.10', row()));
    expect(store.calls(`POST ${refunds}`)).toEqual([]);
    await click(button('Refund $1.20', dialog()));
    expect(store.calls(`POST ${refunds}`)[0]?.body).toEqual({
      undelivered: true,
      amount: 1.2,
      reason: 'The provider did not deliver this part.',
    });
    expect(toasts()).toContain('$1.20');
    expect(row()).toBeNull();
  });

  it('A-44: refunds nothing that the store does not propose any more', async () => {
    store.on(`GET /api/admin/orders/${id}/refunds`, {
      body: {
        refunds: [],
        payments: [],
        undelivered: { quantity: 0, amount: 0, running: 1, unknown: 0 },
        proposed: false,
      },
    });
    await open('delivery_stopped', { refund: 1.2 });
    await click(button('Refund $1.20', row()));
    expect(dialog()).toBeNull();
    expect(row().querySelector('[role=alert]')?.textContent).toContain('cannot be refunded now');
  });

  it('D-17: settles a lost answer, after a confirmation', async () => {
    store.on(`POST /api/admin/orders/${id}/settle-post`, () => {
      settled();
      return { body: { success: true, apiOrder: { post_link: link, status: 'failed' } } };
    });
    await open('dispatch_unknown');
    await click(button('Mark as not placed', row()));
    await click(button('Mark as not placed', dialog()));
    expect(store.calls(`POST /api/admin/orders/${id}/settle-post`)[0]?.body).toEqual({
      postLink: link,
      outcome: 'not_placed',
    });
    expect(row()).toBeNull();
  });

  it('A-40: sends a refused link again, or another link in its place', async () => {
    store.on(`POST /api/admin/orders/${id}/send-post`, { status: 502, body: { message: 'Link is private' } });
    store.on(`POST /api/admin/orders/${id}/replace-link`, { body: { success: true } });
    store.on(`GET /api/orders/${id}`, {
      body: { id, status: 'paid', payment_status: 'paid', quantity: 500, category: 'Likes', post_links: [link] },
    });
    store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
    await open('dispatch_failed');
    await click(button('Retry', row()));
    expect(row().querySelector('[role=alert]')?.textContent).toBe('Link is private');
    await click(button('Replace link', row()));
    await fill(field('dialog input[name=newLink]'), 'https://www.instagram.com/p/bbb/');
    await click(button('Replace link', dialog()));
    expect(store.calls(`POST /api/admin/orders/${id}/replace-link`)[0]?.body).toEqual({
      postLink: link,
      newLink: 'https://www.instagram.com/p/bbb/',
    });
  });

  it('A-40: uses the new link that a buyer requested', async () => {
    store.on(`POST /api/admin/orders/${id}/replace-link`, { body: { success: true } });
    const requested = { new_link: 'https://www.instagram.com/p/wanted/', active_order_id: null };
    await open('link_requested', { link: { ...stopped.link, requested } });
    await click(button('Use new link', row()));
    expect(store.calls(`POST /api/admin/orders/${id}/replace-link`)[0]?.body).toEqual({
      postLink: link,
      newLink: 'https://www.instagram.com/p/wanted/',
    });
  });

  it('A-40: keeps the dialog for another link when the order cannot be loaded again', async () => {
    const body = { id, status: 'paid', payment_status: 'paid', quantity: 500, category: 'Likes', post_links: [link] };
    store.on(`GET /api/orders/${id}`, { body });
    store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
    await open('dispatch_failed');
    await click(button('Replace link', row()));
    const typed = field('dialog input[name=newLink]');
    await fill(typed, 'https://www.instagram.com/p/bbb/');
    await click(button('Cancel', dialog()));
    store.on(`GET /api/orders/${id}`, { status: 400, body: { message: 'The store is busy.' } });
    await click(button('Replace link', row()));
    await settle(1);
    expect(text()).toContain('The store is busy.');
    expect(field('dialog input[name=newLink]')).not.toBeNull();
  });

  it('has no act on a link where the store sends none', async () => {
    await open('dispatch_unknown', { link: undefined });
    expect(hasButton('Mark as placed', row())).toBe(false);
    expect(button(id, row()).getAttribute('href')).toBe(`/admin/orders/${id}`);
  });

  it('D-36: shows only the acts that the role may do', async () => {
    const user = {
      email: 'owner@shop.test',
      role: 'admin',
      access: 'support',
      denied: ['refundOrder', 'dismissActionItem'],
    };
    store.on('GET /api/admin/verify', { body: { user: { ...user, exp: Date.now() / 1000 + 86_400 } } });
    await open('delivery_stopped', { refund: 1.2 });
    expect([...row().querySelectorAll('button')].map((one) => one.textContent)).toEqual(['Refill', 'Replace link']);
  });

  it.each([
    [[], ['The payout']],
    [['getPayout'], []],
  ])('D-98: a payout is a link for those who may read payouts; denied: %j', async (denied, links) => {
    const user = { email: 'owner@shop.test', role: 'admin', access: 'viewer', denied };
    store.on('GET /api/admin/verify', { body: { user: { ...user, exp: Date.now() / 1000 + 86_400 } } });
    const payout = { subject: '11111111-1111-4111-8111-111111111111 a1', order_id: null, order: null, link: null };
    await open('payout_difference', payout);
    expect([...row().querySelectorAll('a')].map((one) => one.textContent)).toEqual(links);
  });

  it('D-36: has no column for acts where the role may do none', async () => {
    const denied = ['refillPost', 'refundOrder', 'movePost', 'replaceLink', 'dismissActionItem'];
    const user = { email: 'owner@shop.test', role: 'admin', access: 'viewer', denied };
    const cells = () => [...row().children].map((cell) => cell.textContent);
    store.on('GET /api/admin/verify', { body: { user: { ...user, exp: Date.now() / 1000 + 86_400 } } });
    await open('delivery_stopped', { refund: 1.2 });
    expect(cells()).toHaveLength(3);
    expect(cells()).not.toContain('');
  });
});
