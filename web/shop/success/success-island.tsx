// The hydrated part of the result page: payment state, delivery state, and next steps.
import { useEffect, useState } from 'react';
import type { Language } from '../../../contract/languages.ts';
import { countText } from '../../../contract/numbers.ts';
import { pathOf } from '../../../contract/pages.ts';
import { type Api, createApi } from '../../api.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAccent } from '../accent.ts';
import { orderLink, payLink } from '../links.ts';
import { dollarsToText } from '../order-amount.ts';
import { findOrderEmail, saveEmailForTracking } from '../order-email.ts';
import { isPaid, isPayable } from '../order-state.ts';
import { OrderTimeline } from '../order-timeline.tsx';
import { wordsOf } from '../order-words.ts';
import type { ShownOrder } from '../read-order.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { type Followed, useFollowedOrder } from './follow-order.ts';
import { isConfirming, viewOf } from './order-view.ts';
import { resetOrder } from './reset-order.ts';
import { ResultCard, type Sign } from './result-card.tsx';

export type SuccessIslandProps = { lang: Language; texts: Catalogue['success'] };
type SuccessProps = SuccessIslandProps & { api?: Pick<Api, 'call'> };
type FoundProps = SuccessIslandProps & { found: Extract<Followed, { state: 'found' }> };
type PartProps = SuccessIslandProps & { order: ShownOrder };

export default function SuccessIsland({ lang, texts, api }: SuccessProps) {
  const [ownApi] = useState(() => api ?? createApi());
  const followed = useFollowedOrder(ownApi);
  useEffect(() => resetOrder(), []);
  useAccent(followed.state === 'found' ? followed.order.category : 'Likes');
  if (followed.state === 'found') return <Found found={followed} lang={lang} texts={texts} />;
  if (followed.state === 'checking') {
    return (
      <ResultCard view="pending" sign="busy" {...texts.states.payments.confirming}>
        <OrderTimeline order={null} texts={texts.progress} />
        <Facts order={null} lang={lang} texts={texts} />
        <TrackLink order={null} lang={lang} texts={texts} variant="primary" />
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

function Found({ found, lang, texts }: FoundProps) {
  const { receiptPath, orderPath, isLong } = found;
  // Without a payment status, a status that is not final counts as confirming.
  const order: ShownOrder = isConfirming(found.order) ? { ...found.order, payment: 'confirming' } : found.order;
  const { title, text } = wordsOf(order, texts.states, lang, isLong);
  const page = orderLink(lang, order.id, orderPath);
  // Where nothing is left to pay, the page of the order is the next step.
  const isPageBelow = page !== null && !isPaid(order) && order.payment !== 'confirming';
  const isOpen = isPaid(order) || isPayable(order) || order.payment === 'confirming';
  return (
    <ResultCard view={viewOf(order)} payment={order.payment} sign={signOf(order)} title={title} text={text}>
      {isOpen ? <OrderTimeline order={order} texts={texts.progress} /> : null}
      <Facts order={order} lang={lang} texts={texts} />
      {hasCount(order) ? <p className="text-center text-sm text-muted">{texts.reported}</p> : null}
      <NextSteps order={order} page={page} isLong={isLong} lang={lang} texts={texts} />
      {receiptPath || isPageBelow ? (
        <p className="flex flex-wrap justify-center gap-x-6">
          {isPageBelow ? <PlainLink href={page}>{texts.view}</PlainLink> : null}
          {receiptPath ? <PlainLink href={receiptPath}>{texts.receipt}</PlainLink> : null}
        </p>
      ) : null}
    </ResultCard>
  );
}

/** The text above states what the provider has counted. */
function hasCount(order: ShownOrder): boolean {
  const { state, delivered = 0 } = order.delivery;
  return isPaid(order) && (delivered > 0 || state === 'completed' || state === 'not_delivered');
}

function PlainLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="inline-block py-1 font-medium underline decoration-hairline underline-offset-4 hover:decoration-accent"
    >
      {children}
    </a>
  );
}

function signOf(order: ShownOrder): Sign {
  if (order.payment === 'confirming') return 'busy';
  if (isPaid(order)) {
    const { state } = order.delivery;
    return state === 'partial' || state === 'not_delivered' ? 'warning' : 'done';
  }
  if (order.payment === 'refunded') return 'info';
  if (order.payment === 'disputed' || order.payment === 'declined') return 'failed';
  return isPayable(order) ? 'info' : 'failed';
}

type NextStepsProps = PartProps & { page: string | null; isLong: boolean };

/** The most important next step first. It never offers a second payment for a paid order. */
function NextSteps({ order, page, isLong, lang, texts }: NextStepsProps) {
  const props = { order, lang, texts };
  const view = page ? (
    <LinkButton href={page} variant="primary" wide className="sm:col-span-2">
      {texts.view}
    </LinkButton>
  ) : null;
  const trackVariant = page ? undefined : 'primary';
  if (order.payment === 'confirming') {
    return (
      <div className="grid gap-3">
        {view}
        <TrackLink {...props} variant={trackVariant} />
        {isLong ? <SupportLink {...props} /> : null}
      </div>
    );
  }
  if (isPayable(order)) {
    return (
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton href={payLink(lang, order.id)} variant="primary" wide className="sm:col-span-2">
          {order.payment === 'declined' ? texts.otherCard : texts.payNow}
        </LinkButton>
        <TrackLink {...props} />
        <AnotherLink {...props} />
      </div>
    );
  }
  if (isPaid(order)) {
    const isShort = order.delivery.state === 'partial' || order.delivery.state === 'not_delivered';
    return (
      <div className="grid gap-3 sm:grid-cols-2">
        {view}
        <TrackLink {...props} variant={trackVariant} />
        {isShort ? <SupportLink {...props} /> : <AnotherLink {...props} />}
      </div>
    );
  }
  // A refunded payment did not fail, so there is nothing to retry.
  const hasGoneBack = order.payment === 'refunded' || order.payment === 'disputed';
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LinkButton href={pathOf('home', lang)} variant="primary" wide>
        {hasGoneBack ? texts.another : texts.tryAgain}
      </LinkButton>
      <SupportLink {...props} />
      <TrackLink {...props} variant="quiet" className="sm:col-span-2" />
    </div>
  );
}

type TrackProps = SuccessIslandProps & {
  order: ShownOrder | null;
  variant?: 'primary' | 'quiet' | undefined;
  className?: string;
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

function AnotherLink({ lang, texts }: SuccessIslandProps) {
  return (
    <LinkButton href={pathOf('home', lang)} wide>
      {texts.another}
    </LinkButton>
  );
}

function SupportLink({ lang, texts }: SuccessIslandProps) {
  return (
    <LinkButton href={pathOf('contact', lang)} wide>
      {texts.support}
    </LinkButton>
  );
}

/** Without an order, the same rows as placeholders to avoid a layout shift. Rows without a value are omitted. */
function Facts({ order, lang, texts }: SuccessIslandProps & { order: ShownOrder | null }) {
  const { id, quantity, amount, category } = order ?? { id: null, quantity: null, amount: null, category: 'Likes' };
  const facts = [
    { name: texts.order, value: id && `#${id}` },
    { name: texts.package, value: quantity && `${countText(quantity, lang)} ${texts.units[category]}` },
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
