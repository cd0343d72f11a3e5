// Buttons for the most popular packages.

import type { Category } from '../../../contract/category.ts';
import { countText } from '../../../contract/count-text.ts';
import { discountPercent } from '../../../contract/pricing.ts';
import { classNames } from '../../ui/class-names.ts';
import type { HomeIslandProps } from './home-props.ts';

type QuickPicksProps = HomeIslandProps & {
  category: Category;
  quantity: number;
  disabled: boolean;
  onPick: (quantity: number) => void;
};

export function QuickPicks({ lang, texts, category, quantity, prices, disabled, onPick }: QuickPicksProps) {
  const unit = texts.units[category];
  return (
    <fieldset disabled={disabled} className="flex flex-wrap gap-1.5 sm:gap-2 md:grid md:grid-cols-7">
      <legend className="sr-only">{texts.quickPicks}</legend>
      {prices.offers[category].packages.map((one) => {
        const percent = discountPercent(category, one, prices);
        const chosen = one === quantity;
        return (
          <button
            key={one}
            type="button"
            aria-pressed={chosen}
            onClick={() => onPick(one)}
            className={classNames(
              'min-h-10 rounded-card border px-2.5 text-sm font-semibold tabular-nums sm:px-3 md:min-h-13 md:px-1',
              'transition-colors duration-[120ms]',
              chosen
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-hairline text-ink hover:not-disabled:border-edge',
            )}
          >
            {countText(one, lang)}
            <span className="sr-only"> {unit}</span>
            {percent > 0 ? (
              <span
                className={classNames(
                  'ml-1.5 text-xs font-medium max-sm:hidden md:ml-0 md:block',
                  chosen ? '' : 'text-muted',
                )}
              >
                −{percent}%
              </span>
            ) : null}
          </button>
        );
      })}
    </fieldset>
  );
}
