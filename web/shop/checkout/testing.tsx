// The checkout as a browser runs it, with answers that the test gives and a library of the gateway that does nothing.
import { afterEach, beforeEach, vi } from 'vitest';
import type { Language } from '../../../contract/languages.ts';
import { type Call, click, draw, fakeApi, pageData, submit, type } from '../../testing.tsx';
import type { PausedCategories } from '../paused-categories.ts';
import { pageOf } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import CheckoutIsland from './checkout-island.tsx';
import type { PaymentLibrary } from './payment-library.ts';
import { promisesOf } from './promises-of.ts';

export const create = 'POST /api/create-order';
export const init = 'POST /api/bigpay/init-session';
export const methods = 'GET /api/bigpay/methods';
export const confirm = 'POST /api/orders/{id}/confirm-payment';
export const post = (name: string) => `https://www.instagram.com/p/${name}/`;
export const page = window as unknown as { Checkout?: PaymentLibrary } & Record<string, unknown>;

export function open(
  answers: Record<string, (call: Call) => unknown> = {},
  lang: Language = 'en',
  paused?: PausedCategories,
  hasChoice = false,
) {
  const fake = fakeApi({
    [create]: () => ({ status: 'success', orderId: 'ORDER1' }),
    [init]: () => ({ sessionId: 'SESSION1' }),
    ...answers,
  });
  const go = vi.fn();
  const data = pageData('checkout', { lang });
  const { checkout, methodChoice } = textsOf(lang);
  const words = { lang, texts: checkout.island, ...(hasChoice ? { choice: methodChoice } : {}) };
  const island = (
    <CheckoutIsland
      words={words}
      prices={data.store.prices}
      paused={paused}
      promises={promisesOf(data)}
      libraryUrl="https://gateway.example/c.js"
      api={fake.api}
      go={go}
    />
  );
  const screen = draw(pageOf(data, island));
  const links = () => screen.all<HTMLInputElement>('input[id^=post-]');
  const fill = async (email: string, ...given: string[]) => {
    await type(screen.one('#email'), email);
    for (let at = links().length; at < given.length; at += 1) await click(screen.button(/^\+ Ad/));
    for (const [at, link] of given.entries()) await type(links()[at] as Element, link);
  };
  const complete = () => submit(screen.one('form'));
  const card = () => screen.all('[role=alert]')[0];
  return { ...fake, ...screen, go, links, fill, complete, card, completeButton: () => screen.button('Complete Order') };
}

/** A fresh browser before each test. Back leads to the entry that it adds, never to one of another test. */
export function freshBrowser(): void {
  beforeEach(() => {
    window.history.pushState(null, '', '/');
    sessionStorage.clear();
    localStorage.clear();
    page.Checkout = { configure: vi.fn(), showEmbeddedPage: vi.fn() };
  });
  afterEach(() => {
    delete page.Checkout;
  });
}
