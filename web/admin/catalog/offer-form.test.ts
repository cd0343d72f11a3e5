// D-111: an offer while it is edited in the catalog.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offerKindOf, offerKinds } from '../../../contract/offer-kinds.ts';
import { firstOffers, newOffer, type OfferSetting } from '../../../contract/offers.ts';
import { firstStoreSettings, settingsAfter } from '../../../contract/store-settings.ts';
import { actionsOf, newDraft, offerChanges, offerDraft, offerProblems, settingsWith } from './offer-form.ts';

const settings = firstStoreSettings();
const names = { en: 'TikTok likes', pt: 'Curtidas no TikTok' };
const kind = offerKindOf('tiktok', 'likes');
if (!kind) throw new Error('There is no such kind.');
const tiktok: OfferSetting = { ...newOffer({ id: 'tiktok-likes', ...kind }), names, unit_price_micros: 4_000 };

const offer = fc
  .record({
    each: fc.constantFrom(...offerKinds),
    unit_price_micros: fc.integer({ min: 1, max: 1_000_000 }),
    on: fc.boolean(),
    paused: fc.boolean(),
    guarantee_days: fc.nat(365),
    tiers: fc.constantFrom<OfferSetting['tiers'][]>([], [{ from_quantity: 5_000, discount_percent: 10 }]),
    margin: fc.constant({ mode: 'apply' as const, target: 60, floor: 30, step: 5 }),
  })
  .map(({ each, ...facts }): OfferSetting => ({ ...newOffer({ id: 'one', ...each }), names, ...facts }));

it('D-111: as it was opened it changes nothing, whatever the offer', () => {
  fc.assert(fc.property(offer, (one) => offerChanges(offerDraft(one), one) === null));
  for (const one of firstOffers()) expect(offerChanges(offerDraft(one), one)).toBe(null);
});

it('D-111: sends what differs from the offer as it was opened', () => {
  const draft = { ...offerDraft(tiktok), perThousand: '5', paused: true };
  expect(offerChanges(draft, tiktok)).toEqual({ id: 'tiktok-likes', unit_price_micros: 5_000, paused: true });
  expect(offerChanges({ ...offerDraft(tiktok), attested: true, on: true }, tiktok)).toEqual({
    id: 'tiktok-likes',
    attested: true,
    on: true,
  });
});

it('D-111: a new offer is complete once it has names and a price, and is created off', () => {
  const draft = newDraft(kind, settings.offers);
  const send = (change: object) => ({ id: draft.id, ...offerChanges({ ...draft, ...change }, null) });
  expect(offerProblems(settings, send({})).map(({ field }) => field)).toEqual([
    'offers.tiktok-likes.names.en',
    'offers.tiktok-likes.names.pt',
    'offers.tiktok-likes.unit_price_micros',
  ]);
  const input = send({ names, perThousand: '4' });
  expect(offerProblems(settings, input)).toEqual([]);
  const after = settingsAfter(settings, settingsWith(settings, input), { at: '', by: 'you' }).offers;
  expect(after.slice(0, 2)).toEqual(settings.offers);
  expect(after[2]).toEqual(tiktok);
});

it('D-111: an offer is turned on with the confirmation alone', () => {
  const saved = settingsAfter(settings, settingsWith(settings, offerChanges(offerDraft(tiktok), null) ?? tiktok), {
    at: '',
    by: 'you',
  });
  const problemsOf = (change: object) =>
    offerProblems(saved, offerChanges({ ...offerDraft(tiktok), ...change }, tiktok) ?? { id: tiktok.id });
  expect(problemsOf({ on: true })).toMatchObject([{ field: 'offers.tiktok-likes.on', code: 'offer_not_attested' }]);
  expect(problemsOf({ on: true, attested: true })).toEqual([]);
});

it('D-111: proposes only actions that the platform has', () => {
  expect(actionsOf('youtube')).toEqual(['likes', 'views', 'subscribers']);
});
