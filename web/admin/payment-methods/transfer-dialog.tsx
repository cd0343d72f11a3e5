// What buyers read who pay by transfer, how long their orders wait, and the receiver of Pix.
import { useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { languageNames } from '../../../contract/language-texts.ts';
import { type Language, languages } from '../../../contract/languages.ts';
import { transferLimits } from '../../../contract/transfer-instructions.ts';
import type { TransferSettings } from '../../../contract/transfer-settings.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { type ReadCall, useApi } from '../kit/use-api.ts';
import { NoteField } from '../note-field.tsx';
import { useSetupTexts, useTextSet } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';

const call = 'GET /api/admin/transfer-settings';
type DialogProps = { renews: readonly ReadCall[]; onClose: () => void };

export function TransferDialog(props: DialogProps) {
  const query = useApi(call, {});
  const { paymentMethods: texts } = useSetupTexts();
  return (
    <Loaded query={query} failed={texts.transfer.failed} skeleton="h-5 w-full">
      {(answer) => <Form {...props} answer={answer} />}
    </Loaded>
  );
}

const noPix = { key: '', name: '', city: '', brl_rate: '' };

function Form({ answer: { settings }, renews, onClose }: DialogProps & { answer: AnswerFor<typeof call> }) {
  const { paymentMethods } = useSetupTexts();
  const texts = paymentMethods.transfer;
  const language = setLanguages[useTextSet()];
  const [instructions, setInstructions] = useState<Record<Language, string>>(
    () =>
      settings?.instructions ?? (Object.fromEntries(languages.map((lang) => [lang, ''])) as Record<Language, string>),
  );
  const [days, setDays] = useState(String(settings?.expiry_days ?? transferLimits.expiryDays.first));
  const [pix, setPix] = useState(() =>
    settings?.pix ? { ...settings.pix, brl_rate: settings.pix.brl_rate?.toString() ?? '' } : noPix,
  );
  const save = useAct('PUT /api/admin/transfer-settings', {
    answers: call,
    renews,
    onDone: onClose,
    done: { title: texts.saved },
  });
  const hasPix = Object.values(pix).some((value) => value.trim() !== '');
  const input: TransferSettings = {
    instructions,
    expiry_days: Number(days),
    pix: hasPix ? { ...pix, brl_rate: pix.brl_rate.trim() === '' ? null : readRate(pix.brl_rate) } : null,
  };
  const change = (part: Partial<typeof pix>) => setPix({ ...pix, ...part });
  return (
    <FormDialog
      title={texts.title}
      act={save}
      label={texts.save}
      incomplete={!Number.isFinite(input.expiry_days) || Number.isNaN(input.pix?.brl_rate)}
      onSubmit={() => save.run({ body: input })}
      onClose={onClose}
    >
      {languages.map((lang) => (
        <NoteField
          key={lang}
          label={texts.instructionsIn(languageNames[lang][language])}
          help={texts.instructionsHelp}
          maxLength={transferLimits.text.most}
          value={instructions[lang]}
          onChange={(text) => setInstructions({ ...instructions, [lang]: text })}
        />
      ))}
      <Field
        label={texts.days}
        name="expiry-days"
        inputMode="numeric"
        maxLength={2}
        value={days}
        help={texts.daysHelp}
        onChange={({ target }) => setDays(target.value)}
      />
      <h3 className="font-semibold">{texts.pix}</h3>
      <p className="text-muted">{texts.pixHelp}</p>
      <Field
        label={texts.key}
        name="pix-key"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={77}
        value={pix.key}
        onChange={({ target }) => change({ key: target.value })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={texts.name}
          name="pix-name"
          maxLength={100}
          value={pix.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label={texts.city}
          name="pix-city"
          maxLength={100}
          value={pix.city}
          onChange={({ target }) => change({ city: target.value })}
        />
      </div>
      <Field
        label={texts.rate}
        name="pix-rate"
        inputMode="decimal"
        maxLength={10}
        value={pix.brl_rate}
        help={texts.rateHelp}
        onChange={({ target }) => change({ brl_rate: target.value })}
      />
    </FormDialog>
  );
}

/** NaN: not understood. */
function readRate(typed: string): number {
  const plain = typed.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
