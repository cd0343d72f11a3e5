// All payments of an order, newest first: state, card, transaction and decline reason.
import { gatewayTitles } from '../../../contract/gateways.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { walletTitles } from '../../../contract/wallets.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatDate } from '../../ui/format-date.ts';
import type { Tone } from '../../ui/status-tone.ts';
import { formatDecimal } from '../amounts.ts';
import { CopyButton } from '../copy-button.tsx';
import { formatDollars } from '../dollars.ts';
import { Fact, Facts } from '../panel.tsx';
import { ServerText } from '../texts/label.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';

export type Payment = AnswerFor<'GET /api/admin/orders/{id}/payments'>[number];

export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  const texts = usePageTexts();
  if (payments.length === 0) return null;
  return (
    <ol aria-label={texts.payments.list} className="divide-y divide-hairline">
      {payments.toReversed().map((payment) => (
        <li key={payment.number} className="grid gap-2 py-3 first:pt-0 last:pb-0">
          <PaymentItem payment={payment} />
        </li>
      ))}
    </ol>
  );
}

function PaymentItem({ payment }: { payment: Payment }) {
  const { payments } = usePageTexts();
  const attempt = attemptOf(payment);
  // By the name in a payment, which a newer version may have written.
  const gatewayNames: Readonly<Record<string, string>> = { ...gatewayTitles, manual: payments.bankTransfer };
  const [word, sentence] = payments.attempts[attempt];
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <strong className="font-semibold tabular-nums">{amountOf(payment)}</strong>
        <Badge tone={tones[attempt]}>{word}</Badge>
      </p>
      {sentence ? <p>{sentence}</p> : null}
      <Facts>
        {payment.card_wallet ? <Fact name={payments.wallet}>{walletTitles[payment.card_wallet]}</Fact> : null}
        {payment.card_brand || payment.card_last4 ? (
          <Fact name={payments.card}>
            <span>{payment.card_brand ?? payments.card}</span>
            {payment.card_last4 ? <span className="tabular-nums">{` •••• ${payment.card_last4}`}</span> : null}
          </Fact>
        ) : null}
        {payment.decline ? (
          <Fact name={payments.decline}>
            <span>
              {payment.decline.reason === null ? (
                payments.unknownDecline
              ) : (
                <ServerText of={payment.decline.reason_coded}>{payment.decline.reason}</ServerText>
              )}
            </span>
            <span className="block text-xs text-muted">{payment.decline.code}</span>
          </Fact>
        ) : null}
        {payment.failed_tries > 0 ? (
          <Fact name={payments.declinedTries}>
            <span className="tabular-nums">{payment.failed_tries}</span>
          </Fact>
        ) : null}
        {payment.transaction_id ? (
          <Fact name={payments.transaction}>
            <span translate="no">{payment.transaction_id}</span>
            <CopyButton text={payment.transaction_id} name={payments.theTransaction} />
          </Fact>
        ) : null}
        {payment.reference ? (
          <Fact name={payments.reference}>
            <span translate="no">{payment.reference}</span>
            <CopyButton text={payment.reference} name={payments.theReference} />
          </Fact>
        ) : null}
        <Fact name={payments.gatewayOrder}>
          <span translate="no">{payment.gateway_order_id}</span>
          <CopyButton text={payment.gateway_order_id} name={payments.theGatewayOrder} />
          <span className="block text-xs text-muted">{gatewayNames[payment.gateway] ?? payment.gateway}</span>
        </Fact>
        {payment.gateway_status ? <Fact name={payments.gatewayStatus}>{payment.gateway_status}</Fact> : null}
        <Fact name={payments.opened}>{formatDate(payment.opened_at)}</Fact>
      </Facts>
    </>
  );
}

type Attempt = keyof Texts['payments']['attempts'];

const tones: Record<Attempt, Tone> = {
  opening: 'yellow',
  open: 'yellow',
  awaitingTransfer: 'yellow',
  closedTransfer: 'grey',
  lost: 'orange',
  refused: 'grey',
  closed: 'grey',
  paid: 'purple',
  second_capture: 'red',
  mismatch: 'red',
  unknownStatus: 'orange',
  noResult: 'orange',
  openDeclined: 'red',
  closedDeclined: 'red',
};

/** True when the store cannot read a result from the gateway. */
export function isInDoubt({ state, has_unknown_status, decline, transaction_id }: Payment): boolean {
  return has_unknown_status || (state === 'open' && decline === null && transaction_id !== null);
}

function attemptOf(payment: Payment): Attempt {
  const { gateway, state, decline, has_unknown_status } = payment;
  if (has_unknown_status) return 'unknownStatus';
  if (state !== 'open' && state !== 'closed') return state;
  if (gateway === 'manual') return state === 'open' ? 'awaitingTransfer' : 'closedTransfer';
  if (decline) return `${state}Declined`;
  return isInDoubt(payment) ? 'noResult' : state;
}

function amountOf({ amount, currency }: Payment): string {
  const usd = formatDollars(amount);
  return currency === 'USD' ? usd : `${formatDecimal(amount, 2)} ${currency}`;
}
