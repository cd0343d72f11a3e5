// A hint when the next discount makes a larger quantity cost the same or less. It never changes the selection. Otherwise
// its place names the next discount, so that nothing moves.
import { countText } from '../../../contract/count-text.ts';
import { formatUsd } from '../../../contract/money.ts';
import { cheaperTier } from '../../../contract/cheaper-tier.ts';
import { priceCents } from '../../../contract/pricing.ts';
import { fill } from '../texts/text.ts';
import type { PickerProps } from './home-props.ts';

export function CheaperHint({ lang, texts, category, quantity, prices, onPick }: PickerProps) {
  const unit = texts.units[category];
  const tier = cheaperTier(category, quantity, prices);
  if (!tier) {
    const next = prices.offers[category].tiers.find(({ fromQuantity }) => fromQuantity > quantity);
    return (
      <p className="hint">
        {next
          ? fill(texts.nextTier, { percent: 100 - next.percent, count: countText(next.fromQuantity, lang), unit })
          : texts.lastTier}
      </p>
    );
  }
  const count = countText(tier.quantity, lang);
  const text = tier.amountCents === priceCents(category, quantity, prices) ? texts.costSame : texts.costLess;
  return (
    <div className="hint">
      <p>{fill(text, { count, unit, price: formatUsd(tier.amountCents, lang) })}</p>
      <button type="button" onClick={() => onPick(tier.quantity)}>
        {fill(texts.take, { count })}
      </button>
    </div>
  );
}
