// A hint when the next discount makes a larger quantity cost the same or less. It never changes the selection. Otherwise
// its place names the next discount, so that nothing moves.

import { formatUsd } from '../../../contract/money.ts';
import { nextTier } from '../../../contract/next-tier.ts';
import { countText } from '../../../contract/numbers.ts';
import { fill } from '../texts/text.ts';
import type { PickerProps } from './home-props.ts';

export function CheaperHint({ lang, texts, category, quantity, prices, onPick }: PickerProps) {
  const unit = texts.units[category];
  const next = nextTier(category, quantity, prices);
  if (!next) return <p className="hint">{texts.lastTier}</p>;
  const count = countText(next.quantity, lang);
  if (next.moreCents > 0)
    return <p className="hint">{fill(texts.nextTier, { percent: 100 - next.percent, count, unit })}</p>;
  const text = next.moreCents === 0 ? texts.costSame : texts.costLess;
  return (
    <div className="hint">
      <p>{fill(text, { count, unit, price: formatUsd(next.amountCents, lang) })}</p>
      <button type="button" onClick={() => onPick(next.quantity)}>
        {fill(texts.take, { count })}
      </button>
    </div>
  );
}
