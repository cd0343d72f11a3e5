import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { noPostTexts } from '../../../contract/refusal-reasons.ts';
import { button, click, type FakeStore, field, fill, hasButton, settle, text, toasts } from '../testing.tsx';
import { openAdmin, signIn } from '../testing-signed-in.tsx';

const id = 'ABCDEFGH2345';
const linkA = 'https://www.instagram.com/p/aaa/';
const linkB = 'https://www.instagram.com/reel/bbb/';
const linkC = 'https://www.instagram.com/p/ccc/';
const call = `POST /api/admin/orders/${id}/replace-link`;
const order = {
  id,
  customer_email: 'buyer@mail.test',
  amount: 6,
  status: 'processing',
  payment_status: 'paid',
  payment: 'paid',
  quantity: 1000,
  category: 'Likes',
  post_links: [linkA, linkB],
  created_at: '2026-03-01T11:00:00.000Z',
};
const sent = {
  api_order_id: '23501',
  category: 'Likes',
  status: 'sent',
  post_link: linkA,
  quantity: 500,
  live_status: 'Canceled',
  remains: 200,
  following: false,
  shortfall: null,
};
let store: FakeStore;

beforeEach(() => {
  store = signIn();
});

async function open(delivery: object | null, changed: object = {}): Promise<void> {
  store.on(`GET /api/orders/${id}`, { body: { ...order, ...changed } });
  store.on(`GET /api/orders/${id}/api-orders`, { body: delivery ? [{ ...sent, ...delivery }] : [] });
  await openAdmin(`/admin/orders/${id}`);
}

const row = (position = 0) => document.querySelectorAll('ol > li')[position] as HTMLElement;
const dialog = () => document.querySelector('dialog');
const newLink = () => field('dialog input[name=newLink]');

/** Opens the menu of the first link, where it has one. */
async function openMenu(): Promise<void> {
  if (hasButton('More actions for link 1')) await click(button('More actions for link 1'));
}

describe('D-107: an order of another link rule', () => {
  it('refuses a link with the sentence of its rule, and sends any other as it is', async () => {
    const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
    await open(null, { post_links: [video], link_rule: 'youtube-video' });
    await openMenu();
    await click(button('Replace link', row()));
    await fill(newLink(), linkC);
    await settle();
    expect(text()).toContain('This order needs the link of a YouTube video.');
    await fill(newLink(), 'youtu.be/dQw4w9WgXcQ?si=x');
    expect(text()).toContain('The order has this link already.');
    await fill(newLink(), 'youtu.be/aaaaaaaaaaa');
    expect(text()).not.toContain('This order needs the link');
    expect(text()).not.toContain('The order has this link already.');
    store.on(call, () => {
      const post_links = ['https://www.youtube.com/watch?v=aaaaaaaaaaa'];
      store.on(`GET /api/orders/${id}`, { body: { ...order, post_links, link_rule: 'youtube-video' } });
      throw new TypeError('Failed to fetch');
    });
    await click(button('Replace link', dialog() ?? undefined));
    await settle(1);
    expect(toasts()).toContain('Link replaced');
    expect(dialog()).toBeNull();
  });
});

