// What the forms of costs and rates and the import of a file share.
import { useId } from 'react';
import { longestCurrency, type OtherCostKind, otherCostKinds } from '../../../contract/finance-rules.ts';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useApiList } from '../kit/use-api-list.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

/** The reads whose answers contain costs. */
export const costCalls = ['GET /api/admin/finances', 'GET /api/admin/finances/costs'] as const;
/** Those that a rate changes. */
export const rateCalls = [
  ...costCalls,
  'GET /api/admin/finances/groups',
  'GET /api/admin/finances/rates',
  'GET /api/admin/providers',
] as const;

export function useRates() {
  return useApiList('GET /api/admin/finances/rates', { query: { limit: 20 } });
}

type KindFieldProps = { label: string; kind: OtherCostKind; onKind: (kind: OtherCostKind) => void };

export function KindField({ label, kind, onKind }: KindFieldProps) {
  const { kinds } = usePageTexts().finances.costs;
  const options = otherCostKinds.map((one) => ({ value: one, label: kinds[one] }));
  return <SelectField label={label} options={options} value={kind} onChange={onKind} />;
}

type CurrencyFieldProps = {
  label: string;
  help: string;
  value: string;
  error: string | null;
  onChange: (typed: string) => void;
};

/** Proposes USD and the currencies with rates. */
export function CurrencyField({ label, help, value, error, onChange }: CurrencyFieldProps) {
  const listId = useId();
  const { rows } = useRates();
  const known = [...new Set(['USD', ...rows.map(({ currency }) => currency)])];
  return (
    <div>
      <Field
        label={label}
        help={help}
        list={listId}
        required
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={longestCurrency}
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {known.map((currency) => (
          <option key={currency} value={currency} />
        ))}
      </datalist>
    </div>
  );
}
