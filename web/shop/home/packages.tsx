// The packages as cards, and a card for an exact number.
import { useLayoutEffect, useRef } from 'react';
import { formatUsd } from '../../../contract/money.ts';
import { countText } from '../../../contract/numbers.ts';
import { discountPercent, type PricedOffer, priceCents } from '../../../contract/pricing.ts';
import { fill } from '../texts/text.ts';
import type { PickerProps } from './home-props.ts';
import { usePart } from './use-part.ts';

export function Packages(props: PickerProps) {
  const { lang, texts, category, quantity, prices, ready, onPick } = props;
  return (
    <fieldset disabled={!ready} className="packs">
      <legend className="sr-only">{texts.quickPicks}</legend>
      {(prices.offers[category] as PricedOffer).packages.map((one) => {
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

/** `exact-note.tsx` reads what is typed: loaded once the field is used, for a light page. */
function ExactNumber(props: PickerProps) {
  const { lang, texts, category, quantity, prices } = props;
  const input = useRef<HTMLInputElement>(null);
  const { minQuantity, maxQuantity } = prices.offers[category] as PricedOffer;
  const text = countText(quantity, lang);
  const show = () => {
    if (input.current) input.current.value = text;
  };
  const [Note, load] = usePart(() => import('./exact-note.tsx'), show);

  // Uncontrolled, so that what is typed stays while the quantity follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another quantity replaces the text
  useLayoutEffect(() => {
    if (input.current !== document.activeElement) show();
  }, [text]);

  const range = fill(texts.range, { min: countText(minQuantity, lang), max: countText(maxQuantity, lang) });
  return (
    <div className="pack exact">
      <label htmlFor="exact">{texts.exact}</label>
      <input
        ref={input}
        id="exact"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={text}
        onFocus={(event) => {
          event.currentTarget.select();
          load();
        }}
        onChange={load}
        // For the note, when it is not there yet.
        onKeyDown={(event) => {
          event.currentTarget.dataset.key = event.key;
        }}
        aria-describedby="exact-help"
      />
      {Note ? <Note {...props} input={input} range={range} /> : <small id="exact-help">{range}</small>}
    </div>
  );
}
