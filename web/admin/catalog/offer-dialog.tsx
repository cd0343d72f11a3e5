// A new offer, and the change of one: its facts, and its service at each provider.
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { languages, languageTags } from '../../../contract/languages.ts';
import { offerKindOf, offerKinds, platforms } from '../../../contract/offer-kinds.ts';
import {
  type OfferInput,
  type OfferSetting,
  offerField,
  priceField,
  specifiedCategory,
  viewedField,
} from '../../../contract/offers.ts';
import { marginModes } from '../../../contract/setting-fields.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { DialogEnd } from '../dialog-end.tsx';
import { useKeptState } from '../kept-state.ts';
import { SelectField } from '../kit/select-field.tsx';
import { useAct } from '../kit/use-act.ts';
import { providerCalls, settingsCalls } from '../live-calls.ts';
import { tabPath } from '../paths.ts';
import type { Provider } from '../provider/provider-check.tsx';
import { Refusal } from '../refusal.tsx';
import { dense, type FieldProblems, inputIdOf, Line, Tick } from '../settings/inputs.tsx';
import { OfferTermFields, TierFields } from '../settings/offer-fields.tsx';
import { PriceQuestion } from '../settings/price-question.tsx';
import { offersOf, readTerms } from '../settings/settings-draft.ts';
import { readPriceQuestion, type SavedSettings, type useRestore } from '../settings/settings-form.ts';
import { shownMessage, shownPageTexts, shownSetupTexts, useSetupTexts, useTextSet } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';
import {
  actionsOf,
  idsOf,
  newDraft,
  type OfferDraft,
  offerChanges,
  offerDraft,
  offerProblems,
  previewedOffer,
  settingsWith,
} from './offer-form.ts';
import { proposeOfferId } from './offer-id.ts';
import { OfferPreview } from './offer-preview.tsx';

type DialogOfOfferProps = { saved: SavedSettings; undo: ReturnType<typeof useRestore>; onClose: () => void };

/** The ID of the only offer that a save sends. */
const idField = 'offers.0.id';
const renews = [...settingsCalls, ...providerCalls];

export function NewOfferDialog({ saved, onClose }: DialogOfOfferProps) {
  const { catalog: texts } = useSetupTexts();
  const offers = offersOf(saved.settings);
  const [{ draft, isIdTyped }, setState] = useKeptState('new offer', () => ({
    draft: newDraft(firstKind(), offers),
    isIdTyped: false,
  }));
  const input = { ...offerChanges(draft, null), id: draft.id };
  const problems = useProblems(
    saved,
    input,
    offers.some(({ id }) => id === draft.id) ? { [idField]: texts.idTaken } : {},
  );
  const save = useAct<null, SavedSettings>(
    (api) =>
      api.call('PUT /api/admin/store-settings', {
        body: { version: saved.version, settings: settingsWith(saved.settings, input) },
      }),
    {
      answers: 'GET /api/admin/store-settings',
      renews,
      onDone: onClose,
      done: () => ({ title: shownSetupTexts().catalog.created, description: shownSetupTexts().catalog.addHelp }),
    },
  );
  const edit = (change: Partial<OfferDraft>) => setState((now) => ({ ...now, draft: { ...now.draft, ...change } }));
  const editKind = (change: Partial<Pick<OfferDraft, 'platform' | 'action'>>) => {
    const { platform, action } = { ...draft, ...change };
    const kind = offerKindOf(platform, action) ?? offerKinds.find((one) => one.platform === platform) ?? firstKind();
    const id = isIdTyped ? draft.id : proposeOfferId(kind, idsOf(offers));
    edit({ platform: kind.platform, action: kind.action, id });
  };
  return (
    <Dialog title={texts.add} onClose={onClose} busy={save.isPending}>
      <OfferFormOf problems={problems} onSave={() => save.run(null)}>
        <p className="text-muted">{texts.addHelp}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={texts.platform}
            options={platforms.map((value) => ({ value, label: texts.platforms[value] }))}
            value={draft.platform}
            onChange={(platform) => editKind({ platform })}
          />
          <SelectField
            label={texts.action}
            options={actionsOf(draft.platform).map((value) => ({ value, label: texts.actions[value] }))}
            value={draft.action}
            onChange={(action) => editKind({ action })}
          />
        </div>
        <Line
          form={problems}
          path={idField}
          label={texts.id}
          help={texts.idHelp}
          maxLength={60}
          autoCapitalize="off"
          spellCheck={false}
          value={draft.id}
          onChange={({ target }) =>
            setState((now) => ({ draft: { ...now.draft, id: target.value.trim() }, isIdTyped: true }))
          }
        />
        <Names form={problems} draft={draft} onChange={edit} />
        <OfferTermFields form={problems} pathOf={(field) => offerField(draft, field)} value={draft} onChange={edit} />
        <OfferPreview offer={previewedOffer(saved.settings, input)} />
        <Refusal>{save.failure}</Refusal>
        <DialogEnd waiting={save.isPending} onCancel={onClose}>
          {texts.create}
        </DialogEnd>
      </OfferFormOf>
    </Dialog>
  );
}

