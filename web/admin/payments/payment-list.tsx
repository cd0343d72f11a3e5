// All payments of an order, newest first: state, card, transaction and decline reason.
import { gatewayTitles } from '../../../contract/gateways.ts';
import { formatUsd } from '../../../contract/money.ts';
import { walletTitles } from '../../../contract/wallets.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDate } from '../../ui/format-date.ts';
import type { Tone } from '../../ui/status-tone.ts';
import { CopyButton } from '../copy-button.tsx';
import { Fact, Facts } from '../panel.tsx';
import type { Payment } from './payment-queries.ts';

export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return null;
  return (
    <ol aria-label="Payments" className="divide-y divide-hairline">
      {payments.toReversed().map((payment) => (
        <li key={payment.number} className="grid gap-2 py-3 first:pt-0 last:pb-0">
          <PaymentItem payment={payment} />
        </li>
      ))}
    </ol>
  );
}

function PaymentItem({ payment }: { payment: Payment }) {
  const look = lookOf(payment);
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <strong className="font-semibold tabular-nums">{amountOf(payment)}</strong>
        <Badge tone={look.tone}>{look.word}</Badge>
      </p>
      {look.sentence ? <p>{look.sentence}</p> : null}
      <Facts>
        {payment.card_wallet ? <Fact name="Wallet">{walletTitles[payment.card_wallet]}</Fact> : null}
        {payment.card_brand || payment.card_last4 ? (
          <Fact name="Card">
            {payment.card_brand ?? 'Card'}
            {payment.card_last4 ? <span className="tabular-nums"> •••• {payment.card_last4}</span> : null}
          </Fact>
        ) : null}
        {payment.decline ? (
          <Fact name="Decline">
            {payment.decline.reason ?? 'The gateway returned an unknown code.'}
            <span className="block text-xs text-muted">{payment.decline.code}</span>
          </Fact>
        ) : null}
        {payment.failed_tries > 0 ? (
          <Fact name="Declined tries">
            <span className="tabular-nums">{payment.failed_tries}</span>
          </Fact>
        ) : null}
        {payment.transaction_id ? (
          <Fact name="Transaction">
            {payment.transaction_id}
            <CopyButton text={payment.transaction_id} name="the transaction ID" />
          </Fact>
        ) : null}
        <Fact name="Gateway order">
          {payment.gateway_order_id}
          <CopyButton text={payment.gateway_order_id} name="the gateway order ID" />
          <span className="block text-xs text-muted">{gatewayNames[payment.gateway] ?? payment.gateway}</span>
        </Fact>
        {payment.gateway_status ? <Fact name="Gateway status">{payment.gateway_status}</Fact> : null}
        <Fact name="Opened">{formatDate(payment.opened_at)}</Fact>
      </Facts>
    </>
  );
}

/** By the name in a payment, which a newer version may have written. */
const gatewayNames: Readonly<Record<string, string>> = gatewayTitles;

type Look = { tone: Tone; word: string; sentence?: string };

const looks: Record<Payment['state'], Look> = {
  opening: { tone: 'yellow', word: 'Opening', sentence: 'The store asked the gateway for a payment form.' },
  open: { tone: 'yellow', word: 'Open', sentence: 'The buyer has the payment form.' },
  lost: {
    tone: 'orange',
    word: 'Unknown',
    sentence: "The gateway's answer was lost when the form was opened. The buyer never got this form.",
  },
  refused: { tone: 'grey', word: 'Not opened', sentence: 'The gateway refused to open a payment form.' },
  closed: { tone: 'grey', word: 'Closed', sentence: 'The form is closed. No money was taken.' },
  paid: { tone: 'purple', word: 'Paid' },
  second_capture: { tone: 'red', word: 'Paid twice', sentence: 'The order was already paid. Refund this payment.' },
  mismatch: {
    tone: 'red',
    word: 'Mismatch',
    sentence: 'The captured amount or currency differs from the order. Compare it in the gateway.',
  },
};

/** True when the store cannot read a result from the gateway. */
export function isInDoubt({ state, has_unknown_status, decline, transaction_id }: Payment): boolean {
  return has_unknown_status || (state === 'open' && decline === null && transaction_id !== null);
}

function lookOf(payment: Payment): Look {
  const look = looks[payment.state];
  if (payment.has_unknown_status) {
    return {
      tone: 'orange',
      word: 'In doubt',
      sentence: 'The gateway returned an unknown status. Look up the payment in the gateway.',
    };
  }
  if (payment.state !== 'open' && payment.state !== 'closed') return look;
  if (payment.decline) return { ...look, tone: 'red', word: 'Declined', sentence: declined[payment.state] };
  if (isInDoubt(payment)) {
    return { tone: 'orange', word: 'In doubt', sentence: 'The buyer paid by card. The gateway has no result yet.' };
  }
  return look;
}

const declined = {
  open: 'The last try was declined. The buyer can try again.',
  closed: 'The last try was declined. No money was taken.',
};

function amountOf({ amount, currency }: Payment): string {
  const usd = formatUsd(Math.round(amount * 100));
  return currency === 'USD' ? usd : `${amount.toFixed(2)} ${currency}`;
}
