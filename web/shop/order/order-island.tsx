// The hydrated part of the page of an order: state, posts, timeline, and a summary beside them.

import { lazy, Suspense, useEffect, useState } from 'react';
import { describeOrder, type OrderStory } from '../../../contract/order-state.ts';
import { type Api, createApi } from '../../api.ts';
import { formatDateIn } from '../../ui/format-date.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { useAccent } from '../accent.ts';
import { useHydrated } from '../hydrated.ts';
import { contactLink, payLink } from '../links.ts';
import { OrderBar } from '../order-bar.tsx';
import { sentenceText, unitOf } from '../order-sentences.ts';
import { fill } from '../texts/text.ts';
import { endText, expectedEndMs } from './expected-end.ts';
import { OrderAgain } from './order-again.tsx';
import { OrderEvents } from './order-events.tsx';
import { formatHeading, inHeading } from './order-heading.ts';
import { OrderPosts } from './order-posts.tsx';
import type { OrderPartProps, OrderTexts } from './order-props.ts';
import { OrderSummary } from './order-summary.tsx';
import { type PolledOrder, useOrderPage } from './use-order-page.ts';

// Few orders wait for a transfer.
const TransferBox = lazy(() => import('../transfer-box.tsx'));
const MoreOffers = lazy(() => import('../offer/more-offers.tsx'));

const payments: readonly OrderStory['next'][] = ['pay', 'otherCard', 'otherWay'];

/**
 * `completedSeconds`: the measured P90 of orders of this category; undefined without enough orders. `isSample`: a sample
 * without an order in the database.
 */
type OrderIslandProps = OrderPartProps & {
  completedSeconds?: number | undefined;
  isSample?: boolean;
  api?: Pick<Api, 'call'>;
};

export default function OrderIsland(props: OrderIslandProps) {
  const {
    lang,
    texts,
    transfer,
    hasOtherWays,
    order: first,
    againCents,
    more,
    isSample = false,
    completedSeconds,
    api,
  } = props;
  const [ownApi] = useState(() => api ?? createApi());
  const { order, staleSinceMs, acts } = useOrderPage(ownApi, first);
  const isHydrated = useHydrated();
  useAccent(order.category);
  /** In UTC until the browser's time zone is known. */
  const dateOf = (sent: string | number): string =>
    isHydrated ? formatDateIn(lang, sent) : `${formatDateIn(lang, sent, 'UTC')} UTC`;
  const story = describeOrder(order);
  const { stage } = story;
  const heading = formatHeading(order, stage, texts, lang);
  // An earlier copy, while the store cannot read the order: it pays and changes nothing.
  const isCopy = order.as_of !== undefined;
  const part = { lang, texts, transfer, hasOtherWays, order, againCents };
  const words = { texts: texts.states, lang, unit: unitOf(order, texts.states.units), dateOf };
  // Those of an order that can be paid lead to its payment.
  const isHidden = isCopy && payments.includes(story.next);
  const sentences = (isHidden ? [] : story.sentences)
    .filter(({ key }) => !inHeading.includes(key))
    .map((sentence) => sentenceText(sentence, words));
  const isWarning = stage === 'confirming' && order.confirming_long;
  const notice = noticeOf({ order, staleSinceMs }, { texts, dateOf, isHydrated });
  return (
    <div
      data-stage={stage}
      className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-12"
    >
      <div className="flex flex-col gap-8">
        <section>
          <p className="text-sm text-muted tabular-nums">
            <span>{`${texts.summary.order} `}</span>
            <span translate="no">{order.id}</span>
            <span>{` · ${dateOf(order.created_at)}`}</span>
          </p>
          <h1 className="mt-2 text-2xl font-extrabold tabular-nums sm:text-4xl">{heading}</h1>
          <Announcement stage={stage} heading={heading} />
          <OrderBar order={order} label={texts.bar} />
          <div className="mt-4 flex flex-col gap-1 text-muted sm:text-lg">
            {sentences.map((sentence) => (
              <p key={sentence} className={isWarning ? 'font-medium text-ink' : undefined}>
                {sentence}
              </p>
            ))}
            {isHydrated && stage === 'delivering' ? <p>{texts.live}</p> : null}
            {/* In the browser's time zone only: a time in UTC is a riddle. */}
            {isHydrated ? <ExpectedEnd {...part} completedSeconds={completedSeconds} /> : null}
          </div>
          <p role="status">
            {notice === null ? null : (
              <span className="mt-4 flex items-start gap-2 rounded-card bg-yellow-soft p-3 text-yellow-ink">
                <LineIcon path={moreIconPaths.warning} className="mt-0.5" />
                <span>{notice}</span>
              </span>
            )}
          </p>
          {isHydrated && transfer && order.transfer && !isCopy ? (
            <div className="mt-5">
              <Suspense>
                <TransferBox lang={lang} texts={transfer} transfer={order.transfer} />
              </Suspense>
            </div>
          ) : null}
          {isCopy && story.next !== 'support' ? null : <NextStep {...part} story={story} />}
        </section>
        <OrderPosts lang={lang} texts={texts.posts} order={order} acts={isHydrated && !isCopy ? acts : null} />
        <OrderEvents {...part} dateOf={dateOf} />
        {isHydrated && more && !isSample && !isCopy ? (
          <Suspense>
            <MoreOffers more={more} order={order} />
          </Suspense>
        ) : null}
      </div>
      <OrderSummary {...part} isSample={isSample} story={story} />
    </div>
  );
}

