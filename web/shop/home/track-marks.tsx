// The track of the slider: a notch at each discount, and its percentage where it fits. Drawn as SVG, because server HTML
// has no inline styles.
import { countText } from '../../../contract/count-text.ts';
import type { PickerProps } from './home-props.ts';

/** Labels closer than this, in percent of the track, would touch on a phone. */
const labelGap = 12;

export function TrackMarks({ lang, category, prices }: PickerProps) {
  const { minQuantity, maxQuantity, tiers } = prices.offers[category];
  let next = 100 - labelGap;
  return (
    <svg className="marks" aria-hidden="true">
      <text x="-14" y="62">
        {countText(minQuantity, lang)}
      </text>
      <text x="100%" dx="14" y="62" textAnchor="end">
        {countText(maxQuantity, lang)}
      </text>
      {tiers
        .filter(({ fromQuantity }) => fromQuantity < maxQuantity)
        .reverse()
        .map(({ fromQuantity, percent }) => {
          const at = ((fromQuantity - minQuantity) / (maxQuantity - minQuantity)) * 100;
          const fits = at <= next && at >= labelGap;
          if (fits) next = at - labelGap;
          return (
            <g key={fromQuantity}>
              <line x1={`${at}%`} x2={`${at}%`} y1="16" y2="32" />
              {fits && (
                <text x={`${at}%`} y="62" textAnchor="middle">
                  {`−${100 - percent}%`}
                </text>
              )}
            </g>
          );
        })}
    </svg>
  );
}
