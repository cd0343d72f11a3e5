// The summary beside an order: amount, number, email, receipt, help.

import { type ReactNode, useState } from 'react';
import { countText } from '../../../contract/numbers.ts';
import type { OrderStory } from '../../../contract/order-state.ts';
import { pathOf } from '../../../contract/pages.ts';
import { paidWithText } from '../../../contract/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useHydrated } from '../hydrated.ts';
import { contactLink } from '../links.ts';
import { dollarsToText } from '../order-amount.ts';
import { unitOf } from '../order-sentences.ts';
import { Quantity } from '../quantity.tsx';
import { OrderAgain } from './order-again.tsx';
import type { OrderPartProps, OrderTexts } from './order-props.ts';

type SummaryProps = OrderPartProps & { story: OrderStory };

export function OrderSummary({ story, isSample, ...props }: SummaryProps & { isSample: boolean }) {
  const {
    lang,
    texts: {
      summary: texts,
      states: { units },
    },
    order,
  } = props;
  const paidWith = order.paid_with && paidWithText(order.paid_with, texts.paidWith);
  return (
    <aside aria-label={texts.title} className="self-start lg:sticky lg:top-6 lg:pt-1">
      <div className="flex flex-col gap-5 rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-6">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-xl font-bold tabular-nums">
          <span>
            <Quantity count={countText(order.quantity, lang)} unit={unitOf(order, units)} />
          </span>
          <span translate="no">{dollarsToText(order.amount, lang)}</span>
        </p>
        <dl className="flex flex-col gap-2 border-y border-hairline py-4 text-sm">
          <Fact name={texts.order}>
            <OrderNumber id={order.id} texts={texts} />
          </Fact>
          {order.email === null ? null : (
            <Fact name={texts.email}>
              <span translate="no">{order.email}</span>
            </Fact>
          )}
          <Fact name={texts.payment}>{texts.payments[order.payment]}</Fact>
          {paidWith ? <Fact name={texts.paidWith.title}>{paidWith}</Fact> : null}
          {order.refunded_amount > 0 ? (
            <Fact name={texts.refunded}>
              <span translate="no">{dollarsToText(order.refunded_amount, lang)}</span>
            </Fact>
          ) : null}
        </dl>
        <div className="flex flex-col gap-2">
          {order.receipt_path === null || order.as_of ? null : (
            <LinkButton href={order.receipt_path} wide>
              {texts.receipt}
            </LinkButton>
          )}
          <AgainInSummary {...props} story={story} />
          <LinkButton href={isSample ? pathOf('contact', lang) : contactLink(lang, order.id)} variant="quiet" wide>
            {texts.wrong}
          </LinkButton>
        </div>
      </div>
      {story.stage === 'toSend' || order.posts.some(({ delivered }) => delivered) ? (
        <p className="mt-3 px-1 text-sm text-muted">{texts.note}</p>
      ) : null}
    </aside>
  );
}

/** A closed order has its own button. */
function AgainInSummary({ story: { again }, ...props }: SummaryProps) {
  if (again === null || props.order.as_of) return null;
  if (again === 'now') return <OrderAgain {...props} look={{ wide: true }} />;
  return <OrderAgain {...props} look={{ variant: 'quiet', wide: true }} note={props.texts.againAfter} />;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function OrderNumber({ id, texts }: { id: string; texts: OrderTexts['summary'] }) {
  const [isCopied, setCopied] = useState(false);
  const word = isCopied ? texts.copied : texts.copy;
  const canCopy = useHydrated() && navigator.clipboard !== undefined;

  async function onCopy(): Promise<void> {
    await navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => {},
    );
  }

  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2">
      <span translate="no">{id}</span>
      {canCopy ? (
        <Button size="sm" onClick={onCopy} aria-label={`${word}: ${id}`}>
          {word}
        </Button>
      ) : null}
    </span>
  );
}
