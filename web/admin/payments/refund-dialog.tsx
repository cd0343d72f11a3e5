// Asks for the amount and the reason of a refund, then for a confirmation.
import { type FormEvent, useId, useState } from 'react';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { needsPassword } from '../sign-in/step-up.tsx';
import type { RefundRequest } from './refund-intents.ts';
import { isUnanswered, type Refundable, type RefundSituation, useMakeRefund } from './refund-queries.ts';
import { RefundConfirmation } from './refund-confirmation.tsx';

type RefundDialogProps = { orderId: string; payment: Refundable; situation: RefundSituation; onClose: () => void };

export function RefundDialog({ orderId, payment, situation, onClose }: RefundDialogProps) {
  const { refundIntents } = useAdmin();
  const refund = useMakeRefund(orderId);
  const secondPayment = payment.kind === 'second' ? payment.payment : null;
  // An earlier refund without a response must be resolved first; a different refund could pay the same money back
  // twice.
  const before = refundIntents.of(orderId, secondPayment)?.request;
  const [typed, setTyped] = useState((before?.amount ?? payment.left).toFixed(2));
  const [undelivered, setUndelivered] = useState(before?.undelivered ?? false);
  const [reason, setReason] = useState(before?.reason ?? '');
  const [isConfirming, setConfirming] = useState(false);
  const formId = useId();
  const cents = readCents(typed);
  const isUnsent = refund.isIdle || needsPassword(refund.error);
  const unanswered = isUnanswered(refund.error) || (isUnsent && before !== undefined);
  // The earlier refund may already have used the remaining amount.
  const problem = unanswered ? null : problemOf(cents, payment.left);
  const isReady = problem === null && reason.trim() !== '' && !refund.isPending;

  function send(): void {
    const request: RefundRequest = { amount: (cents ?? 0) / 100, reason: reason.trim() };
    if (undelivered) request.undelivered = true;
    if (secondPayment !== null) request.payment = secondPayment;
    refund.mutate(before ?? request, { onSuccess: onClose });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    // A retry of the same refund needs no second confirmation.
    if (unanswered) send();
    else setConfirming(true);
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
        {kindSentence(payment)}
      </RefundConfirmation>
    );
  }
  return (
    <Dialog title="Refund" onClose={onClose} busy={refund.isPending}>
      <form id={formId} onSubmit={submit} className="mt-2 grid gap-4 text-sm text-ink">
        <p>{kindSentence(payment)}</p>
        {unanswered ? null : <Choices payment={payment} situation={situation} chosen={undelivered} onChoose={choose} />}
        <Field
          label="Amount in US dollars"
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
          label="Reason"
          name="reason"
          autoComplete="off"
          maxLength={500}
          required
          readOnly={unanswered}
          help="Required. Kept with the order; the buyer is not told."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Refusal>{unanswered ? unansweredSentence : failureOf(refund)}</Refusal>
        <DialogEnd waiting={refund.isPending} incomplete={!isReady} danger onCancel={onClose}>
          {unanswered ? 'Retry refund' : 'Continue'}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

const unansweredSentence =
  'The refund may have been made: the response was lost. Retry it: the store makes it only once.';

type ChoicesProps = {
  payment: Refundable;
  situation: RefundSituation;
  chosen: boolean;
  onChoose: (amount: number, isUndelivered: boolean) => void;
};

// Proposed amounts: the full remainder and the computed value of the undelivered units.
function Choices({ payment, situation, chosen, onChoose }: ChoicesProps) {
  const { undelivered } = situation;
  const hasPart = payment.kind !== 'second' && undelivered.amount > 0;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onChoose(payment.left, false)}>
          {`All that is left, ${usd(payment.left)}`}
        </Button>
        {hasPart ? (
          <Button size="sm" aria-pressed={chosen} onClick={() => onChoose(undelivered.amount, true)}>
            {`Undelivered, ${usd(undelivered.amount)}`}
          </Button>
        ) : null}
      </div>
      {payment.kind === 'second' ? null : <p className="text-muted">{deliverySentence(undelivered)}</p>}
    </div>
  );
}

function deliverySentence({ quantity, running, unknown }: RefundSituation['undelivered']): string {
  const summary = [quantity > 0 ? `${formatCount(quantity)} were not delivered.` : 'Nothing is finally undelivered.'];
  if (running > 0) summary.push(`${running === 1 ? 'One link is' : `${running} links are`} still on the way.`);
  if (unknown > 0) summary.push(`Of ${unknown === 1 ? 'one link' : `${unknown} links`} nobody knows.`);
  return summary.join(' ');
}

function kindSentence({ kind }: Refundable): string {
  if (kind === 'by_hand') return 'No gateway has this money. Return it the way it came; this keeps the record of it.';
  if (kind === 'second') return 'The order stays paid: this refunds what was paid beyond it.';
  return 'The money goes back to the card that paid. A full refund ends the order; nothing more of it is delivered.';
}

/** Converts "3", "3.5" and "3.50" to cents; null for any other text. */
function readCents(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, '');
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null;
}

function problemOf(cents: number | null, left: number): string | null {
  if (cents === null) return 'An amount in dollars, with at most two decimals.';
  if (cents === 0) return 'More than $0.00.';
  return cents > Math.round(left * 100) ? `At most ${usd(left)}.` : null;
}

function usd(dollars: number): string {
  return formatUsd(Math.round(dollars * 100));
}