describe('replacing a link of a paid order', () => {
  it.each([
    ['is not sent', null, {}],
    ['was refused', { status: 'failed', api_order_id: null, live_status: null }, {}],
    ['waits for another order', { status: 'waiting', api_order_id: null, live_status: null }, {}],
    ['was canceled', {}, {}],
    ['ended short, which was dismissed', { live_status: 'Partial', shortfall: 'dismissed' }, {}],
    ['is not sent, of an order that was refunded in part', null, { payment: 'partly_refunded' }],
  ])('is offered for one that %s', async (_name, delivery, changed) => {
    await open(delivery, changed);
    await openMenu();
    expect(hasButton('Replace link', row())).toBe(true);
  });

  it.each([
    ['is on its way', { live_status: 'In progress' }, {}],
    ['failed and is looked at once more', { live_status: 'Fail', following: true }, {}],
    ['was delivered', { live_status: 'Completed', remains: 0 }, {}],
    ['was refunded', { shortfall: 'refunded' }, {}],
    ['is being sent', { status: 'sending', api_order_id: null, live_status: null }, {}],
    ['has an unknown result', { status: 'unknown', api_order_id: null, live_status: null }, {}],
    ['belongs to an unpaid order', null, { payment_status: 'none', status: 'pending' }],
    ['belongs to a refunded order', null, { payment_status: 'refunded', status: 'failed' }],
    ['belongs to a completed order', {}, { status: 'completed' }],
  ])('is not offered for one that %s', async (_name, delivery, changed) => {
    await open(delivery, changed);
    await openMenu();
    expect(hasButton('Replace link', row())).toBe(false);
  });

  it('says what goes to the new link, and sends it with the reason', async () => {
    await open({});
    await openMenu();
    await click(button('Replace link', row()));
    expect(dialog()?.textContent).toContain('The 200 likes not delivered yet go to the new link.');
    expect(dialog()?.textContent).toContain('The 300 that the provider reports as delivered stay with the old link.');
    store.on(call, () => {
      store.on(`GET /api/orders/${id}`, { body: { ...order, post_links: [linkC, linkB] } });
      store.on(`GET /api/orders/${id}/api-orders`, { body: [] });
      return { body: { success: true, order } };
    });
    await fill(newLink(), ` ${linkC} `);
    await fill(field('dialog input[name=reason]'), ' Mistyped ');
    await click(button('Replace link', dialog() ?? undefined));
    expect(store.calls(call).map(({ body }) => body)).toEqual([
      { postLink: linkA, newLink: linkC, reason: 'Mistyped' },
    ]);
    expect(dialog()).toBeNull();
    expect(toasts()).toContain(`Link replacedThe order now has ${linkC}`);
    expect(row().textContent).toContain(linkC);
  });

  it.each([
    ['https://mail.test/p/aaa/', messages.linkInvalid],
    ['https://www.instagram.com/', noPostTexts.home],
    ['https://www.instagram.com/reel/bbb/?igsh=1', messages.linkDuplicate],
    [linkA, 'The order has this link already.'],
  ])('holds "%s" to the rules of the shop, as one of all links', async (typed, sentence) => {
    await open(null);
    await openMenu();
    await click(button('Replace link', row()));
    expect(button('Replace link', dialog() ?? undefined).disabled).toBe(true);
    await fill(newLink(), typed);
    expect(newLink().getAttribute('aria-invalid')).toBe('true');
    expect(dialog()?.textContent).toContain(sentence);
    expect(button('Replace link', dialog() ?? undefined).disabled).toBe(true);
  });

  it('shows the error message of the store, and keeps the input', async () => {
    await open(null);
    await openMenu();
    await click(button('Replace link', row()));
    await fill(newLink(), linkC);
    store.on(call, { status: 409, body: { code: 'being_sent', message: 'This link is being sent right now.' } });
    await click(button('Replace link', dialog() ?? undefined));
    expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe('This link is being sent right now.');
    expect(newLink().value).toBe(linkC);
  });

  it('is found in the order where the answer was lost', async () => {
    await open(null);
    await openMenu();
    await click(button('Replace link', row()));
    await fill(newLink(), linkC);
    store.on(call, () => {
      store.on(`GET /api/orders/${id}`, { body: { ...order, post_links: [linkC, linkB] } });
      throw new TypeError('Failed to fetch');
    });
    await click(button('Replace link', dialog() ?? undefined));
    await settle(1);
    expect(toasts()).toContain('Link replaced');
    expect(dialog()).toBeNull();
    expect(store.calls(call)).toHaveLength(1);
  });

  it('stands in the timeline in words', async () => {
    const details = { position: 0, delivered: 300, from: linkA, to: linkC, reason: 'Mistyped' };
    const entry = { at: '2026-03-01T11:30:00Z', what: 'order.link_replaced', who: 'o@s.test', kind: 'admin', details };
    store.on(`GET /api/admin/orders/${id}/timeline`, { body: [entry] });
    await open({});
    expect(text()).toContain('Link replaced');
    expect(text()).toContain('Link 1');
    expect(text()).toContain(`${linkA} -> ${linkC}, 300 were delivered at the old one, Mistyped`);
  });
});

