// The page of an offer with changes that are not saved.
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/index.ts';
import { type OfferInput, specifiedCategory } from '../../contract/offers.ts';
import { settingsProblems } from '../../contract/settings-rules.ts';
import { StoreError } from '../../contract/store-error.ts';
import { profileOf, settingsAfter, tidySettings } from '../../contract/store-settings.ts';
import type { StoreContext } from '../context.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { invalidSettings } from '../modules/settings/text-rules.ts';
import { inputWith } from './forecast-prices.ts';

/**
 * Throws invalid_input for what a save would refuse of the offers, offer_unknown for an ID that neither the store nor `offers` has, and
 * unavailable where this process serves no pages. Nothing is saved.
 */
export async function previewOffer(
  ctx: StoreContext,
  { offers: sent, offer: id, language: lang }: InputOf<Endpoints['previewOffer']>['body'],
): Promise<OutputOf<Endpoints['previewOffer']>> {
  const { settings } = await settingsRepository.getLatest(ctx);
  // Whether an offer is confirmed does not matter to its page, and it is shown as if it were on.
  const changes = (sent as OfferInput[]).map(({ on: _on, attested: _attested, ...facts }) => facts);
  const wanted = tidySettings(inputWith(settings, changes));
  const problems = settingsProblems(wanted, settings.offers);
  if (problems.length > 0) throw invalidSettings(problems);
  const after = settingsAfter(settings, wanted, { at: ctx.clock.now().toISOString(), by: '' });
  const isSent = (one: { id: string }) => changes.some((change) => change.id === one.id);
  const offers = after.offers.map((one) => (isSent(one) ? { ...one, on: true } : one));
  const offer = offers.find((one) => one.id === id);
  if (!offer) throw new StoreError('offer_unknown');
  const pages = ctx.pages();
  if (pages === null) throw new StoreError('unavailable');
  const place = specifiedCategory(offer)
    ? ({ page: 'home', lang } as const)
    : ({ page: 'offer', lang, offer } as const);
  return pages.renderPreview(place, profileOf({ ...after, offers }, ctx.config.mode === 'live'));
}
