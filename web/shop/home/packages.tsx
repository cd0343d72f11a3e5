// The packages as cards, and a card for an exact number.
import { useState } from 'react';
import { countText } from '../../../contract/count-text.ts';
import { formatUsd } from '../../../contract/money.ts';
import { discountPercent, priceCents, snapToGrid } from '../../../contract/pricing.ts';
import { fill } from '../texts/text.ts';
import type { PickerProps } from './home-props.ts';

export function Packages(props: PickerProps) {
  const { lang, texts, category, quantity, prices, ready, onPick } = props;
  return (
    <fieldset disabled={!ready} className="packs">
      <legend className="sr-only">{texts.quickPicks}</legend>
      {prices.offers[category].packages.map((one) => {
        const percent = discountPercent(category, one, prices);
        const cents = priceCents(category, one, prices);
        return (
          <button key={one} type="button" aria-pressed={one === quantity} onClick={() => onPick(one)} className="pack">
            <b translate="no">{countText(one, lang)}</b>
            <span className="sr-only">{` ${texts.units[category]} `}</span>
            {percent > 0 && <i translate="no">{`−${percent}%`}</i>}
            <strong translate="no">{formatUsd(cents, lang)}</strong>
            <small>{fill(texts.perThousand, { price: formatUsd(Math.round((cents * 1000) / one), lang) })}</small>
          </button>
        );
      })}
      <ExactNumber {...props} />
    </fieldset>
  );
}

/** On blur or Enter, the typed number snaps to the nearest valid quantity. */
function ExactNumber({ lang, texts, category, quantity, prices, onPick }: PickerProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { minQuantity, maxQuantity } = prices.offers[category];

  function settle(): void {
    const digits = (typed ?? '').replace(/\D/g, '');
    setTyped(null);
    if (digits !== '') onPick(snapToGrid(category, Number(digits), prices));
  }

  return (
    <div className="pack exact">
      <label htmlFor="exact">{texts.exact}</label>
      <input
        id="exact"
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? countText(quantity, lang)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
          if (event.key === 'Escape') setTyped(null);
        }}
        aria-describedby="exact-help"
      />
      <small id="exact-help">
        {fill(texts.range, { min: countText(minQuantity, lang), max: countText(maxQuantity, lang) })}
      </small>
    </div>
  );
}
