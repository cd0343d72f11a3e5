// The hydrated part of the result page: payment state, delivery state, and next steps.

import { lazy, Suspense, useEffect, useState } from 'react';
import type { Language } from '../../../contract/languages.ts';
import { countText } from '../../../contract/numbers.ts';
import { describeOrder, isPaid, isPayable, type OrderStage, type OrderStory } from '../../../contract/order-state.ts';
import { pathOf } from '../../../contract/pages.ts';
import { type Api, createApi } from '../../api.ts';
import { formatDateIn } from '../../ui/format-date.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAccent } from '../accent.ts';
import { orderStorageKey } from '../in-progress-order.ts';
import { orderLink, payLink } from '../links.ts';
import type { MoreOffersData } from '../offer/more-offers.tsx';
import { dollarsToText } from '../order-amount.ts';
import { OrderBar } from '../order-bar.tsx';
import { findOrderEmail, saveEmailForTracking } from '../order-email.ts';
import { sentenceText, unitOf } from '../order-sentences.ts';
import { OrderTimeline } from '../order-timeline.tsx';
import type { ShownOrder } from '../read-order.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { type Followed, useFollowedOrder } from './follow-order.ts';
import { isConfirming, viewOf } from './order-view.ts';
import { ResultCard, type Sign } from './result-card.tsx';

/** `posts`: of the links of the order. */
export type SuccessIslandProps = {
  lang: Language;
  texts: Catalogue['success'];
  transfer?: Catalogue['transfer'];
  /** Several payment methods are on. */
  hasOtherWays?: boolean;
  posts: Catalogue['order']['posts'];
  more?: MoreOffersData;
  bar: string;
};
type SuccessProps = SuccessIslandProps & { api?: Pick<Api, 'call'> };
type FoundProps = SuccessIslandProps & { found: Extract<Followed, { state: 'found' }> };
type LinkProps = Pick<SuccessIslandProps, 'lang' | 'texts'>;

// Only a paid order has links to follow.
const OrderPosts = lazy(() => import('./order-links.tsx'));
const TransferBox = lazy(() => import('../transfer-box.tsx'));
const MoreOffers = lazy(() => import('../offer/more-offers.tsx'));

export default function SuccessIsland({ api, ...props }: SuccessProps) {
  const { lang, texts } = props;
  const [ownApi] = useState(() => api ?? createApi());
  const followed = useFollowedOrder(ownApi);
  useEffect(() => resetOrder(), []);
  useAccent(followed.state === 'found' ? followed.order.category : 'Likes');
  if (followed.state === 'found') return <Found found={followed} {...props} />;
  if (followed.state === 'checking') {
    return (
      <ResultCard view="pending" sign="busy" title={texts.titles.confirming} text={texts.states.sentences.confirming}>
        <OrderTimeline order={null} texts={texts.progress} />
        <Facts order={null} lang={lang} texts={texts} />
        <div className="grid gap-3">
          <TrackLink order={null} lang={lang} texts={texts} variant="primary" />
          <AnotherLink lang={lang} texts={texts} />
        </div>
      </ResultCard>
    );
  }
  const isNamed = followed.state === 'not-found';
  return (
    <ResultCard
      view="neutral"
      sign="search"
      title={isNamed ? texts.unknownTitle : texts.noneTitle}
      text={isNamed ? texts.unknownText : texts.noneText}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TrackLink order={null} lang={lang} texts={texts} variant="primary" />
        <AnotherLink lang={lang} texts={texts} />
      </div>
    </ResultCard>
  );
}

