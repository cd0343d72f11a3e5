// Action items by kind, all visible: the first ones, then all. Each has the act that settles it.
import { useQueries } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { apiQuery } from '../kit/use-api.ts';
import { LoadFailure } from '../load-failure.tsx';
import type { BulkConfirmation } from '../orders/bulk-plan.ts';
import { partOnDemand } from '../page-on-demand.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import {
  type ActionItem,
  type ActionItemGroup,
  actionItemsCall,
  type CauseGroup,
  kindsByCause,
  splitByCause,
  useActionItems,
} from './action-items.ts';
import { type RequestedItem, useOnRequest } from './requested-item.ts';

const shownAtFirst = 10;

const BulkDialog = lazy(async () => ({ default: (await import('../orders/bulk-dialog.tsx')).BulkDialog }));
/** With the acts on items and their dialogs: most stores have no item. */
const ActionItemGroups = partOnDemand(() => import('./action-item-groups.tsx'));

/** `requested`: this item is shown even if it is not among the first ones. */
export function ActionItemsPanel({ requested }: { requested: RequestedItem | null }) {
  const { actionItems } = useTexts();
  const { api } = useAdmin();
  const [isWhole, setIsWhole] = useState(false);
  const [confirmation, setConfirmation] = useState<BulkConfirmation | null>(null);
  const panel = useRef<HTMLElement>(null);
  useKeptFocus(panel);
  const { data, isPending, error, refetch } = useActionItems();
  // The line above the panel has the links to send.
  const groups = (data?.kinds ?? []).filter(({ kind }) => kind !== 'links_to_send' || !data?.to_send);
  const cut = groups.filter(({ count, items }) => count > items.length);
  // All items of a kind, at most 100.
  const whole = useQueries({
    queries: cut
      .filter(({ kind }) => isWhole || kindsByCause.includes(kind))
      .map(({ kind }) => apiQuery(api, actionItemsCall, { query: { kind } })),
  });
  const isLoading = isWhole && whole.some((one) => one.isPending);
  const loaded = new Map(whole.flatMap(({ data: one }) => one?.kinds ?? []).map((group) => [group.kind, group]));
  const causes = groups.flatMap((group) => splitByCause(loaded.get(group.kind) ?? group));
  const shown = isWhole ? causes.map((group) => ({ ...group, isOpen: true })) : firstOf(causes, shownAtFirst);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const open = data?.kinds.reduce((sum, { count }) => sum + count, 0);
  // The number that notifications set on the icon of the app goes down here.
  useEffect(() => {
    if (open !== undefined) void navigator.setAppBadge?.(open).catch(() => undefined);
  }, [open]);
  const wanted = requestedOf(requested, shown);
  useOnRequest(requested, requested !== null && data !== undefined && wanted === null, () => setIsWhole(true));
  const isAllShown = shown.reduce((sum, { items, isOpen }) => sum + (isOpen ? items.length : 0), 0) >= total;
  const isGone = requested !== null && data !== undefined && isWhole && !isLoading && wanted === null;
  const isHandled = isGone && !(requested.kind === 'links_to_send' && data.to_send);
  const dialog = confirmation ? (
    <Suspense>
      <BulkDialog {...confirmation} onClose={() => setConfirmation(null)} />
    </Suspense>
  ) : null;
  if (data?.to_send && groups.length === 0 && !isHandled) return dialog;
  const placeholder = <Skeleton className="mx-4 mb-4 h-4 w-64" />;
  return (
    <section
      ref={panel}
      aria-labelledby="needs-attention"
      className="mb-5 rounded-card border border-hairline bg-surface"
    >
      <h2 id="needs-attention" className="flex items-center gap-2.5 px-4 py-3 text-base font-semibold">
        <span>{actionItems.title}</span>
        {total > 0 ? <Badge tone="red">{total > 99 ? '99+' : total}</Badge> : null}
      </h2>
      {isPending ? placeholder : null}
      {error ? (
        <div className="px-4">
          <LoadFailure
            title={actionItems.failed}
            error={error}
            hasData={data !== undefined}
            onRetry={() => void refetch()}
          />
        </div>
      ) : null}
      {isHandled ? (
        <p role="status" className="border-t border-hairline px-4 py-3 text-sm">
          {actionItems.handled}
        </p>
      ) : null}
      {data && groups.length === 0 ? <p className="px-4 pb-3 text-sm text-muted">{actionItems.none}</p> : null}
      {shown.length > 0 ? (
        <ActionItemGroups
          groups={shown}
          requested={requested}
          wanted={wanted}
          onConfirm={setConfirmation}
          placeholder={placeholder}
        />
      ) : null}
      {(isWhole ? isLoading : !isAllShown) ? (
        <div className="border-t border-hairline px-4 py-3">
          <Button size="sm" waiting={isLoading} disabled={isLoading} onClick={() => setIsWhole(true)}>
            {actionItems.showAll(groups.some(({ more }) => more) ? `${total}+` : String(total))}
          </Button>
        </div>
      ) : null}
      {dialog}
    </section>
  );
}

/** Null where it is not shown. */
function requestedOf(requested: RequestedItem | null, groups: readonly ActionItemGroup[]): ActionItem | null {
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
  // After every render: the row leaves with the data of one.
  useEffect(() => {
    if (!last.current || last.current.row.isConnected) return;
    const { at } = last.current;
    last.current = null;
    if (document.activeElement !== document.body) return;
    const rows = rowsOf(list.current);
    const next = rows[at] ?? rows.at(-1) ?? document.getElementById('content');
    next?.focus({ preventScroll: true });
  });
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('li[tabindex]') ?? [])];
}
