// The rows of the action items, by kind: the first ones, then all.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { apiQuery } from '../kit/use-api.ts';
import type { BulkConfirmation } from '../orders/bulk-plan.ts';
import { ServerText } from '../texts/label.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';
import { ActionItemRow } from './action-item-row.tsx';
import { type ActionItem, type ActionItemGroup, type ActionItemKind, actionItemsCall } from './action-items.ts';
import { type CauseGroup, kindsByCause, splitByCause } from './causes.ts';
import { GroupActs } from './group-acts.tsx';
import { countActs } from './item-acts.tsx';
import { type RequestedItem, useOnRequest } from './requested-item.ts';

const shownAtFirst = 10;

type GroupsProps = {
  /** Each with its first items. */
  groups: readonly ActionItemGroup[];
  requested: RequestedItem | null;
  /** The line above the panel has the requested item. */
  isInLine: boolean;
  onConfirm: (confirmation: BulkConfirmation) => void;
};

export default function ActionItemGroups({ groups, requested, isInLine, onConfirm }: GroupsProps) {
  const { itemRows } = useItemTexts();
  const isAllowed = useAllowed();
  const list = useRef<HTMLDivElement>(null);
  useKeptFocus(list);
  const [isWhole, setIsWhole] = useState(false);
  const cutKinds = groups
    .filter(({ kind, count, items }) => count > items.length && (isWhole || kindsByCause.includes(kind)))
    .map(({ kind }) => kind);
  const whole = useWholeGroups(cutKinds);
  const isLoading = isWhole && cutKinds.length > 0 && (whole.isPending || whole.isPlaceholderData);
  const loaded = new Map(whole.data?.filter(({ kind }) => cutKinds.includes(kind)).map((group) => [group.kind, group]));
  const causes = groups.flatMap((group) => splitByCause(loaded.get(group.kind) ?? group));
  const shown = isWhole ? causes.map((group) => ({ ...group, isOpen: true })) : firstOf(causes, shownAtFirst);
  const wanted = findRequested(requested, shown);
  useOnRequest(requested, wanted === null, () => setIsWhole(true));
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const isAllShown = shown.reduce((sum, { items, isOpen }) => sum + (isOpen ? items.length : 0), 0) >= total;
  const isGone = requested !== null && isWhole && !isLoading && wanted === null;
  const mostActs = Math.max(0, ...shown.map(({ kind }) => countActs(kind, isAllowed)));
  return (
    <div ref={list}>
      {isGone && !isInLine ? (
        <p role="status" className="border-t border-hairline px-4 py-3 text-sm">
          {itemRows.handled}
        </p>
      ) : null}
      {shown.map((group) => (
        <Group
          key={`${group.kind} ${group.cause ?? ''}`}
          group={group}
          mostActs={mostActs}
          requested={requested}
          wanted={wanted}
          onConfirm={onConfirm}
        />
      ))}
      {(isWhole ? isLoading : !isAllShown) ? (
        <div className="border-t border-hairline px-4 py-3">
          <Button size="sm" waiting={isLoading} disabled={isLoading} onClick={() => setIsWhole(true)}>
            {itemRows.showAll(groups.some(({ more }) => more) ? `${total}+` : String(total))}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The groups of these kinds with all their items, at most 100 of each. */
function useWholeGroups(kinds: readonly ActionItemKind[]) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  return useQuery({
    queryKey: [actionItemsCall, { kinds }],
    queryFn: async () => {
      // A kind that was read before is read again once something renews the call.
      const read = (kind: ActionItemKind) =>
        queries.fetchQuery({
          ...apiQuery(api, actionItemsCall, { query: { kind } }),
          staleTime: Number.POSITIVE_INFINITY,
        });
      return (await Promise.all(kinds.map(read))).flatMap((answer) => answer.kinds);
    },
    enabled: kinds.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Null where it is not shown. */
function findRequested(requested: RequestedItem | null, groups: readonly ActionItemGroup[]): ActionItem | null {
  const items = groups.find(({ kind }) => kind === requested?.kind)?.items ?? [];
  const isOne = ({ subject }: ActionItem) => requested?.subject === null || subject === requested?.subject;
  return items.find(isOne) ?? null;
}

/** Opens the groups of the first items, in their order; the other groups are closed. */
function firstOf(groups: readonly ActionItemGroup[], most: number): CauseGroup[] {
  let left = most;
  return groups.map((group) => {
    const items = group.items.slice(0, left);
    left -= items.length;
    return items.length > 0 ? { ...group, items, isOpen: true } : { ...group, isOpen: false };
  });
}

type GroupProps = {
  group: CauseGroup;
  mostActs: number;
  requested: RequestedItem | null;
  /** The requested one where it is shown. */
  wanted: ActionItem | null;
  onConfirm: (confirmation: BulkConfirmation) => void;
};

function Group({ group, mostActs, requested, wanted, onConfirm }: GroupProps) {
  const { kind, items, count, more, cause } = group;
  const [isOpened, setIsOpened] = useState<boolean | null>(null);
  const isOpen = isOpened ?? (group.isOpen || (wanted !== null && items.includes(wanted)));
  const { itemRows } = useItemTexts();
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
                <span>{`${itemRows.kinds[kind] ?? kind} `}</span>
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

/** When the row with the focus is gone, the row in its place gets it, else the page. */
function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<{ row: HTMLElement; at: number } | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('li[tabindex]') : null;
      const at = row ? rowsOf(list.current).indexOf(row) : -1;
      last.current = row && at >= 0 ? { row, at } : null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [list]);
  // After every render, and after the last one: the row leaves with the data of one.
  useEffect(() => {
    function moveFocus(): void {
      if (!last.current || last.current.row.isConnected) return;
      const { at } = last.current;
      last.current = null;
      if (document.activeElement !== document.body) return;
      const rows = rowsOf(list.current);
      const next = rows[at] ?? rows.at(-1) ?? document.getElementById('content');
      next?.focus({ preventScroll: true });
    }
    moveFocus();
    return moveFocus;
  });
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])];
}
