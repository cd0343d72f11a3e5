// Offers beside the two specified ones, for pages and settings.
import { offersAfter } from './offer-changes.ts';
import { offerKinds } from './offer-kinds.ts';
import { firstOffers, type OfferInput, type OfferSetting, viewsOf } from './offers.ts';
import { defaultStoreProfile, type StoreProfile } from './store-profile.ts';

type NewOffer = OfferInput & Required<Pick<OfferInput, 'platform' | 'action' | 'names' | 'unit_price_micros'>>;

const onSale = { on: true, attested: true } as const;

export const tiktokLikes = {
  id: 'tiktok-likes',
  platform: 'tiktok',
  action: 'likes',
  names: { en: 'TikTok likes', pt: 'Curtidas no TikTok' },
  unit_price_micros: 4_000,
  guarantee_days: 30,
  tiers: [{ from_quantity: 5_000, discount_percent: 10 }],
  ...onSale,
} satisfies NewOffer;

export const instagramFollowers = {
  id: 'instagram-followers',
  platform: 'instagram',
  action: 'followers',
  names: { en: 'Instagram followers', pt: 'Seguidores no Instagram' },
  unit_price_micros: 12_000,
  ...onSale,
} satisfies NewOffer;

export const tiktokViews = {
  ...tiktokLikes,
  id: 'tiktok-views',
  action: 'views',
  names: { en: 'TikTok views', pt: 'Visualizações no TikTok' },
  unit_price_micros: 500,
} satisfies NewOffer;

/** One of each kind but the specified ones, and a second one of some: 20 with them. */
export const eighteenOffers: readonly NewOffer[] = [
  ...offerKinds.filter(({ platform, action }) => platform !== 'instagram' || !/^(likes|views)$/.test(action)),
  ...offerKinds.slice(-9),
]
  .slice(0, 18)
  .map(({ platform, action }, at) => ({
    id: `${platform}-${action}-${at}`,
    platform,
    action,
    names: { en: `${platform} ${action} ${at}`, pt: `${platform} ${action} ${at} (pt)` },
    unit_price_micros: 1_000 + at * 100,
    ...onSale,
  }));

export function offersWith(added: readonly OfferInput[]): OfferSetting[] {
  const before = firstOffers();
  const { prices } = viewsOf(before);
  return offersAfter(before, { offers: added, prices }, { at: '2026-03-01T00:00:00.000Z', by: 'owner' }).offers;
}

export function storeWith(added: readonly OfferInput[], more: Partial<StoreProfile> = {}): StoreProfile {
  return { ...defaultStoreProfile, offers: offersWith(added), ...more };
}
