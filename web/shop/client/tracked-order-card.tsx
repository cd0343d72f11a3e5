// One row of My Orders: package, progress, posts, and the ways on.

import { countText } from '../../../contract/numbers.ts';
import { describeOrder, isPaid, isPayable, type OrderFacts, type OrderStory } from '../../../contract/order-state.ts';
import type { PostState } from '../../../contract/post-progress.ts';
import { providerStatusKind } from '../../../contract/provider-status.ts';
import { Badge, OrderBadge } from '../../ui/badge.tsx';
import { formatDateIn } from '../../ui/format-date.ts';
import { iconPaths, LineIcon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { orderLink, payLink } from '../links.ts';
import { dollarsToText } from '../order-amount.ts';
import { sentenceText, unitOf } from '../order-sentences.ts';
import { Quantity } from '../quantity.tsx';
import type { ShownDelivery, TrackedOrder } from '../read-order.ts';
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
  const { id, category, offer_name, quantity, amount, delivery } = order;
  const story = describeOrder(factsOf(order));
  return (
    <article data-category={category} aria-labelledby={`order-${id}`} className="p-4 sm:p-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={`order-${id}`} translate="no" className="text-sm font-bold break-all tabular-nums sm:text-base">
          {fill(texts.order, { id })}
        </h3>
        <StateBadge order={order} story={story} lang={lang} texts={texts} />
      </header>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm tabular-nums">
        <span className="text-muted max-sm:w-full">{formatDateIn(lang, order.created_at)}</span>
        <span className="flex items-center gap-1.5 font-medium">
          {offer_name ? null : <LineIcon path={iconPaths[category]} className="text-accent" />}
          <span>
            <Quantity
              count={quantity === null ? '' : countText(quantity, lang)}
              unit={offer_name ?? texts.names[category]}
            />
          </span>
        </span>
        <strong translate="no">{amount === null ? null : dollarsToText(amount, lang)}</strong>
        {order.refunded_amount > 0 ? (
          <span className="text-muted">
            {fill(texts.refunded, { amount: dollarsToText(order.refunded_amount, lang) })}
          </span>
        ) : null}
      </p>
      {isPaid(order) && delivery.ordered > 0 ? (
        <progress
          className="progress mt-3"
          max={delivery.ordered}
          value={delivery.delivered ?? 0}
          aria-label={fill(texts.delivered, { count: countText(delivery.ordered, lang) })}
        />
      ) : null}
      <WhatNext lang={lang} texts={texts} order={order} story={story} />
      <ul className="mt-2 flex flex-col">
        {order.post_links.map((link, position) => (
          <TrackedPost
            // biome-ignore lint/suspicious/noArrayIndexKey: shortened links may be equal, and the place identifies the post
            key={`${position} ${link}`}
            lang={lang}
            texts={texts}
            order={order}
            link={link}
            opens={order.opens[position] ?? null}
            sent={order.api_orders.find((one) => one.api_order_id && isOf(one, link, position))}
            statuses={statuses}
          />
        ))}
      </ul>
      <Ways lang={lang} texts={texts} order={order} onPay={onPay} />
    </article>
  );
}

/** Payment, the page of the order, and the receipt: each where the order and the proof of this browser allow it. */
function Ways({ lang, texts, order, onPay }: Omit<CardProps, 'statuses'>) {
  const page = orderLink(lang, order.id, order.order_path);
  const described = { 'aria-describedby': `order-${order.id}` };
  if (!page && !order.receipt_path && !isPayable(order)) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      {isPayable(order) ? (
        <LinkButton
          href={payLink(lang, order.id)}
          variant="primary"
          {...described}
          onClick={onPay}
          className="max-sm:w-full"
        >
          {order.payment === 'declined' ? texts.otherCard : texts.payNow}
        </LinkButton>
      ) : null}
      {page ? (
        <LinkButton href={page} {...described} className="max-sm:w-full">
          {texts.view}
        </LinkButton>
      ) : null}
      {order.receipt_path ? (
        <a
          href={order.receipt_path}
          aria-label={`${texts.receipt} #${order.id}`}
          className="inline-block py-1 text-sm font-medium underline decoration-hairline underline-offset-4 hover:decoration-accent"
        >
          {texts.receipt}
        </a>
      ) : null}
    </p>
  );
}

/** By the place of the link and, where it is shown, by the link: another link may have been there before. */
function isOf({ post_link, position }: ShownDelivery, link: string, at: number): boolean {
  if (position === null) return post_link === link;
  return position === at && (post_link === '' || post_link === link);
}

/**
 * Without proof the facts are derived from the visible fields of its links. A buyer on this page did not just come from the
 * payment form, so a payment without a result counts as confirming for long.
 */
function factsOf(order: TrackedOrder): OrderFacts {
  if (order.posts) return order;
  const posts = order.post_links.map((link, position) => {
    const sent = order.api_orders.find((one) => isOf(one, link, position));
    return { state: stateOf(sent), ordered: sent?.quantity ?? 0 };
  });
  return { ...order, confirming_long: true, posts };
}

function stateOf(sent: ShownDelivery | undefined): PostState {
  if (!sent || sent.status === 'waiting') return 'to_send';
  if (sent.status === 'failed') return 'checking';
  const isRunning = sent.status === 'sent' && providerStatusKind(sent.live_status ?? 'pending') !== 'pending';
  return isRunning ? 'in_progress' : 'sending';
}

type StoryProps = ClientIslandProps & { order: TrackedOrder; story: OrderStory };

/** The state of the order in a sentence. */
function WhatNext({ lang, texts, order, story }: StoryProps) {
  const words = {
    texts: texts.states,
    lang,
    unit: unitOf(order, texts.states.units),
    dateOf: (at: string) => formatDateIn(lang, at),
  };
  return (
    <p className="mt-2 text-sm">
      {isPaid(order) ? null : <strong className="font-semibold">{`${texts.titles[story.stage]}. `}</strong>}
      <span className="text-muted">{story.sentences.map((one) => sentenceText(one, words)).join(' ')}</span>
    </p>
  );
}

/** The payment state until the order is paid, then the delivery state. */
function StateBadge({ order, lang, texts, story: { badge } }: StoryProps) {
  // An older server sends only the status.
  if (!order.hasProgress) {
    return <OrderBadge status={order.status} label={wordFor(order.status, texts.statuses, lang)} />;
  }
  return <Badge tone={badge.tone}>{texts.badges[badge.word]}</Badge>;
}
