// When the store takes no payment now: too many declined cards, and a paused checkout.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { errors } from '../../../contract/errors.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { ApiError } from '../../api.ts';
import { click, draw, pageData } from '../../testing.tsx';
import { readOrder, saveOrder } from '../in-progress-order.ts';
import { pageOf } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
import { contentOf } from './payment-steps.ts';
import { create, freshBrowser, init, open, post } from './testing.tsx';

freshBrowser();

const refusing = (key: string, error: ApiError) => ({
  [key]: () => {
    throw error;
  },
});

describe('too many declined cards', () => {
  const declines = new ApiError(429, { code: 'card_declines' }, 540);

  it.each(['en', 'pt'] as const)(
    'in %s: a calm card with the time of the next try, and the form is kept',
    async (lang) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 15, 30, 20) });
      onTestFinished(() => void vi.useRealTimers());
      const texts = textsOf(lang).checkout.island;
      const { fill, card, links, complete } = open(refusing(init, declines), lang);
      await fill('a@b.co', post('a'));
      await complete();
      expect(card()?.textContent).toContain(texts.waitTitle);
      expect(card()?.textContent).toContain(texts.failures.card_declines);
      expect(card()?.textContent).toMatch(lang === 'en' ? /after 3:40.PM\./ : /a partir de 15:40\./);
      expect(card()?.textContent).toContain(texts.tips.waiting[0]);
      expect(links()[0]?.value).toBe(post('a'));
    },
  );

  it('names the day when the wait ends on another one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 15, 30) });
    onTestFinished(() => void vi.useRealTimers());
    const { fill, complete, card } = open(refusing(init, new ApiError(429, { code: 'card_declines' }, 20 * 3600)));
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.textContent).toContain('Nov 25');
  });
});

describe('a paused checkout', () => {
  it.each([create, init])('%s refused: the card says so, without a word of a failure', async (key) => {
    const { fill, complete, card } = open(refusing(key, new ApiError(503, { code: 'checkout_paused' })));
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.textContent).toContain('The checkout is paused');
    expect(card()?.textContent).toContain(errors.checkout_paused.message);
    expect(card()?.textContent).not.toContain('Coffee');
  });

  it('is on the page before the form is filled in, and only then', () => {
    const notices = (checkout_paused: boolean) =>
      draw(pageOf(pageData('checkout', { store: { ...defaultStoreProfile, checkout_paused } })))
        .all('[role=status]')
        .map(({ textContent }) => textContent);
    expect(notices(true)).toContain(errors.checkout_paused.message);
    expect(notices(false)).not.toContain(errors.checkout_paused.message);
  });
});

describe('a paused category', () => {
  const banner = 'No new likes today.';

  it('has its banner, announced, and no order; what is typed is kept', async () => {
    const { fill, complete, completeButton, all, to } = open({}, 'en', { Likes: banner });
    await fill('a@b.co', post('a'));
    expect(all('[role=status]').map(({ textContent }) => textContent)).toContain(banner);
    expect(completeButton().disabled).toBe(true);
    await complete();
    expect(to(create)).toEqual([]);
    expect(readOrder(defaultStoreProfile.prices)).toMatchObject({ email: 'a@b.co', posts: [post('a')] });
  });

  it('does not stop the other one', async () => {
    const { fill, complete, completeButton, text, to } = open({}, 'en', { Views: 'No new views today.' });
    await fill('a@b.co', post('a'));
    expect(text()).not.toContain('No new views today.');
    expect(completeButton().disabled).toBe(false);
    await complete();
    expect(to(create)).toHaveLength(1);
  });

  it('lets an order that was placed before the pause be paid', async () => {
    const order = { category: 'Likes', quantity: 500, email: 'a@b.co', posts: [post('a')], accepted: [] } as const;
    const placed = { content: contentOf(order), idempotencyKey: 'key', orderId: 'ORDER1' };
    saveOrder({ ...order, placed });
    const { complete, completeButton, text, to } = open({}, 'en', { Likes: banner });
    expect(text()).not.toContain(banner);
    expect(completeButton().disabled).toBe(false);
    await complete();
    expect([to(create), to(init)].map(({ length }) => length)).toEqual([0, 1]);
  });

  it('refused because the page is older than the pause: the card says so, and a fresh page shows the banner', async () => {
    const { fill, complete, card, button, go } = open(refusing(create, new ApiError(409, { code: 'category_paused' })));
    await fill('a@b.co', post('a'));
    await complete();
    expect(card()?.textContent).toContain('Not on sale at the moment');
    expect(card()?.textContent).toContain(errors.category_paused.message);
    await click(button('Try Again'));
    expect(go).toHaveBeenCalledWith('/checkout');
    expect(readOrder(defaultStoreProfile.prices)).toMatchObject({ email: 'a@b.co', posts: [post('a')] });
  });
});