function Found({ found, lang, texts, transfer, hasOtherWays, posts, more, bar }: FoundProps) {
  const { page, receiptPath, orderPath, isLong } = found;
  // Without a payment status, a status that is not final counts as confirming.
  const order: ShownOrder = isConfirming(found.order) ? { ...found.order, payment: 'confirming' } : found.order;
  const story = describeOrder(page ?? { ...order, confirming_long: isLong });
  const words = {
    texts: texts.states,
    lang,
    unit: unitOf(order, texts.states.units),
    dateOf: (at: string) => formatDateIn(lang, at),
  };
  const text = story.sentences.map((sentence) => sentenceText(sentence, words)).join(' ');
  const isOpen = isPaid(order) || isPayable(order) || order.payment === 'confirming';
  const pagePath = orderLink(lang, order.id, orderPath);
  return (
    <ResultCard
      view={viewOf(order)}
      payment={order.payment}
      sign={signOf(story)}
      title={texts.titles[story.stage]}
      text={text}
    >
      {isOpen ? <OrderTimeline order={{ ...order, stage: story.stage }} texts={texts.progress} /> : null}
      {isPaid(order) ? <OrderBar order={order} label={bar} /> : null}
      <Facts order={order} lang={lang} texts={texts} />
      {hasCount(order) ? <p className="text-center text-sm text-muted">{texts.reported}</p> : null}
      {transfer && page?.transfer ? (
        <Suspense>
          <TransferBox lang={lang} texts={transfer} transfer={page.transfer} />
        </Suspense>
      ) : null}
      <NextSteps
        order={order}
        story={story}
        page={pagePath}
        lang={lang}
        texts={texts}
        otherWay={(hasOtherWays && transfer?.otherWay) || null}
      />
      {receiptPath ? (
        <p className="text-center">
          <a
            href={receiptPath}
            className="inline-block py-1 font-medium underline decoration-hairline underline-offset-4 hover:decoration-accent"
          >
            {texts.receipt}
          </a>
        </p>
      ) : null}
      {/* Last: they come later, and must not move a button away from a finger. */}
      {page && isPaid(page) ? (
        <Suspense>
          <OrderPosts lang={lang} texts={posts} order={page} acts={null} />
        </Suspense>
      ) : null}
      {more && page && isPaid(page) ? (
        <Suspense>
          <MoreOffers more={more} order={page} />
        </Suspense>
      ) : null}
    </ResultCard>
  );
}

/** The text above states what the provider has counted. */
function hasCount(order: ShownOrder): boolean {
  const { state, delivered = 0 } = order.delivery;
  return isPaid(order) && (delivered > 0 || state === 'completed' || state === 'not_delivered');
}

const signs: Partial<Record<OrderStage, Sign>> = {
  unpaid: 'info',
  awaiting_transfer: 'info',
  confirming: 'busy',
  declined: 'failed',
  declinedClosed: 'failed',
  expired: 'info',
  closed: 'failed',
  refunded: 'info',
  disputed: 'failed',
  held: 'warning',
  partial: 'warning',
  notDelivered: 'warning',
};

function signOf({ stage }: OrderStory): Sign {
  return signs[stage] ?? 'done';
}

type NextStepsProps = LinkProps & {
  order: ShownOrder;
  story: OrderStory;
  page: string | null;
  otherWay: string | null;
};

const supported: readonly OrderStage[] = [
  'closed',
  'declinedClosed',
  'refunded',
  'disputed',
  'partial',
  'notDelivered',
];

/** One main button, then the other ways. It never offers a second payment for a paid order. */
function NextSteps({ order, story: { stage, next }, page, lang, texts, otherWay }: NextStepsProps) {
  const props = { order, lang, texts };
  const view = page ? (
    <LinkButton href={page} wide>
      {texts.view}
    </LinkButton>
  ) : null;
  const isPaying = next === 'pay' || next === 'otherCard';
  const isFailed = next === 'again';
  const isViewMain = page !== null && !isPaying && !isFailed;
  const isTrackMain = !isPaying && !isFailed && !isViewMain;
  return (
    // The last way of an odd number has a row of its own.
    <div className="grid gap-3 sm:grid-cols-2 sm:[&>:last-child:nth-child(even)]:col-span-2">
      {isPaying ? (
        <LinkButton href={payLink(lang, order.id)} variant="primary" wide className="sm:col-span-2">
          {next === 'otherCard' ? texts.otherCard : texts.payNow}
        </LinkButton>
      ) : null}
      {isFailed ? (
        <LinkButton
          href={order.offer ? `${pathOf('checkout', lang)}?offer=${order.offer}` : pathOf('home', lang)}
          variant="primary"
          wide
          className="sm:col-span-2"
          onClick={() => restoreOrder(order.id)}
        >
          {texts.tryAgain}
        </LinkButton>
      ) : null}
      {isViewMain ? (
        <LinkButton href={page} variant="primary" wide className="sm:col-span-2">
          {texts.view}
        </LinkButton>
      ) : (
        view
      )}
      <TrackLink
        {...props}
        variant={isTrackMain ? 'primary' : undefined}
        className={isTrackMain ? 'sm:col-span-2' : undefined}
      />
      {next === 'otherWay' && otherWay !== null ? (
        <LinkButton href={payLink(lang, order.id)} wide>
          {otherWay}
        </LinkButton>
      ) : null}
      {next === 'support' || supported.includes(stage) ? <SupportLink {...props} /> : null}
      <AnotherLink {...props} />
    </div>
  );
}

