import { describe, expect, it } from 'vitest';
import { guaranteeSentence, lossSentences, storeGuarantee, storeLosses } from './guarantee-sentence.ts';
import { offersAfter } from './offer-changes.ts';
import { firstOffers, viewsOf } from './offers.ts';

describe('D-54: the sentence on the guarantee', () => {
  it.each([
    [30, 30, 'Likes and views lost within 30 days of delivery are delivered again.'],
    [30, 7, 'Likes lost within 30 days of delivery and views lost within 7 days of delivery are delivered again.'],
    [0, 1, 'Views lost within 1 day of delivery are delivered again.'],
    [0, 0, null],
  ])('%s days for likes, %s for views', (likes, views, sentence) => {
    expect(guaranteeSentence({ Likes: likes, Views: views }, 'en')).toBe(sentence);
  });

  it('of an order is about its category alone', () => {
    expect(guaranteeSentence({ Likes: 30, Views: 7 }, 'pt', ['Views'])).toBe(
      'Visualizações perdidas em até 7 dias após a entrega são entregues de novo.',
    );
    expect(guaranteeSentence({ Likes: 30, Views: 0 }, 'pt', ['Views'])).toBeNull();
  });

  it('legal texts add how to use it, and which category has none', () => {
    expect(lossSentences({ Likes: 30, Views: 0 }, 'en')).toBe(
      'Likes lost within 30 days of delivery are delivered again. Report the loss on the page of your order. Views are not guaranteed to stay.',
    );
    expect(lossSentences({ Likes: 0, Views: 0 }, 'pt')).toBe(
      'Não há garantia de que as curtidas e visualizações permaneçam.',
    );
  });
});

describe('D-54, D-108: of a store with further offers', () => {
  const first = firstOffers();
  const guarantee_days = { Likes: 30, Views: 0 };
  const specified = first.map((offer, at) => ({ ...offer, guarantee_days: at === 0 ? 30 : 0 }));
  const added = (on: boolean, days: number) => {
    const names = { en: 'TikTok likes', pt: 'Curtidas no TikTok' };
    const offer = { id: 'tiktok-likes', platform: 'tiktok', action: 'likes', names, on, guarantee_days: days } as const;
    const offers = [{ ...offer, unit_price_micros: 4_000, attested: true as const }];
    return offersAfter(specified, { ...viewsOf(specified), offers }).offers;
  };

  it('each offer is named, so that none has the guarantee of another one', () => {
    expect(storeGuarantee({ guarantee_days, offers: added(true, 0) }, 'en')).toBe(
      'Instagram likes: losses within 30 days of delivery are delivered again.',
    );
    expect(storeLosses({ guarantee_days, offers: added(true, 7) }, 'pt')).toBe(
      'Curtidas no Instagram: perdas em até 30 dias após a entrega são entregues de novo. Curtidas no TikTok: perdas em até 7 dias após a entrega ' +
        'são entregues de novo. Avise da perda na página do seu pedido. Visualizações no Instagram: sem garantia de permanência.',
    );
  });

  it('that are off, nothing changes', () => {
    for (const lang of ['en', 'pt'] as const) {
      const store = { guarantee_days, offers: added(false, 30) };
      expect(storeGuarantee(store, lang)).toBe(guaranteeSentence(guarantee_days, lang));
      expect(storeLosses(store, lang)).toBe(lossSentences(guarantee_days, lang));
    }
  });
});
