// The chosen services as offers: names, price and limits of each, one confirmation, and one button that publishes them all.
import { useState } from 'react';
import { languages, languageTags } from '../../../contract/languages.ts';
import { dearestFee } from '../../../contract/margin-percent.ts';
import { settingsLimits } from '../../../contract/settings-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldHelp } from '../../ui/field-help.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatPercentage } from '../amounts.ts';
import { RunButton } from '../kit/run-button.tsx';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { dense, Tick } from '../settings/inputs.tsx';
import { type AnsweredSettings, offersOf } from '../settings/settings-draft.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { idsOf } from './offer-form.ts';
import { OfferPreview } from './offer-preview.tsx';
import { offerOfDraft, usePublish } from './publish-offers.ts';
import { type DraftProblem, marginOf, problemAmong, type ServiceDraft } from './service-draft.ts';

type ChosenOffersProps = {
  providerId: string;
  drafts: readonly ServiceDraft[];
  onChange: (drafts: readonly ServiceDraft[]) => void;
};

export function ChosenOffers({ providerId, drafts, onChange }: ChosenOffersProps) {
  const { catalogImport: texts } = useSetupTexts();
  const [isAttested, setAttested] = useState(false);
  const publish = usePublish(onChange, () => onChange([]));
  const settings = useApi('GET /api/admin/store-settings', {}).data?.settings;
  const around = settings && { fees: settings.fees, offers: offersOf(settings) };
  const problems = drafts.map((draft) => problemAmong(draft, drafts, around));
  const isReady = isAttested && problems.every((problem) => problem === null);
  const edit = (at: number, changed: Partial<ServiceDraft>) =>
    onChange(drafts.map((draft, index) => (index === at ? { ...draft, ...changed } : draft)));
  return (
    <div id="new-offers" className="mt-6">
      <Panel title={texts.chosen(drafts.length)}>
        <fieldset disabled={publish.isPending} className="contents">
          <ul className="divide-y divide-hairline">
            {drafts.map((draft, at) => (
              <li key={draft.service.service_id} className="py-4 first:pt-1">
                <OfferFields
                  draft={draft}
                  problem={problems[at] ?? null}
                  settings={settings}
                  onEdit={(changed) => edit(at, changed)}
                  onRemove={() => onChange(drafts.filter((_, index) => index !== at))}
                />
              </li>
            ))}
          </ul>
          <div className="grid gap-4 border-t border-hairline pt-4 pb-1">
            <Tick checked={isAttested} onChange={setAttested}>
              {texts.attest}
            </Tick>
            <Refusal>{publish.failure === null ? null : `${texts.stopped[publish.step]} ${publish.failure}`}</Refusal>
            <div>
              <RunButton
                act={publish}
                variant="primary"
                disabled={!isReady}
                onClick={() => publish.run({ providerId, drafts })}
              >
                {texts.publish(drafts.length)}
              </RunButton>
            </div>
          </div>
        </fieldset>
      </Panel>
    </div>
  );
}

type OfferFieldsProps = {
  draft: ServiceDraft;
  problem: DraftProblem | null;
  /** Undefined until they are loaded. */
  settings: AnsweredSettings | undefined;
  onEdit: (changed: Partial<ServiceDraft>) => void;
  onRemove: () => void;
};

function OfferFields({ draft, problem, settings, onEdit, onRemove }: OfferFieldsProps) {
  const { catalog, catalogImport: texts, settingNames } = useSetupTexts();
  const { service, kind, names, price, least, most } = draft;
  const margin = settings ? marginOf(draft, dearestFee(Object.values(settings.fees))) : null;
  const number = { inputMode: 'decimal', maxLength: 40, autoComplete: 'off', className: dense } as const;
  const title = `${catalog.platforms[kind.platform]} · ${catalog.actions[kind.action]}`;
  return (
    <section aria-label={title} className="grid gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 text-sm">
          <h3 className="font-semibold">{title}</h3>
          <p className="break-words text-muted">
            <span>{`${texts.from(service.service_id)}: `}</span>
            <bdi translate="no">{service.name}</bdi>
          </p>
        </div>
        <Button
          size="sm"
          variant="quiet"
          aria-label={texts.remove(title)}
          icon={<Icon name="close" />}
          onClick={onRemove}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {languages.map((lang) => (
          <Field
            key={lang}
            label={catalog.name(settingNames.languages[lang])}
            lang={languageTags[lang]}
            maxLength={settingsLimits.offerName}
            autoComplete="off"
            className={dense}
            value={names[lang]}
            onChange={({ target }) => onEdit({ names: { ...names, [lang]: target.value } })}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        <div className="max-sm:col-span-2">
          <Field
            {...number}
            label={texts.price}
            help={margin === null ? undefined : texts.margin(formatPercentage(margin))}
            value={price}
            onChange={({ target }) => onEdit({ price: target.value })}
          />
        </div>
        <Field
          {...number}
          label={texts.least}
          value={least}
          onChange={({ target }) => onEdit({ least: target.value })}
        />
        <Field {...number} label={texts.most} value={most} onChange={({ target }) => onEdit({ most: target.value })} />
      </div>
      {problem === null ? null : (
        <FieldHelp id={`problem-${service.service_id}`} isError>
          {texts.problems[problem]}
        </FieldHelp>
      )}
      <OfferPreview offer={settings ? offerOfDraft(draft, idsOf(offersOf(settings))) : null} title={title} />
    </section>
  );
}
