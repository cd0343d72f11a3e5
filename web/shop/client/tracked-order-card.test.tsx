import { describe, expect, it } from 'vitest';
import { click } from '../../testing.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { findOrderEmail } from '../order-email.ts';
import { fakeBrowser } from '../testing.tsx';
import { created, live, open, order, orderWithState, post, search, sent } from './testing.tsx';

fakeBrowser();

describe('an order', () => {
  it('TRK-5..12: shows number, date, status, category, quantity, amount and posts', async () => {
    const { find, text, all } = open({ [search]: () => [order(), order({ id: 'ZZZZZZZZ9999' })] });
    await find('me@example.com');
    for (const shown of [
      'Your Orders (2)',
      'Pedido #ABCDEFGH1234',
      formatDate(created),
      'Processing',
      '10,000 Likes',
      '$48.00',
    ]) {
      expect(text()).toContain(shown);
    }
    expect(all<HTMLAnchorElement>('article a').map(({ href }) => href)).toEqual([
      post('a'),
      post('b'),
      post('a'),
      post('b'),
    ]);
    expect(all('article a').every((link) => link.getAttribute('rel') === 'noopener noreferrer nofollow')).toBe(true);
  });

  it('TRK-9: a missing category is Likes', async () => {
    const { find, text } = open({ [search]: () => [order({ category: undefined })] });
    await find('me@example.com');
    expect(text()).toContain('10,000 Likes');
  });

  it('TRK-13, STATE-10, STATE-12: a sent post shows its provider order, live status and what remains', async () => {
    const { find, text, one } = open();
    await find('me@example.com');
    expect(text()).toContain('#23501');
    expect(text()).toContain('In progress');
    expect(text()).toContain('Remaining: 1,200');
    expect(one<HTMLProgressElement>('progress')).toMatchObject({ max: 10_000, value: 3_500 });
  });

  it.each([
    ['en', 'Status and counts are reported by our delivery partner.'],
    ['pt', 'Status e números são informados pelo nosso parceiro de entrega.'],
  ] as const)('says in %s once, with a sent post only, who reports its counts', async (lang, sentence) => {
    const two = open({ [search]: () => [order(), order({ id: 'ZZZZZZZZ9999' })] }, lang);
    await two.find('me@example.com');
    expect(two.text().split(sentence)).toHaveLength(2);
    const unsent = open({ [search]: () => [order({ api_orders: [] })] }, lang);
    await unsent.find('me@example.com');
    expect(unsent.text()).not.toContain(sentence);
  });

  it('STATE-12: nothing remaining is not mentioned', async () => {
    const { find, text } = open({ [live]: () => ({ status: 'Completed', remains: 0 }) });
    await find('me@example.com');
    expect(text()).not.toContain('Remaining');
  });

  it('TRK-14, STATE-15: a post without provider order awaits processing, also after a failed attempt', async () => {
    const failed = sent({ api_order_id: null, status: 'failed', live_status: null });
    const { find, text } = open({ [search]: () => [order({ post_links: [post('a')], api_orders: [failed] })] });
    await find('me@example.com');
    expect(text()).toContain('Awaiting processing');
  });

  it.each([
    ['TRK-15: paid', 'paid', 'purple'],
    ['STATE-2', 'completed', 'green'],
    ['STATE-7', 'odd', 'grey'],
  ])('%s has its own colour', async (_, status, tone) => {
    const { find, one } = open({ [search]: () => [order({ status })] });
    await find('me@example.com');
    expect(one('article header [data-tone]').dataset.tone).toBe(tone);
  });

  it('S-1: an address that is not ours is text, not a link', async () => {
    const links = ['javascript:alert(1)', 'https://evil.example/x'];
    const { find, all, text } = open({ [search]: () => [order({ post_links: links, api_orders: [] })] });
    await find('me@example.com');
    expect(all('article a')).toEqual([]);
    expect(text()).toContain('javascript:alert(1)');
  });
});

