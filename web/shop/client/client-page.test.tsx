import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../api.ts';
import { click, type } from '../../testing.tsx';
import { formatDatePtBr } from '../../ui/format-date.ts';
import { saveOrderEmail, saveOrderKey } from '../order-email.ts';
import { fakeBrowser, wait } from '../testing.tsx';
import { created, live, open, order, post, search } from './testing.tsx';

fakeBrowser();

describe('searching', () => {
  it('TRK-1, TRK-3, TRK-4: asks once an email was submitted, trimmed, and not while typing', async () => {
    const { find, calls, one, to, button } = open();
    expect(button('Search').type).toBe('submit');
    await type(one('input[type=email]'), ' me@example.com ');
    await wait(5000);
    expect(calls).toEqual([]);
    await find(' me@example.com ');
    expect(to(search).map(({ input }) => input)).toEqual([{ params: { email: 'me@example.com' } }]);
  });

  it('D-53: the field shows the cleaned address, which is searched', async () => {
    const { find, one, to } = open();
    await find('me\u200b@\uff45xample.com\u00ad');
    expect(one<HTMLInputElement>('input[type=email]').value).toBe('me@example.com');
    expect(to(search).map(({ input }) => input)).toEqual([{ params: { email: 'me@example.com' } }]);
  });

  it('TRK-2: a blank email gives the toast and asks nothing', async () => {
    const { find, calls, one } = open();
    await find('   ');
    const [title, description] = [...one('[role=alert]').querySelectorAll('p')].map((line) => line.textContent);
    expect(title).toBe('Email required');
    expect(description).toBe('Please enter your email to search for orders.');
    expect(calls).toEqual([]);
  });

  it('TRK-2: the toast about the missing email ends with the next search', async () => {
    const { find, all } = open({ [search]: () => [] });
    await find('   ');
    await find('me@example.com');
    expect(all('[role=alert]')).toEqual([]);
  });

  it.each([
    ['DATA-2: an amount as text', { amount: '48.00' }],
    ['DATA-4: one link as text', { post_links: post('a') }],
    ['DATA-5: links as JSON', { post_links: JSON.stringify([post('a')]) }],
    ['TRK-9: no category', { category: undefined }],
  ])('A-36: %s is read like any other', async (_, given) => {
    const { find, text } = open({ [search]: () => [order(given)] });
    await find('me@example.com');
    for (const line of ['$48.00', '10,000 Likes', 'instagram.com/p/a/', '#23501']) expect(text()).toContain(line);
  });

  it('TRK-14, A-36: an order without provider orders is pending, and missing values are not invented', async () => {
    const bare = { id: 'ABCDEFGH1234', status: 'paid', post_links: [post('a')] };
    const { find, text } = open({ [search]: () => [bare] });
    await find('me@example.com');
    for (const line of ['Pedido #ABCDEFGH1234', 'N/A', 'Likes', 'Awaiting processing']) expect(text()).toContain(line);
    expect(text()).not.toMatch(/undefined|NaN|null|\$/);
  });

  it.each([
    ['en', '$12.00 refunded'],
    ['pt', 'Reembolsado: US$\u00a012,00'],
  ] as const)('D-16: shows in %s the refunded amount of an order, and nothing without a refund', async (lang, line) => {
    const { find, all } = open(
      { [search]: () => [order({ id: 'AB', refunded_amount: 12 }), order({ id: 'CD' })] },
      lang,
    );
    await find('me@example.com');
    const [given, whole] = all('article').map((card) => card.textContent ?? '');
    expect(given).toContain(line);
    expect(whole).not.toMatch(/refunded|Reembolsado/);
  });

  it('leads to the receipt of each order that was paid', async () => {
    const paid = order({ id: 'AB', receipt_path: '/receipt/AB/key' });
    const { find, link, all } = open({ [search]: () => [paid, order({ id: 'CD', receipt_path: null })] });
    await find('me@example.com');
    expect(link('Receipt #AB').getAttribute('href')).toBe('/receipt/AB/key');
    expect(all('a[href^="/receipt/"]')).toHaveLength(1);
  });

  it('D-35: leads to the page of an order where the store or this tab has its key', async () => {
    saveOrderKey('EF', 'tab-key');
    const known = order({ id: 'AB', order_path: '/order/AB/key' });
    const { find, all } = open({
      [search]: () => [known, order({ id: 'CD', order_path: null }), order({ id: 'EF', order_path: null })],
    });
    await find('me@example.com');
    const links = all('a[href*="/order/"]');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/order/AB/key', '/order/EF/tab-key']);
    expect(links.map((link) => link.getAttribute('aria-describedby'))).toEqual(['order-AB', 'order-EF']);
  });

  it('D-27: the page of an order opens in the language of this page', async () => {
    const { find, link } = open({ [search]: () => [order({ order_path: '/order/ABCDEFGH1234/key' })] }, 'pt');
    await find('me@example.com');
    expect(link('Ver pedido').getAttribute('href')).toBe('/pt/order/ABCDEFGH1234/key');
  });

  it('TRK-3: after a purchase in this tab the email is filled in, and nothing is searched', async () => {
    saveOrderEmail('AB', 'old@example.com');
    saveOrderEmail('CD', 'me@example.com');
    const { one, to } = open();
    await wait(0);
    expect(one<HTMLInputElement>('input[type=email]').value).toBe('me@example.com');
    expect(to(search)).toEqual([]);
  });

  it('TRK-16: nothing found', async () => {
    const { find, text } = open({ [search]: () => [] });
    await find('me@example.com');
    expect(text()).toContain('No orders found');
  });

  it('TRK-16: a mistyped domain is offered a correction, which is searched with one tap', async () => {
    const { find, text, one, button, to } = open({ [search]: () => [] });
    await find('me@gmial.com');
    await click(button('Did you mean gmail.com?'));
    expect(to(search).map(({ input }) => input)).toEqual(
      ['me@gmial.com', 'me@gmail.com'].map((email) => expect.objectContaining({ params: { email } })),
    );
    expect(one<HTMLInputElement>('input[type=email]').value).toBe('me@gmail.com');
    expect(text()).not.toContain('Did you mean');
  });

  it('TRK-17: a failure says so and can be tried again', async () => {
    let broken = true;
    const { find, text, button, to } = open({
      [search]: () => {
        if (broken) throw new ApiError(500, {});
        return [order()];
      },
    });
    await find('me@example.com');
    await wait(2_000);
    expect(text()).toContain('Error fetching orders. Please try again.');
    broken = false;
    await click(button('Try Again'));
    expect(text()).toContain('Your Orders (1)');
    expect(to(search)).toHaveLength(3);
  });

  it.each([
    ['a failure of the store', new ApiError(503, {}), 2],
    ['a network that breaks', new NetworkError('The store cannot be reached.'), 2],
    ['a refusal, which a repeat does not change', new ApiError(429, {}), 1],
  ])('API-5: a search that meets %s is repeated once at most', async (_name, failure, times) => {
    const { find, text, to } = open({
      [search]: () => {
        throw failure;
      },
    });
    await find('me@example.com');
    expect(to(search)).toHaveLength(1);
    await wait(10_000);
    expect(to(search)).toHaveLength(times);
    expect(text()).toContain('Error fetching orders. Please try again.');
  });

  it('API-5: a search that succeeds when it is repeated shows no failure', async () => {
    let failures = 1;
    const { find, text } = open({
      [search]: () => {
        if (failures-- > 0) throw new ApiError(503, {});
        return [order()];
      },
    });
    await find('me@example.com');
    await wait(2_000);
    expect(text()).toContain('Your Orders (1)');
    expect(text()).not.toContain('Error fetching orders');
  });
});

describe('in Portuguese', () => {
  it('D-27, FMT-3: order, date, status and delivery', async () => {
    const { find, text } = open({}, 'pt');
    await find('me@example.com');
    for (const shown of [
      'Seus pedidos (1)',
      'Pedido #ABCDEFGH1234',
      formatDatePtBr(created),
      '10.000 Curtidas',
      'US$ 48,00',
      'Em andamento',
      'Faltam: 1.200',
      'Aguardando processamento',
    ]) {
      expect(text()).toContain(shown);
    }
  });

  it('D-27: a status that nobody knows stays as the provider words it', async () => {
    const { find, text } = open({ [live]: () => ({ status: 'Queued up', remains: 1 }) }, 'pt');
    await find('me@example.com');
    expect(text()).toContain('Queued up');
  });
});
