// The refunds of an order, and the amount that is still refundable.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatUsd } from '../../../contract/money.ts';
import { ApiError } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format-date.ts';
import type { Tone } from '../../ui/status-tone.ts';
import { useAdmin } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { LoadFailure } from '../load-failure.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { Panel } from '../panel.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RefundProposal } from './refund-proposal.tsx';
import { type Refund, type Refundable, type RefundSituation, refundsQuery } from './refund-queries.ts';

/** Renders nothing for an unpaid order, and for a server version without refunds. */
export function RefundsPanel({ order }: { order: AdminOrder }) {
  const { api } = useAdmin();
  const refunds = useQuery({ ...refundsQuery(api, order.id), enabled: mayHaveMoney(order) });
  if (!mayHaveMoney(order) || (refunds.error instanceof ApiError && refunds.error.status === 404)) return null;
  const { data } = refunds;
  const failure = refunds.isError ? (
    <LoadFailure title="The refunds could not be loaded" error={refunds.error} onRetry={() => void refunds.refetch()} />
  ) : null;
  if (!data || (data.payments.length === 0 && data.refunds.length === 0)) return failure;
  return (
    <Panel title="Refunds">
      {failure}
      <Given refunds={data.refunds} />
      {data.proposed ? <RefundProposal orderId={order.id} situation={data} /> : null}
      <ul className="grid gap-3">
        {data.payments.map((payment) => (
          <PaymentRow key={payment.payment ?? 'by hand'} orderId={order.id} payment={payment} situation={data} />
        ))}
      </ul>
    </Panel>
  );
}

function mayHaveMoney({ paymentStatus }: AdminOrder): boolean {
  return /^(paid|refunded|disputed)$/i.test(paymentStatus);
}

const names: Record<Refundable['kind'], string> = {
  paid: 'The payment',
  by_hand: 'The payment outside of any gateway',
  second: 'A second payment, although the order was paid',
};

type PaymentRowProps = { orderId: string; payment: Refundable; situation: RefundSituation };

function PaymentRow({ orderId, payment, situation }: PaymentRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const mayRefund = useAllowed()('refundOrder');
  const { amount, left, kind } = payment;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <p className="min-w-0">
        {names[kind]}: <span className="tabular-nums">{usd(amount)}</span>
        <span className="block text-muted tabular-nums">
          {left > 0 ? `${usd(left)} can be refunded` : 'Nothing is left to refund'}
        </span>
      </p>
      {left > 0 && mayRefund ? (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Refund
        </Button>
      ) : null}
      {isOpen ? (
        <RefundDialog orderId={orderId} payment={payment} situation={situation} onClose={() => setIsOpen(false)} />
      ) : null}
    </li>
  );
}

const looks: Record<Refund['state'], { tone: Tone; word: string }> = {
  asking: { tone: 'yellow', word: 'Being asked' },
  pending: { tone: 'yellow', word: 'Pending' },
  unclear: { tone: 'orange', word: 'Unclear' },
  refunded: { tone: 'green', word: 'Refunded' },
  failed: { tone: 'red', word: 'Failed' },
};

function Given({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null;
  return (
    <ol className="mb-3 divide-y divide-hairline border-b border-hairline text-sm" aria-label="Refunds so far">
      {refunds.map((refund) => (
        <li key={refund.id} className="grid gap-1 pb-3 not-first:pt-3">
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <strong className="font-semibold tabular-nums">{usd(refund.amount)}</strong>
            <Badge tone={looks[refund.state].tone}>{looks[refund.state].word}</Badge>
          </p>
          <p className="break-words">
            {refund.reason}
            {refund.undelivered_quantity === null ? null : ` (${refund.undelivered_quantity} undelivered)`}
          </p>
          {refund.problem ? <p className="text-red-ink">{refund.problem}</p> : null}
          <p className="text-xs break-words text-muted">
            {formatDate(refund.created_at)}, {refund.requested_by}
          </p>
        </li>
      ))}
    </ol>
  );
}

function usd(dollars: number): string {
  return formatUsd(Math.round(dollars * 100));
}
