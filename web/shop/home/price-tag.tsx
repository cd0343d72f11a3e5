// The total: the price, the quantity, and with a discount the undiscounted price and the saving.

import { formatUsd } from '../../../contract/money.ts';
import { countText } from '../../../contract/numbers.ts';
import { discountPercent, priceCents, undiscountedCents } from '../../../contract/pricing.ts';
import { fill } from '../texts/text.ts';
import type { PickerProps } from './home-props.ts';

export function PriceTag({ lang, texts, category, quantity, prices }: PickerProps) {
  const amountCents = priceCents(category, quantity, prices);
  const fullCents = undiscountedCents(quantity, prices);
  const percent = discountPercent(category, quantity, prices);
  return (
    <div className="total">
      <p>
        <span className="sr-only">{`${texts.price} `}</span>
        <b data-testid="price" translate="no">
          {formatUsd(amountCents, lang)}
        </b>
        {percent > 0 && (
          <>
            <span className="sr-only">{` ${texts.insteadOf} `}</span>
            <s data-testid="struck-price" translate="no">
              {formatUsd(fullCents, lang)}
            </s>
          </>
        )}
      </p>
      <p>
        <span data-testid="quantity" translate="no">
          {countText(quantity, lang)}
        </span>
        <span>{` ${texts.units[category]}`}</span>
      </p>
      {percent > 0 && (
        <p data-testid="discount">
          <b>{fill(texts.off, { percent })}</b>
          <span>{fill(texts.save, { amount: formatUsd(fullCents - amountCents, lang) })}</span>
        </p>
      )}
    </div>
  );
}
