// One post of a tracked order: its live status at the provider, or its state before dispatch.

import { defaultLanguage, type Language } from '../../../contract/languages.ts';
import type { OrderedLink } from '../../../contract/links/link-rule.ts';
import type { OrderedKind } from '../../../contract/links/ordered-kinds.ts';
import { countText } from '../../../contract/numbers.ts';
import { hasEnded, isPaid, isUnpaid } from '../../../contract/order-state.ts';
import { hrefOf, linkName } from '../../../contract/post-links.ts';
import { partsOf } from '../../../contract/provider-order-id.ts';
import { isFinalProviderStatus } from '../../../contract/provider-status.ts';
import { isShortened } from '../../../contract/short-link.ts';
import { ProviderBadge } from '../../ui/badge.tsx';
import type { ShownOrder, TrackedOrder } from '../read-order.ts';
import { fill } from '../texts/text.ts';
import type { ClientIslandProps } from './client-props.ts';
import type { LiveStatuses } from './follow-orders.ts';

type TrackedPostProps = ClientIslandProps & {
  order: ShownOrder;
  link: string;
  /** Null: a post. */
  opens: OrderedLink | null;
  sent: TrackedOrder['api_orders'][number] | undefined;
  statuses: LiveStatuses;
};

export function TrackedPost({ lang, texts, order, link, opens, sent, statuses }: TrackedPostProps) {
  const providerId = sent?.api_order_id;
  const live = providerId ? statuses[providerId] : undefined;
  const status = live?.status ?? sent?.live_status ?? null;
  const isOpen = !isFinalProviderStatus(status ?? '');
  // Nothing remains to be delivered of an order that ended, or whose money went back.
  const isDelivering = isPaid(order) && !hasEnded(order);
  const remains = live?.remains ?? sent?.remains ?? 0;
  // A store that has offers of other links has the names of their kinds, too.
  type Kinds = Readonly<Record<OrderedKind, string>>;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1 text-sm tabular-nums">
      <PostLink link={link} name={opens && linkName(texts.kinds as Kinds, opens)} />
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 text-muted">
        {remains > 0 && isDelivering ? <span>{fill(texts.remaining, { count: countText(remains, lang) })}</span> : null}
        {providerId ? (
          <>
            <span translate="no">{`#${partsOf(providerId).id}`}</span>
            {isOpen && !isPaid(order) ? (
              <span>{order.payment === 'refunded' ? texts.linkRefunded : texts.linkClosed}</span>
            ) : (
              <ProviderBadge status={status ?? 'Sent'} label={wordFor(status ?? 'Sent', texts.deliveries, lang)} />
            )}
          </>
        ) : (
          <span className="text-right">{unsentWord(order, texts)}</span>
        )}
      </span>
      {opens && opens.kind !== 'share' && !opens.fits ? <p className="basis-full text-muted">{texts.chosen}</p> : null}
    </li>
  );
}

/** The state of a post that is not at the provider: waiting while the order can still be paid or sent. */
function unsentWord(order: ShownOrder, texts: ClientIslandProps['texts']): string {
  if (!hasEnded(order)) return texts.awaiting;
  if (isUnpaid(order)) return texts.notPaid;
  return isPaid(order) || order.payment === 'disputed' ? texts.notDelivered : texts.linkRefunded;
}

/** The translated name of a status. An unknown status, and every status in English, keeps its original text. */
export function wordFor(status: string, words: Readonly<Record<string, string>>, lang: Language): string | undefined {
  return lang === defaultLanguage ? undefined : words[status.trim().toLowerCase()];
}

/** `name`: of a link that opens no post. */
function PostLink({ link, name }: { link: string; name: string | null }) {
  const href = isShortened(link) ? null : hrefOf(link);
  const shown = name ?? link.replace(/^https:\/\/(www\.)?/i, '').replace(/\?.*$/, '');
  if (!href)
    return (
      <span translate="no" className="min-w-0 truncate text-sm">
        {shown}
      </span>
    );
  const [, host, rest] = /^([^/]*\/)?(.*)$/.exec(shown) ?? [];
  return (
    <a
      href={href}
      translate="no"
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="min-w-0 truncate text-sm font-medium underline decoration-hairline underline-offset-4 hover:decoration-accent"
    >
      {/* Every link starts with this prefix. Narrow screens hide it, because the rest identifies the post. */}
      <span className="max-sm:hidden" translate="no">
        {host}
      </span>
      <span translate="no">{rest}</span>
    </a>
  );
}
