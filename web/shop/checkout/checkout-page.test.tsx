// The form of the checkout: what it asks, what it refuses, in both languages.
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { reasonTexts } from '../../../contract/refusal-reasons.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { ApiError } from '../../api.ts';
import { click, draw, pageData, type } from '../../testing.tsx';
import { findOrderEmail, orderKeyHeader } from '../order-email.ts';
import { pageOf } from '../testing.tsx';
import { create, freshBrowser, open, page, post } from './testing.tsx';

freshBrowser();

describe('the form', () => {
  it('CHK-1, CHK-2, CHK-8, CHK-9, CHK-12, CHK-25, A-6: a direct visit starts with 500 likes and one empty field', () => {
    const { links, one, text } = open();
    expect(one<HTMLInputElement>('#email').value).toBe('');
    expect(links().map(({ value }) => value)).toEqual(['']);
    expect(text()).toContain('Package500 likes');
    expect(text()).toContain('Posts1');
    expect(one('[data-testid=total]').textContent).toBe('$3.00');
  });

  it('HOME-17: takes over what was chosen, and what was typed before a reload', () => {
    const kept = { category: 'Views', quantity: 100_000, email: 'a@b.co', posts: [post('a'), post('b')] };
    sessionStorage.setItem('orderInProgress', JSON.stringify(kept));
    const { links, one, text } = open();
    expect(text()).toContain('100,000 views');
    expect(one('[data-testid=total]').textContent).toBe('$420.00');
    expect(one<HTMLInputElement>('#email').value).toBe('a@b.co');
    expect(links().map(({ value }) => value)).toEqual([post('a'), post('b')]);
  });

  it('CHK-2: shows what the package costs without its discount', () => {
    sessionStorage.setItem('orderInProgress', JSON.stringify({ category: 'Views', quantity: 100_000 }));
    const rows = open()
      .all('#summary ~ dl > div')
      .map(({ textContent }) => textContent);
    expect(rows.slice(3)).toEqual(['100,000 at $6.00 per 1,000$600.00', 'Discount (30%)\u2212$180.00']);
  });

  it('CHK-2: the price per 1,000 is that of the rule, also where the regular price is rounded to the cent', () => {
    sessionStorage.setItem('orderInProgress', JSON.stringify({ category: 'Likes', quantity: 500 }));
    const store = structuredClone(defaultStoreProfile);
    store.prices.unitPriceMicros = 5_990;
    const rows = () => {
      const { all } = draw(pageOf(pageData('checkout', { store })));
      return all('#summary ~ dl > div').map(({ textContent }) => textContent);
    };
    Object.assign(store.prices.offers.Likes, { tiers: [{ fromQuantity: 500, percent: 50 }] });
    expect(rows().slice(3)).toEqual(['500 at $5.99 per 1,000$3.00', 'Discount (50%)−$1.50']);
    // D-106: with an ending, that of the order.
    Object.assign(store.prices.offers.Likes, { ending: [100, 99] });
    expect(rows().slice(3)).toEqual(['500 at $7.98 per 1,000$3.99', 'Discount (50%)−$2.00']);
  });

  it('CHK-2: shows no such rows for a package without one', () => {
    expect(open().all('#summary ~ dl > div')).toHaveLength(3);
  });

  it('D-2: lists exactly the accepted cards as text near the button and in the answers', () => {
    const store = structuredClone(defaultStoreProfile);
    const shown = () => {
      const { all } = draw(pageOf(pageData('checkout', { store })));
      const named = all('main .sr-only, main dd').filter(({ textContent }) => textContent?.includes('Accepted cards'));
      return [all('.card-mark'), named].map((found) => found.map(({ textContent }) => textContent));
    };
    store.accepted_cards = { ...store.accepted_cards, mastercard: false, elo: true };
    const [marks, sentences] = shown();
    expect(marks).toEqual(['Visa', 'Elo']);
    expect(sentences).toEqual([
      'Accepted cards: Visa, Elo.',
      expect.stringMatching(/card number. Accepted cards: Visa, Elo.$/),
    ]);
    store.accepted_cards = { ...store.accepted_cards, visa: false, elo: false };
    expect(shown()).toEqual([[], []]);
  });

  it('D-2: promises beside the amount and below the form only what the store claims', () => {
    const store = structuredClone(defaultStoreProfile);
    const shown = () => {
      const lists = draw(pageOf(pageData('checkout', { store }))).all('main ul');
      return lists.map((list) => [...list.children].map(({ textContent }) => textContent));
    };
    const { guarantee, noPassword } = store.claims;
    const follow = 'Your order gets its own page. No account needed.';
    const kept = 'Likes and views lost within 30 days of delivery are delivered again.';
    const all = [guarantee.text.en, noPassword.text.en, kept, follow];
    expect(shown()).toEqual([all, all]);
    store.guarantee_days = { Likes: 0, Views: 0 };
    guarantee.shown = false;
    noPassword.shown = false;
    expect(shown()).toEqual([[follow], [follow]]);
  });

  it('takes the links out of the text that was pasted at home', () => {
    const pasted = `Look at this! ${post('a')}?igsh=1 and instagram.com/p/b/`;
    sessionStorage.setItem('orderInProgress', JSON.stringify({ email: '', posts: [pasted] }));
    expect(
      open()
        .links()
        .map(({ value }) => value),
    ).toEqual([post('a'), post('b')]);
  });

  it('D-35: this tab keeps the key of the order that it placed, and sends it when it tracks', async () => {
    const { fill, complete } = open({ [create]: () => ({ status: 'success', orderId: 'ORDER1', orderKey: 'key1' }) });
    expect(orderKeyHeader()).toEqual({});
    await fill('a@b.co', post('a'));
    await complete();
    expect(findOrderEmail('ORDER1')).toBe('a@b.co');
    expect(orderKeyHeader()).toEqual({ 'order-key': 'ORDER1.key1' });
  });

  it('CHK-3..6, A-18: fields are added up to five and removed down to one', async () => {
    const { links, button, all } = open();
    expect(all('button[aria-label^=Remove]')).toHaveLength(0);
    for (const shown of ['(1/5)', '(2/5)', '(3/5)', '(4/5)']) await click(button(`+ Add Another Post ${shown}`));
    expect(links()).toHaveLength(5);
    expect(button('+ Add Another Post (5/5)').disabled).toBe(true);
    await type(links()[1] as Element, post('second'));
    await click(button('Remove post URL 1'));
    expect(links().map(({ value }) => value)).toEqual([post('second'), '', '', '']);
    for (let left = 4; left > 1; left -= 1) await click(button(`Remove post URL ${left}`));
    expect(all('button[aria-label^=Remove]')).toHaveLength(0);
  });

  it('CHK-7, CHK-21, A-17: each field repeats the rule, red only while it is broken', async () => {
    const { fill, links, text } = open();
    await fill('', '', 'https://example.com/');
    expect(text().split(messages.linkHelp)).toHaveLength(3);
    expect(links().map((link) => link.getAttribute('aria-invalid'))).toEqual([null, 'true']);
  });

  it('A-11: a link that is hardly a post gets a hint and is not refused', async () => {
    const { fill, text, complete, card } = open();
    await fill('a@b.co', 'https://www.instagram.com/someone');
    expect(text()).toContain(messages.linkHint);
    await complete();
    expect(card()).toBeUndefined();
  });

  it('CHK-10, CHK-11, A-19: with more than one post the share of each shows, rounded down, and who gets the rest', async () => {
    const { button, text } = open();
    const add = async () => click(button(/^\+ Add/));
    expect(text()).not.toContain('Per post');
    await add();
    expect(text()).toContain('2 postsPer post 250 likes each');
    await add();
    expect(text()).toContain('3 postsPer post 166 likes each167 for the first 2');
  });

  it('A-14: a mistyped domain is corrected with one tap, once the buyer has left the field', async () => {
    const { one, all, button } = open();
    const email = one<HTMLInputElement>('#email');
    const suggestions = () => all('button').filter(({ textContent }) => textContent?.startsWith('Did you mean'));
    await act(async () => email.focus());
    await type(email, 'ana@gmial.con');
    expect(suggestions()).toHaveLength(0);
    await act(async () => email.blur());
    await click(button('Did you mean gmail.com?'));
    expect(email.value).toBe('ana@gmail.com');
    expect(suggestions()).toHaveLength(0);
  });
});

