// The rows of the action items, by kind.
import { useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { useAllowed } from '../allowed.tsx';
import type { BulkConfirmation } from '../orders/bulk-plan.ts';
import { ServerText } from '../texts/label.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { ActionItemRow } from './action-item-row.tsx';
import type { ActionItem, CauseGroup } from './action-items.ts';
import { GroupActs } from './group-acts.tsx';
import { countActs } from './item-acts.tsx';
import type { RequestedItem } from './requested-item.ts';

type GroupsProps = {
  groups: readonly CauseGroup[];
  requested: RequestedItem | null;
  /** The requested one where it is shown. */
  wanted: ActionItem | null;
  onConfirm: (confirmation: BulkConfirmation) => void;
};

export default function ActionItemGroups({ groups, ...request }: GroupsProps) {
  const isAllowed = useAllowed();
  const mostActs = Math.max(0, ...groups.map(({ kind }) => countActs(kind, isAllowed)));
  return groups.map((group) => (
    <Group key={`${group.kind} ${group.cause ?? ''}`} group={group} mostActs={mostActs} {...request} />
  ));
}

type GroupProps = Omit<GroupsProps, 'groups'> & { group: CauseGroup; mostActs: number };

function Group({ group, mostActs, requested, wanted, onConfirm }: GroupProps) {
  const { kind, items, count, more, cause } = group;
  const [isOpened, setIsOpened] = useState<boolean | null>(null);
  const isOpen = isOpened ?? (group.isOpen || (wanted !== null && items.includes(wanted)));
  const { actionItems } = useTexts();
  const nowMs = useNow();
  const headingId = useId();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-t border-hairline bg-sunken/60 px-4 py-1.5">
        <div className="min-w-0 text-sm">
          <h3 id={headingId} className="font-semibold">
            <button
              type="button"
              aria-expanded={isOpen}
              className="inline-flex items-center gap-1.5 text-left pointer-coarse:min-h-11"
              onClick={() => setIsOpened(!isOpen)}
            >
              <Icon name="chevronRight" className={classNames('size-4 shrink-0', isOpen && 'rotate-90')} />
              <span>
                <span>{`${actionItems.kinds[kind] ?? kind} `}</span>
                <span className="text-muted tabular-nums">{more ? `(${count}+)` : `(${count})`}</span>
              </span>
            </button>
          </h3>
          {cause ? (
            <p className="pl-5.5 break-words text-muted">
              <ServerText of={items[0]}>{cause}</ServerText>
            </p>
          ) : null}
        </div>
        <GroupActs group={group} onConfirm={onConfirm} />
      </div>
      {isOpen ? (
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
      ) : null}
    </>
  );
}
