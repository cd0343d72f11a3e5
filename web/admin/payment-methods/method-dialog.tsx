// Titles, limits and countries of a payment method.
import { useState } from 'react';
import { methodTitles } from '../../../contract/gateways.ts';
import { languageNames } from '../../../contract/language-texts.ts';
import { languages } from '../../../contract/languages.ts';
import { longestMethodTitle } from '../../../contract/payment-method-rules.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { useSetupTexts, useTextSet } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';
import { readDollars } from '../typed-amounts.ts';
import { type Method, methodInput, methodsCall, readCountries } from './method-values.ts';

export function MethodDialog({ method, onClose }: { method: Method; onClose: () => void }) {
  const { paymentMethods: texts } = useSetupTexts();
  const { method: name } = method;
  const language = setLanguages[useTextSet()];
  const [titles, setTitles] = useState(method.titles);
  const [typed, setTyped] = useState({
    minimum: method.minimum === null ? '' : String(method.minimum),
    maximum: method.maximum === null ? '' : String(method.maximum),
    countries: method.hidden_countries.join(', '),
  });
  const save = useAct('PUT /api/admin/payment-methods/{method}', {
    answers: methodsCall,
    onDone: onClose,
    done: { title: texts.saved },
  });
  const [minimum, maximum] = [readLimit(typed.minimum), readLimit(typed.maximum)];
  const countries = readCountries(typed.countries);
  const areCodes = countries.every((code) => /^[A-Z]{2}$/.test(code));
  const change = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part });
  const errorOf = (field: string) => (save.failedField === field ? save.failure : null);
  const isAtField = ['minimum', 'maximum', 'hidden_countries'].some((field) => field === save.failedField);
  return (
    <FormDialog
      title={texts.settingsTitle(name === 'manual' ? texts.transfer.title : methodTitles[name])}
      act={save}
      label={texts.save}
      failure={isAtField ? null : save.failure}
      incomplete={Number.isNaN(minimum) || Number.isNaN(maximum) || !areCodes}
      onSubmit={() =>
        save.run({
          params: { method: name },
          body: { ...methodInput(method), titles, minimum, maximum, hidden_countries: countries },
        })
      }
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {languages.map((lang) => (
          <Field
            key={lang}
            label={texts.titleIn(languageNames[lang][language])}
            name={`title-${lang}`}
            maxLength={longestMethodTitle}
            value={titles[lang] ?? ''}
            onChange={({ target }) => setTitles({ ...titles, [lang]: target.value })}
          />
        ))}
      </div>
      <p className="text-muted">{texts.titleHelp}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={texts.minimum}
          name="minimum"
          inputMode="decimal"
          maxLength={12}
          value={typed.minimum}
          error={Number.isNaN(minimum) ? texts.amountWrong : errorOf('minimum')}
          onChange={({ target }) => change({ minimum: target.value })}
        />
        <Field
          label={texts.maximum}
          name="maximum"
          inputMode="decimal"
          maxLength={12}
          value={typed.maximum}
          error={Number.isNaN(maximum) ? texts.amountWrong : errorOf('maximum')}
          onChange={({ target }) => change({ maximum: target.value })}
        />
      </div>
      <Field
        label={texts.hiddenIn}
        name="hidden-countries"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={1_000}
        placeholder={texts.countriesExample}
        value={typed.countries}
        help={texts.hiddenHelp}
        error={areCodes ? errorOf('hidden_countries') : texts.countriesWrong}
        onChange={({ target }) => change({ countries: target.value })}
      />
    </FormDialog>
  );
}

/** NaN: not understood. Null: no limit. */
function readLimit(typed: string): number | null {
  if (typed.trim() === '') return null;
  const amount = readDollars(typed);
  return amount > 0 ? amount : Number.NaN;
}
