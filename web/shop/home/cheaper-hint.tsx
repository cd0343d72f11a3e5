// Says when the next discount makes a larger quantity cost the same or less. Never changes anything by itself.
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { type Category, cheaperTier, type PriceList, priceCents } from '../../../contract/pricing.ts';

type CheaperHintProps = {
  category: Category;
  quantity: number;
  prices: PriceList;
  onTake: (quantity: number) => void;
};

export function CheaperHint({ category, quantity, prices, onTake }: CheaperHintProps) {
  const tier = cheaperTier(category, quantity, prices);
  if (!tier) return null;
  const same = tier.amountCents === priceCents(category, quantity, prices);
  const count = formatCount(tier.quantity);
  return (
    <div className="arrive mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-accent-soft py-2 pr-2 pl-3.5 text-sm">
      <p className="text-accent-ink">
        {count} {category.toLowerCase()} cost {formatUsd(tier.amountCents)}, {same ? 'the same as' : 'less than'} your
        current selection
      </p>
      <button
        type="button"
        onClick={() => onTake(tier.quantity)}
        className="min-h-9 rounded-[9px] bg-surface px-3 font-semibold text-ink hover:text-accent-ink"
      >
        Take {count}
      </button>
    </div>
  );
}
