// A status as a dot and a word. Color is never the only signal.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { orderTone, providerTone, shownStatus, type Tone } from './status-tone.ts';

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      data-tone={tone}
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        toneClasses[tone].ground,
      )}
    >
      <span aria-hidden="true" className={classNames('size-1.5 shrink-0 rounded-full', toneClasses[tone].fill)} />
      <span className="contents">{children}</span>
    </span>
  );
}

export function ToneDot({ tone }: { tone: Tone }) {
  return (
    <span
      data-tone={tone}
      aria-hidden="true"
      className={classNames('size-1.5 mt-[7px] shrink-0 self-start rounded-full', toneClasses[tone].fill)}
    />
  );
}

/** A colored dot with muted text beside a badge. The text may wrap. */
export function ToneNote({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span data-tone={tone} className="inline-flex items-start gap-1.5 text-xs leading-4 text-muted tabular-nums">
      <span
        aria-hidden="true"
        className={classNames('mt-[5px] size-1.5 shrink-0 rounded-full', toneClasses[tone].fill)}
      />
      <span>{children}</span>
    </span>
  );
}

/** `label` is the translated status. */
type StatusProps = { status: string; label?: string | undefined };

/** The status of an order, capitalized. */
export function OrderBadge({ status, label }: StatusProps) {
  return <Badge tone={orderTone(status)}>{label ?? shownStatus(status)}</Badge>;
}

/** The status of a provider order, in the provider's wording. */
export function ProviderBadge({ status, label }: StatusProps) {
  return <Badge tone={providerTone(status)}>{label ?? status}</Badge>;
}

/** `ground`: the soft background with its text. `fill`: of a dot or a bar. `ink`: text on the page. */
export const toneClasses: Record<Tone, { ground: string; fill: string; ink: string }> = {
  green: { ground: 'bg-green-soft text-green-ink', fill: 'bg-green', ink: 'text-green-ink' },
  yellow: { ground: 'bg-yellow-soft text-yellow-ink', fill: 'bg-yellow', ink: 'text-yellow-ink' },
  blue: { ground: 'bg-blue-soft text-blue-ink', fill: 'bg-blue', ink: 'text-blue-ink' },
  red: { ground: 'bg-red-soft text-red-ink', fill: 'bg-red', ink: 'text-red-ink' },
  purple: { ground: 'bg-purple-soft text-purple-ink', fill: 'bg-purple', ink: 'text-purple-ink' },
  orange: { ground: 'bg-orange-soft text-orange-ink', fill: 'bg-orange', ink: 'text-orange-ink' },
  grey: { ground: 'bg-grey-soft text-grey-ink', fill: 'bg-grey', ink: 'text-grey-ink' },
};
