// The tax rates of the countries: list, add, change, and delete with undo.
import { useState } from 'react';
import { countryNames } from '../../../contract/country-codes.ts';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { shownZone } from '../../ui/format-date.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatPercentage, formatPlainDecimal } from '../amounts.ts';
import { countryOfCode } from '../country-names.ts';
import { AmountField } from '../kit/amount-field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { usePageTexts, useTextLanguage } from '../texts/shown-texts.ts';
import { readDollars } from '../typed-amounts.ts';
import { DayField, EntriesPanel, EntryButtons } from './dated-entries.tsx';

type Rate = AnswerFor<'GET /api/admin/finances/tax-rates'>[number];
type RateBody = CallFor<'POST /api/admin/finances/tax-rates'>['body'];

export const ratesId = 'tax-rates';
const rateCalls = ['GET /api/admin/finances/tax-rates', 'GET /api/admin/finances/tax'] as const;

export function TaxRates() {
  const { finances } = usePageTexts();
  const texts = finances.tax.rates;
  const query = useApi('GET /api/admin/finances/tax-rates', {});
  const [open, setOpen] = useState<Rate | 'new' | null>(null);
  const close = () => setOpen(null);
  return (
    <div id={ratesId} className="scroll-mt-4">
      <EntriesPanel title={texts.title} help={texts.help} add={texts.add} onAdd={() => setOpen('new')}>
        <Loaded query={query} failed={texts.failed}>
          {(rates) =>
            rates.length === 0 ? (
              <p className="py-2 text-sm text-muted">{texts.nothing}</p>
            ) : (
              <RateTable rates={rates} onEdit={setOpen} />
            )
          }
        </Loaded>
      </EntriesPanel>
      {open !== null ? <RateDialog rate={open === 'new' ? null : open} onClose={close} /> : null}
    </div>
  );
}

function RateTable({ rates, onEdit }: { rates: readonly Rate[]; onEdit: (rate: Rate) => void }) {
  const { finances, dates } = usePageTexts();
  const texts = finances.tax.rates;
  const language = useTextLanguage();
  const restore = useAct((api, body: RateBody) => api.call('POST /api/admin/finances/tax-rates', { body }), {
    renews: rateCalls,
    done: { title: texts.restored },
    failed: texts.restoreFailed,
  });
  const remove = useAct(
    (api, { id }: Rate) => api.call('DELETE /api/admin/finances/tax-rates/{id}', { params: { id } }),
    {
      renews: rateCalls,
      done: (_, { country_code, percent, valid_from }) => ({
        title: texts.removed,
        act: { label: finances.costs.undo, run: () => restore.run({ country_code, percent, valid_from }) },
      }),
      failed: texts.removeFailed,
    },
  );
  const columns = [
    { label: texts.country },
    { label: texts.percent, align: 'end' as const },
    { label: texts.from },
    { label: finances.costs.acts, align: 'end' as const },
  ];
  return (
    <Table caption={texts.title} columns={columns}>
      {rates.map((rate) => {
        const country = countryOfCode(rate.country_code, language);
        const day = dates.span(rate.valid_from, rate.valid_from);
        return (
          <Row key={rate.id}>
            <Cell className="font-semibold">{country}</Cell>
            <Cell align="end" className="font-semibold whitespace-nowrap">
              {formatPercentage(rate.percent)}
            </Cell>
            <Cell className="whitespace-nowrap tabular-nums max-sm:text-muted">
              <span className="sm:hidden">{texts.fromDay(day)}</span>
              <span className="max-sm:hidden">{day}</span>
            </Cell>
            <Cell align="end" className="whitespace-nowrap">
              <EntryButtons
                edit={texts.editNamed(country, day)}
                remove={texts.removeNamed(country, day)}
                disabled={remove.isPending}
                onEdit={() => onEdit(rate)}
                onRemove={() => remove.run(rate)}
              />
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

function RateDialog({ rate, onClose }: { rate: Rate | null; onClose: () => void }) {
  const { finances } = usePageTexts();
  const texts = finances.tax.rates;
  const language = useTextLanguage();
  const [code, setCode] = useState(rate?.country_code ?? '');
  const [percent, setPercent] = useState(rate ? formatPlainDecimal(rate.percent) : '');
  const [from, setFrom] = useState(rate?.valid_from ?? `${dayIn(shownZone(), new Date()).slice(0, 4)}-01-01`);
  const act = useAct(
    (api, body: RateBody) =>
      rate
        ? api.call('PUT /api/admin/finances/tax-rates/{id}', { params: { id: rate.id }, body })
        : api.call('POST /api/admin/finances/tax-rates', { body }),
    { renews: rateCalls, done: { title: rate ? texts.changed : texts.added }, onDone: onClose },
  );
  const countries = [...countryNames().keys()]
    .map((value) => ({ value, label: countryOfCode(value, language) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  // A percentage is typed as an amount with two decimals.
  const read = readDollars(percent.replace(/\s*%\s*$/, ''));
  const typed = read <= 100 ? read : Number.NaN;
  return (
    <FormDialog
      title={rate ? texts.editTitle : texts.add}
      act={act}
      label={finances.costs.save}
      incomplete={code === '' || from === '' || Number.isNaN(typed)}
      onClose={onClose}
      onSubmit={() => act.run({ country_code: code, percent: typed, valid_from: from })}
    >
      <SelectField
        label={texts.country}
        options={[{ value: '', label: texts.choose }, ...countries]}
        value={code}
        onChange={setCode}
      />
      <AmountField
        label={texts.percent}
        help={texts.percentHelp}
        value={percent}
        amount={typed}
        problem={texts.percentInvalid}
        onChange={setPercent}
      />
      <DayField label={texts.from} help={texts.fromHelp} value={from} onChange={setFrom} />
    </FormDialog>
  );
}
