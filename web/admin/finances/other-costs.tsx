// Costs beside those of gateways and providers: list, add, change, delete with undo, and import of a file.
import { useState } from 'react';
import { Link } from 'wouter';
import { type OtherCostKind, otherCostLimits } from '../../../contract/finance-rules.ts';
import type { AnswerFor, CallFor } from '../../../contract/index.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { shownZone } from '../../ui/format-date.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatDecimal } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { AmountField } from '../kit/amount-field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { LoadMoreList } from '../kit/list.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApiList } from '../kit/use-api-list.ts';
import { ratePath } from '../paths.ts';
import { providerAmount } from '../provider/provider-amount.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { readDollars } from '../typed-amounts.ts';
import { CurrencyField, costCalls, KindField } from './cost-fields.tsx';
import { CostFileDialog } from './cost-file-dialog.tsx';
import { DayField, EntriesPanel, EntryButtons, useRemoveEntry } from './dated-entries.tsx';

type Cost = AnswerFor<'GET /api/admin/finances/costs'>[number];

export function OtherCosts() {
  const { finances } = usePageTexts();
  const texts = finances.costs;
  const { query, rows } = useApiList('GET /api/admin/finances/costs', { query: { limit: 20 } });
  const [open, setOpen] = useState<Cost | 'new' | 'file' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="mt-5">
      <EntriesPanel
        title={texts.title}
        help={texts.help}
        add={texts.add}
        onAdd={() => setOpen('new')}
        acts={
          <Button size="sm" onClick={() => setOpen('file')}>
            {texts.import}
          </Button>
        }
      >
        <LoadMoreList
          query={query}
          failure={texts.failed}
          nothing={query.isSuccess && rows.length === 0 ? texts.nothing : null}
          isInPanel
        >
          {rows.length > 0 ? <CostTable costs={rows} onEdit={setOpen} /> : null}
        </LoadMoreList>
      </EntriesPanel>
      {open === 'new' ? <CostDialog cost={null} onClose={close} /> : null}
      {open === 'file' ? <CostFileDialog onClose={close} /> : null}
      {open !== null && typeof open === 'object' ? <CostDialog cost={open} onClose={close} /> : null}
    </div>
  );
}

function CostTable({ costs, onEdit }: { costs: readonly Cost[]; onEdit: (cost: Cost) => void }) {
  const { finances, dates } = usePageTexts();
  const texts = finances.costs;
  const remove = useRemoveEntry('costs', costCalls, texts);
  const columns = [
    { label: texts.day },
    { label: texts.kind },
    { label: texts.note },
    { label: texts.amount, align: 'end' as const },
    { label: texts.acts, align: 'end' as const },
  ];
  return (
    <Table caption={texts.title} columns={columns}>
      {costs.map((cost) => {
        const { id, day, kind, source, note, amount, currency } = cost;
        const [shownDay, shownAmount] = [dates.span(day, day), providerAmount(amount, currency)];
        return (
          <Row key={id}>
            <Cell className="whitespace-nowrap tabular-nums">{shownDay}</Cell>
            <Cell className="max-sm:order-3 max-sm:text-muted">
              {source === null ? texts.kinds[kind] : `${texts.kinds[kind]}, ${source}`}
            </Cell>
            <Cell className="min-w-0 break-words max-sm:order-5 max-sm:col-span-2 max-sm:text-muted max-sm:empty:hidden">
              {note}
            </Cell>
            <Cell align="end" className="font-semibold whitespace-nowrap max-sm:order-2">
              <span translate="no">{shownAmount}</span>
              {currency === 'USD' ? null : <InDollars cost={cost} />}
            </Cell>
            <Cell align="end" className="whitespace-nowrap max-sm:order-4">
              <EntryButtons
                edit={texts.editNamed(shownDay, shownAmount)}
                remove={texts.removeNamed(shownDay, shownAmount)}
                disabled={remove.isPending}
                onEdit={() => onEdit(cost)}
                onRemove={() => remove.run({ params: { id } })}
              />
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

/** By the rate of its day. */
function InDollars({ cost: { amount_usd, currency, day } }: { cost: Cost }) {
  const texts = usePageTexts().finances.costs;
  return (
    <span className="block text-xs font-normal text-muted">
      {amount_usd === null ? (
        <Link href={ratePath(currency, day)} className="underline underline-offset-4">
          {texts.enterRate}
        </Link>
      ) : (
        <span translate="no">{formatDollars(amount_usd)}</span>
      )}
    </span>
  );
}

type CostBody = CallFor<'POST /api/admin/finances/costs'>['body'];

function CostDialog({ cost, onClose }: { cost: Cost | null; onClose: () => void }) {
  const { finances } = usePageTexts();
  const texts = finances.costs;
  const [day, setDay] = useState(cost?.day ?? dayIn(shownZone(), new Date()));
  const [kind, setKind] = useState<OtherCostKind>(cost?.kind ?? 'ads');
  const [source, setSource] = useState(cost?.source ?? '');
  const [amount, setAmount] = useState(cost ? formatDecimal(cost.amount, 2) : '');
  const [currency, setCurrency] = useState(cost?.currency ?? 'USD');
  const [note, setNote] = useState(cost?.note ?? '');
  const act = useAct(
    (api, body: CostBody) =>
      cost
        ? api.call('PUT /api/admin/finances/costs/{id}', { params: { id: cost.id }, body })
        : api.call('POST /api/admin/finances/costs', { body }),
    { renews: costCalls, done: { title: cost ? texts.changed : texts.added }, onDone: onClose },
  );
  const { least, most } = otherCostLimits;
  const read = readDollars(amount);
  const isAmount = read >= least && read <= most;
  return (
    <FormDialog
      title={cost ? texts.editTitle : texts.add}
      act={act}
      label={texts.save}
      incomplete={day === '' || !isAmount || currency.trim() === ''}
      failure={act.failedField === 'currency' ? null : act.failure}
      onClose={onClose}
      onSubmit={() =>
        act.run({
          day,
          kind,
          source: kind === 'ads' && source.trim() !== '' ? source.trim() : null,
          amount: read,
          currency: currency.trim().toUpperCase(),
          note: note.trim(),
        })
      }
    >
      <DayField label={texts.day} value={day} onChange={setDay} />
      <KindField label={texts.kind} kind={kind} onKind={setKind} />
      {kind === 'ads' ? (
        <Field
          label={texts.source}
          help={texts.sourceHelp}
          maxLength={otherCostLimits.source}
          value={source}
          onChange={({ target }) => setSource(target.value)}
        />
      ) : null}
      <AmountField
        label={texts.amount}
        value={amount}
        amount={isAmount ? read : Number.NaN}
        problem={texts.amountInvalid}
        onChange={setAmount}
      />
      <CurrencyField
        label={texts.currency}
        help={texts.currencyHelp}
        value={currency}
        error={act.failedField === 'currency' ? act.failure : null}
        onChange={(typed) => {
          setCurrency(typed);
          if (act.failedField === 'currency') act.reset();
        }}
      />
      <Field
        label={texts.note}
        maxLength={otherCostLimits.note}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
