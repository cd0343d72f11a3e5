// The rates by which costs in other currencies are converted: list, add, change, and delete with undo. The URL opens a new one.
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { longestCurrency } from '../../../contract/finance-rules.ts';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { Field } from '../../ui/field.tsx';
import { shownZone } from '../../ui/format-date.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatPlainDecimal } from '../amounts.ts';
import { AmountField } from '../kit/amount-field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { LoadMoreList, withValues } from '../kit/list.tsx';
import { useAct } from '../kit/use-act.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { readRate } from '../typed-amounts.ts';
import { rateCalls, useRates } from './cost-fields.tsx';
import { DayField, EntriesPanel, EntryButtons, useRemoveEntry } from './dated-entries.tsx';

type Rate = AnswerFor<'GET /api/admin/finances/rates'>[number];
type NewRate = Pick<Rate, 'currency' | 'day'> & { id: null };

export function Rates() {
  const { finances } = usePageTexts();
  const texts = finances.rates;
  const { query, rows } = useRates();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Rate | 'new' | null>(null);
  const missing = params.get('rate');
  const today = dayIn(shownZone(), new Date());
  const start = params.get('rate_from') ?? '';
  const wanted: NewRate | null =
    missing === null
      ? null
      : {
          id: null,
          currency: missing.slice(0, longestCurrency),
          day: /^20\d\d-\d\d-\d\d$/.test(start) ? start : today,
        };
  const rate = open === 'new' ? { id: null, currency: '', day: today } : (open ?? wanted);
  const close = () => {
    setOpen(null);
    if (wanted) setParams(withValues(params, { rate: '', rate_from: '' }), { replace: true });
  };
  return (
    <div className="mt-5">
      <EntriesPanel title={texts.title} help={texts.help} add={texts.add} onAdd={() => setOpen('new')}>
        <LoadMoreList
          query={query}
          failure={texts.failed}
          nothing={query.isSuccess && rows.length === 0 ? texts.nothing : null}
          isInPanel
        >
          {rows.length > 0 ? <RateTable rates={rows} onEdit={setOpen} /> : null}
        </LoadMoreList>
      </EntriesPanel>
      {rate ? <RateDialog key={rate.id} rate={rate} onClose={close} /> : null}
    </div>
  );
}

function RateTable({ rates, onEdit }: { rates: readonly Rate[]; onEdit: (rate: Rate) => void }) {
  const { finances, dates } = usePageTexts();
  const texts = finances.rates;
  const remove = useRemoveEntry('rates', rateCalls, texts);
  const columns = [
    { label: texts.currency },
    { label: texts.day },
    { label: texts.usd, align: 'end' as const },
    { label: finances.costs.acts, align: 'end' as const },
  ];
  return (
    <Table caption={texts.title} columns={columns}>
      {rates.map((rate) => {
        const { id, currency, day, usd } = rate;
        const shownDay = dates.span(day, day);
        return (
          <Row key={id}>
            <Cell className="font-semibold break-words">
              <bdi translate="no">{currency}</bdi>
            </Cell>
            <Cell className="whitespace-nowrap tabular-nums max-sm:order-3 max-sm:text-muted">
              <span className="sm:hidden">{texts.since(shownDay)}</span>
              <span className="max-sm:hidden">{shownDay}</span>
            </Cell>
            <Cell align="end" className="font-semibold whitespace-nowrap tabular-nums max-sm:order-2">
              {texts.worth(formatPlainDecimal(usd))}
            </Cell>
            <Cell align="end" className="whitespace-nowrap max-sm:order-4">
              <EntryButtons
                edit={texts.editNamed(currency, shownDay)}
                remove={texts.removeNamed(currency, shownDay)}
                disabled={remove.isPending}
                onEdit={() => onEdit(rate)}
                onRemove={() => remove.run({ params: { id } })}
              />
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

type RateBody = CallFor<'POST /api/admin/finances/rates'>['body'];

function RateDialog({ rate, onClose }: { rate: Rate | NewRate; onClose: () => void }) {
  const { finances } = usePageTexts();
  const texts = finances.rates;
  const [currency, setCurrency] = useState(rate.currency);
  const [day, setDay] = useState(rate.day);
  const [usd, setUsd] = useState(rate.id === null ? '' : formatPlainDecimal(rate.usd));
  const { id } = rate;
  const act = useAct(
    (api, body: RateBody) =>
      id === null
        ? api.call('POST /api/admin/finances/rates', { body })
        : api.call('PUT /api/admin/finances/rates/{id}', { params: { id }, body }),
    { renews: rateCalls, done: { title: id === null ? texts.added : texts.changed }, onDone: onClose },
  );
  const amount = readRate(usd);
  const name = currency.trim().toUpperCase();
  const isDollars = name === 'USD';
  return (
    <FormDialog
      title={id === null ? texts.add : texts.editTitle}
      act={act}
      label={texts.save}
      incomplete={name === '' || isDollars || day === '' || Number.isNaN(amount)}
      onClose={onClose}
      onSubmit={() => act.run({ currency: name, day, usd: amount })}
    >
      <Field
        label={texts.currency}
        help={texts.currencyHelp}
        required
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={longestCurrency}
        value={currency}
        error={isDollars ? texts.isDollars : undefined}
        onChange={({ target }) => setCurrency(target.value)}
      />
      <DayField label={texts.day} help={texts.dayHelp} value={day} onChange={setDay} />
      <AmountField
        label={name === '' || isDollars ? texts.usd : texts.usdOf(name)}
        value={usd}
        amount={amount}
        problem={texts.usdInvalid}
        onChange={setUsd}
      />
    </FormDialog>
  );
}
