// The price of the selected quantity, and the amount that the discount saves.

import type { Category } from '../../../contract/category.ts';
import { countText } from '../../../contract/count-text.ts';
import { formatUsd } from '../../../contract/money.ts';
import { discountPercent, priceCents, undiscountedCents } from '../../../contract/pricing.ts';
import { fill } from '../texts/text.ts';
import type { HomeIslandProps } from './home-props.ts';

type PriceTagProps = HomeIslandProps & { category: Category; quantity: number; leaps: number };

export function PriceTag({ lang, texts, category, quantity, prices, leaps }: PriceTagProps) {
  const amountCents = priceCents(category, quantity, prices);
  const fullCents = undiscountedCents(quantity, prices);
  const percent = discountPercent(category, quantity, prices);
  const [firstTier] = prices.offers[category].tiers;
  return (
    <div className="mt-3 flex flex-col gap-1.5 lg:mt-0 lg:justify-end">
      <p className="flex flex-wrap items-baseline gap-x-2.5 tabular-nums">
        <span className="sr-only">{texts.price} </span>
        <span
          key={leaps}
          data-testid="price"
          className="roll text-3xl leading-none font-bold lg:text-4xl tracking-tight"
        >
          {formatUsd(amountCents)}
        </span>
        {percent > 0 ? (
          <>
            <span className="sr-only"> {texts.insteadOf} </span>
            <s data-testid="struck-price" className="text-lg text-muted">
              {formatUsd(fullCents)}
            </s>
          </>
        ) : null}
      </p>
      {percent > 0 ? (
        <p data-testid="discount" className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
          <span className="rounded-[6px] bg-accent px-2 py-0.5 font-bold text-on-accent">
            {fill(texts.off, { percent })}
          </span>
          <span className="font-semibold text-accent-ink tabular-nums">
            {fill(texts.save, { amount: formatUsd(fullCents - amountCents) })}
          </span>
        </p>
      ) : (
        <p className="flex min-h-7 items-center text-sm text-muted">
          {firstTier
            ? fill(texts.discountsFrom, {
                count: countText(firstTier.fromQuantity, lang),
                unit: texts.units[category],
              })
            : null}
        </p>
      )}
    </div>
  );
}
