// The payments of an order. While it is unpaid: check the gateway, or confirm the payment manually with a note.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { formatUsd } from '../amounts.ts';
import { Anchor } from '../anchor.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { useKeptState } from '../kept-state.ts';
import { LoadFailure } from '../load-failure.tsx';
import { NoteField } from '../note-field.tsx';
import { EvidenceLink } from '../order-detail/evidence-link.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { useCheckGateway, useConfirmByHand } from './payment-actions.ts';
import { isInDoubt, PaymentList } from './payment-list.tsx';
import { type Payment, paymentsQuery } from './payment-queries.ts';

/** Renders nothing for an order that was paid outside a gateway. */
export function PaymentPanel({ order }: { order: AdminOrder }) {
  const { api } = useAdmin();
  const { data: payments = [], error, refetch } = useQuery(paymentsQuery(api, order.id));
  const texts = useTexts().payments;
  const unpaid = unpaidOf(order);
  const failure = error instanceof ApiError && error.status === 404 ? null : error;
  if (!unpaid && payments.length === 0 && !failure) return null;
  return (
    <Anchor id="payment">
      <Panel title={texts.title}>
        <div className="grid gap-4 text-sm">
          {unpaid ? <UnpaidActions order={order} shown={payments.some(isInDoubt) ? null : unpaid} /> : null}
          {failure ? <LoadFailure title={texts.failed} error={failure} onRetry={() => void refetch()} /> : null}
          {order.paymentStatus.toLowerCase() === 'disputed' ? (
            <div role="note" className="grid justify-items-start gap-2 rounded-card border border-red px-3 py-2.5">
              <p>{texts.disputed}</p>
              <EvidenceLink orderId={order.id} dueAt={latestDue(payments)} />
            </div>
          ) : null}
          <PaymentList payments={payments} />
        </div>
      </Panel>
    </Anchor>
  );
}

/** Of the payments of one order at most one is in dispute as a rule. */
function latestDue(payments: readonly Payment[]): string | null {
  return payments.reduce<string | null>((due, { dispute_due_at = null }) => dispute_due_at ?? due, null);
}

// `shown` is null when a payment in the list below is in doubt and already shows the state.
function UnpaidActions({ order, shown }: { order: AdminOrder; shown: Unpaid | null }) {
  const { payments } = useTexts();
  const checkGateway = useCheckGateway(order.id);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className="grid gap-3">
      {shown ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tones[shown]}>{payments.unpaid[shown][0]}</Badge>
          <span className="text-muted">{payments.unpaid[shown][1]}</span>
        </p>
      ) : null}
      <Allowed call="confirmPayment">
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            waiting={checkGateway.isPending}
            disabled={checkGateway.isPending}
            onClick={() => checkGateway.mutate()}
          >
            {payments.check}
          </Button>
          <Button size="sm" disabled={order.amountCents === null} onClick={() => setIsConfirming(true)}>
            {payments.markAsPaid}
          </Button>
        </div>
      </Allowed>
      {isConfirming ? <ConfirmDialog order={order} onClose={() => setIsConfirming(false)} /> : null}
    </div>
  );
}

type Unpaid = keyof Texts['payments']['unpaid'];

const tones: Record<Unpaid, Tone> = {
  none: 'grey',
  session: 'yellow',
  failed: 'red',
  expired: 'grey',
  confirming: 'yellow',
  declined: 'red',
};

/** The payment state, which is more exact than the payment status. Null for an order that is not unpaid. */
function unpaidOf({ paymentStatus, payment }: AdminOrder): Unpaid | null {
  const status = paymentStatus.toLowerCase();
  if (status !== 'none' && status !== 'session' && status !== 'failed' && status !== 'expired') return null;
  return payment === 'confirming' || payment === 'declined' || payment === 'expired' ? payment : status;
}

function ConfirmDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { payments } = useTexts();
  const confirm = useConfirmByHand(order.id);
  const [note, setNote] = useKeptState(`confirmation of ${order.id}`, '');
  const words = note.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (words !== '' && !confirm.isPending) confirm.mutate(words, { onSuccess: onClose });
  }

  return (
    <Dialog title={payments.markAsPaid} onClose={onClose} busy={confirm.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm text-ink">
        <p>{payments.confirmHelp(formatUsd(order.amountCents ?? 0))}</p>
        <p className="text-muted">{payments.secondPayment}</p>
        <NoteField label={payments.note} help={payments.noteHelp} maxLength={1000} value={note} onChange={setNote} />
        <Refusal>{confirm.isError ? queryFailure(confirm.error) : null}</Refusal>
        <DialogEnd waiting={confirm.isPending} incomplete={words === ''} onCancel={onClose}>
          {payments.markAsPaid}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
