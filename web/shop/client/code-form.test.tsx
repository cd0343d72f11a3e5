import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api.ts';
import { click, submit, type } from '../../testing.tsx';
import { saveOrderKey } from '../order-email.ts';
import { fakeBrowser, wait } from '../testing.tsx';
import { open, order, prove, requestCode, search } from './testing.tsx';

fakeBrowser();

const short = ['instagram.com/p/C8x…', 'instagram.com/p/C8x…'];
const closed = order({
  post_links: short,
  api_orders: [{ ...order().api_orders[0], position: 1, post_link: short[1] }],
});
const code = 'input[autocomplete="one-time-code"]';

/** A store that shows everything with a proof, and `without` it. */
function shop(rule: 'required' | 'offered', without: unknown[], answers = {}, lang: 'en' | 'pt' = 'en') {
  let isProved = false;
  return open(
    {
      [search]: ({ headers }) => {
        isProved = headers['order-proof'] === 'token';
        return isProved ? [order()] : without;
      },
      [requestCode]: () => ({ success: true }),
      [prove]: () => ({ token: 'token', expires_in: 1800 }),
      ...answers,
    },
    lang,
    () => (isProved ? null : rule),
  );
}

describe('a store that requires a code', () => {
  it('D-35: requests one, says so for every address, and shows the orders once it is entered', async () => {
    const { find, text, to, one, all } = shop('required', []);
    await find('a@example.com');
    expect(text()).toContain('If there are orders for this address, we sent a code.');
    expect(text()).not.toContain('No orders found');
    expect(to(requestCode).map(({ input }) => input)).toEqual([{ body: { email: 'a@example.com', language: 'en' } }]);
    await type(one(code), ' 123 456 ');
    await submit(one(`form:has(${code})`));
    await wait(0);
    expect(to(prove).map(({ input }) => input)).toEqual([{ body: { email: 'a@example.com', code: '123 456' } }]);
    expect(to(search).map(({ headers }) => headers['order-proof'])).toEqual([undefined, 'token']);
    expect(text()).toContain('Your Orders (1)');
    expect(all(code)).toEqual([]);
  });

  it('D-35: the same in Portuguese', async () => {
    const { find, text, to, button } = shop('required', [], {}, 'pt');
    await find('b@example.com');
    expect(text()).toContain('Se houver pedidos deste endereço, enviamos um código.');
    expect(to(requestCode).map(({ input }) => input)).toEqual([{ body: { email: 'b@example.com', language: 'pt' } }]);
    expect(button('Ver pedidos').type).toBe('submit');
  });

  it('a second search for the same address sends no other code; the button does', async () => {
    const { find, to, button } = shop('required', []);
    await find('c@example.com');
    await find('c@example.com');
    expect(to(requestCode)).toHaveLength(1);
    await click(button('Send a new code'));
    expect(to(requestCode)).toHaveLength(2);
  });

  it('a wrong code says so at the field, and can be corrected', async () => {
    let isRight = false;
    const { find, one, text } = shop('required', [], {
      [prove]: () => {
        if (!isRight) throw new ApiError(403, { code: 'wrong_track_code' });
        return { token: 'token', expires_in: 1800 };
      },
    });
    await find('d@example.com');
    await type(one(code), '000000');
    await submit(one(`form:has(${code})`));
    expect(text()).toContain('This code is incorrect or has expired.');
    expect(one(code).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(one(code));
    isRight = true;
    await submit(one(`form:has(${code})`));
    await wait(0);
    expect(text()).toContain('Your Orders (1)');
  });

  it('D-35: the tab that ordered sends its keys and sees its order; a code is offered for the others', async () => {
    saveOrderKey('AB', 'key1');
    saveOrderKey('CD', 'key2');
    const { find, to, text, button } = shop('required', [order({ id: 'AB' })]);
    await find('e@example.com');
    expect(to(search)[0]?.headers).toEqual({ 'order-key': 'AB.key1, CD.key2' });
    expect(text()).toContain('Pedido #AB');
    expect(to(requestCode)).toEqual([]);
    expect(button('Email me a code to see all details')).toBeTruthy();
  });
});

describe('a store that offers a code', () => {
  it('D-35: shows shortened links as text, each with the state of its own post', async () => {
    const { find, all } = shop('offered', [closed]);
    await find('f@example.com');
    expect(all('article a')).toEqual([]);
    const [first, second] = all('article li')
      .slice(-2)
      .map((item) => item.textContent ?? '');
    expect(first).toContain('Awaiting processing');
    expect(second).toContain('instagram.com/p/C8x…');
    expect(second).toContain('#23501');
  });

  it('D-35: mails a code when it is pressed, and the focus moves to its field', async () => {
    const { find, to, button, one, text } = shop('offered', [closed]);
    await find('g@example.com');
    expect(to(requestCode)).toEqual([]);
    await click(button('Email me a code to see all details'));
    expect(to(requestCode)).toHaveLength(1);
    expect(document.activeElement).toBe(one(code));
    await type(one(code), '123456');
    await submit(one(`form:has(${code})`));
    await wait(0);
    expect(text()).toContain('instagram.com/p/a/');
  });

  it('a refusal says that no code was sent', async () => {
    const { find, button, text } = shop('offered', [closed], {
      [requestCode]: () => {
        throw new ApiError(429, {});
      },
    });
    await find('h@example.com');
    await click(button('Email me a code to see all details'));
    expect(text()).toContain("We couldn't send a code. Please try again later.");
  });

  it('D-35: an address without orders of the last 90 days gets the offer too', async () => {
    const { find, text, to, button } = shop('offered', []);
    await find('i@example.com');
    expect(text()).toContain('No orders found');
    expect(to(requestCode)).toEqual([]);
    await click(button('Email me a code to see all details'));
    expect(to(requestCode)).toHaveLength(1);
  });
});

it('D-35: when the proof expires, what is shown stays', async () => {
  let answers = [order({ payment: 'unpaid', status: 'pending', payment_status: 'session', api_orders: [] })];
  const { find, text } = open({
    [search]: () => answers,
    'GET /api/orders/{id}': () => order({ payment: 'paid', status: 'paid' }),
  });
  await find('j@example.com');
  answers = [];
  await wait(60_000);
  expect(text()).toContain('Your Orders (1)');
});
