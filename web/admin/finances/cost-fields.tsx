// What the form of a cost and the import of a file share.
import { type OtherCostKind, otherCostKinds } from '../../../contract/finance-rules.ts';
import { SelectField } from '../kit/select-field.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';

/** The reads whose answers contain costs. */
export const costCalls = ['GET /api/admin/finances', 'GET /api/admin/finances/costs'] as const;

type KindFieldProps = { label: string; kind: OtherCostKind; onKind: (kind: OtherCostKind) => void };

export function KindField({ label, kind, onKind }: KindFieldProps) {
  const { kinds } = usePageTexts().finances.costs;
  const options = otherCostKinds.map((one) => ({ value: one, label: kinds[one] }));
  return <SelectField label={label} options={options} value={kind} onChange={onKind} />;
}
