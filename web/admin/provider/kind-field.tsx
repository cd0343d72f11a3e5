// The select of the API that a provider speaks.
import { useId } from 'react';
import { isProviderKind, providerKindTitles, providerKinds } from '../../../contract/provider-kinds.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';

export function KindField({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const id = useId();
  const { providers: texts } = useSetupTexts();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {texts.kind}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputClassName} border-edge hover:border-ink`}
      >
        {isProviderKind(value) ? null : <option value={value}>{texts.unknownKind(value)}</option>}
        {providerKinds.map((kind) => (
          <option key={kind} value={kind}>
            {providerKindTitles[kind]}
          </option>
        ))}
      </select>
      <p id={`${id}-help`} className="mt-1.5 text-muted">
        {texts.kindHelp}
      </p>
    </div>
  );
}
