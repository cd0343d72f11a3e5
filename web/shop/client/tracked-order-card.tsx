// One order as its buyer sees it (TRK-6..15): how far it is, and each post with its own progress.

import { countText } from '../../../contract/count-text.ts';
import type { Language } from '../../../contract/pages.ts';
import { hrefOf } from '../../../contract/post-links.ts';
import { shares } from '../../../contract/share.ts';
import { OrderBadge, ProviderBadge } from '../../ui/badge.tsx';
import { formatDate, formatDatePtBr } from '../../ui/format-date.ts';
import { Shape, shapes } from '../../ui/shape.tsx';
import { dollarsToText } from '../order-amount.ts';
import { OrderTimeline } from '../order-timeline.tsx';
import type { TrackedOrder } from '../read-order.ts';
import { fill } from '../texts/text.ts';
import type { ClientIslandProps } from './client-props.ts';
import type { LiveStatuses } from './live-statuses.ts';

type CardProps = ClientIslandProps & { order: TrackedOrder; statuses: LiveStatuses };

export function TrackedOrderCard({ lang, texts, order, statuses }: CardProps) {
  const { category, quantity, amount } = order;
  const failed = order.status.toLowerCase() === 'failed';
  const quantities = shares(quantity ?? 0, order.post_links.length);
  return (
    <article
      data-category={category}
      aria-labelledby={`order-${order.id}`}
      className="rounded-card border border-hairline bg-surface p-4 shadow-card sm:p-6"
    >
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
        <h3
          id={`order-${order.id}`}
          className="text-sm font-bold break-all tabular-nums max-sm:col-span-2 sm:text-base"
        >
          {fill(texts.order, { id: order.id })}
        </h3>
        <p className="text-sm text-muted">{(lang === 'pt' ? formatDatePtBr : formatDate)(order.created_at)}</p>
        <span className="flex sm:col-start-2 sm:row-span-2 sm:row-start-1">
          <OrderBadge status={order.status} label={wordFor(order.status, texts.statuses, lang)} />
        </span>
      </header>
      <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 tabular-nums">
        <span className="flex items-center gap-1.5 font-medium">
          <Shape path={category === 'Views' ? shapes.eye : shapes.heart} className="text-accent" />
          {quantity === null ? null : countText(quantity, lang)} {texts.names[category]}
        </span>
        <strong>{amount === null ? null : dollarsToText(amount)}</strong>
      </p>
      {order.refunded_amount > 0 ? (
        <p className="mt-1 text-right text-sm text-muted tabular-nums">
          {fill(texts.refunded, { amount: dollarsToText(order.refunded_amount) })}
        </p>
      ) : null}
      {failed ? null : (
        <div className="mt-5">
          <OrderTimeline order={order} texts={texts.progress} />
        </div>
      )}
      <ul className="mt-5 divide-y divide-hairline border-t border-hairline">
        {order.post_links.map((link, position) => (
          <TrackedPost
            key={link}
            lang={lang}
            texts={texts}
            link={link}
            quantity={quantities[position] ?? 0}
            sent={order.api_orders.find((one) => one.post_link === link && one.api_order_id)}
            statuses={statuses}
          />
        ))}
      </ul>
      {order.receipt_path ? (
        <p className="mt-2 border-t border-hairline pt-3 text-sm">
          <a
            href={order.receipt_path}
            aria-label={`${texts.receipt} #${order.id}`}
            className="inline-block py-1 font-medium underline decoration-hairline underline-offset-4 hover:decoration-accent"
          >
            {texts.receipt}
          </a>
        </p>
      ) : null}
    </article>
  );
}

type TrackedPostProps = ClientIslandProps & {
  link: string;
  quantity: number;
  sent: TrackedOrder['api_orders'][number] | undefined;
  statuses: LiveStatuses;
};

function TrackedPost({ lang, texts, link, quantity, sent, statuses }: TrackedPostProps) {
  const providerId = sent?.api_order_id;
  const live = providerId ? statuses[providerId] : undefined;
  const status = live?.status ?? sent?.live_status ?? null;
  const remains = live?.remains ?? sent?.remains ?? null;
  const whole = sent?.quantity ?? quantity;
  return (
    <li className="py-3 last:pb-0">
      <div className="flex items-center justify-between gap-4">
        <PostLink link={link} />
        {providerId ? (
          <ProviderBadge status={status ?? 'Sent'} label={wordFor(status ?? 'Sent', texts.deliveries, lang)} />
        ) : (
          <span className="text-sm whitespace-nowrap text-muted">{texts.awaiting}</span>
        )}
      </div>
      {providerId ? (
        <>
          {remains !== null && whole > 0 ? (
            <progress
              className="progress mt-2.5"
              max={whole}
              value={Math.max(0, whole - remains)}
              aria-label={fill(texts.delivered, { count: countText(whole, lang) })}
            />
          ) : null}
          <p className="mt-1.5 flex justify-between gap-4 text-sm text-muted tabular-nums">
            <span>#{providerId}</span>
            {remains !== null && remains > 0 ? (
              <span>{fill(texts.remaining, { count: countText(remains, lang) })}</span>
            ) : null}
          </p>
        </>
      ) : null}
    </li>
  );
}

/** A status in Portuguese; an unknown one, and every one in English, is shown as the store or the provider words it. */
function wordFor(status: string, words: Readonly<Record<string, string>>, lang: Language): string | undefined {
  return lang === 'pt' ? words[status.trim().toLowerCase()] : undefined;
}

function PostLink({ link }: { link: string }) {
  const href = hrefOf(link);
  const shown = link.replace(/^https:\/\/(www\.)?/i, '').replace(/\?.*$/, '');
  if (!href) return <span className="min-w-0 truncate text-sm">{shown}</span>;
  const [, host, rest] = /^([^/]*\/)?(.*)$/.exec(shown) ?? [];
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="min-w-0 truncate text-sm font-medium underline decoration-hairline underline-offset-4 hover:decoration-accent"
    >
      {/* Every link begins with it: where room is short, what tells them apart is worth more. */}
      <span className="max-sm:hidden">{host}</span>
      {rest}
    </a>
  );
}
