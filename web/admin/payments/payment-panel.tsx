// The payments of an order. While it is unpaid: check the gateway, or confirm the payment manually with a note.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatUsd } from '../../../contract/money.ts';
import type { PaymentState } from '../../../contract/order-progress.ts';
import { ApiError } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { NoteField } from '../note-field.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { useCheckGateway, useConfirmByHand } from './payment-actions.ts';
import { isInDoubt, PaymentList } from './payment-list.tsx';
import { paymentsQuery } from './payment-queries.ts';
import { Allowed } from '../allowed.tsx';

/** Renders nothing for an order that was paid outside a gateway. */
export function PaymentPanel({ order }: { order: AdminOrder }) {
  const { api } = useAdmin();
  const { data: payments = [], error, refetch } = useQuery(paymentsQuery(api, order.id));
  const byStatus = looks[order.paymentStatus.toLowerCase()];
  const look = byStatus && ((order.payment && newerLooks[order.payment]) ?? byStatus);
  const failure = error instanceof ApiError && error.status === 404 ? null : error;
  if (!look && payments.length === 0 && !failure) return null;
  return (
    <Panel title="Payment">
      <div className="grid gap-4 text-sm">
        {look ? <UnpaidActions order={order} look={payments.some(isInDoubt) ? null : look} /> : null}
        {failure ? (
          <LoadFailure title="Couldn't load the payments" error={failure} onRetry={() => void refetch()} />
        ) : null}
        <PaymentList payments={payments} />
      </div>
    </Panel>
  );
}

// `look` is null when a payment in the list below is in doubt and already shows the state.
function UnpaidActions({ order, look }: { order: AdminOrder; look: Look | null }) {
  const checkGateway = useCheckGateway(order.id);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <div className="grid gap-3">
      {look ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={look.tone}>{look.word}</Badge>
          <span className="text-muted">{look.sentence}</span>
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
            Ask the gateway
          </Button>
          <Button size="sm" disabled={order.amountCents === null} onClick={() => setIsConfirming(true)}>
            Confirm by hand
          </Button>
        </div>
      </Allowed>
      {isConfirming ? <ConfirmDialog order={order} onClose={() => setIsConfirming(false)} /> : null}
    </div>
  );
}

type Look = { tone: Tone; word: string; sentence: string };

const expired: Look = { tone: 'grey', word: 'Expired', sentence: 'The time to pay is over, and no money has come.' };

/** States that the payment status alone does not contain. */
const newerLooks: Partial<Record<PaymentState, Look>> = {
  confirming: { tone: 'yellow', word: 'Confirming', sentence: 'Money may be on its way: the gateway has not said.' },
  declined: { tone: 'red', word: 'Declined', sentence: 'The last card was declined, and no money has come.' },
  expired,
};

const looks: Record<string, Look | undefined> = {
  none: { tone: 'grey', word: 'Not begun', sentence: 'The buyer has not come to the payment.' },
  session: { tone: 'yellow', word: 'Open', sentence: 'The buyer came to the payment, and no money has come.' },
  failed: { tone: 'red', word: 'Failed', sentence: 'The gateway reported that the payment failed.' },
  expired,
};

function ConfirmDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const confirm = useConfirmByHand(order.id);
  const [note, setNote] = useState('');
  const words = note.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (words !== '' && !confirm.isPending) confirm.mutate(words, { onSuccess: onClose });
  }

  return (
    <Dialog title="Confirm the payment by hand" onClose={onClose} busy={confirm.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm text-ink">
        <p>
          You vouch for {formatUsd(order.amountCents ?? 0)} that no gateway told of. The order then counts as paid and
          in the revenue, and its links may be sent.
        </p>
        <p className="text-muted">
          If the buyer still pays by card, that is a second payment, and you are warned of it.
        </p>
        <NoteField
          label="Note"
          help="How the money came, and where that can be seen. Kept in the ledger for good."
          maxLength={1000}
          value={note}
          onChange={setNote}
        />
        <Refusal>{confirm.isError ? queryFailure(confirm.error) : null}</Refusal>
        <DialogEnd waiting={confirm.isPending} incomplete={words === ''} onCancel={onClose}>
          Record as paid
        </DialogEnd>
      </form>
    </Dialog>
  );
}