type TrackProps = LinkProps & {
  order: ShownOrder | null;
  variant?: 'primary' | 'quiet' | undefined;
  className?: string | undefined;
};

function TrackLink({ order, lang, texts, variant, className }: TrackProps) {
  const email = order && findOrderEmail(order.id);
  return (
    <LinkButton
      href={pathOf('client', lang)}
      variant={variant}
      wide
      className={className}
      onClick={() => {
        if (email) saveEmailForTracking(email);
      }}
    >
      {texts.track}
    </LinkButton>
  );
}

function AnotherLink({ lang, texts }: LinkProps) {
  return (
    <LinkButton href={pathOf('home', lang)} wide>
      {texts.another}
    </LinkButton>
  );
}

function SupportLink({ lang, texts }: LinkProps) {
  return (
    <LinkButton href={pathOf('contact', lang)} wide>
      {texts.support}
    </LinkButton>
  );
}

/** Without an order, the same rows as placeholders to avoid a layout shift. Rows without a value are omitted. */
function Facts({ order, lang, texts }: LinkProps & { order: ShownOrder | null }) {
  const none = { id: null, quantity: null, amount: null, category: 'Likes', offer_name: undefined } as const;
  const { id, quantity, amount, category, offer_name } = order ?? none;
  const facts = [
    { name: texts.order, value: id && `#${id}` },
    {
      name: texts.package,
      value: quantity && `${countText(quantity, lang)} ${unitOf({ category, offer_name }, texts.units)}`,
    },
    { name: texts.amount, value: amount !== null && dollarsToText(amount, lang) },
  ];
  return (
    <dl className="flex flex-col gap-2 border-y border-hairline py-4 tabular-nums">
      {facts
        .filter(({ value }) => value || !order)
        .map(({ name, value }) => (
          <div key={name} className="flex flex-wrap items-center gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd translate="no" className="ml-auto min-w-0 text-right font-medium wrap-anywhere">
              {value || <Skeleton className="h-5 w-32" />}
            </dd>
          </div>
        ))}
    </dl>
  );
}

// The result page clears the order in progress. After a failed payment the form's values can be restored.

/** The storage key of the form values of this tab's last order. */
const lastOrderKey = 'lastOrder';

function resetOrder(): void {
  try {
    const kept = sessionStorage.getItem(orderStorageKey);
    if (kept === null) return;
    // Another page of this visit may have stored a source alone.
    if (kept.includes('"placed"')) sessionStorage.setItem(lastOrderKey, kept);
    sessionStorage.removeItem(orderStorageKey);
  } catch {
    // Blocked storage has nothing to reset.
  }
}

type Kept = { placed?: { orderId?: string }; offers?: Record<string, Kept> };

/** Restores the values without the ID and the key of the placed order, so that another try places a new order. */
function restoreOrder(orderId: string): void {
  try {
    const kept: Kept = JSON.parse(sessionStorage.getItem(lastOrderKey) ?? '{}');
    const own = [kept, ...Object.values(kept.offers ?? {})].find(({ placed }) => placed?.orderId === orderId);
    if (!own) return;
    delete own.placed;
    sessionStorage.setItem(orderStorageKey, JSON.stringify(kept));
  } catch {
    // Blocked storage has nothing to restore.
  }
}
