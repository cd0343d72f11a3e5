// What the form of a cost and the import of a file share.
import { type OtherCostKind, otherCostKinds } from '../../../contract/finance-rules.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { usePageTexts } from '../texts/shown-texts.ts';

/** What a change of the costs changes. */
export const costCalls = ['GET /api/admin/finances', 'GET /api/admin/finances/costs'] as const;

type KindFieldProps = { label: string; kind: OtherCostKind; onKind: (kind: OtherCostKind) => void };

export function KindField({ label, kind, onKind }: KindFieldProps) {
  const { finances } = usePageTexts();
  return (
    <label className="grid gap-1.5 text-sm font-semibold">
      <span>{label}</span>
      <select
        value={kind}
        onChange={({ target }) => onKind(otherCostKinds.find((one) => one === target.value) ?? 'other')}
        className={classNames(inputClassName, 'border-edge font-normal')}
      >
        {otherCostKinds.map((one) => (
          <option key={one} value={one}>
            {finances.costs.kinds[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
