// The live part of the checkout is mounted again, beside a card form: the form and the card in it stay.
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { type Call, click, fakeApi, pageData, submit, type } from '../../testing.tsx';
import type { Memory } from '../memory.ts';
import { textsOf } from '../texts/catalogue.ts';
import CheckoutIsland from './checkout-island.tsx';
import { PaymentPanel } from './checkout-page.tsx';
import { confirm, create, freshBrowser, init, page, post } from './testing.tsx';

freshBrowser();

const one = <E extends Element = HTMLElement>(selector: string) => document.querySelector(selector) as E;

/** The checkout beside the place of its card form, as the document has them. */
async function openWith(answers: Record<string, (call: Call) => unknown>) {
  const fake = fakeApi({
    [create]: () => ({ status: 'success', orderId: 'ORDER1' }),
    [init]: () => ({ sessionId: 'SESSION1' }),
    ...answers,
  });
  const go = vi.fn();
  const memory: Memory = {};
  const data = pageData('checkout', { lang: 'en' });
  const { island: texts } = textsOf('en').checkout;
  document.body.innerHTML = '<div id="live"></div><div id="place"></div>';
  await act(async () => createRoot(one('#place')).render(<PaymentPanel texts={texts} />));
  const part = (
    <CheckoutIsland
      words={{ lang: 'en', texts }}
      prices={data.store.prices}
      paused={undefined}
      promises={[]}
      libraryUrl="https://gateway.example/c.js"
      api={fake.api}
      go={go}
      memory={memory}
    />
  );
  let root: Root;
  async function mount(): Promise<void> {
    root = createRoot(one('#live'));
    await act(async () => root.render(part));
  }
  await mount();
  const again = async () => {
    await act(async () => root.unmount());
    await mount();
  };
  return { ...fake, go, again };
}

async function openForm(): Promise<void> {
  await type(one('#email'), 'buyer@example.com');
  await type(one('#post-0'), post('Remount'));
  await submit(one('form'));
  await vi.waitFor(() => expect(one('#payment').hidden).toBe(false));
  await vi.waitFor(() => expect(page.Checkout?.showEmbeddedPage).toHaveBeenCalledOnce());
  one('#payment-form').append(document.createElement('object'));
}

test('PAY-6: asks the store for the order first, reuses the form, and opens no second one', async () => {
  const { to, go, again } = await openWith({ [confirm]: () => ({ status: 'pending', order: { status: 'pending' } }) });
  await openForm();
  const frame = one('#payment-form object');
  await again();
  await vi.waitFor(() => expect(to(confirm)).toHaveLength(1));
  expect([to(create), to(init)].map((calls) => calls.length)).toEqual([1, 1]);
  expect(page.Checkout?.showEmbeddedPage).toHaveBeenCalledOnce();
  expect(one('#payment-form object')).toBe(frame);
  expect(one('#payment').hidden).toBe(false);
  expect(go).not.toHaveBeenCalled();
  // A card that is charged afterwards still leads to the result.
  await act(async () => (page.onPaymentComplete as (indicator: string) => void)('INDICATOR'));
  expect(go).toHaveBeenCalledExactlyOnceWith('/success?orderId=ORDER1&resultIndicator=INDICATOR');
});

test('PAY-6: a payment that went through meanwhile leads to the result', async () => {
  const { to, go, again } = await openWith({ [confirm]: () => ({ status: 'success', order: { status: 'paid' } }) });
  await openForm();
  await again();
  await vi.waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/success?orderId=ORDER1'));
  expect(to(init)).toHaveLength(1);
});

test('A-6: before the payment, what was typed is there again', async () => {
  const { again } = await openWith({});
  await type(one('#email'), 'buyer@example.com');
  await click(one('#complete-order'));
  await again();
  expect(one<HTMLInputElement>('#email').value).toBe('buyer@example.com');
});
