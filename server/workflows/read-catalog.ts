// The public catalog: the offers that are on.
import { byName } from '../../contract/by-name.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/index.ts';
import { type OfferSetting, priceEndings } from '../../contract/offers.ts';
import { priceDivisor } from '../../contract/pricing.ts';
import { maxPosts } from '../../contract/share.ts';
import type { StoreContext } from '../context.ts';
import { isSilence } from '../database/database.ts';
import type { VersionedProfile } from '../ports/settings.ts';
import { isStoreOpen } from './launch-store.ts';

const shownFacts = [
  'id',
  'platform',
  'action',
  'category',
  'link_rule',
  'names',
  'texts',
  'unit_price_micros',
  'min_quantity',
  'max_quantity',
  'step_quantity',
  'default_quantity',
  'packages',
  'guarantee_days',
  'paused',
] as const;

export async function readCatalog(ctx: StoreContext): Promise<OutputOf<Endpoints['getCatalog']>> {
  const [{ version, profile }, isOpen] = await Promise.all([readProfile(ctx), isStoreOpen(ctx)]);
  return {
    version,
    open: isOpen && !profile.checkout_paused,
    currency: 'USD',
    price_rule: {
      unit: 'cents',
      factors: ['quantity', 'unit_price_micros', 'percent'],
      divisor: priceDivisor,
      rounding: 'half_up',
    },
    max_links: maxPosts,
    offers: profile.offers
      .filter(({ on }) => on)
      .map(({ banner, tiers, rounding, ...offer }) => ({
        ...(byName(shownFacts, (name) => offer[name]) as Pick<OfferSetting, (typeof shownFacts)[number]>),
        tiers: tiers.map(({ from_quantity, discount_percent }) => ({
          from_quantity,
          percent: 100 - discount_percent,
        })),
        price_ending: { step: priceEndings[rounding][0], ending: priceEndings[rounding][1] },
        pause_texts: banner,
      })),
  };
}

/** While the database does not answer, what this process read last. */
async function readProfile({ database, settings }: StoreContext): Promise<VersionedProfile> {
  try {
    return await database.stall.limit(settings.currentProfile());
  } catch (error) {
    if (isSilence(error)) return settings.profile();
    throw error;
  }
}
