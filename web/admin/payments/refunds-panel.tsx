// The refunds of an order, and the amount that is still refundable.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import type { Tone } from '../../ui/status-tone.ts';
import { useAdmin } from '../admin-context.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { Anchor } from '../anchor.tsx';
import { formatDollars } from '../dollars.ts';
import { RunButton } from '../kit/run-button.tsx';
import { LoadFailure } from '../load-failure.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { Panel } from '../panel.tsx';
import { shownMessage, usePageTexts } from '../texts/shown-texts.ts';
import {
  isUnanswered,
  type Refund,
  type Refundable,
  type RefundSituation,
  refundsQuery,
  useRefundUndelivered,
} from './make-refund.ts';
import RefundConfirmation from './refund-confirmation.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** Renders nothing for an unpaid order, and for a server version without refunds. */
export function RefundsPanel({ order }: { order: AdminOrder }) {
  const { api } = useAdmin();
  const texts = usePageTexts().refunds;
  const refunds = useQuery({ ...refundsQuery(api, order.id), enabled: mayHaveMoney(order) });
  if (!mayHaveMoney(order) || (refunds.error instanceof ApiError && refunds.error.status === 404)) return null;
  const { data } = refunds;
  const failure = refunds.isError ? (
    <LoadFailure title={texts.failed} error={refunds.error} onRetry={() => void refunds.refetch()} />
  ) : null;
  if (!data || (data.payments.length === 0 && data.refunds.length === 0)) return failure;
  return (
    <Anchor id="refunds">
      <Panel title={texts.title}>
        {failure}
        <Given refunds={data.refunds} />
        {data.proposed ? <RefundProposal orderId={order.id} situation={data} /> : null}
        <ul className="grid gap-3">
          {data.payments.map((payment) => (
            <PaymentRow key={payment.payment ?? 'by hand'} orderId={order.id} payment={payment} situation={data} />
          ))}
        </ul>
      </Panel>
    </Anchor>
  );
}

function mayHaveMoney({ paymentStatus }: AdminOrder): boolean {
  return /^(paid|refunded|disputed)$/i.test(paymentStatus);
}

type PaymentRowProps = { orderId: string; payment: Refundable; situation: RefundSituation };

function PaymentRow({ orderId, payment, situation }: PaymentRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const mayRefund = useAllowed()('refundOrder');
  const { refunds } = usePageTexts();
  const { amount, left, kind } = payment;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <p className="min-w-0">
        <span>{`${refunds.payments[kind]}: `}</span>
        <span className="tabular-nums" translate="no">
          {formatDollars(amount)}
        </span>
        <span className="block text-muted tabular-nums">
          {left > 0 ? refunds.left(formatDollars(left)) : refunds.nothingLeft}
        </span>
      </p>
      {left > 0 && mayRefund ? (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          {refunds.refund}
        </Button>
      ) : null}
      {isOpen ? (
        <RefundDialog orderId={orderId} payment={payment} situation={situation} onClose={() => setIsOpen(false)} />
      ) : null}
    </li>
  );
}

const tones: Record<Refund['state'], Tone> = {
  asking: 'yellow',
  pending: 'yellow',
  unclear: 'orange',
  refunded: 'green',
  failed: 'red',
};

function Given({ refunds }: { refunds: readonly Refund[] }) {
  const texts = usePageTexts().refunds;
  if (refunds.length === 0) return null;
  return (
    <ol className="mb-3 divide-y divide-hairline border-b border-hairline text-sm" aria-label={texts.soFar}>
      {refunds.map((refund) => (
        <li key={refund.id} className="grid gap-1 pb-3 not-first:pt-3">
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <strong className="font-semibold tabular-nums" translate="no">
              {formatDollars(refund.amount)}
            </strong>
            <Badge tone={tones[refund.state]}>{texts.states[refund.state]}</Badge>
          </p>
          <p className="break-words">
            {`${refund.reason}${refund.undelivered_quantity === null ? '' : ` ${texts.undelivered(formatCount(refund.undelivered_quantity))}`}`}
          </p>
          {refund.problem ? <p className="text-red-ink">{shownMessage(refund.problem_coded, refund.problem)}</p> : null}
          <p className="text-xs break-words text-muted">{`${formatDate(refund.created_at)}, ${refund.requested_by}`}</p>
        </li>
      ))}
    </ol>
  );
}

// Proposes a refund of the undelivered units after the delivery has ended.

type RefundProposalProps = { orderId: string; situation: RefundSituation };

function RefundProposal({ orderId, situation }: RefundProposalProps) {
  const { refunds } = usePageTexts();
  const { refund, reason, isHeld, send } = useRefundUndelivered(orderId);
  const { quantity, amount } = situation.undelivered;
  const worth = formatDollars(amount);
  const isRetry = isUnanswered(refund.error);
  const [isConfirming, setConfirming] = useState(false);

  return (
    <div className="mb-3 grid gap-2 rounded-card border border-yellow bg-yellow-soft px-4 py-3 text-sm text-yellow-ink">
      <p>
        <span>{`${refunds.ended(formatCount(quantity))} `}</span>
        <strong>{worth}</strong>
        <span>.</span>
      </p>
      {refund.failure ? <p role="alert">{isRetry ? refunds.unanswered : refund.failure}</p> : null}
      {isHeld ? <p role="alert">{refunds.held}</p> : null}
      <Allowed call="refundOrder">
        <div>
          <RunButton act={refund} variant="primary" onClick={() => (isRetry ? send(amount) : setConfirming(true))}>
            {isRetry ? refunds.retry : refunds.refundAmount(worth)}
          </RunButton>
        </div>
      </Allowed>
      {isConfirming ? (
        <RefundConfirmation
          amountCents={Math.round(amount * 100)}
          reason={reason}
          onRefund={() => {
            setConfirming(false);
            send(amount);
          }}
          onClose={() => setConfirming(false)}
        >
          {refunds.proposalEffect(formatCount(quantity))}
        </RefundConfirmation>
      ) : null}
    </div>
  );
}
