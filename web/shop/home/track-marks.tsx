// The track of the slider: a notch at each discount, and its percentage where it fits. Drawn as SVG, because server HTML
// has no inline styles.
import { countText } from '../../../contract/numbers.ts';
import { discountPercent, type PricedOffer } from '../../../contract/pricing.ts';
import { positionOf } from '../../ui/slider-track.ts';
import type { PickerProps } from './home-props.ts';

/** Labels closer than this, in percent of the track, would touch on a phone. */
const labelGap = 12;
/** Of the label at the end, in percent of the track. */
const characterWidth = 2.4;

type TrackMarksProps = PickerProps & { stops: readonly number[] };

export function TrackMarks({ lang, category, prices, stops }: TrackMarksProps) {
  const { minQuantity, maxQuantity, tiers } = prices.offers[category] as PricedOffer;
  const last = countText(maxQuantity, lang);
  let next = 100 - last.length * characterWidth;
  return (
    <svg className="marks" aria-hidden="true">
      <text x="-14" y="62">
        {countText(minQuantity, lang)}
      </text>
      <text x="100%" dx="14" y="62">
        {last}
      </text>
      {tiers
        .filter(({ fromQuantity }) => fromQuantity < maxQuantity)
        .reverse()
        .map(({ fromQuantity }) => {
          const at = positionOf(fromQuantity, stops) * 100;
          const percent = discountPercent(category, fromQuantity, prices);
          const fits = percent > 0 && at <= next && at >= labelGap;
          if (fits) next = at - labelGap;
          return (
            <g key={fromQuantity}>
              <line x1={`${at}%`} x2={`${at}%`} y1="16" y2="32" />
              {fits && (
                <text x={`${at}%`} y="62">
                  {`−${percent}%`}
                </text>
              )}
            </g>
          );
        })}
    </svg>
  );
}
