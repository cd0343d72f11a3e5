// What is being bought, and for how much (CHK-8..12).
import type { ReactNode } from 'react';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { discountPercent, type PriceList, priceCents, undiscountedCents } from '../../../contract/pricing.ts';
import { shownShare } from '../../../contract/share.ts';
import { Icon } from '../../ui/icons.tsx';
import type { InProgressOrder } from '../in-progress-order.ts';
import { links } from '../links.ts';

type OrderSummaryProps = {
  order: InProgressOrder;
  prices: PriceList;
  /** False until the kept order has been read: then the figures are still unknown. */
  known: boolean;
  /** The way to another package, as long as nothing is being paid. */
  changeable: boolean;
};

export function OrderSummary({ order, prices, known, changeable }: OrderSummaryProps) {
  const { category, quantity } = order;
  const unit = category.toLowerCase();
  const postCount = order.posts.length;
  const percent = discountPercent(category, quantity, prices);
  const amountCents = priceCents(category, quantity, prices);
  return (
    <section
      aria-labelledby="summary"
      className="rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-6"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="summary" className="text-lg font-bold">
          Your order
        </h2>
        {changeable ? (
          <a href={links.home} className="text-sm font-medium text-muted underline hover:text-ink">
            Change package
          </a>
        ) : null}
      </div>
      <dl className="mt-4 flex flex-col gap-2.5 tabular-nums">
        <Line name="Package">
          {known ? (
            <span className="flex items-center gap-1.5">
              <Icon name={category === 'Likes' ? 'heart' : 'eye'} className="text-accent" />
              {formatCount(quantity)} {unit}
            </span>
          ) : (
            <Unknown like="10,000 likes" />
          )}
        </Line>
        <Line name="Posts">{postCount}</Line>
        {postCount > 1 ? (
          <Line name="Per post">
            {formatCount(shownShare(quantity, postCount))} {unit} each
          </Line>
        ) : null}
        {known && percent > 0 ? (
          <Line name={`Discount (${percent}%)`}>
            <span className="text-accent-ink">−{formatUsd(undiscountedCents(quantity, prices) - amountCents)}</span>
          </Line>
        ) : null}
        <div className="mt-1.5 flex items-baseline justify-between gap-4 border-t border-hairline pt-4">
          <dt className="font-semibold">Total</dt>
          <dd data-testid="total" className="text-2xl font-bold tracking-tight">
            {known ? formatUsd(amountCents) : <Unknown like="$00.00" />}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  );
}

/** Takes up the room of what it stands for. */
function Unknown({ like }: { like: string }) {
  return (
    <span aria-hidden="true" className="skeleton">
      {like}
    </span>
  );
}
