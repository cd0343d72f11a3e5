// The dialog of a bulk action: a preview, then sequential progress that can be stopped, then the failures.
// An order that is not fully delivered needs a second confirmation before it is completed.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../api.ts';
import { newKey } from '../../new-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { postSent, sendPost } from '../dispatch/post-actions.ts';
import { renewCalls, useApi } from '../kit/use-api.ts';
import { LinkNote, LinkText } from '../link-note.tsx';
import { allOrderCalls } from '../live-calls.ts';
import { useCertainAct } from '../lost-answer.ts';
import { soldName } from '../order-detail/sold-name.ts';
import { Fact, Facts } from '../panel.tsx';
import { itemPath, orderPath, tabPath } from '../paths.ts';
import { providerAmount } from '../provider/provider-amount.ts';
import type { Provider } from '../provider/provider-check.tsx';
import { renewBalance } from '../provider/renew-balance.ts';
import { costOf } from '../provider/send-cost.ts';
import { findObstacle, type SendObstacle } from '../provider/send-obstacle.ts';
import { queryFailure } from '../query-client.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { type BulkConfirmation, type Plan, type Step, unitsOf } from './bulk-plan.ts';
import { setStatus, statusSet, undeliveredWords } from './order-acts.ts';

type BulkDialogProps = BulkConfirmation & { onClose: () => void };
type Failure = { step: Step; why: string; isUndelivered: boolean };

/** True after three refusals for one reason. */
function isRunStopped(error: unknown): boolean {
  return error instanceof ApiError && error.body.code === 'run_stopped';
}

