// The base price, limits, packages and discounts of each offer, with a comparison of current and new package prices.
import { type Category, categories } from '../../../contract/category.ts';
import { offersAfter } from '../../../contract/offer-changes.ts';
import {
  type OfferSetting,
  type OfferTerms,
  offerField,
  offerOf,
  priceListOf,
  quantityRange,
  roundings,
  specifiedOffers,
} from '../../../contract/offers.ts';
import { isOnGrid, type PriceList, priceCents } from '../../../contract/pricing.ts';
import { settingsLimits, settingsProblems } from '../../../contract/settings-rules.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { SelectField } from '../kit/select-field.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { inputIdOf, Line, Lines } from './inputs.tsx';
import { QuantityLine } from './quantity-line.tsx';
import { ScheduledPrices } from './scheduled-prices.tsx';
import { inputOf, type OfferLines, offersOf } from './settings-draft.ts';
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

function fieldOf(category: Category, name: keyof OfferTerms): string {
  return offerField({ id: specifiedOffers[category] }, name);
}

function Limits({ form, category }: { form: SettingsForm; category: Category }) {
  const { prices } = useSetupTexts();
  const { draft, edit } = form;
  const offer = draft.offers[category];
  const line = (name: keyof OfferLines, path: string, label: string) => ({
    form,
    path,
    label,
    value: offer[name],
    onChange: ({ target }: { target: { value: string } }) =>
      edit((copy) => {
        copy.offers[category][name] = target.value;
      }),
  });
  const basePrice = category === 'Likes' ? 'prices.unit_price_micros' : fieldOf(category, 'unit_price_micros');
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <div className="col-span-2">
        <Line {...line('perThousand', basePrice, prices.basePrice)} inputMode="decimal" />
      </div>
      <div className="col-span-2">
        <SelectField
          label={prices.rounding}
          id={inputIdOf(fieldOf(category, 'rounding'))}
          options={roundings.map((value) => ({ value, label: prices.roundings[value] }))}
          value={offer.rounding}
          className="text-sm"
          onChange={(rounding) =>
            edit((copy) => {
              copy.offers[category].rounding = rounding;
            })
          }
        />
      </div>
      <Line {...line('least', fieldOf(category, 'min_quantity'), prices.least)} inputMode="numeric" />
      <Line {...line('most', fieldOf(category, 'max_quantity'), prices.most)} inputMode="numeric" />
      <Line {...line('step', fieldOf(category, 'step_quantity'), prices.step)} inputMode="numeric" />
      <Line {...line('first', fieldOf(category, 'default_quantity'), prices.first)} inputMode="numeric" />
      <div className="col-span-2">
        <Lines
          {...line('packages', fieldOf(category, 'packages'), prices.packageList)}
          rows={Math.max(3, offer.packages.split('\n').length)}
          inputMode="numeric"
        />
      </div>
    </div>
  );
}

function Tiers({ form, category }: { form: SettingsForm; category: Category }) {
  const { prices, settingNames } = useSetupTexts();
  const name = settingNames.categories[category];
  const { draft, edit, problemAt } = form;
  const path = `prices.tiers.${category}`;
  const tiers = draft.tiers[category];
  const problem = problemAt(path);
  const offers = typedOffers(form, ['offers']) ?? offersOf(form.saved.settings);
  const range = quantityRange(offerOf(offers, category));
  return (
    <fieldset id={inputIdOf(path)} tabIndex={-1} className="min-w-0">
      <legend className="pb-2 text-sm font-semibold">{prices.discounts(name)}</legend>
      {tiers.length === 0 ? <p className="pb-2 text-sm text-muted">{prices.noDiscounts}</p> : null}
      <ol className="grid gap-2">
        {tiers.map(({ from, discount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a discount is identified by its position only
          <li key={at} className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto] items-start gap-2">
            <QuantityLine
              form={form}
              path={`${path}.${at}.from_quantity`}
              label={prices.from}
              labelHidden={at > 0}
              range={range}
              value={from}
              onValue={(value) =>
                edit((copy) => {
                  copy.tiers[category][at] = { from: value, discount };
                })
              }
            />
            <Line
              form={form}
              path={`${path}.${at}.discount_percent`}
              label={prices.percent}
              labelHidden={at > 0}
              inputMode="numeric"
              value={discount}
              onChange={({ target }) =>
                edit((copy) => {
                  copy.tiers[category][at] = { from, discount: target.value };
                })
              }
            />
            <Button
              size="sm"
              variant="quiet"
              className={at === 0 ? 'mt-8' : 'mt-1'}
              aria-label={prices.remove(name, from)}
              icon={<Icon name="trash" />}
              onClick={() =>
                edit((copy) => {
                  copy.tiers[category].splice(at, 1);
                })
              }
            />
          </li>
        ))}
      </ol>
      {problem ? <p className="mt-2 text-sm text-red-ink">{problem}</p> : null}
      {tiers.length < settingsLimits.tiers ? (
        <Button
          size="sm"
          className="mt-3"
          icon={<Icon name="plus" />}
          onClick={() =>
            edit((copy) => {
              copy.tiers[category].push({ from: '', discount: '' });
            })
          }
        >
          {prices.add(name)}
        </Button>
      ) : null}
    </fieldset>
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