/** Why the page is not of this moment; null where it is. */
function noticeOf(
  { order: { as_of }, staleSinceMs }: PolledOrder,
  { texts, dateOf, isHydrated }: { texts: OrderTexts; dateOf: (sent: number) => string; isHydrated: boolean },
): string | null {
  if (staleSinceMs !== null) return fill(texts.stale, { time: dateOf(staleSinceMs) });
  if (as_of === undefined) return null;
  // With seconds: a minute is the oldest that a copy may be.
  const time = isHydrated ? new Date(as_of).toTimeString().slice(0, 8) : `${as_of.slice(11, 19)} UTC`;
  return fill(texts.kept, { time });
}

/** Read out when the state changes, and not with every count. */
function Announcement({ stage, heading }: { stage: string; heading: string }) {
  const [first] = useState(stage);
  const [announced, setAnnounced] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading of that moment.
  useEffect(() => {
    if (stage !== first) setAnnounced(heading);
  }, [stage]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}

function ExpectedEnd({ lang, texts, order, completedSeconds }: OrderIslandProps) {
  const nowMs = Date.now();
  const endMs = expectedEndMs(order, completedSeconds, nowMs);
  return endMs === null ? null : <p>{fill(texts.expected, { time: endText(lang, endMs, nowMs) })}</p>;
}

function NextStep({ story, ...props }: OrderPartProps & { story: OrderStory }) {
  const { lang, texts, transfer, hasOtherWays, order } = props;
  const look = { variant: 'primary', size: 'lg', className: 'mt-5 max-sm:w-full' } as const;
  switch (story.next) {
    case 'again':
      return <OrderAgain {...props} look={look} />;
    case 'support':
      return (
        <LinkButton
          href={contactLink(lang, order.id)}
          {...look}
          variant={story.stage === 'disputed' ? 'primary' : undefined}
        >
          {texts.support}
        </LinkButton>
      );
    case 'pay':
    case 'otherCard':
      return (
        <LinkButton href={payLink(lang, order.id)} {...look}>
          {story.next === 'pay' ? texts.payNow : texts.otherCard}
        </LinkButton>
      );
    case 'otherWay':
      return !hasOtherWays ? null : (
        <LinkButton href={payLink(lang, order.id)} {...look} variant={undefined}>
          {transfer?.otherWay ?? texts.payNow}
        </LinkButton>
      );
    case null:
      return null;
  }
}
