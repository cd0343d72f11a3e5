// The keys of a payment gateway. A saved secret stays where its field is empty.
import { useState } from 'react';
import { gatewayTitles } from '../../../contract/gateways.ts';
import { type GatewayKeyName, gatewayKeys } from '../../../contract/payment-method-rules.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import type { ReadCall } from '../kit/use-api.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type GatewayMethod, methodsCall } from './method-values.ts';

type KeysDialogProps = { method: GatewayMethod; renews: readonly ReadCall[]; onClose: () => void };

export function KeysDialog({ method: { method, keys, is_on: isOn }, renews, onClose }: KeysDialogProps) {
  const { paymentMethods: texts } = useSetupTexts();
  const { shown, secret } = gatewayKeys[method];
  const saved = keys?.set_by === 'settings' ? keys.values : {};
  const [typed, setTyped] = useState<Partial<Record<GatewayKeyName, string>>>(() =>
    Object.fromEntries(shown.map((name) => [name, saved[name] ?? ''])),
  );
  const save = useAct('PUT /api/admin/payment-methods/{method}/keys', {
    answers: methodsCall,
    renews,
    onDone: onClose,
    done: { title: texts.keysSaved },
  });
  const hasSaved = keys?.set_by === 'settings';
  const isComplete =
    shown.every((name) => typed[name]?.trim()) && secret.every((name) => hasSaved || typed[name]?.trim());
  const isAtField = [...shown, ...secret].some((name) => name === save.failedField);
  const field = (name: GatewayKeyName) => ({
    label: texts.keyNames[name],
    name: `${method}-${name}`,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    maxLength: 500,
    value: typed[name] ?? '',
    error: save.failedField === name ? save.failure : null,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <FormDialog
      title={texts.keysTitle(gatewayTitles[method])}
      act={save}
      label={texts.saveKeys}
      failure={isAtField ? null : save.failure}
      incomplete={!isComplete}
      onSubmit={() => save.run({ params: { method }, body: typed })}
      onClose={onClose}
    >
      <p className="text-muted">{texts.keysHelp[method]}</p>
      {shown.map((name) => (
        <Field key={name} {...field(name)} {...(name === 'base_url' ? { placeholder: 'https://' } : {})} />
      ))}
      {secret.map((name) => (
        <Field
          key={name}
          {...field(name)}
          type="password"
          autoComplete="new-password"
          help={hasSaved ? texts.secretKept : texts.secretHelp}
        />
      ))}
      {isOn ? <p className="text-muted">{texts.testedBefore}</p> : null}
    </FormDialog>
  );
}
