// The offers and their services for admins and programs: a part of the settings and of the providers.
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/index.ts';
import type { OfferInput } from '../../contract/offers.ts';
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import { listProviders } from '../modules/providers/providers.service.ts';
import * as settingsRepository from '../modules/settings/settings.repository.ts';
import { type Call, getActor, hiddenDatum } from '../request-context.ts';
import { inputWith } from './forecast-prices.ts';
import { type Saver, saveSettings } from './save-settings.ts';

/** A program does not read who confirmed an offer. */
export async function listOffers(ctx: StoreContext, call: Call): Promise<OutputOf<Endpoints['listOffers']>> {
  const { version, settings } = await settingsRepository.getLatest(ctx);
  const routes = (await listProviders(ctx)).flatMap(({ id, routes }) =>
    Object.entries(routes).map(([offer, service_id]) => ({ offer, provider_id: id, service_id })),
  );
  const { offers } = settings;
  const isProgram = call.admin === null;
  const shown = offers.map((offer) =>
    isProgram && offer.attested_by ? { ...offer, attested_by: hiddenDatum } : offer,
  );
  return { version, offers: shown, routes };
}

/** Throws as `saveSettings`, and invalid_input for a confirmation by a program. */
export async function saveOffers(
  ctx: StoreContext,
  { version, confirm = false, offers }: InputOf<Endpoints['saveOffers']>['body'],
  call: Call,
): Promise<void> {
  if (call.admin === null) assertNothingOfAdmins(offers);
  const { settings } = await settingsRepository.getLatest(ctx);
  const saved = { version, confirm, settings: inputWith(settings, offers as OfferInput[]) };
  await saveSettings(ctx, saved, call.admin ?? programSaver(call));
}

/** A program neither confirms an offer nor takes away the floor of its price. */
function assertNothingOfAdmins(offers: InputOf<Endpoints['saveOffers']>['body']['offers']): void {
  for (const [at, offer] of offers.entries()) {
    const field = (['attested', 'margin'] as const).find((name) => offer[name] !== undefined);
    if (field)
      throw new StoreError('invalid_input', { field: `offers.${at}.${field}`, reason: 'offer_field_of_admins' });
  }
}

/** Its scope replaces the proof of an admin. */
function programSaver(call: Call): Saver {
  const { actor, name } = getActor(call);
  const { id } = call.keyHolder ?? { id: '' };
  return { id, actor, email: name, role: 'manager', provedRecently: true, factors: [], hasSecondFactor: true };
}
