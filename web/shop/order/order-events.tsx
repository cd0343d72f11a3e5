// The timeline of an order for its buyer: what happened, what happens now, and what comes next.
import type { Language } from '../../../contract/languages.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { describeOrder } from '../../../contract/order-state.ts';
import { paidWithText } from '../../../contract/wallets.ts';
import { classNames } from '../../ui/class-names.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { dollarsToText } from '../order-amount.ts';
import { fill } from '../texts/text.ts';
import type { OrderPartProps, OrderTexts } from './order-props.ts';

/** over: done, and no progress. confirming: now, and no progress yet. */
type Step = {
  text: string;
  /** The card, the posts that began, the share delivered. */
  detail?: string | null;
  state: 'done' | 'over' | 'confirming' | 'now' | 'next';
  at: string | null;
};

export function OrderEvents({ lang, texts, order, dateOf }: OrderPartProps & { dateOf: (sent: string) => string }) {
  const steps = stepsOf(order, texts, lang);
  const dates = shortDates(steps.map(({ at }) => (at === null ? null : dateOf(at))));
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="text-xl font-bold">
        {texts.timeline.title}
      </h2>
      <ol className="mt-4">
        {steps.map(({ text, detail, state, at }, index) => (
          <li
            key={`${text} ${at}`}
            aria-current={isNow(state) ? 'step' : undefined}
            className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pb-6 last:pb-0"
          >
            {index < steps.length - 1 ? (
              <span aria-hidden="true" className="absolute top-7 bottom-1 left-[11px] w-0.5 bg-hairline" />
            ) : null}
            <Dot state={state} />
            <p className="flex flex-wrap items-baseline gap-x-4">
              <span className="flex-[1_1_7rem]">
                <span className={classNames(state === 'next' ? 'text-muted' : 'font-semibold')}>
                  {detail ? `${text} ` : text}
                </span>
                {detail ? <span className="inline-block text-sm text-muted tabular-nums">{detail}</span> : null}
              </span>
              <span className="text-sm text-muted tabular-nums">
                {at === null ? isNow(state) && texts.timeline.current : <time dateTime={at}>{dates[index]}</time>}
              </span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The day stands at its first event only. */
function shortDates(dates: readonly (string | null)[]): (string | null)[] {
  let shownDay = '';
  return dates.map((date) => {
    const [, day = '', time = date] = /^(.*\d{4}) (.+)$/.exec(date ?? '') ?? [];
    if (day === shownDay) return time;
    shownDay = day;
    return date;
  });
}

function isNow(state: Step['state']): boolean {
  return state === 'now' || state === 'confirming';
}

function Dot({ state }: Pick<Step, 'state'>) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'mt-px grid size-6 place-items-center rounded-full border-2 text-sm',
        state === 'done' && 'border-progress bg-progress text-ground',
        state === 'over' && 'border-grey bg-grey-soft text-grey-ink',
        state === 'confirming' && 'border-grey bg-surface',
        state === 'now' && 'border-progress bg-surface',
        state === 'next' && 'border-hairline bg-surface',
      )}
    >
      {state === 'done' || state === 'over' ? (
        <LineIcon path={moreIconPaths.check} className="size-3.5 stroke-[3]" />
      ) : null}
      {isNow(state) ? (
        <span className={classNames('waiting size-2 rounded-full', state === 'now' ? 'bg-progress' : 'bg-grey')} />
      ) : null}
    </span>
  );
}

const setbacks: readonly OrderPage['events'][number]['kind'][] = [
  'expired',
  'refunded',
  'disputed',
  'paused',
  'drop_reported',
  'link_requested',
  'refill_refused',
];

function stepsOf(order: OrderPage, allTexts: OrderTexts, lang: Language): Step[] {
  const { timeline: texts } = allTexts;
  const { now, next } = describeOrder(order).timeline;
  const done = order.events.map(({ kind, at, amount }): Step => {
    const text = fill(texts.events[kind], { amount: dollarsToText(amount ?? 0, lang) });
    return { text, detail: detailOf(kind, order, allTexts), state: setbacks.includes(kind) ? 'over' : 'done', at };
  });
  return [
    ...done,
    ...(now
      ? [
          {
            text: texts.now[now],
            detail: detailOf(now, order, allTexts),
            state: now === 'confirming' ? now : ('now' as const),
            at: null,
          },
        ]
      : []),
    ...(next ? [{ text: texts.next[next], state: 'next' as const, at: null }] : []),
  ];
}

const begun: readonly OrderPage['posts'][number]['state'][] = ['in_progress', 'delivered', 'refilling', 'missing'];

/** What is shown beside the name of a step, or null. */
function detailOf(step: string, { paid_with, posts, delivery }: OrderPage, texts: OrderTexts): string | null {
  switch (step) {
    case 'paid':
      return paid_with && paidWithText(paid_with, texts.summary.paidWith);
    case 'started': {
      const started = posts.filter(({ state }) => begun.includes(state)).length;
      return started > 0 && started < posts.length
        ? fill(texts.timeline.posts, { started, posts: posts.length })
        : null;
    }
    case 'delivering':
      return delivery.delivered ? `${Math.floor((100 * delivery.delivered) / delivery.ordered)}%` : null;
    default:
      return null;
  }
}