describe('a refill', () => {
  it.each([
    ['In progress', {}, 'No refill yet: the link is still being delivered.'],
    ['Canceled', {}, 'No refill: the provider ended this link.'],
    ['Completed', { payment_status: 'refunded', status: 'failed' }, 'No refill: this order was refunded.'],
    ['Completed', { payment_status: 'disputed', status: 'failed' }, 'No refill: the payment is disputed.'],
  ])('DET-11, DET-14: is disabled with its reason for a link that is %s', async (status, changed, reason) => {
    store.on('GET /api/admin/order-status/23501', { body: { status, remains: 0 } });
    await open({ live_status: status }, changed);
    const refill = button('Refill', row());
    expect(refill.disabled).toBe(true);
    expect(refill.title).toBe(reason);
    expect(row().querySelector(`#${CSS.escape(refill.getAttribute('aria-describedby') ?? '')}`)?.textContent).toBe(
      reason,
    );
    expect(button('Sent', row()).disabled).toBe(true);
  });

  it.each(['Completed', 'Partial'])('DET-14: is free for a link that is %s', async (status) => {
    store.on('GET /api/admin/order-status/23501', { body: { status, remains: 0 } });
    await open({ live_status: status });
    expect(button('Refill', row()).disabled).toBe(false);
  });

  it('D-69: is disabled where the service of the provider has no refills', async () => {
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Completed', remains: 0 } });
    await open({ live_status: 'Completed', has_refill: false });
    const refill = button('Refill', row());
    expect([refill.disabled, refill.title]).toEqual([true, 'No refill: this service of the provider has no refills.']);
  });

  it('is disabled where what was missing was refunded', async () => {
    store.on('GET /api/admin/order-status/23501', { body: { status: 'Partial', remains: 200 } });
    await open({ live_status: 'Partial', shortfall: 'refunded' });
    expect(button('Refill', row()).disabled).toBe(true);
  });
});

describe('an act on a link whose answer was lost', () => {
  const lost = () => {
    throw new TypeError('Failed to fetch');
  };
  const shows = (delivery: object) =>
    store.on(`GET /api/orders/${id}/api-orders`, { body: [{ ...sent, ...delivery }] });

  it('a send that happened is shown as sent, never as failed', async () => {
    await open(null);
    store.on(`POST /api/admin/orders/${id}/send-post`, () => {
      shows({ live_status: null });
      return lost();
    });
    await click(button('Send', row()));
    expect(toasts()).toContain('Post sent successfully');
    expect(toasts()).not.toContain('Send failed');
    expect(row().querySelector('[role=alert]')).toBeNull();
    expect(hasButton('Sent', row())).toBe(true);
  });

  it('a send that is still under way is looked at until it is over', async () => {
    await open(null);
    store.on(`POST /api/admin/orders/${id}/send-post`, () => {
      shows({ status: 'sending', api_order_id: null });
      return lost();
    });
    await click(button('Send', row()));
    expect(toasts()).toContain('No response. Checking the result...');
    shows({ live_status: null });
    await settle(2_000);
    await settle(1);
    expect(toasts()).toContain('Post sent successfully');
    expect(toasts()).not.toContain('failed');
  });

  it.each([
    ['a gateway in between that gives up', { status: 504, body: {} }],
    ['a connection that breaks', lost],
  ])('a send that did not happen is shown as failed, after %s', async (_name, answer) => {
    await open(null);
    store.on(`POST /api/admin/orders/${id}/send-post`, answer);
    await click(button('Send', row()));
    expect(toasts()).not.toContain('Send failed');
    await settle(2_000);
    await settle(5_000);
    await settle(1);
    expect(toasts()).toContain('Send failed');
    expect(row().querySelector('[role=alert]')?.textContent).toContain('the request had no effect');
  });

  it.each([
    ['refill', 'Refill', 'Refill requested successfully', 'Completed'],
    ['cancel', 'Cancel delivery', 'Cancel requested', 'In progress'],
  ])('a %s is found among the requests of the link', async (kind, name, title, status) => {
    store.on('GET /api/admin/order-status/23501', { body: { status, remains: 0 } });
    await open({ live_status: status });
    const request = { kind, state: 'accepted', words: null, requested_by: 'o@s.test', ended_at: null };
    store.on(`POST /api/admin/orders/${id}/${kind}-post`, () => {
      shows({ live_status: status, requests: [{ ...request, requested_at: '2026-03-01T12:00:00Z' }] });
      return lost();
    });
    if (kind === 'cancel') await openMenu();
    await click(button(name, row()));
    if (kind === 'cancel') await click(button('Request cancellation'));
    expect(toasts()).toContain(title);
    expect(toasts()).not.toContain('failed');
  });

  it('D-17: a resolution that was recorded is shown as such', async () => {
    await open({ status: 'unknown', api_order_id: null, live_status: null });
    store.on(`POST /api/admin/orders/${id}/settle-post`, () => {
      shows({ status: 'failed', api_order_id: null, live_status: null });
      return lost();
    });
    await click(button('Mark as not placed', row()));
    await click(button('Mark as not placed', dialog() ?? undefined));
    expect(toasts()).toContain('Result recorded');
    expect(dialog()).toBeNull();
  });
});
