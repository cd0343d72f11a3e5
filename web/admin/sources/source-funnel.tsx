// The steps from the visit to the payment, of all or of one name in a list of sources, with what is lost at each step and why.
import { useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import type { SourceList } from '../../../contract/source-lists.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { formatCount } from '../amounts.ts';
import { dash, formatPercent } from '../analytics/rate.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { useSetSource, useSource } from './source-filter.tsx';
import { sourceName } from './source-names.ts';

type SourceStats = AnswerFor<'GET /api/admin/source-stats'>;
type Reason = { words: string; count: number };

export function SourceFunnel({ stats: { rows, total, lost }, by }: { stats: SourceStats; by: SourceList }) {
  const { sources } = usePageTexts();
  const source = useSource();
  const setSource = useSetSource();
  const [name, setName] = useState('');
  const named = rows.find((row) => row.name === name);
  const { visitors, checkouts, orders, paid } = named ?? total;
  // Reasons are counted by source.
  const reasons = {
    orders: lost.orders.map(({ reason, count }) => ({ words: sources.lostOrders[reason], count })),
    paid: lost.paid.map(({ reason, count }) => ({ words: sources.lostPaid[reason], count })),
  };
  const steps = [
    { label: sources.steps.visitors, count: visitors, reasons: [] },
    { label: sources.steps.checkouts, count: checkouts, reasons: [] },
    { label: sources.steps.orders, count: orders, reasons: named ? [] : reasons.orders },
    { label: sources.steps.paid, count: paid, reasons: named ? [] : reasons.paid },
  ];
  return (
    <section aria-labelledby="source-funnel" className="mt-5 rounded-card border border-hairline bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-hairline px-4 py-3 sm:px-5">
        <h3 id="source-funnel" className="text-base font-semibold">
          {sources.funnel}
        </h3>
        {source === null ? (
          <select
            aria-label={sources.lists[by]}
            value={name}
            onChange={({ target }) => (by === 'source' ? setSource(target.value) : setName(target.value))}
            className={`${inputClassName} max-w-60 border-edge py-1.5! text-sm! hover:border-ink`}
          >
            <option value="">{sources.all[by]}</option>
            {rows.map((row) => (
              <option key={row.name} value={row.name}>
                {sourceName(sources, by, row.name)}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      <ol className="divide-y divide-hairline text-sm">
        {steps.map((step, at) => (
          <Step key={step.label} {...step} before={steps[at - 1]?.count ?? null} isFirst={at === 0} />
        ))}
      </ol>
    </section>
  );
}

type StepProps = {
  label: string;
  count: number | null;
  before: number | null;
  reasons: readonly Reason[];
  isFirst: boolean;
};

/** Without a loss where a step is not counted, or counts more than the one before: orders of visitors of another day. */
function Step({ label, count, before, reasons, isFirst }: StepProps) {
  const { sources } = usePageTexts();
  const isPart = count !== null && before !== null && before > 0 && count <= before;
  const share = isFirst ? 100 : isPart ? (count / before) * 100 : null;
  const lost = isPart ? before - count : 0;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1.5 px-4 py-3 sm:grid-cols-[minmax(0,12rem)_5rem_minmax(0,1fr)_minmax(0,12rem)] sm:px-5">
      <span className="font-semibold">{label}</span>
      <span className="text-right text-base font-semibold tabular-nums" translate="no">
        {count === null ? dash : formatCount(count)}
      </span>
      <svg width="100%" height="8" aria-hidden="true" className="block max-sm:col-span-2">
        <rect width="100%" height="8" rx="4" className="fill-sunken" />
        {share === null || count === null ? null : <rect width={`${share}%`} height="8" rx="4" className="fill-blue" />}
      </svg>
      <span className="text-muted tabular-nums max-sm:col-span-2">
        {isPart ? sources.lost(formatCount(lost), formatPercent((1 - count / before) * 100)) : null}
      </span>
      {lost > 0 && before !== null && reasons.length > 0 ? (
        <p className="col-span-full max-w-prose text-muted tabular-nums">
          {sources.why(
            formatCount(lost),
            formatCount(before),
            reasons.map(({ words, count: part }) => `${formatCount(part)} ${words}`),
          )}
        </p>
      ) : null}
    </li>
  );
}
