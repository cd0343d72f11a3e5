// The summary of the order: quantity, links, price.
import type { ReactNode } from 'react';
import { countText } from '../../../contract/count-text.ts';
import { formatUsd } from '../../../contract/money.ts';
import { pathOf } from '../../../contract/pages.ts';
import { discountPercent, type PriceList, priceCents, undiscountedCents } from '../../../contract/pricing.ts';
import { shares, shownShare } from '../../../contract/share.ts';
import { iconPaths, LineIcon } from '../../ui/icon.tsx';
import type { InProgressOrder } from '../in-progress-order.ts';
import { fill } from '../texts/text.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

type OrderSummaryProps = {
  words: CheckoutTexts;
  order: InProgressOrder;
  prices: PriceList;
  /** False until the kept order has been read: then the figures are still unknown. */
  known: boolean;
  /** The way to another package, as long as nothing is being paid. */
  changeable: boolean;
};

export function OrderSummary({ words: { lang, texts }, order, prices, known, changeable }: OrderSummaryProps) {
  const { category, quantity } = order;
  const unit = texts.units[category];
  const postCount = order.posts.length;
  const share = shownShare(quantity, postCount);
  const larger = shares(quantity, postCount).filter((one) => one > share).length;
  const percent = discountPercent(category, quantity, prices);
  const amountCents = priceCents(category, quantity, prices);
  return (
    <section
      aria-labelledby="summary"
      className="rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-6"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="summary" className="text-lg font-bold">
          {texts.summary}
        </h2>
        {changeable ? (
          <a href={pathOf('home', lang)} className="py-1 text-sm font-medium text-muted underline hover:text-ink">
            {texts.change}
          </a>
        ) : null}
      </div>
      <dl className="mt-4 flex flex-col gap-2.5 tabular-nums">
        <Line name={texts.package}>
          {known ? (
            <span className="flex items-center gap-1.5">
              <LineIcon path={category === 'Likes' ? iconPaths.heart : iconPaths.eye} className="text-accent" />
              {countText(quantity, lang)} {unit}
            </span>
          ) : (
            <Unknown like={`10,000 ${unit}`} />
          )}
        </Line>
        <Line name={texts.postCount}>{postCount}</Line>
        {postCount > 1 ? (
          <Line name={texts.perPost}>
            {fill(texts.each, { count: countText(share, lang), unit })}
            {larger > 0 ? (
              <span className="block text-sm font-normal text-muted">
                {fill(larger === 1 ? texts.firstPost : texts.firstPosts, {
                  count: countText(share + 1, lang),
                  posts: larger,
                })}
              </span>
            ) : null}
          </Line>
        ) : null}
        {known && percent > 0 ? (
          <Line name={fill(texts.discount, { percent })}>
            <span className="text-accent-ink">
              −{formatUsd(undiscountedCents(quantity, prices) - amountCents, lang)}
            </span>
          </Line>
        ) : null}
        <div className="mt-1.5 flex items-baseline justify-between gap-4 border-t border-hairline pt-4">
          <dt className="font-semibold">{texts.total}</dt>
          <dd data-testid="total" className="text-2xl font-bold tracking-tight">
            {known ? formatUsd(amountCents, lang) : <Unknown like="$00.00" />}
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

/** Keeps the size of the text that it replaces. */
function Unknown({ like }: { like: string }) {
  return (
    <span aria-hidden="true" className="skeleton">
      {like}
    </span>
  );
}
