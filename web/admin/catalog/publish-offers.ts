// Publishes chosen services as offers: saved off, then their services at the provider, then on. What fails on the way leaves the
// offers off, and the next attempt goes on from there.
import { useState } from 'react';
import { byName } from '../../../contract/by-name.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { languages } from '../../../contract/languages.ts';
import type { OfferInput } from '../../../contract/offers.ts';
import type { Api } from '../../api.ts';
import { useAct } from '../kit/use-act.ts';
import { providerCalls, settingsCalls } from '../live-calls.ts';
import { isAnswerLost } from '../lost-answer.ts';
import { offersOf } from '../settings/settings-draft.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { readCount, readMicros } from '../typed-amounts.ts';
import { idsOf, settingsWith } from './offer-form.ts';
import { proposeOfferId } from './offer-id.ts';
import { problemOf, quantitiesOf, type ServiceDraft } from './service-draft.ts';

/** What an attempt does next: the one that it stopped at, after a failure. `unknown`, `onUnknown`: its answer was lost. */
export type PublishStep = 'offers' | 'unknown' | 'services' | 'on' | 'onUnknown';
type ReadSettings = AnswerFor<'GET /api/admin/store-settings'>;
type Input = { providerId: string; drafts: readonly ServiceDraft[] };

/** `onNamed` gets the drafts with the IDs of their offers, also before these are sent. `onDone` runs after the last step. */
export function usePublish(onNamed: (drafts: readonly ServiceDraft[]) => void, onDone: () => void) {
  const { catalogImport: texts } = useSetupTexts();
  const [step, setStep] = useState<PublishStep>('offers');
  const act = useAct<Input, number>(
    async (api, { providerId, drafts }) => {
      setStep(drafts.some(({ isSent }) => isSent) ? 'unknown' : 'offers');
      const read = await api.call('GET /api/admin/store-settings', {});
      const named = nameDrafts(drafts, idsOf(offersOf(read.settings)));
      // A retry after a lost answer changes the offers of this attempt.
      onNamed(named.map((draft) => ({ ...draft, isSent: true })));
      try {
        await save(api, read, named.map(toOffer));
      } catch (error) {
        const isLost = isAnswerLost(error);
        setStep(isLost ? 'unknown' : 'offers');
        if (!isLost) onNamed(named);
        throw error;
      }
      setStep('services');
      const routes = named.map(({ id, service }) => ({ offer: id, service_id: service.service_id }));
      await api.call('PUT /api/admin/providers/{id}', { params: { id: providerId }, body: { routes } });
      setStep('on');
      const last = await api.call('GET /api/admin/store-settings', {});
      await save(
        api,
        last,
        named.map(({ id }) => ({ id, on: true })),
      ).catch((error: unknown) => {
        if (isAnswerLost(error)) setStep('onUnknown');
        throw error;
      });
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

/** A draft keeps its ID, except where an offer that none of its attempts sent has it by now. */
function nameDrafts(drafts: readonly ServiceDraft[], saved: ReadonlySet<string>): NamedDraft[] {
  const keeps = (draft: ServiceDraft): draft is NamedDraft =>
    draft.id !== null && (draft.isSent || !saved.has(draft.id));
  const taken = new Set([...saved, ...drafts.filter(keeps).map(({ id }) => id)]);
  return drafts.map((draft) => {
    const named = keeps(draft) ? draft : { ...draft, id: proposeOfferId(draft.kind, taken), isSent: false };
    taken.add(named.id);
    return named;
  });
}

/** As it would be published. Null: something typed is wrong. */
export function offerOfDraft(draft: ServiceDraft, saved: ReadonlySet<string>): OfferInput | null {
  const [named] = problemOf(draft) === null ? nameDrafts([draft], saved) : [];
  return named ? toOffer(named) : null;
}

/** Offers that are not named keep their values, and so does the rest of the settings. */
async function save(api: Api, { version, settings }: ReadSettings, offers: OfferInput[]): Promise<void> {
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
