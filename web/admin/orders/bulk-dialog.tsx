// Before an act on several orders: what will happen to each. Then its progress, one step after the other, which may be
// stopped, and what failed.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatCount } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { queryFailure } from '../query-client.ts';
import type { Plan, Step } from './bulk-plan.ts';
import { renewOrders } from './order-acts.ts';

type BulkDialogProps = {
  title: string;
  /** "Change 3 orders". */
  confirmLabel: string;
  plan: Plan;
  warning?: string;
  onClose: () => void;
};
type Failure = { step: Step; why: string };

export function BulkDialog({ title, confirmLabel, plan, warning, onClose }: BulkDialogProps) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const [done, setDone] = useState(0);
  const [failures, setFailures] = useState<Failure[]>([]);
  const [phase, setPhase] = useState<'asked' | 'running' | 'over'>('asked');
  const stopped = useRef(false);
  const { steps } = plan;

  async function act(step: Step): Promise<void> {
    if (step.kind === 'status') {
      const { orderId: id, status, expected } = step;
      await api.call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, expected } });
    } else {
      const { orderId: id, link: postLink, category, quantity } = step.post;
      const body = { postLink, category, quantity };
      await api.call('POST /api/admin/orders/{id}/send-post', { params: { id }, body });
    }
  }

  async function run(): Promise<void> {
    setPhase('running');
    for (const step of steps) {
      if (stopped.current) break;
      try {
        await act(step);
      } catch (error) {
        setFailures((before) => [...before, { step, why: queryFailure(error) }]);
      }
      setDone((before) => before + 1);
    }
    setPhase('over');
    await renewOrders(queries);
  }

  return (
    <Dialog title={title} onClose={onClose} busy={phase === 'running'}>
      <div className="mt-2 grid gap-4 text-sm">
        {phase === 'asked' && warning ? <p>{warning}</p> : null}
        {phase === 'asked' ? <Preview plan={plan} /> : null}
        {phase === 'asked' ? null : (
          <div>
            <progress aria-label="Progress" max={steps.length} value={done} className="h-2 w-full accent-ink" />
            <p role="status" className="tabular-nums">
              {formatCount(done)} of {formatCount(steps.length)} done
              {failures.length > 0 ? `, ${formatCount(failures.length)} failed` : ''}
            </p>
          </div>
        )}
        {failures.length > 0 ? (
          <ul aria-label="Failed" className="max-h-40 overflow-y-auto rounded-card bg-red-soft p-3 text-red-ink">
            {failures.map(({ step, why }) => (
              <li key={`${step.orderId} ${step.what}`}>
                {step.orderId}: {why}
              </li>
            ))}
          </ul>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          {phase === 'asked' ? (
            <>
              <Button size="sm" onClick={onClose}>
                Cancel
              </Button>
              <Button size="sm" variant="primary" disabled={steps.length === 0} onClick={() => void run()}>
                {confirmLabel}
              </Button>
            </>
          ) : null}
          {phase === 'running' ? (
            <Button
              size="sm"
              onClick={() => {
                stopped.current = true;
              }}
            >
              Stop
            </Button>
          ) : null}
          {phase === 'over' ? (
            <Button size="sm" variant="primary" onClick={onClose}>
              Close
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

function Preview({ plan: { steps, left } }: { plan: Plan }) {
  return (
    <>
      <List
        title={`Will happen: ${formatCount(steps.length)}`}
        of={steps.map(({ orderId, what }) => [orderId, what])}
      />
      {left.length > 0 ? (
        <List
          title={`Left as they are: ${formatCount(left.length)}`}
          of={left.map(({ orderId, why }) => [orderId, why])}
        />
      ) : null}
    </>
  );
}

function List({ title, of }: { title: string; of: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className="font-semibold tabular-nums">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul aria-label={title} tabIndex={0} className="mt-1 max-h-44 overflow-y-auto">
        {of.map(([orderId, what]) => (
          <li key={`${orderId} ${what}`} className="flex gap-3 py-0.5">
            <span className="font-semibold tracking-wide">{orderId}</span>
            <span className="min-w-0 break-words text-muted">{what}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
