// The question before a large change of prices.
import type { Category } from '../../../contract/category.ts';
import type { PackageChange } from '../../../contract/price-change.ts';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';

/** The old and new prices of some packages, before a large change is saved. */
export function PriceQuestion({ packages }: { packages: readonly PackageChange[] }) {
  const { settingsPage, settingNames } = useSetupTexts();
  const texts = settingsPage.priceQuestion;
  return (
    <div role="alert" className="mt-3 rounded-card bg-red-soft px-3 py-2 text-sm text-red-ink">
      <p className="font-semibold">{texts.title}</p>
      <table className="mt-1.5 w-full tabular-nums">
        <thead>
          <tr>
            {[texts.package, texts.now, texts.next].map((heading, at) => (
              <th
                key={heading}
                scope="col"
                className={at === 0 ? 'text-left font-normal' : 'pl-3 text-right font-normal'}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {packages.map(({ category, offer_name, quantity, before, after }) => (
            <tr key={`${offer_name ?? category} ${quantity}`}>
              <th scope="row" className="text-left font-medium">
                {`${formatCount(quantity)} ${offer_name ?? settingNames.categories[category as Category].toLowerCase()}`}
              </th>
              <td className="pl-3 text-right whitespace-nowrap" translate="no">
                {formatDollars(before)}
              </td>
              <td className="pl-3 text-right font-semibold whitespace-nowrap" translate="no">
                {formatDollars(after)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
