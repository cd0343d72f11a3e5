// When the store takes no payment now: too many declined cards, and a paused checkout.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { errors } from '../../../contract/errors.ts';
import { defaultStoreProfile } from '../../../contract/store-profile.ts';
import { ApiError } from '../../api.ts';
import { draw, pageData } from '../../testing.tsx';
import { pageOf } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';
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
