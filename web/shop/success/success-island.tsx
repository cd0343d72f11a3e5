// The live part of the result page (RES): what became of the payment, and what happens next.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { countText } from '../../../contract/count-text.ts';
import { type Language, pathOf } from '../../../contract/pages.ts';
import { type Api, createApi } from '../../api.ts';
import { classNames } from '../../ui/class-names.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { moreShapes } from '../../ui/more-shapes.ts';
import { Shape } from '../../ui/shape.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useAccent } from '../accent.ts';
import { resetOrder } from '../in-progress-order.ts';
import { dollarsToText } from '../order-amount.ts';
import { OrderTimeline, stagesReached } from '../order-timeline.tsx';
import type { ShownOrder } from '../read-order.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { fill } from '../texts/text.ts';
import { useFollowedOrder } from './follow-order.ts';
import { viewOf } from './order-view.ts';

export type SuccessIslandProps = { lang: Language; texts: Catalogue['success'] };
type SuccessProps = SuccessIslandProps & { api?: Pick<Api, 'call'> };
type PartProps = SuccessIslandProps & { order: ShownOrder; receiptPath: string | undefined };

export default function SuccessIsland({ lang, texts, api }: SuccessProps) {
  const [ownApi] = useState(() => api ?? createApi());
  const followed = useFollowedOrder(ownApi);
  useEffect(() => resetOrder(), []);
  useAccent(followed.state === 'found' ? followed.order.category : 'Likes');
  if (followed.state === 'found') {
    const { order, receiptPath } = followed;
    return <Found order={order} receiptPath={receiptPath} lang={lang} texts={texts} />;
  }
  if (followed.state === 'checking') {
    return (
      <Card look="pending" title={texts.pendingTitle} text={texts.pendingText}>
        <OrderTimeline order={{ status: 'pending' }} texts={texts.progress} />
        <Facts order={null} lang={lang} texts={texts} />
        <OnwardLinks lang={lang} texts={texts} />
      </Card>
    );
  }
  const named = followed.state === 'not-found';
  return (
    <Card
      look="neutral"
      title={named ? texts.unknownTitle : texts.noneTitle}
      text={named ? texts.unknownText : texts.noneText}
    >
      <OnwardLinks lang={lang} texts={texts} />
    </Card>
  );
}

function Found(props: PartProps) {
  const { order, receiptPath, lang, texts } = props;
  const view = viewOf(order);
  if (view === 'failed') return <Failed {...props} />;
  const completed = view === 'completed';
  return (
    <Card
      look={view}
      title={completed ? texts.paidTitle : texts.pendingTitle}
      text={completed ? completedText(props) : texts.pendingText}
    >
      <OrderTimeline order={order} texts={texts.progress} />
      <Facts {...props} />
      <OnwardLinks lang={lang} texts={texts} />
      <ReceiptLink path={receiptPath} texts={texts} />
    </Card>
  );
}

function Failed({ order, receiptPath, lang, texts }: PartProps) {
  const { title, text, again } = failedWords(order, texts);
  return (
    <Card look="failed" title={title} text={text}>
      <Facts order={order} lang={lang} texts={texts} />
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton href={pathOf('home', lang)} variant="primary" wide>
          {again}
        </LinkButton>
        <LinkButton href={pathOf('contact', lang)} wide>
          {texts.support}
        </LinkButton>
        <LinkButton href={pathOf('client', lang)} variant="quiet" wide className="sm:col-span-2">
          {texts.track}
        </LinkButton>
      </div>
      <ReceiptLink path={receiptPath} texts={texts} />
    </Card>
  );
}

/** Money that went back is no payment that failed: there is nothing to try again. */
function failedWords({ payment_status }: ShownOrder, texts: SuccessIslandProps['texts']) {
  const again = texts.another;
  if (payment_status === 'refunded') return { title: texts.refundedTitle, text: texts.refundedText, again };
  if (payment_status === 'disputed') return { title: texts.disputedTitle, text: texts.disputedText, again };
  return { title: texts.failedTitle, text: texts.failedText, again: texts.tryAgain };
}

function completedText({ order, texts }: PartProps): string {
  const unit = texts.units[order.category];
  const reached = stagesReached(order);
  if (reached === 4) return fill(texts.deliveredText, { unit });
  return fill(reached === 3 ? texts.sentText : texts.paidText, { unit });
}

function OnwardLinks({ lang, texts }: SuccessIslandProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LinkButton href={pathOf('client', lang)} variant="primary" wide>
        {texts.track}
      </LinkButton>
      <LinkButton href={pathOf('home', lang)} wide>
        {texts.another}
      </LinkButton>
    </div>
  );
}

function ReceiptLink({ path, texts }: { path: string | undefined; texts: SuccessIslandProps['texts'] }) {
  if (!path) return null;
  return (
    <p className="text-center">
      <a
        href={path}
        className="inline-block py-1 font-medium underline decoration-hairline underline-offset-4 hover:decoration-accent"
      >
        {texts.receipt}
      </a>
    </p>
  );
}

/** Without an order: the same rows in grey, so that nothing moves when it arrives. A row that was not told is left out. */
function Facts({ order, lang, texts }: SuccessIslandProps & { order: ShownOrder | null }) {
  const { id, quantity, amount, category } = order ?? { id: null, quantity: null, amount: null, category: 'Likes' };
  const facts = [
    { name: texts.order, value: id && `#${id}` },
    { name: texts.package, value: quantity && `${countText(quantity, lang)} ${texts.units[category]}` },
    { name: texts.amount, value: amount !== null && dollarsToText(amount) },
  ];
  return (
    <dl className="flex flex-col gap-2 border-y border-hairline py-4 tabular-nums">
      {facts
        .filter(({ value }) => value || !order)
        .map(({ name, value }) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium break-all">{value || <Skeleton className="h-5 w-32" />}</dd>
          </div>
        ))}
    </dl>
  );
}

type Look = 'neutral' | 'pending' | 'completed' | 'failed';

const signs: Record<Exclude<Look, 'pending'>, { icon: keyof typeof moreShapes; colours: string }> = {
  neutral: { icon: 'search', colours: 'bg-sunken text-muted' },
  completed: { icon: 'check', colours: 'bg-green-soft text-green-ink' },
  failed: { icon: 'close', colours: 'bg-red-soft text-red-ink' },
};

function Card(props: { look: Look; title: string; text: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The payer comes from the card form: reading goes on here, unless it went on elsewhere already.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  const sign = props.look === 'pending' ? null : signs[props.look];
  return (
    <section
      aria-live="polite"
      data-view={props.look}
      className="flex flex-col gap-6 rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-8"
    >
      <div className="text-center">
        <span
          className={classNames(
            'mx-auto grid size-14 place-items-center rounded-full text-2xl',
            sign ? sign.colours : 'bg-accent-soft text-accent-ink',
          )}
        >
          {sign ? <Shape path={moreShapes[sign.icon]} /> : <Spinner />}
        </span>
        <h1 ref={heading} tabIndex={-1} className="mt-4 text-2xl font-extrabold outline-none">
          {props.title}
        </h1>
        <p className="mt-2 text-balance text-muted">{props.text}</p>
      </div>
      {props.children}
    </section>
  );
}
