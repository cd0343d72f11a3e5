// Asks for the amount and the reason of a refund, then for a confirmation.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { useKeptState } from '../kept-state.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { needsPassword } from '../sign-in/proof.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { readDollars } from '../typed-amounts.ts';
import { isUnanswered, type Refundable, type RefundSituation, useMakeRefund } from './make-refund.ts';
import RefundConfirmation from './refund-confirmation.tsx';
import type { RefundRequest } from './refund-intents.ts';

type RefundDialogProps = { orderId: string; payment: Refundable; situation: RefundSituation; onClose: () => void };

export function RefundDialog({ orderId, payment, situation, onClose }: RefundDialogProps) {
  const { refundIntents } = useAdmin();
  const { refunds, signIn } = usePageTexts();
  const refund = useMakeRefund(orderId, { onDone: onClose });
  const secondPayment = payment.kind === 'second' ? payment.payment : null;
  // An earlier refund without a response must be resolved first; a different refund could pay the same money back
  // twice.
  const before = refundIntents.of(orderId, secondPayment)?.request;
  const [typed, setTyped] = useKeptState(
    `amount of ${orderId} ${secondPayment}`,
    (before?.amount ?? payment.left).toFixed(2),
  );
  const [undelivered, setUndelivered] = useKeptState(
    `undelivered of ${orderId} ${secondPayment}`,
    before?.undelivered ?? false,
  );
  const [reason, setReason] = useKeptState(`refund of ${orderId} ${secondPayment}`, before?.reason ?? '');
  const [isConfirming, setConfirming] = useState(false);
  const dollars = readDollars(typed);
  const cents = Number.isNaN(dollars) ? null : Math.round(dollars * 100);
  const isUnsent = refund.input === undefined || needsPassword(refund.error);
  const unanswered = isUnanswered(refund.error) || (isUnsent && before !== undefined);
  // The earlier refund may already have used the remaining amount.
  const problem = unanswered ? null : problemOf(refunds, cents, payment.left);
  const isReady = problem === null && reason.trim() !== '';

  function send(): void {
    const request: RefundRequest = { amount: (cents ?? 0) / 100, reason: reason.trim() };
    if (undelivered) request.undelivered = true;
    if (secondPayment !== null) request.payment = secondPayment;
    refund.run(before ?? request);
  }

  function choose(amount: number, isUndelivered: boolean): void {
    setTyped(amount.toFixed(2));
    setUndelivered(isUndelivered);
    refund.reset();
  }

  if (isConfirming) {
    return (
      <RefundConfirmation
        amountCents={cents ?? 0}
        reason={reason.trim()}
        onRefund={() => {
          setConfirming(false);
          send();
        }}
        onClose={() => setConfirming(false)}
      >
        {refunds.effects[payment.kind]}
      </RefundConfirmation>
    );
  }
  return (
    <FormDialog
      title={refunds.refund}
      act={{ isPending: refund.isPending, failure: unanswered ? refunds.unanswered : refund.failure }}
      label={unanswered ? refunds.retry : signIn.continue}
      incomplete={!isReady}
      danger
      // A retry of the same refund needs no second confirmation.
      onSubmit={() => (unanswered ? send() : setConfirming(true))}
      onClose={onClose}
    >
      <p>{refunds.effects[payment.kind]}</p>
      {unanswered ? null : <Choices payment={payment} situation={situation} chosen={undelivered} onChoose={choose} />}
      <Field
        label={refunds.amount}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        readOnly={unanswered}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.target.value);
          setUndelivered(false);
        }}
      />
      <Field
        label={refunds.reason}
        name="reason"
        autoComplete="off"
        maxLength={500}
        required
        readOnly={unanswered}
        help={refunds.reasonHelp}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

type ChoicesProps = {
  payment: Refundable;
  situation: RefundSituation;
  chosen: boolean;
  onChoose: (amount: number, isUndelivered: boolean) => void;
};

// Proposed amounts: the full remainder and the computed value of the undelivered units.
function Choices({ payment, situation, chosen, onChoose }: ChoicesProps) {
  const { refunds } = usePageTexts();
  const { undelivered } = situation;
  const hasPart = payment.kind !== 'second' && undelivered.amount > 0;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onChoose(payment.left, false)}>
          {refunds.chooseLeft(formatDollars(payment.left))}
        </Button>
        {hasPart ? (
          <Button size="sm" aria-pressed={chosen} onClick={() => onChoose(undelivered.amount, true)}>
            {refunds.chooseUndelivered(formatDollars(undelivered.amount))}
          </Button>
        ) : null}
      </div>
      {payment.kind === 'second' ? null : <p className="text-muted">{deliverySentence(refunds, undelivered)}</p>}
    </div>
  );
}

function deliverySentence(refunds: Texts['refunds'], undelivered: RefundSituation['undelivered']): string {
  const { quantity, running, unknown } = undelivered;
  const summary = [quantity > 0 ? refunds.notDelivered(formatCount(quantity)) : refunds.allDelivered];
  if (running > 0) summary.push(refunds.running(running));
  if (unknown > 0) summary.push(refunds.unknown(unknown));
  return summary.join(' ');
}

function problemOf(refunds: Texts['refunds'], cents: number | null, left: number): string | null {
  if (cents === null) return refunds.badAmount;
  if (cents === 0) return refunds.moreThanZero;
  return cents > Math.round(left * 100) ? refunds.atMost(formatDollars(left)) : null;
}
