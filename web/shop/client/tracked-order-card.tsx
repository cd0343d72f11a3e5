// One order on the tracking page: package, progress, actions, and posts.

import { countText } from '../../../contract/count-text.ts';
import { shares } from '../../../contract/share.ts';
import { Badge, OrderBadge } from '../../ui/badge.tsx';
import { formatDateIn } from '../../ui/format-date.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LineIcon, iconPaths } from '../../ui/icon.tsx';
import { deliveryTone, orderTone, paymentTone, type Tone } from '../../ui/status-tone.ts';
import { payLink } from '../links.ts';
import { dollarsToText } from '../order-amount.ts';
import { isPaid, isPayable } from '../order-state.ts';
import { OrderTimeline } from '../order-timeline.tsx';
import { wordsOf } from '../order-words.ts';
import type { ShownDelivery, ShownOrder, TrackedOrder } from '../read-order.ts';
import { fill } from '../texts/text.ts';
import type { ClientIslandProps } from './client-props.ts';
import type { LiveStatuses } from './follow-orders.ts';
import { TrackedPost, wordFor } from './tracked-post.tsx';

type CardProps = ClientIslandProps & {
  order: TrackedOrder;
  statuses: LiveStatuses;
  /** Called before the navigation to the payment page. */
  onPay: () => void;
};

export function TrackedOrderCard({ lang, texts, order, statuses, onPay }: CardProps) {
  const { category, quantity, amount } = order;
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
        <p className="text-sm text-muted">{formatDateIn(lang, order.created_at)}</p>
        <span className="flex sm:col-start-2 sm:row-span-2 sm:row-start-1">
          <StateBadge order={order} lang={lang} texts={texts} />
        </span>
      </header>
      <p className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 tabular-nums">
        <span className="flex items-center gap-1.5 font-medium">
          <LineIcon path={category === 'Views' ? iconPaths.eye : iconPaths.heart} className="text-accent" />
          {quantity === null ? null : countText(quantity, lang)} {texts.names[category]}
        </span>
        <strong>{amount === null ? null : dollarsToText(amount)}</strong>
      </p>
      {order.refunded_amount > 0 ? (
        <p className="mt-1 text-right text-sm text-muted tabular-nums">
          {fill(texts.refunded, { amount: dollarsToText(order.refunded_amount) })}
        </p>
      ) : null}
      {isPaid(order) ? (
        <div className="mt-5">
          <OrderTimeline order={order} texts={texts.progress} />
        </div>
      ) : null}
      <WhatNext lang={lang} texts={texts} order={order} onPay={onPay} />
      <ul className="mt-5 divide-y divide-hairline border-t border-hairline">
        {order.post_links.map((link, position) => (
          <TrackedPost
            // biome-ignore lint/suspicious/noArrayIndexKey: shortened links may be equal, and the place identifies the post
            key={`${position} ${link}`}
            lang={lang}
            texts={texts}
            order={order}
            link={link}
            quantity={quantities[position] ?? 0}
            sent={order.api_orders.find((one) => one.api_order_id && isOf(one, link, position))}
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

/** By the place of the link and, where it is shown, by the link: another link may have been there before. */
function isOf({ post_link, position }: ShownDelivery, link: string, at: number): boolean {
  if (position === null) return post_link === link;
  return position === at && (post_link === '' || post_link === link);
}

/** The state of the order in one sentence, and the payment link. */
function WhatNext({ lang, texts, order, onPay }: Omit<CardProps, 'statuses'>) {
  // A buyer on this page did not come directly from the payment form, so the "takes longer than usual" text applies.
  const { title, text } = wordsOf(order, texts.states, lang, true);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-64 text-sm text-pretty">
        {isPaid(order) ? null : <strong className="font-semibold">{title}. </strong>}
        <span className="text-muted">{text}</span>
      </p>
      {isPayable(order) ? (
        <LinkButton
          href={payLink(lang, order.id)}
          variant="primary"
          aria-describedby={`order-${order.id}`}
          onClick={onPay}
          className="max-sm:w-full"
        >
          {order.payment === 'declined' ? texts.otherCard : texts.payNow}
        </LinkButton>
      ) : null}
    </div>
  );
}

/** The payment state until the order is paid, then the delivery state. */
function StateBadge({ order, lang, texts }: ClientIslandProps & { order: ShownOrder }) {
  // An older server sends only the status.
  if (!order.hasProgress) {
    return <OrderBadge status={order.status} label={wordFor(order.status, texts.statuses, lang)} />;
  }
  const { word, tone } = badgeOf(order);
  return <Badge tone={tone}>{texts.badges[word]}</Badge>;
}

function badgeOf(order: ShownOrder): { word: keyof ClientIslandProps['texts']['badges']; tone: Tone } {
  const { payment, delivery } = order;
  if (payment !== 'paid' && payment !== 'partly_refunded') return { word: payment, tone: paymentTone(payment) };
  // A paid order without sent links has the color of its order status.
  if (delivery.state === 'none' || delivery.state === 'to_send') return { word: 'to_send', tone: orderTone('paid') };
  return { word: delivery.state, tone: deliveryTone(delivery.state) };
}