describe('D-53: invisible and look-alike characters', () => {
  const typed = 'an\u200bna\u3164@\uff45xample\u3002com';

  it('the field shows the cleaned address once it was left', async () => {
    const { one } = open();
    const email = one<HTMLInputElement>('#email');
    await act(async () => email.focus());
    await type(email, typed);
    expect(email.value).toBe(typed);
    await act(async () => email.blur());
    expect(email.value).toBe('anna@example.com');
  });

  it('it is sent and kept in that form, and the link without hidden characters', async () => {
    const { fill, complete, to, one } = open();
    await fill(typed, 'https://www.instagram.com/p/A\u200bB%E2%80%8BC\u202e/');
    await complete();
    expect(one<HTMLInputElement>('#email').value).toBe('anna@example.com');
    expect(to(create)[0]?.input.body).toMatchObject({ email: 'anna@example.com', post_links: [post('ABC')] });
  });

  it('an address of hidden characters alone is none', async () => {
    const { fill, complete, card, calls } = open();
    await fill('\u200b\u2060', post('a'));
    await complete();
    expect(card()?.textContent).toContain(messages.emailRequired);
    expect(calls).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['CHK-18: no e-mail', ' ', [post('a')], messages.emailRequired],
    ['CHK-19: an invalid link', 'a@b.co', ['https://example.com/p/a'], messages.linkInvalid],
    ['CHK-22: an empty link', 'a@b.co', [post('a'), ''], messages.linkEmpty],
    ['A-12: the same post twice', 'a@b.co', [post('a'), `${post('a')}?igsh=1`], messages.linkDuplicate],
    ['CHK-23: an email without a dot', 'a@b', [post('a')], messages.emailInvalid],
    ['A-14: an email that cannot be one', 'x@.', [post('a')], messages.emailInvalid],
    ['CHK-17: the first broken rule, of several', '', ['nonsense'], messages.emailRequired],
    ['CHK-17: links before the form of the email', 'a', ['nonsense'], messages.linkInvalid],
  ])('%s', async (_, email, links, message) => {
    const { fill, complete, card, calls } = open();
    await fill(email, ...links);
    await complete();
    expect(card()?.querySelector('h2')?.textContent).toBe('Missing Something!');
    expect(card()?.textContent).toContain(message);
    expect(calls).toEqual([]);
  });

  it.each([
    ['A-11', 'link_without_post', 'post_links', 'Instagram Trouble!'],
    ['A-11', 'link_unreadable', 'post_links', 'Instagram Trouble!'],
    ['A-13: rule 5', 'link_missing', 'post_links', 'Instagram Trouble!'],
    ['A-13: rules 1 to 4', 'link_invalid', 'post_links', 'Missing Something!'],
    ['A-12', 'link_duplicate', 'post_links', 'Missing Something!'],
    ['A-14', 'email_invalid', 'email', 'Missing Something!'],
  ] as const)('ERR-6, %s: the refusal %s of the server has its title', async (_id, reason, field, title) => {
    const refuse = () => {
      throw new ApiError(400, { code: 'invalid_input', message: 'A new sentence.', reason, field });
    };
    const { fill, complete, card } = open({ [create]: refuse });
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.querySelector('h2')?.textContent).toBe(title);
    expect(card()?.textContent).toContain(reasonTexts[reason]);
  });

  it('ERR-1..5, CHK-16: the card has tips, holds the button, and Try Again only dismisses it', async () => {
    const { complete, card, button, completeButton, calls } = open();
    await complete();
    expect(card()?.querySelectorAll('li').length).toBeGreaterThanOrEqual(2);
    expect(completeButton().disabled).toBe(true);
    await complete();
    await click(button('Try Again'));
    expect(card()).toBeUndefined();
    expect(completeButton().disabled).toBe(false);
    expect(calls).toEqual([]);
  });
});

