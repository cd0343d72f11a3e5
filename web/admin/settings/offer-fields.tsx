// The fields of an offer: price, rounding, limits and packages, and its discounts.
import type { QuantityRange } from '../../../contract/number-inputs.ts';
import { type OfferTerms, roundings } from '../../../contract/offers.ts';
import { settingsLimits } from '../../../contract/settings-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type FieldProblems, inputIdOf, Line, Lines } from './inputs.tsx';
import { QuantityLine } from './quantity-line.tsx';
import type { OfferLines, TierDraft } from './settings-draft.ts';

/** The facts that `OfferTermFields` shows, by their names in the settings. */
export type TermField = Exclude<keyof OfferTerms, 'names' | 'texts' | 'on'>;
export type OfferTermDraft = OfferLines & Pick<OfferTerms, 'rounding'>;

type OfferTermFieldsProps = {
  form: FieldProblems;
  pathOf: (field: TermField) => string;
  value: OfferTermDraft;
  onChange: (changed: Partial<OfferTermDraft>) => void;
};

export function OfferTermFields({ form, pathOf, value, onChange }: OfferTermFieldsProps) {
  const { prices } = useSetupTexts();
  const line = (name: keyof OfferLines, field: TermField, label: string) => ({
    form,
    path: pathOf(field),
    label,
    value: value[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <div className="col-span-2">
        <Line {...line('perThousand', 'unit_price_micros', prices.basePrice)} inputMode="decimal" />
      </div>
      <div className="col-span-2">
        <SelectField
          label={prices.rounding}
          id={inputIdOf(pathOf('rounding'))}
          options={roundings.map((rounding) => ({ value: rounding, label: prices.roundings[rounding] }))}
          value={value.rounding}
          className="text-sm"
          onChange={(rounding) => onChange({ rounding })}
        />
      </div>
      <Line {...line('least', 'min_quantity', prices.least)} inputMode="numeric" />
      <Line {...line('most', 'max_quantity', prices.most)} inputMode="numeric" />
      <Line {...line('step', 'step_quantity', prices.step)} inputMode="numeric" />
      <Line {...line('first', 'default_quantity', prices.first)} inputMode="numeric" />
      <div className="col-span-2">
        <Lines
          {...line('packages', 'packages', prices.packageList)}
          rows={Math.max(3, value.packages.split('\n').length)}
          inputMode="numeric"
        />
      </div>
    </div>
  );
}

type TierFieldsProps = {
  form: FieldProblems;
  path: string;
  /** Of the offer. */
  name: string;
  range: QuantityRange;
  tiers: readonly TierDraft[];
  /** Gets a function that changes a copy of the discounts. */
  onChange: (change: (tiers: TierDraft[]) => void) => void;
};

export function TierFields({ form, path, name, range, tiers, onChange }: TierFieldsProps) {
  const { prices } = useSetupTexts();
  const problem = form.problemAt(path);
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
                onChange((copy) => {
                  copy[at] = { from: value, discount };
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
                onChange((copy) => {
                  copy[at] = { from, discount: target.value };
                })
              }
            />
            <Button
              size="sm"
              variant="quiet"
              className={at === 0 ? 'mt-8' : 'mt-1'}
              aria-label={prices.remove(name, from)}
              icon={<Icon name="trash" />}
              onClick={() => onChange((copy) => void copy.splice(at, 1))}
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
          onClick={() => onChange((copy) => void copy.push({ from: '', discount: '' }))}
        >
          {prices.add(name)}
        </Button>
      ) : null}
    </fieldset>
  );
}
