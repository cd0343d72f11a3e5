// A number typed by hand. What is typed stays as typed until the field is left or Enter is pressed; then it snaps to
// the nearest quantity that can be bought.
import { useState } from 'react';
import { formatCount } from '../../../contract/money.ts';
import { type Category, type PriceList, snapToGrid } from '../../../contract/pricing.ts';
import { inputLook } from '../../ui/field.tsx';

type QuantityFieldProps = {
  category: Category;
  quantity: number;
  prices: PriceList;
  disabled: boolean;
  onQuantity: (quantity: number) => void;
};

export function QuantityField({ category, quantity, prices, disabled, onQuantity }: QuantityFieldProps) {
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
        Exact number
      </label>
      <input
        id="exact-quantity"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        value={typed ?? formatCount(quantity)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
          if (event.key === 'Escape') setTyped(null);
        }}
        aria-describedby="exact-quantity-help"
        className={`${inputLook} border-hairline text-right font-semibold tabular-nums hover:border-edge disabled:opacity-100`}
      />
      <span id="exact-quantity-help" className="sr-only">
        From {formatCount(minQuantity)} to {formatCount(maxQuantity)} in steps of {formatCount(stepQuantity)}
      </span>
    </div>
  );
}
