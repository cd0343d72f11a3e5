// The base price, limits, packages and discounts of each offer, with a comparison of current and new package prices.
import { type Category, categories } from '../../../contract/category.ts';
import { offersAfter } from '../../../contract/offer-changes.ts';
import {
  type OfferSetting,
  offerField,
  offerOf,
  priceListOf,
  quantityRange,
  specifiedOffers,
} from '../../../contract/offers.ts';
import { isOnGrid, type PriceList, priceCents } from '../../../contract/pricing.ts';
import { settingsProblems } from '../../../contract/settings-rules.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatUsd } from '../amounts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { OfferTermFields, type TermField, TierFields } from './offer-fields.tsx';
import { ScheduledPrices } from './scheduled-prices.tsx';
import { inputOf, offersOf } from './settings-draft.ts';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

export function PricesSection({ form }: { form: SettingsForm }) {
  const { prices, settingNames } = useSetupTexts();
  const offers = typedOffers(form, ['prices', 'offers']);
  return (
    <SettingsPanel id="prices">
      <p className="text-sm text-muted">{prices.help}</p>
      <ScheduledPrices zone={form.saved.settings.time_zone} />
      {categories.map((category) => (
        <section
          key={category}
          aria-labelledby={`prices-${category}`}
          className="mt-5 border-t border-hairline pt-4 pb-1 first-of-type:mt-4"
        >
          <h3 id={`prices-${category}`} className="pb-3 font-semibold">
            {settingNames.categories[category]}
          </h3>
          <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
            <div className="grid gap-5">
              <Limits form={form} category={category} />
              <Tiers form={form} category={category} />
            </div>
            <Preview form={form} category={category} then={offers && priceListOf(offers)} />
          </div>
        </section>
      ))}
    </SettingsPanel>
  );
}

function Limits({ form, category }: { form: SettingsForm; category: Category }) {
  const offer = form.draft.offers[category];
  const pathOf = (name: TermField) =>
    name === 'unit_price_micros' && category === 'Likes'
      ? 'prices.unit_price_micros'
      : offerField({ id: specifiedOffers[category] }, name);
  return (
    <OfferTermFields
      form={form}
      pathOf={pathOf}
      value={offer}
      onChange={(changed) =>
        form.edit((copy) => {
          Object.assign(copy.offers[category], changed);
        })
      }
    />
  );
}

function Tiers({ form, category }: { form: SettingsForm; category: Category }) {
  const { settingNames } = useSetupTexts();
  const offers = typedOffers(form, ['offers']) ?? offersOf(form.saved.settings);
  return (
    <TierFields
      form={form}
      path={`prices.tiers.${category}`}
      name={settingNames.categories[category]}
      range={quantityRange(offerOf(offers, category))}
      tiers={form.draft.tiers[category]}
      onChange={(change) => form.edit((copy) => change(copy.tiers[category]))}
    />
  );
}

type PreviewProps = { form: SettingsForm; category: Category; then: PriceList | null };

function Preview({ form, category, then }: PreviewProps) {
  const { prices, settingNames } = useSetupTexts();
  const now = priceListOf(offersOf(form.saved.settings));
  const { packages } = (then ?? now).offers[category];
  return (
    <table className="w-full table-fixed border-collapse text-sm tabular-nums">
      <caption className="pb-2 text-left text-sm font-semibold">
        {prices.packages(settingNames.categories[category])}
      </caption>
      <thead>
        <tr className="text-muted">
          {[prices.columns.quantity, prices.columns.now, prices.columns.after].map((heading) => (
            <th key={heading} scope="col" className="border-b border-hairline py-1.5 text-right font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {packages.map((quantity) => {
          const before = priceIn(now, category, quantity);
          const after = priceIn(then, category, quantity);
          return (
            <tr key={quantity}>
              <td className="py-1 text-right" translate="no">
                {formatCount(quantity)}
              </td>
              <td className="py-1 text-right text-muted">{before}</td>
              <td className={classNames('py-1 text-right', before !== after && then && 'font-semibold text-blue-ink')}>
                {after}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A dash for a quantity that is not on sale. */
function priceIn(list: PriceList | null, category: Category, quantity: number): string {
  return list && isOnGrid(category, quantity, list) ? formatUsd(priceCents(category, quantity, list)) : '-';
}

/** The offers as typed; null while a value in one of the areas is invalid. */
function typedOffers({ draft, saved: { settings } }: SettingsForm, areas: readonly string[]): OfferSetting[] | null {
  const input = inputOf(draft);
  const saved = offersOf(settings);
  const isWrong = settingsProblems(input, saved).some(({ field }) => areas.includes(field.split('.')[0] ?? ''));
  return isWrong ? null : offersAfter(saved, input).offers;
}
