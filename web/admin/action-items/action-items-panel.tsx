// Action items by kind. Each links to the order or the inbox where the admin resolves it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { inboxPath, orderPath, settingsPath, tabPath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';
import {
  type ActionItem,
  type ActionItemGroup,
  type ActionItemKind,
  actionItemsOfKindQuery,
  actionItemsQuery,
  useRetryJob,
} from './action-item-queries.ts';
import { DismissDialog, isDismissable } from './dismiss-dialog.tsx';

type Texts = ReturnType<typeof useTexts>['actionItems'];

/** Where items without an order are resolved. */
const webhooksPlace = { to: `${settingsPath}#webhooks`, text: 'webhooks' } as const;
const places: Partial<Record<ActionItemKind, { to: string; text: keyof Texts['places'] }>> = {
  money_difference: { to: `${tabPath('analytics')}#reconciliation`, text: 'reconciliation' },
  mail_undelivered: { to: `${inboxPath}?box=unsent`, text: 'unsent' },
  webhook_failing: webhooksPlace,
  webhook_expiring: webhooksPlace,
  api_key_expiring: { to: `${settingsPath}#api-keys`, text: 'apiKeys' },
};

/** The groups are expanded initially when there are at most this many items. */
const unfolded = 3;

export function ActionItemsPanel() {
  const { actionItems } = useTexts();
  const { api } = useAdmin();
  const { data, isPending, error, refetch } = useQuery(actionItemsQuery(api));
  const total = (data ?? []).reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-labelledby="needs-attention" className="mb-5 rounded-card border border-hairline bg-surface">
      <h2 id="needs-attention" className="flex items-center gap-2.5 px-4 py-3 text-base font-semibold">
        {actionItems.title}
        {total > 0 ? <Badge tone="red">{total > 99 ? '99+' : total}</Badge> : null}
      </h2>
      {isPending ? <Skeleton className="mx-4 mb-4 h-4 w-64" /> : null}
      {error ? (
        <div className="px-4">
          <LoadFailure title={actionItems.failed} error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data?.length === 0 ? <p className="px-4 pb-3 text-sm text-muted">{actionItems.none}</p> : null}
      {(data ?? []).map((group) => (
        <Group key={group.kind} group={group} isOpen={total <= unfolded || group.kind === 'database_unwritable'} />
      ))}
    </section>
  );
}

function Group({ group, isOpen }: { group: ActionItemGroup; isOpen: boolean }) {
  const { actionItems, common } = useTexts();
  const { api } = useAdmin();
  const [isWhole, setIsWhole] = useState(false);
  const whole = useQuery({ ...actionItemsOfKindQuery(api, group.kind), enabled: isWhole });
  const nowMs = useNow();
  const items = (isWhole ? whole.data?.items : undefined) ?? group.items;
  const count = group.more ? `${group.count}+` : String(group.count);
  return (
    <details open={isOpen || undefined} className="border-t border-hairline text-sm">
      <summary className="cursor-pointer px-4 py-2.5 font-medium marker:text-muted hover:bg-sunken">
        {actionItems.kinds[group.kind] ?? group.kind} <span className="text-muted tabular-nums">({count})</span>
      </summary>
      <ul className="px-4 pb-1">
        {items.map((item) => (
          <Item key={item.subject} kind={group.kind} item={item} nowMs={nowMs} />
        ))}
      </ul>
      {group.count > items.length ? (
        <div className="px-4 pb-3">
          <Button size="sm" waiting={whole.isFetching} disabled={whole.isFetching} onClick={() => setIsWhole(true)}>
            {common.showAll(count)}
          </Button>
        </div>
      ) : null}
    </details>
  );
}

function Item({ kind, item, nowMs }: { kind: ActionItemKind; item: ActionItem; nowMs: number }) {
  const [isDismissing, setIsDismissing] = useState(false);
  const { actionItems } = useTexts();
  const retry = useRetryJob();
  const isAllowed = useAllowed();
  const { order_id: orderId, words, at } = item;
  const place = places[kind];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-hairline py-2.5">
      <p className="min-w-0 flex-1 basis-64 break-words">
        {orderId ? (
          <Link href={orderPath(orderId)} className="font-semibold tracking-wide underline underline-offset-4">
            {orderId}
          </Link>
        ) : place ? (
          <Link href={place.to} className="font-semibold underline underline-offset-4">
            {actionItems.places[place.text]}
          </Link>
        ) : null}{' '}
        <span className="text-xs text-muted">
          <RelativeTime at={at} nowMs={nowMs} />
        </span>
        {words ? <span className="block">{words}</span> : null}
      </p>
      <span className="flex gap-2">
        {kind === 'dead_job' && isAllowed('retryJob') ? (
          <Button
            size="sm"
            waiting={retry.isPending}
            disabled={retry.isPending}
            onClick={() => retry.mutate(item.subject)}
          >
            {actionItems.tryAgain}
          </Button>
        ) : null}
        {isDismissable(kind) && isAllowed('dismissActionItem') ? (
          <Button size="sm" variant="quiet" onClick={() => setIsDismissing(true)}>
            {actionItems.dismiss}
          </Button>
        ) : null}
      </span>
      {isDismissing && isDismissable(kind) ? (
        <DismissDialog kind={kind} item={item} onClose={() => setIsDismissing(false)} />
      ) : null}
    </li>
  );
}