export default function BulkDialog({ title, confirmLabel, plan, warning, onClose }: BulkDialogProps) {
  const { bulk, common } = usePageTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const certain = useCertainAct();
  const [running, setRunning] = useState(plan.steps);
  const [done, setDone] = useState(0);
  const [failures, setFailures] = useState<Failure[]>([]);
  const [phase, setPhase] = useState<'asked' | 'running' | 'over'>('asked');
  const stopped = useRef(false);
  const [isPaused, setIsPaused] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const [runId] = useState(newKey);
  const sendsLinks = plan.steps.some(({ kind }) => kind === 'send');
  const providers = useApi('GET /api/admin/providers', {}, { enabled: sendsLinks });
  const obstacle = sendsLinks ? findObstacle(unitsOf(plan), providers.data ?? []) : null;
  const undelivered = failures.filter(({ isUndelivered }) => isUndelivered);

  /** The next step starts when the result of this one is known, and the store can be reached. */
  function isPatient(): boolean {
    setIsPaused(!stopped.current);
    return !stopped.current;
  }

  async function act(step: Step, confirm: boolean): Promise<unknown> {
    if (step.kind === 'status') {
      const { orderId: id, status, expected } = step;
      const change = { order: { id, status: expected }, status, confirm };
      return certain(
        () => setStatus(api, change),
        () => statusSet(api, change),
        isPatient,
      );
    }
    if (step.kind === 'call')
      return certain(
        () => step.call(api),
        () => step.check(api),
        isPatient,
      );
    return certain(
      () => sendPost(api, step.post, runId),
      () => postSent(api, step.post),
      isPatient,
    );
  }

  async function run(steps: readonly Step[], confirm: boolean): Promise<void> {
    setPhase('running');
    setRunning([...steps]);
    setDone(0);
    setFailures((before) => before.filter(({ step }) => !steps.includes(step)));
    stopped.current = false;
    for (const [at, step] of steps.entries()) {
      if (stopped.current) break;
      try {
        await act(step, confirm);
      } catch (error) {
        if (isRunStopped(error)) {
          setUnsent(steps.length - at);
          break;
        }
        const isUndelivered = undeliveredWords(error) !== null;
        setFailures((before) => [...before, { step, why: queryFailure(error), isUndelivered }]);
      }
      setIsPaused(false);
      setDone((before) => before + 1);
    }
    setPhase('over');
    const isSending = steps.some(({ kind }) => kind === 'send');
    await Promise.all([
      renewCalls(queries, [...allOrderCalls, 'GET /api/admin/attention']),
      isSending ? renewBalance(api, queries) : null,
    ]);
  }

  return (
    <Dialog title={title} onClose={onClose} busy={phase === 'running'}>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 text-sm">
        {phase === 'asked' && warning ? <p>{warning}</p> : null}
        {phase === 'asked' && sendsLinks ? (
          <SendCostFacts plan={plan} providers={providers} obstacle={obstacle} />
        ) : null}
        {phase === 'asked' ? <Preview plan={plan} isBlocked={obstacle !== null} onLeave={onClose} /> : null}
        {phase === 'asked' ? null : (
          <div>
            <progress aria-label={bulk.progress} max={running.length} value={done} className="h-2 w-full accent-ink" />
            <p role="status" className="tabular-nums">
              {failures.length > 0
                ? bulk.doneWithFailures(formatCount(done), formatCount(running.length), formatCount(failures.length))
                : bulk.done(formatCount(done), formatCount(running.length))}
            </p>
            {isPaused ? (
              <p role="status" className="text-yellow-ink">
                {bulk.paused}
              </p>
            ) : null}
          </div>
        )}
        {failures.length > 0 ? (
          <ul aria-label={bulk.failures} className="max-h-40 overflow-y-auto rounded-card bg-red-soft p-3 text-red-ink">
            {failures.map(({ step, why }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two jobs may fail in the same words
              <li key={at}>
                {step.orderId === null ? (
                  <span className="font-semibold">{step.what}</span>
                ) : (
                  <Link
                    href={orderPath(step.orderId)}
                    className="font-semibold tracking-wide underline underline-offset-4"
                  >
                    {step.orderId}
                  </Link>
                )}
                <span>{`: ${why}`}</span>
                {step.kind === 'send' ? (
                  <>
                    <LinkText link={step.post.link} className="block" anchorClassName="underline underline-offset-4">
                      {step.post.link}
                    </LinkText>
                    <LinkNote {...step.post} />
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {unsent > 0 ? (
          <p role="alert" className="font-semibold text-red-ink">
            {bulk.runStopped(unsent, formatCount(unsent))}
          </p>
        ) : null}
        {phase === 'over' && undelivered.length > 0 ? (
          <p>{bulk.notCompleted(undelivered.length, formatCount(undelivered.length))}</p>
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
              {bulk.completeAnyway(undelivered.length, formatCount(undelivered.length))}
            </Button>
          ) : null}
          {phase === 'asked' ? (
            <>
              <Button size="sm" onClick={onClose}>
                {common.cancel}
              </Button>
              <Button
                size="sm"
                variant="primary"
                disabled={plan.steps.length === 0 || obstacle !== null}
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
                setIsPaused(false);
              }}
            >
              {bulk.stop}
            </Button>
          ) : null}
          {phase === 'over' ? (
            <Button size="sm" variant="primary" onClick={onClose}>
              {common.close}
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

type PreviewProps = { plan: Plan; isBlocked: boolean; onLeave: () => void };

function Preview({ plan: { steps, left }, isBlocked, onLeave }: PreviewProps) {
  const { bulk, states } = usePageTexts();
  const requests = left.flatMap(({ request }) => request ?? []);
  const unitsOfStep = ({ post, share }: Extract<Step, { kind: 'send' }>) =>
    bulk.units(formatCount(post.quantity), post.quantity < share ? formatCount(share) : null, soldName(states, post));
  return (
    <>
      <List
        title={isBlocked ? bulk.blocked(formatCount(steps.length)) : bulk.willHappen(formatCount(steps.length))}
        of={steps.map((step) => [step.orderId, step.what, step.kind === 'send' ? unitsOfStep(step) : undefined])}
      />
      {left.length > 0 ? (
        <List title={bulk.unchanged(formatCount(left.length))} of={left.map(({ orderId, why }) => [orderId, why])} />
      ) : null}
      {requests.slice(0, 3).map((subject) => (
        <Link
          key={subject}
          href={itemPath('link_requested', subject)}
          onClick={onLeave}
          className={lookOf({ size: 'sm', wide: true })}
        >
          {bulk.review(subject.split(' ')[0] ?? '')}
        </Link>
      ))}
    </>
  );
}

type Listed = readonly [orderId: string | null, what: string, units?: string | undefined];

function List({ title, of }: { title: string; of: readonly Listed[] }) {
  return (
    <section>
      <h3 className="font-semibold tabular-nums">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <ul aria-label={title} tabIndex={0} className="mt-1 max-h-44 overflow-y-auto">
        {of.map(([orderId, what, units], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two jobs may have failed in the same words
          <li key={at} className="flex flex-wrap gap-x-3 py-0.5 sm:flex-nowrap">
            {orderId === null ? null : (
              <span className="font-semibold tracking-wide" translate="no">
                {orderId}
              </span>
            )}
            <span className="order-last w-full min-w-0 flex-1 basis-full text-muted sm:order-none sm:basis-0">
              <span className="block truncate" title={what}>
                {what}
              </span>
              {units === undefined ? null : <LinkNote link={what} />}
            </span>
            {units === undefined ? null : <span className="shrink-0 whitespace-nowrap tabular-nums">{units}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

type SendCostFactsProps = {
  plan: Plan;
  providers: { data?: readonly Provider[] | undefined; isPending: boolean };
  obstacle: SendObstacle | null;
};

/** What a bulk send orders at the provider: units, estimated cost, and the balance before and after. */
function SendCostFacts({ plan, providers, obstacle }: SendCostFactsProps) {
  const { bulk, states } = usePageTexts();
  if (providers.isPending) return <Skeleton className="h-12 w-full" />;
  const units = unitsOf(plan);
  const { cost, balance, currency } = costOf(units, providers.data ?? []);
  const shown = (amount: number | null) => (amount === null ? bulk.costUnknown : providerAmount(amount, currency));
  const isKnown = cost !== null && balance !== null;
  const isTooLow = isKnown && cost > balance;
  return (
    <div className="rounded-card bg-sunken p-3 tabular-nums">
      <Facts>
        <Fact name={bulk.quantity}>
          {units.map((sold) => `${formatCount(sold.quantity)} ${soldName(states, sold)}`).join(', ')}
        </Fact>
        <Fact name={bulk.cost}>{shown(cost)}</Fact>
        <Fact name={bulk.balance}>{shown(balance)}</Fact>
        {isKnown ? <Fact name={bulk.balanceAfter}>{providerAmount(balance - cost, currency)}</Fact> : null}
      </Facts>
      {isTooLow && obstacle === null ? (
        <p role="alert" className="mt-2 font-semibold text-red-ink">
          {bulk.balanceTooLow}
        </p>
      ) : null}
      {obstacle === null ? null : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <p role="alert" className="font-semibold text-red-ink">
            {bulk.obstacles[obstacle].text}
          </p>
          <Link href={tabPath('api')} className={lookOf({ size: 'sm' })}>
            {bulk.obstacles[obstacle].cure}
          </Link>
        </div>
      )}
    </div>
  );
}
