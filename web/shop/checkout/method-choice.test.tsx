// The choice of a payment method on the checkout, of a new order and of one that exists already.
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api.ts';
import { click } from '../../testing.tsx';
import { confirm, create, freshBrowser, init, methods, open, page, post } from './testing.tsx';

freshBrowser();

const offered = (...names: string[]) => ({ methods: names.map((method) => ({ method, titles: {} })) });
const until = (check: () => void) => act(async () => vi.waitFor(check, 30_000));
const pending = { [confirm]: () => ({ status: 'pending', order: {} }) };

async function openChoice(answers: Parameters<typeof open>[0] = {}, lang?: 'en' | 'pt') {
  const screen = open({ [methods]: () => offered('mpgs', 'manual'), ...pending, ...answers }, lang, undefined, true);
  await screen.fill('a@b.co', post('a'));
  await screen.complete();
  return { ...screen, names: () => screen.all('[role=group] button').map((button) => button.textContent) };
}

describe('D-61, D-100: several payment methods', () => {
  it('with one method on there is no call and no choice', async () => {
    const { fill, complete, to, all } = open();
    await fill('a@b.co', post('a'));
    await complete();
    expect(to(methods)).toEqual([]);
    expect(to(init)[0]?.input.body).not.toHaveProperty('method', expect.anything());
    expect(all('[role=group] button')).toEqual([]);
  });

  it('are chosen before the form; the chosen one is opened', async () => {
    const { names, button, to, one, all } = await openChoice();
    await until(() => expect(names()).toHaveLength(2));
    expect(names()).toEqual(['CardCredit or debit', 'Bank transferYour order starts when the money arrives']);
    expect(to(methods)[0]?.input).toEqual({ query: { amount: expect.any(Number), orderId: 'ORDER1' } });
    expect(to(init)).toEqual([]);
    expect(one('#payment').hidden).toBe(false);
    await click(button(/^Card/));
    await until(() => expect(page.Checkout?.showEmbeddedPage).toHaveBeenCalled());
    expect(to(init).map(({ input }) => (input.body as { method: string }).method)).toEqual(['mpgs']);
    expect(all('[role=group] button')).toEqual([]);
  });

  it('the way back to the choice stands above the form, and closes it', async () => {
    const { names, button, to, one } = await openChoice();
    await until(() => expect(names()).toHaveLength(2));
    await click(button(/^Card/));
    await until(() => expect(button('Pay another way')).toBeTruthy());
    one('#payment-form').append(document.createElement('form'));
    await click(button('Pay another way'));
    await until(() => expect(names()).toHaveLength(2));
    expect(document.querySelector('#payment-form form')).toBeNull();
    expect(document.body.textContent).not.toContain('Pay another way');
    expect(to(init)).toHaveLength(1);
    await click(button(/^Bank transfer/));
    await until(() => expect(to(init)).toHaveLength(2));
    expect(to(init).map(({ input }) => input.body)).toMatchObject([{ orderId: 'ORDER1' }, { orderId: 'ORDER1' }]);
    expect(to(create)).toHaveLength(1);
  });

  it('the last one of the buyer comes first, in the language and with the title of the store', async () => {
    localStorage.setItem('payment-method', 'manual');
    const titled = { methods: [offered('mpgs').methods[0], { method: 'manual', titles: { pt: 'Pix' } }] };
    const { names } = await openChoice({ [methods]: () => titled }, 'pt');
    await until(() =>
      expect(names()).toEqual([
        'PixSua última escolha. O pedido começa quando o dinheiro chegar',
        'CartãoCrédito ou débito',
      ]),
    );
  });

  it('a transfer leads to the page that states how to pay', async () => {
    const { names, button, go } = await openChoice({ [init]: () => ({ manual: {} }) });
    await until(() => expect(names()).toHaveLength(2));
    await click(button(/^Bank transfer/));
    await until(() => expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1'));
    expect(localStorage.getItem('payment-method')).toBe('manual');
  });

  it('the only card that is offered for this order is opened at once, without its name: another form may be open', async () => {
    const { to } = await openChoice({ [methods]: () => offered('stripe') });
    await until(() => expect(to(init)).toHaveLength(1));
    expect(to(init)[0]?.input.body).not.toHaveProperty('method', expect.anything());
  });

  it('a transfer that alone is offered for this order is opened at once', async () => {
    const { to } = await openChoice({ [methods]: () => offered('manual'), [init]: () => ({ manual: {} }) });
    await until(() => expect(to(init)).toHaveLength(1));
    expect(to(init)[0]?.input.body).toMatchObject({ method: 'manual' });
  });

  it('an earlier payment without a result leads to the result page', async () => {
    const { names, button, go } = await openChoice({
      [init]: () => {
        throw new ApiError(409, { code: 'order_closed', reason: 'payment_checked' });
      },
    });
    await until(() => expect(names()).toHaveLength(2));
    await click(button(/^Card/));
    await until(() => expect(go).toHaveBeenCalledWith('/success?orderId=ORDER1'));
  });

  it.each(['en', 'pt'] as const)(
    'one that is no longer offered is refused with a sentence in %s; the page is renewed',
    async (lang) => {
      const refuse = () => {
        throw new ApiError(409, { code: 'method_unavailable', reason: 'method_limits', message: 'Only from $10.00.' });
      };
      const { names, all, card, go, one } = await openChoice({ [init]: refuse }, lang);
      await until(() => expect(names()).toHaveLength(2));
      await click(all('[role=group] button')[0] as Element);
      await until(() => expect(card()).toBeTruthy());
      expect(card()?.textContent).toMatch(/Only from \$10\.00|forma de pagamento não está disponível/);
      await click(one('[role=alert] button'));
      expect(go).toHaveBeenCalledWith(lang === 'en' ? '/checkout' : '/pt/checkout');
    },
  );

  it('two clicks open one payment', async () => {
    const { names, button, to } = await openChoice();
    await until(() => expect(names()).toHaveLength(2));
    const chosen = button(/^Card/);
    await act(async () => {
      chosen.click();
      chosen.click();
    });
    await until(() => expect(page.Checkout?.showEmbeddedPage).toHaveBeenCalled());
    expect(to(init)).toHaveLength(1);
  });

  it('Back leads from the choice to the details', async () => {
    const { names, one } = await openChoice();
    await until(() => expect(names()).toHaveLength(2));
    await act(async () => {
      window.history.back();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    await until(() => expect(one('form').hidden).toBe(false));
    expect(names()).toEqual([]);
  });
});
