// The select of the API that a provider speaks.
import { useId } from 'react';
import { isProviderKind, providerKindTitles, providerKinds } from '../../../contract/provider-kinds.ts';
import { inputClassName } from '../../ui/input-class.ts';

export function KindField({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        Kind
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputClassName} border-edge hover:border-ink`}
      >
        {isProviderKind(value) ? null : <option value={value}>{`${value} (unknown to this version)`}</option>}
        {providerKinds.map((kind) => (
          <option key={kind} value={kind}>
            {providerKindTitles[kind]}
          </option>
        ))}
      </select>
      <p id={`${id}-help`} className="mt-1.5 text-muted">
        The API that the provider speaks. Links that it already has are checked through it too.
      </p>
    </div>
  );
}
