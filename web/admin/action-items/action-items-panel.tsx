// Action items by kind, all visible: the first ones, then all. Each has the act that settles it.
import { useEffect, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../load-failure.tsx';
import type { BulkConfirmation } from '../orders/bulk-plan.ts';
import { layerOnDemand, loadWithItemTexts, loadWithPageTexts, partOnDemand } from '../page-on-demand.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { useActionItems } from './action-items.ts';
import type { RequestedItem } from './requested-item.ts';

const BulkDialog = layerOnDemand(() => loadWithPageTexts(() => import('../orders/bulk-dialog.tsx')));
/** With the acts on items and their dialogs: most stores have no item. */
const ActionItemGroups = partOnDemand(() => loadWithItemTexts(() => import('./action-item-groups.tsx')));

/** `requested`: this item is shown even if it is not among the first ones. */
export function ActionItemsPanel({ requested }: { requested: RequestedItem | null }) {
  const { actionItems } = useTexts();
  const [confirmation, setConfirmation] = useState<BulkConfirmation | null>(null);
  const query = useActionItems();
  const { data, isPending, error } = query;
  // The line above the panel has the links to send.
  const groups = (data?.kinds ?? []).filter(({ kind }) => kind !== 'links_to_send' || !data?.to_send);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const open = data?.kinds.reduce((sum, { count }) => sum + count, 0);
  // The number that notifications set on the icon of the app goes down here.
  useEffect(() => {
    if (open !== undefined) void navigator.setAppBadge?.(open).catch(() => undefined);
  }, [open]);
  const isInLine = requested?.kind === 'links_to_send' && data?.to_send !== undefined;
  const hasRows = groups.length > 0 || (requested !== null && data !== undefined && !isInLine);
  const dialog = confirmation ? <BulkDialog {...confirmation} onClose={() => setConfirmation(null)} /> : null;
  if (data?.to_send && !hasRows) return dialog;
  const placeholder = <Skeleton className="mx-4 mb-4 h-4 w-64" />;
  return (
    <section aria-labelledby="needs-attention" className="mb-5 rounded-card border border-hairline bg-surface">
      <h2 id="needs-attention" className="flex items-center gap-2.5 px-4 py-3 text-base font-semibold">
        <span>{actionItems.title}</span>
        {total > 0 ? <Badge tone="red">{total > 99 ? '99+' : total}</Badge> : null}
      </h2>
      {isPending ? placeholder : null}
      {error ? (
        <div className="px-4">
          <QueryFailure title={actionItems.failed} query={query} />
        </div>
      ) : null}
      {hasRows ? (
        <ActionItemGroups
          groups={groups}
          requested={requested}
          isInLine={isInLine}
          onConfirm={setConfirmation}
          placeholder={placeholder}
        />
      ) : null}
      {data && groups.length === 0 ? <p className="px-4 pb-3 text-sm text-muted">{actionItems.none}</p> : null}
      {dialog}
    </section>
  );
}
