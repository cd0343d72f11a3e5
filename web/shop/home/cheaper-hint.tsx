// A hint when the next discount makes a larger quantity cost the same or less. It never changes the selection.

import type { Category } from '../../../contract/category.ts';
import { countText } from '../../../contract/count-text.ts';
import { formatUsd } from '../../../contract/money.ts';
import { cheaperTier, priceCents } from '../../../contract/pricing.ts';
import { fill } from '../texts/text.ts';
import type { HomeIslandProps } from './home-props.ts';

type CheaperHintProps = HomeIslandProps & {
  category: Category;
  quantity: number;
  onTake: (quantity: number) => void;
};

export function CheaperHint({ lang, texts, category, quantity, prices, onTake }: CheaperHintProps) {
  const tier = cheaperTier(category, quantity, prices);
  if (!tier) return null;
  const same = tier.amountCents === priceCents(category, quantity, prices);
  const count = countText(tier.quantity, lang);
  return (
    <div className="arrive mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-accent-soft py-2 pr-2 pl-3.5 text-sm">
      <p className="text-accent-ink">
        {fill(same ? texts.costSame : texts.costLess, {
          count,
          unit: texts.units[category],
          price: formatUsd(tier.amountCents),
        })}
      </p>
      <button
        type="button"
        onClick={() => onTake(tier.quantity)}
        className="min-h-9 rounded-[9px] bg-surface px-3 font-semibold text-ink hover:text-accent-ink"
      >
        {fill(texts.take, { count })}
      </button>
    </div>
  );
}
