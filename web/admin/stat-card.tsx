// One figure with its name and explanation.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Skeleton } from '../ui/skeleton.tsx';

type StatCardProps = {
  title: string;
  /** Null while loading. */
  value: string | null;
  caption: ReactNode;
  /** The list behind the figure: a click anywhere on the card opens it. */
  to?: string;
  /** The change against the period before; null while unknown. */
  change?: ReactNode;
};

export function StatCard({ title, value, caption, to, change = null }: StatCardProps) {
  return (
    <section
      aria-busy={value === null}
      className="@container relative min-w-0 rounded-card border border-hairline bg-surface p-4"
    >
      <h2 className="text-sm font-semibold text-muted">
        {to ? (
          <Link href={to} className="after:absolute after:inset-0 after:rounded-card hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      {value === null ? (
        <>
          <Skeleton className="mt-2 h-7 w-24" />
          <Skeleton className="mt-2 h-4 w-32" />
        </>
      ) : (
        <>
          <p translate="no" className="mt-1 text-2xl leading-9 font-semibold tracking-tight tabular-nums">
            {/* A long amount is smaller: it fits on a line of any card. */}
            <span style={{ fontSize: `min(1em, ${Math.floor(165 / value.length)}cqi)` }}>{value}</span>
          </p>
          <p className="text-sm text-muted">{caption}</p>
          {change === null ? null : <p className="mt-1 text-xs text-muted">{change}</p>}
        </>
      )}
    </section>
  );
}

export function StatCards({ children }: { children: ReactNode }) {
  return <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">{children}</div>;
}