function firstKind() {
  const [kind] = offerKinds.filter(({ platform }) => platform !== 'instagram');
  if (!kind) throw new Error('There is no kind of offers.');
  return kind;
}

type SaveInput = { confirm: boolean; anyway: boolean };

export function OfferDialog({
  offer,
  providers,
  saved,
  undo,
  onClose,
}: DialogOfOfferProps & { offer: OfferSetting; providers: readonly Provider[] }) {
  const { catalog: texts, providers: providerTexts, settingsPage, settingNames } = useSetupTexts();
  const language = setLanguages[useTextSet()];
  const category = specifiedCategory(offer);
  // `services`: only those that were edited.
  const [{ draft, opened, services }, setState] = useKeptState(`offer ${offer.id}`, () => ({
    draft: offerDraft(offer),
    opened: offer,
    services: {} as Record<string, string>,
  }));
  const changes = offerChanges(draft, opened);
  const changed = providers.flatMap((provider) => {
    const service = services[provider.id]?.trim();
    return service === undefined || service === routeOf(provider, offer.id) ? [] : [{ id: provider.id, service }];
  });
  const problems = useProblems(saved, changes);
  // The provider whose service was saved last.
  const tried = useRef('');
  const save = useAct<SaveInput, SavedSettings>(
    async (api, { confirm, anyway }) => {
      const now = changes
        ? await api.call('PUT /api/admin/store-settings', {
            body: { version: saved.version, confirm, settings: settingsWith(saved.settings, changes) },
          })
        : saved;
      for (const { id, service } of changed) {
        tried.current = id;
        await api.call('PUT /api/admin/providers/{id}', {
          params: { id },
          body: { routes: [{ offer: offer.id, service_id: service }], ...(anyway ? { save_anyway: true } : {}) },
        });
      }
      return now;
    },
    {
      answers: 'GET /api/admin/store-settings',
      renews: [...renews, 'GET /api/admin/pauses'],
      onDone: onClose,
      done: (now) => {
        const title = shownSetupTexts().catalog.saved;
        if (changed.length > 0 || !now || now.version === saved.version) return { title };
        const { undo: label } = shownPageTexts().settingsPages;
        return { title, act: { label, run: () => undo.run({ now, older: saved }) } };
      },
    },
  );
  const question = readPriceQuestion(save.error);
  const code = save.error instanceof ApiError ? save.error.body.code : null;
  const ofService = code === 'provider_check_failed' || save.failedField?.startsWith('routes.') === true;
  const failure = ofService || question ? null : save.failure;
  const refused = ofService ? inputIdOf(`routes.${tried.current}`) : save.failedField && inputIdOf(save.failedField);
  useEffect(() => {
    if (refused) document.getElementById(refused)?.focus();
  }, [refused]);

  const edit = (change: Partial<OfferDraft>) => {
    // The refusal belongs to what was typed before.
    if (save.error) save.reset();
    setState((now) => ({ ...now, draft: { ...now.draft, ...change } }));
  };
  const { names, on, paused, banner, margin, tiers } = draft;
  const name = names[language] || offer.names[language];
  const path = (fact: keyof OfferSetting) => offerField(offer, fact);
  const terms = readTerms(draft);
  const range = {
    minQuantity: terms.min_quantity,
    maxQuantity: terms.max_quantity,
    stepQuantity: terms.step_quantity,
  };
  const onProblem = problems.problemAt(path('on'));
  const isAttested = category !== null || offer.attested_at !== null;
  return (
    <Dialog title={texts.editNamed(offer.names[language])} onClose={onClose} busy={save.isPending}>
      <OfferFormOf problems={problems} onSave={() => save.run({ confirm: question !== null, anyway: false })}>
        <p className="text-muted">
          <span>{`${texts.platforms[offer.platform]} · ${texts.actions[offer.action]} · `}</span>
          <span translate="no">{offer.id}</span>
        </p>
        <Part title={texts.sections.sale}>
          <div id={inputIdOf(path('on'))} tabIndex={-1}>
            <Tick isSwitch checked={on} onChange={(checked) => edit({ on: checked })}>
              {texts.on}
            </Tick>
            {onProblem ? <p className="mt-1.5 text-sm text-red-ink">{onProblem}</p> : null}
          </div>
          {isAttested ? (
            <p className="text-muted">
              {category ? texts.withLaunch : texts.attested(offer.attested_by ?? '', formatDate(offer.attested_at))}
            </p>
          ) : (
            <Tick checked={draft.attested} onChange={(attested) => edit({ attested })}>
              {texts.attest(texts.platforms[offer.platform])}
            </Tick>
          )}
          <Tick isSwitch checked={paused} onChange={(checked) => edit({ paused: checked })}>
            {texts.pause}
          </Tick>
          {languages.map((lang) => (
            <Line
              key={lang}
              form={problems}
              path={`${viewedField(offer, 'banner')}.${lang}`}
              label={texts.banner(settingNames.languages[lang])}
              lang={languageTags[lang]}
              value={banner[lang]}
              onChange={({ target }) => edit({ banner: { ...banner, [lang]: target.value } })}
            />
          ))}
        </Part>
        <Part title={texts.sections.services}>
          {category ? (
            <p className="text-muted">
              <span>{`${texts.elsewhere} `}</span>
              <Link href={tabPath('api')} className="underline">
                {texts.openProviders}
              </Link>
            </p>
          ) : (
            providers.map((provider) => (
              <Field
                key={provider.id}
                id={inputIdOf(`routes.${provider.id}`)}
                label={texts.service(provider.name)}
                help={texts.serviceHelp}
                error={ofService && tried.current === provider.id ? save.failure : undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={100}
                className={dense}
                value={services[provider.id] ?? routeOf(provider, offer.id)}
                onChange={({ target }) => {
                  if (save.error) save.reset();
                  setState((now) => ({ ...now, services: { ...now.services, [provider.id]: target.value } }));
                }}
              />
            ))
          )}
          {code === 'provider_check_failed' ? (
            <div>
              <Button size="sm" disabled={save.isPending} onClick={() => save.run({ confirm: false, anyway: true })}>
                {providerTexts.saveAnyway}
              </Button>
            </div>
          ) : null}
        </Part>
        <Part title={texts.sections.names}>
          <Names form={problems} draft={draft} onChange={edit} />
          {languages.map((lang) => (
            <Line
              key={lang}
              form={problems}
              path={`${path('texts')}.${lang}`}
              label={texts.text(settingNames.languages[lang])}
              lang={languageTags[lang]}
              value={draft.texts[lang]}
              onChange={({ target }) => edit({ texts: { ...draft.texts, [lang]: target.value } })}
            />
          ))}
        </Part>
        <Part title={texts.sections.price}>
          <OfferTermFields
            form={problems}
            pathOf={(field) => (field === 'unit_price_micros' ? pricePath(offer, saved) : path(field))}
            value={draft}
            onChange={edit}
          />
          <TierFields
            form={problems}
            path={viewedField(offer, 'tiers')}
            name={name}
            range={range}
            tiers={tiers}
            onChange={(change) => {
              const copy = structuredClone(tiers);
              change(copy);
              edit({ tiers: copy });
            }}
          />
          <Line
            form={problems}
            path={viewedField(offer, 'guarantee_days')}
            label={texts.guarantee}
            help={texts.guaranteeHelp}
            inputMode="numeric"
            value={draft.guarantee}
            onChange={({ target }) => edit({ guarantee: target.value })}
          />
        </Part>
        {margin ? (
          <Part title={texts.sections.margin}>
            <MarginFields
              form={problems}
              path={path('margin')}
              margin={margin}
              onChange={(next) => edit({ margin: next })}
            />
          </Part>
        ) : null}
        <OfferPreview offer={previewedOffer(saved.settings, changes ?? { id: offer.id })} />
        {question ? <PriceQuestion packages={question} /> : null}
        <Refusal>{failure}</Refusal>
        <DialogEnd waiting={save.isPending} incomplete={changes === null && changed.length === 0} onCancel={onClose}>
          {question ? settingsPage.priceQuestion.confirm : texts.save}
        </DialogEnd>
      </OfferFormOf>
    </Dialog>
  );
}

/** Its service of the offer; empty: none. */
function routeOf({ routes = [] }: Partial<Provider>, offerId: string): string {
  return routes.find(({ offer }) => offer === offerId)?.service_id ?? '';
}

/** Where the rules report the price after a change. */
function pricePath(offer: OfferSetting, { settings }: SavedSettings): string {
  return priceField({ id: offer.id, own_price: offersOf(settings)[0]?.id !== offer.id });
}

type Problems = FieldProblems & { first: string | null; showAll: () => void };

/** What is wrong with the offer. Fields show it from the first attempt to save on. `more`: beside the rules of the settings. */
function useProblems(saved: SavedSettings, input: OfferInput | null, more: Record<string, string> = {}): Problems {
  const [isShown, setShown] = useState(false);
  const wrong = input ? offerProblems(saved.settings, input) : [];
  const [first] = [...Object.keys(more), ...wrong.map(({ field }) => field)];
  return {
    first: first ?? null,
    showAll: () => setShown(true),
    problemAt: (field) => {
      if (!isShown) return null;
      const found = wrong.find((problem) => problem.field === field);
      return more[field] ?? (found ? shownMessage(found) : null);
    },
  };
}

/** Submits what is right, and else leads to the first field that is wrong. */
function OfferFormOf({ problems, onSave, children }: { problems: Problems; onSave: () => void; children: Elements }) {
  const { first, showAll } = problems;
  return (
    <form
      noValidate
      className="mt-3 grid gap-4 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        showAll();
        if (first === null) onSave();
        else document.getElementById(inputIdOf(first))?.focus();
      }}
    >
      {children}
    </form>
  );
}