describe('in Portuguese', () => {
  it.each([
    ['', [post('a')], 'Informe seu e-mail.'],
    ['a@b.co', ['nonsense'], 'Informe links válidos do Instagram.'],
    ['a@b.co', [''], 'Preencha todos os links ou remova os campos vazios.'],
    ['a@b', [post('a')], 'Informe um e-mail válido, por exemplo voce@exemplo.com.br.'],
  ])('D-27, D-33: a broken rule is shown in plain Portuguese (%j, %j)', async (email, links, message) => {
    const { fill, complete, card } = open({}, 'pt');
    await fill(email, ...links);
    await complete();
    expect(card()?.querySelector('h2')?.textContent).toBe('Confira seus dados');
    expect(card()?.textContent).toContain(message);
  });

  it('D-27: a refusal is translated by its code; one without a text gets the general one', async () => {
    const shown: (string | undefined)[] = [];
    for (const code of ['rate_limited', 'payload_too_large']) {
      const refuse = () => {
        throw new ApiError(429, { code, message: 'A sentence of the store.' });
      };
      const { fill, complete, card } = open({ [create]: refuse }, 'pt');
      await fill('a@b.co', post('a'));
      await complete();
      shown.push(card()?.querySelector('p')?.textContent);
    }
    expect(shown).toEqual([
      'Muitas tentativas seguidas. Espere um pouco e tente novamente.',
      'Algo deu errado. Tente novamente.',
    ]);
  });

  it('ERR-5: too many requests have a title of their own, not that of a server fault', async () => {
    const refuse = () => {
      throw new ApiError(429, { code: 'rate_limited' });
    };
    const { fill, complete, card } = open({ [create]: refuse });
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.querySelector('h2')?.textContent).toBe('Please wait a little');
  });

  it('D-27, ERR-6: a link that the store refuses is explained in Portuguese', async () => {
    const refuse = () => {
      throw new ApiError(400, { code: 'invalid_input', reason: 'link_without_post', field: 'post_links' });
    };
    const { fill, complete, card } = open({ [create]: refuse }, 'pt');
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.textContent).toContain('Este link não abre uma publicação.');
  });

  it('D-27: buying in a language remembers it, and the result is in it', async () => {
    const { fill, complete, go } = open({}, 'pt');
    await fill('a@b.co', post('a'));
    await complete();
    await act(async () => (page.onPaymentComplete as (a: unknown) => void)('IND'));
    expect(go).toHaveBeenCalledWith('/pt/success?orderId=ORDER1&resultIndicator=IND');
    expect(localStorage.getItem('language')).toBe('pt');
  });
});

it('A-80: the terms and the refund rules are one step away', () => {
  const { link } = open();
  expect(link('terms').getAttribute('href')).toBe('/terms');
  expect(link('refund rules').getAttribute('href')).toBe('/refunds');
});
