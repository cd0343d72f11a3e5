// The dialog of a bulk action: a preview, then sequential progress that can be stopped, then the failures.
// An order that is not fully delivered needs a second confirmation before it is completed.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatCount } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { postSent, sendPost } from '../dispatch/post-actions.ts';
import { useCertainAct } from '../lost-answer.ts';
import { queryFailure } from '../query-client.ts';
import type { Plan, Step } from './bulk-plan.ts';
import { renewOrders, setStatus, statusSet, undeliveredWords } from './order-acts.ts';

type BulkDialogProps = {
  title: string;
  /** "Change 3 orders". */
  confirmLabel: string;
  plan: Plan;
  warning?: string;
  onClose: () => void;
};
type Failure = { step: Step; why: string; isUndelivered: boolean };

export function BulkDialog({ title, confirmLabel, plan, warning, onClose }: BulkDialogProps) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const certain = useCertainAct();
  const [running, setRunning] = useState(plan.steps);
  const [done, setDone] = useState(0);
  const [failures, setFailures] = useState<Failure[]>([]);
  const [phase, setPhase] = useState<'asked' | 'running' | 'over'>('asked');
  const stopped = useRef(false);
  const undelivered = failures.filter(({ isUndelivered }) => isUndelivered);

  async function act(step: Step, confirm: boolean): Promise<unknown> {
    if (step.kind === 'status') {
      const { orderId: id, status, expected } = step;
      const change = { order: { id, status: expected }, status, confirm };
      return certain(
        () => setStatus(api, change),
        () => statusSet(api, change),
      );
    }
    return certain(
      () => sendPost(api, step.post),
      () => postSent(api, step.post),
    );
  }

  async function run(steps: readonly Step[], confirm: boolean): Promise<void> {
    setPhase('running');
    setRunning([...steps]);
    setDone(0);
    setFailures((before) => before.filter(({ step }) => !steps.includes(step)));
    stopped.current = false;
    for (const step of steps) {
      if (stopped.current) break;
      try {
        await act(step, confirm);
      } catch (error) {
        const isUndelivered = undeliveredWords(error) !== null;
        setFailures((before) => [...before, { step, why: queryFailure(error), isUndelivered }]);
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
            <progress aria-label="Progress" max={running.length} value={done} className="h-2 w-full accent-ink" />
            <p role="status" className="tabular-nums">
              {formatCount(done)} of {formatCount(running.length)} done
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
        {phase === 'over' && undelivered.length > 0 ? (
          <p>
            {count(undelivered.length)} {undelivered.length === 1 ? 'was' : 'were'} not completed: not all of what was
            paid is delivered.
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          {phase === 'over' && undelivered.length > 0 ? (
            <Button
              size="sm"
              variant="danger"
              onClick={() =>
                void run(
                  undelivered.map(({ step }) => step),
                  true,
                )
              }
            >
              Complete {count(undelivered.length)} anyway
            </Button>
          ) : null}
          {phase === 'asked' ? (
            <>
              <Button size="sm" onClick={onClose}>
                Cancel
              </Button>
              <Button
                size="sm"
                variant="primary"
                disabled={plan.steps.length === 0}
                onClick={() => void run(plan.steps, false)}
              >
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

function count(orders: number): string {
  return `${formatCount(orders)} order${orders === 1 ? '' : 's'}`;
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
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
