// A typed quantity. On blur or Enter it snaps to the nearest valid quantity.
import { useState } from 'react';
import type { Category } from '../../../contract/category.ts';
import { countText } from '../../../contract/count-text.ts';
import { snapToGrid } from '../../../contract/pricing.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { fill } from '../texts/text.ts';
import type { HomeIslandProps } from './home-props.ts';

type QuantityFieldProps = HomeIslandProps & {
  category: Category;
  quantity: number;
  disabled: boolean;
  onQuantity: (quantity: number) => void;
};

export function QuantityField(props: QuantityFieldProps) {
  const { lang, texts, category, quantity, prices, disabled, onQuantity } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const { minQuantity, maxQuantity, stepQuantity } = prices.offers[category];

  function settle(): void {
    const digits = (typed ?? '').replace(/\D/g, '');
    setTyped(null);
    if (digits !== '') onQuantity(snapToGrid(category, Number(digits), prices));
  }

  return (
    <div className="flex items-center gap-3">
      <label htmlFor="exact-quantity" className="text-sm font-medium whitespace-nowrap text-muted">
        {texts.exact}
      </label>
      <input
        id="exact-quantity"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        value={typed ?? countText(quantity, lang)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
          if (event.key === 'Escape') setTyped(null);
        }}
        aria-describedby="exact-quantity-help"
        className={`${inputClassName} border-hairline text-right font-semibold tabular-nums hover:border-edge disabled:opacity-100`}
      />
      <span id="exact-quantity-help" className="sr-only">
        {fill(texts.range, {
          min: countText(minQuantity, lang),
          max: countText(maxQuantity, lang),
          step: countText(stepQuantity, lang),
        })}
      </span>
    </div>
  );
}
