// Publishes chosen services as offers: saved off, then their services at the provider, then on. What fails on the way leaves the
// offers off, and the next attempt goes on from there.
import { useState } from 'react';
import { byName } from '../../../contract/by-name.ts';
import { languages } from '../../../contract/languages.ts';
import type { OfferInput } from '../../../contract/offers.ts';
import type { Api } from '../../api.ts';
import { useAct } from '../kit/use-act.ts';
import { providerCalls, settingsCalls } from '../live-calls.ts';
import { offersOf } from '../settings/settings-draft.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { readCount, readMicros } from '../typed-amounts.ts';
import { settingsWith } from './offer-form.ts';
import { proposeOfferId } from './offer-id.ts';
import { problemOf, quantitiesOf, type ServiceDraft } from './service-draft.ts';

/** What an attempt does next: the one that it stopped at, after a failure. */
export type PublishStep = 'offers' | 'services' | 'on';
type Input = { providerId: string; drafts: readonly ServiceDraft[] };

/** `onNamed` gets the drafts with the IDs of their offers, `onDone` runs after the last step. */
export function usePublish(onNamed: (drafts: readonly ServiceDraft[]) => void, onDone: () => void) {
  const { catalogImport: texts } = useSetupTexts();
  const [step, setStep] = useState<PublishStep>('offers');
  const act = useAct<Input, number>(
    async (api, { providerId, drafts }) => {
      setStep('offers');
      const named = await saveOffers(api, drafts);
      onNamed(named);
      setStep('services');
      const routes = named.map(({ id, service }) => ({ offer: id, service_id: service.service_id }));
      await api.call('PUT /api/admin/providers/{id}', { params: { id: providerId }, body: { routes } });
      setStep('on');
      await save(api, () => named.map(({ id }) => ({ id, on: true })));
      return named.length;
    },
    {
      renews: [...settingsCalls, ...providerCalls],
      onDone,
      done: (published) => ({ title: texts.published(published ?? 0) }),
    },
  );
  return { ...act, step };
}

type NamedDraft = ServiceDraft & { id: string };

async function saveOffers(api: Api, drafts: readonly ServiceDraft[]): Promise<NamedDraft[]> {
  let named: NamedDraft[] = [];
  await save(api, (taken) => {
    const ids = new Set(taken);
    named = drafts.map((draft) => {
      const next = nameDraft(draft, ids);
      ids.add(next.id);
      return next;
    });
    return named.map(toOffer);
  });
  return named;
}

const nameDraft = (draft: ServiceDraft, taken: ReadonlySet<string>): NamedDraft => ({
  ...draft,
  id: draft.id ?? proposeOfferId(draft.kind, taken),
});

/** As it would be published. Null: something typed is wrong. */
export function offerOfDraft(draft: ServiceDraft, taken: ReadonlySet<string>): OfferInput | null {
  return problemOf(draft) === null ? toOffer(nameDraft(draft, taken)) : null;
}

/** Offers that are not named keep their values, and so does the rest of the settings. */
async function save(api: Api, offersFrom: (taken: readonly string[]) => OfferInput[]): Promise<void> {
  const { version, settings } = await api.call('GET /api/admin/store-settings', {});
  const offers = offersFrom(offersOf(settings).map(({ id }) => id));
  await api.call('PUT /api/admin/store-settings', { body: { version, settings: settingsWith(settings, ...offers) } });
}

function toOffer({ id, kind, names, price, least, most }: NamedDraft): OfferInput {
  return {
    id,
    ...kind,
    names: byName(languages, (lang) => names[lang].trim()),
    unit_price_micros: readMicros(price),
    ...quantitiesOf(readCount(least), readCount(most)),
    on: false,
    attested: true,
  };
}
