// The base price and the quantity discounts, with a comparison of current and new package prices.
import { type Category, categories } from '../../../contract/category.ts';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import { type PriceList, priceCents } from '../../../contract/pricing.ts';
import { settingsLimits, settingsProblems } from '../../../contract/settings-rules.ts';
import { priceListOf } from '../../../contract/store-settings.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatCount, formatUsd } from '../amounts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { inputIdOf, Line } from './inputs.tsx';
import { QuantityLine } from './quantity-line.tsx';
import { inputOf } from './settings-draft.ts';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

export function PricesSection({ form }: { form: SettingsForm }) {
  const { prices } = useSetupTexts();
  const { draft, edit } = form;
  return (
    <SettingsPanel id="prices">
      <div className="max-w-64 py-1">
        <Line
          form={form}
          path="prices.unit_price_micros"
          label={prices.basePrice}
          inputMode="decimal"
          value={draft.perThousand}
          onChange={({ target }) =>
            edit((copy) => {
              copy.perThousand = target.value;
            })
          }
        />
      </div>
      <p className="pt-3 text-sm text-muted">{prices.help}</p>
      {categories.map((category) => (
        <div
          key={category}
          className="mt-4 grid items-start gap-x-8 gap-y-4 border-t border-hairline pt-4 pb-1 lg:grid-cols-2"
        >
          <Tiers form={form} category={category} />
          <Preview form={form} category={category} />
        </div>
      ))}
    </SettingsPanel>
  );
}

function Tiers({ form, category }: { form: SettingsForm; category: Category }) {
  const { prices, settingNames } = useSetupTexts();
  const name = settingNames.categories[category];
  const { draft, edit, problemAt } = form;
  const path = `prices.tiers.${category}`;
  const tiers = draft.tiers[category];
  const problem = problemAt(path);
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
              range={defaultPriceList.offers[category]}
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

function Preview({ form, category }: { form: SettingsForm; category: Category }) {
  const { prices, settingNames } = useSetupTexts();
  const now = priceListOf(form.saved.settings.prices);
  const then = nextPrices(form);
  const { packages } = now.offers[category];
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
          const before = formatUsd(priceCents(category, quantity, now));
          const after = then ? formatUsd(priceCents(category, quantity, then)) : '-';
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

/** Null while a price or a discount is invalid. */
function nextPrices({ draft }: SettingsForm): PriceList | null {
  const input = inputOf(draft);
  const isWrong = settingsProblems(input).some(({ field }) => field.startsWith('prices.'));
  return isWrong ? null : priceListOf(input.prices);
}
