// The rows of the action items, by kind.
import { useId } from 'react';
import { useNow } from '../../ui/relative-time.tsx';
import { useAllowed } from '../allowed.tsx';
import type { BulkConfirmation } from '../orders/bulk-plan.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { ActionItemRow } from './action-item-row.tsx';
import type { ActionItem, ActionItemGroup } from './action-items.ts';
import { GroupActs } from './group-acts.tsx';
import { countActs } from './item-acts.tsx';
import type { RequestedItem } from './requested-item.ts';

type GroupsProps = {
  groups: readonly ActionItemGroup[];
  requested: RequestedItem | null;
  /** The requested one where it is shown. */
  wanted: ActionItem | null;
  onConfirm: (confirmation: BulkConfirmation) => void;
};

export default function ActionItemGroups({ groups, ...request }: GroupsProps) {
  const isAllowed = useAllowed();
  const mostActs = Math.max(0, ...groups.map(({ kind }) => countActs(kind, isAllowed)));
  return groups.map((group) => <Group key={group.kind} group={group} mostActs={mostActs} {...request} />);
}

type GroupProps = Omit<GroupsProps, 'groups'> & { group: ActionItemGroup; mostActs: number };

function Group({ group, mostActs, requested, wanted, onConfirm }: GroupProps) {
  const { kind, items, count, more } = group;
  const { actionItems } = useTexts();
  const nowMs = useNow();
  const headingId = useId();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-hairline bg-sunken/60 px-4 py-1.5">
        <h3 id={headingId} className="text-sm font-semibold">
          <span>{`${actionItems.kinds[kind] ?? kind} `}</span>
          <span className="text-muted tabular-nums">{more ? `(${count}+)` : `(${count})`}</span>
        </h3>
        <GroupActs group={group} onConfirm={onConfirm} />
      </div>
      <ul aria-labelledby={headingId} className="divide-y divide-hairline px-4 text-sm">
        {items.map((item) => (
          <ActionItemRow
            key={item.subject}
            kind={kind}
            item={item}
            nowMs={nowMs}
            mostActs={mostActs}
            requested={item === wanted ? requested : null}
          />
        ))}
      </ul>
    </>
  );
}
