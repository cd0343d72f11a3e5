// The payments of an order. While it is unpaid: check the gateway, or confirm the payment manually with a note.
import { useState } from 'react';
import { type Api, ApiError } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { Allowed } from '../allowed.tsx';
import { formatUsd } from '../amounts.ts';
import { Anchor } from '../anchor.tsx';
import { useKeptState } from '../kept-state.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { orderCalls } from '../live-calls.ts';
import { LoadFailure } from '../load-failure.tsx';
import type { Found } from '../lost-answer.ts';
import { NoteField } from '../note-field.tsx';
import { EvidenceLink } from '../order-detail/evidence-link.tsx';
import type { AdminOrder } from '../order-detail/read-order.ts';
import { freshOrder } from '../order-detail/use-order.ts';
import { Panel } from '../panel.tsx';
import { shownPageTexts, usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { isInDoubt, type Payment, PaymentList } from './payment-list.tsx';

/** Renders nothing for an order that was paid outside a gateway. */
export function PaymentPanel({ order }: { order: AdminOrder }) {
  const query = useApi('GET /api/admin/orders/{id}/payments', { params: { id: order.id } });
  const { data: payments = [], error, refetch } = query;
  const texts = usePageTexts().payments;
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
  const { payments } = usePageTexts();
  const checkGateway = useCheckGateway();
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
          <RunButton act={checkGateway} onClick={() => checkGateway.run({ params: { id: order.id }, body: {} })}>
            {payments.check}
          </RunButton>
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
  awaiting_transfer: 'yellow',
  confirming: 'yellow',
  declined: 'red',
};

const exactStates = ['awaiting_transfer', 'confirming', 'declined', 'expired'] as const;

/** The payment state, which is more exact than the payment status. Null for an order that is not unpaid. */
function unpaidOf({ paymentStatus, payment }: AdminOrder): Unpaid | null {
  const status = paymentStatus.toLowerCase();
  if (status !== 'none' && status !== 'session' && status !== 'failed' && status !== 'expired') return null;
  return exactStates.find((state) => state === payment) ?? status;
}

function ConfirmDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { payments } = usePageTexts();
  const confirm = useConfirmByHand(onClose);
  const [note, setNote] = useKeptState(`confirmation of ${order.id}`, '');
  const words = note.trim();
  return (
    <FormDialog
      title={payments.markAsPaid}
      act={confirm}
      label={payments.markAsPaid}
      incomplete={words === ''}
      onSubmit={() => confirm.run({ params: { id: order.id }, body: { manual: true, note: words } })}
      onClose={onClose}
    >
      <p>{payments.confirmHelp(formatUsd(order.amountCents ?? 0))}</p>
      <p className="text-muted">{payments.secondPayment}</p>
      <NoteField label={payments.note} help={payments.noteHelp} maxLength={1000} value={note} onChange={setNote} />
    </FormDialog>
  );
}

const call = 'POST /api/orders/{id}/confirm-payment';

/** Fetches the state of the payment from the gateway immediately. */
function useCheckGateway() {
  return useAct(call, {
    renews: orderCalls,
    verify: isPaid,
    done: (answer) => {
      const status = answer?.status ?? 'success';
      const { payments } = shownPageTexts();
      const tone = status === 'success' ? 'success' : 'plain';
      return { title: payments.checked, description: payments.checkResults[status], tone };
    },
    failed: usePageTexts().payments.notChecked,
  });
}

/**
 * Records a manual confirmation. The server rejects a repeat after a lost response, because the order is already paid.
 */
function useConfirmByHand(onDone: () => void) {
  return useAct(call, {
    renews: orderCalls,
    verify: isPaid,
    onDone,
    done: (_, { params }) => {
      const { payments } = shownPageTexts();
      return { title: payments.marked, description: payments.markedHelp(params.id) };
    },
  });
}

async function isPaid({ params }: { params: { id: string } }, api: Api): Promise<Found> {
  return (await freshOrder(api, params.id)).paymentStatus === 'paid' ? 'done' : 'not_done';
}