describe('what is said of an order (D-34, D-49)', () => {
  const closed = { status: 'failed', payment_status: 'expired', api_orders: [] };
  const unsent = { status: 'paid', api_orders: [] };

  it.each([
    [
      'unpaid',
      orderWithState('unpaid', 'none', { status: 'pending', api_orders: [] }),
      'yellow',
      'Pending',
      'Awaiting processing',
    ],
    ['confirming', orderWithState('confirming', 'none', unsent), 'yellow', 'Confirming', 'Awaiting processing'],
    [
      'expired, open',
      orderWithState('expired', 'none', { status: 'pending', api_orders: [] }),
      'grey',
      'Not paid',
      'Awaiting processing',
    ],
    ['expired, closed', orderWithState('expired', 'none', closed), 'grey', 'Not paid', 'Not paid'],
    ['declined, closed', orderWithState('declined', 'none', closed), 'red', 'Card declined', 'Not paid'],
    [
      'refunded',
      orderWithState('refunded', 'none', { ...closed, payment_status: 'refunded' }),
      'grey',
      'Refunded',
      'Refunded',
    ],
    [
      'disputed',
      orderWithState('disputed', 'none', { ...closed, payment_status: 'disputed' }),
      'red',
      'Disputed',
      'Not delivered',
    ],
    ['paid, nothing sent', orderWithState('paid', 'to_send', unsent), 'purple', 'Paid', 'Awaiting processing'],
    ['paid, one of two sent', orderWithState('paid', 'sending'), 'blue', 'Processing', 'Awaiting processing'],
    [
      'completed by hand',
      orderWithState('paid', 'not_delivered', { status: 'completed', api_orders: [] }),
      'red',
      'Not delivered',
      'Not delivered',
    ],
  ])('%s', async (_, answer, tone, badge, link) => {
    const { find, one, all } = open({ [search]: () => [answer] });
    await find('me@example.com');
    expect(one('article header [data-tone]').dataset.tone).toBe(tone);
    expect(one('article header [data-tone]').textContent).toBe(badge);
    expect(all('article li').at(-1)?.textContent).toContain(link);
    if (link !== 'Awaiting processing') expect(one('article').textContent).not.toContain('Awaiting processing');
  });

  it.each(['en', 'pt'] as const)('D-35: in %s a stranger reads nothing of a dispute', async (lang) => {
    const seen = orderWithState('paid', 'sending', { payment_status: 'disputed' });
    const { find, one } = open({ [search]: () => [seen] }, lang);
    await find('me@example.com');
    expect(one('article').textContent).not.toMatch(/disput|contest|bank|banco|refund|reembols/i);
    expect(one('article header [data-tone]').dataset.tone).toBe('blue');
  });

  it('a partial delivery says what is missing and what happens about it', async () => {
    const delivery = { state: 'partial', links: 2, sent: 2, ended: 2, ordered: 10_000, delivered: 8_800 };
    const { find, one, text } = open({ [search]: () => [orderWithState('paid', 'partial', { delivery })] });
    await find('me@example.com');
    expect(text()).toContain('8,800 of 10,000 likes were delivered. 1,200 missing: we are checking.');
    expect(one<HTMLProgressElement>('progress')).toMatchObject({ max: 10_000, value: 8_800 });
  });

  it.each([
    ['unpaid', 'Pay now'],
    ['expired', 'Pay now'],
    ['declined', 'Try another card'],
  ])('%s and open: can be paid, with the email at hand on the next page', async (payment, action) => {
    const pending = orderWithState(payment, 'none', { status: 'pending', payment_status: 'session', api_orders: [] });
    const { find, link } = open({ [search]: () => [pending] });
    await find('me@example.com');
    const pay = link(action);
    expect(pay.getAttribute('href')).toBe('/checkout?orderId=ABCDEFGH1234');
    pay.addEventListener('click', (event) => event.preventDefault());
    await click(pay);
    expect(findOrderEmail('ABCDEFGH1234')).toBe('me@example.com');
  });

  it('a payment under way is not to be paid again', async () => {
    const { find, text } = open({ [search]: () => [orderWithState('confirming', 'none', { status: 'pending' })] });
    await find('me@example.com');
    expect(text()).toContain("Don't pay again.");
    expect(text()).not.toContain('Pay now');
  });

  it('several unpaid tries stand together below the orders, each with its way to pay', async () => {
    const tries = ['A', 'B', 'C'].map((id) =>
      orderWithState('expired', 'none', { id, status: 'pending', api_orders: [] }),
    );
    const { find, all, one, text } = open({ [search]: () => [...tries, orderWithState('paid', 'sending')] });
    await find('me@example.com');
    expect(text()).toContain('Your Orders (4)');
    expect(one<HTMLDetailsElement>('main details').open).toBe(false);
    expect(one('main details summary').textContent).toBe('3 unpaid attempts');
    expect(all('main details article')).toHaveLength(3);
    expect(all('main details a[href^="/checkout?orderId="]')).toHaveLength(3);
    expect(all('article')[0]?.textContent).toContain('ABCDEFGH1234');
  });

  it('unpaid tries alone are open', async () => {
    const tries = ['A', 'B', 'C'].map((id) =>
      orderWithState('unpaid', 'none', { id, status: 'pending', api_orders: [] }),
    );
    const { find, one } = open({ [search]: () => tries });
    await find('me@example.com');
    expect(one<HTMLDetailsElement>('main details').open).toBe(true);
  });
});