function Part({ title, children }: { title: string; children: Elements }) {
  return (
    <fieldset className="grid min-w-0 gap-3 border-t border-hairline pt-3">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className="text-base font-semibold">
        {title}
      </p>
      {children}
    </fieldset>
  );
}

type PartOfOfferProps = { form: FieldProblems; draft: OfferDraft; onChange: (change: Partial<OfferDraft>) => void };

function Names({ form, draft, onChange }: PartOfOfferProps) {
  const { catalog: texts, settingNames } = useSetupTexts();
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      {languages.map((lang) => (
        <Line
          key={lang}
          form={form}
          path={`${offerField(draft, 'names')}.${lang}`}
          label={texts.name(settingNames.languages[lang])}
          lang={languageTags[lang]}
          value={draft.names[lang]}
          onChange={({ target }) => onChange({ names: { ...draft.names, [lang]: target.value } })}
        />
      ))}
    </div>
  );
}

type Margin = NonNullable<OfferDraft['margin']>;
type MarginFieldsProps = { form: FieldProblems; path: string; margin: Margin; onChange: (margin: Margin) => void };

/** With the labels of the rules in Settings, Margins. */
function MarginFields({ form, path, margin, onChange }: MarginFieldsProps) {
  const { fields } = useSetupTexts();
  const mode = fields['margins.Likes.mode'];
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      <SelectField
        label={mode.label ?? mode.title}
        options={marginModes.map((value) => ({ value, label: mode.choice?.(value) ?? value }))}
        value={margin.mode}
        className="text-sm"
        onChange={(value) => onChange({ ...margin, mode: value })}
      />
      {(['target', 'floor', 'step'] as const).map((name) => (
        <Line
          key={name}
          form={form}
          path={`${path}.${name}`}
          label={fields[`margins.Likes.${name}`].label ?? name}
          inputMode="numeric"
          value={margin[name]}
          onChange={({ target }) => onChange({ ...margin, [name]: target.value })}
        />
      ))}
    </div>
  );
}
