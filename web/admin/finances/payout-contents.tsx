// One payout: of a gateway its transactions with links to their orders, of a typed one what the ledger expects.
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { payoutTransactionKinds } from '../../../contract/payout-rules.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Allowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { LoadMoreList } from '../kit/list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { useApiList } from '../kit/use-api-list.ts';
import { Fact, Facts, Panel } from '../panel.tsx';
import { orderPath, payoutsPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { useDownload } from '../use-download.ts';
import { formatMoney, isPeriodOpen, type Payout, PayoutBadge, useGatewayName } from './payout-parts.tsx';

type Whole = AnswerFor<'GET /api/admin/finances/payouts/{id}'>;

type ContentsProps = {
  id: string;
  onEdit: (payout: Payout) => void;
  onRemove: (payout: Payout) => void;
  isRemoving: boolean;
};

export function PayoutContents({ id, onEdit, onRemove, isRemoving }: ContentsProps) {
  const { payouts: texts } = usePageTexts().finances;
  const query = useApi('GET /api/admin/finances/payouts/{id}', { params: { id } });
  return (
    <>
      <Link
        href={payoutsPath}
        className="mb-3 inline-flex min-h-8 items-center gap-1 text-sm font-semibold text-muted hover:text-ink pointer-coarse:min-h-11"
      >
        <Icon name="chevronRight" className="size-4 rotate-180" />
        <span>{texts.back}</span>
      </Link>
      <Loaded query={query} failed={texts.oneFailed} skeleton="h-40 w-full">
        {(whole) => (
          <div className="grid gap-5">
            <Head payout={whole.payout} onEdit={onEdit} onRemove={onRemove} isRemoving={isRemoving} />
            {whole.payout.contents === 'typed' ? <Expected payout={whole.payout} /> : <Contents whole={whole} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Head({ payout, onEdit, onRemove, isRemoving }: Omit<ContentsProps, 'id'> & { payout: Payout }) {
  const { finances, dates } = usePageTexts();
  const texts = finances.payouts;
  const nameOf = useGatewayName();
  const download = useDownload(`payout-${payout.day}.csv`, (api) =>
    api.call('POST /api/admin/finances/payouts/{id}/export', { params: { id: payout.id } }),
  );
  const { day, amount, currency, state, gateway, gateway_id: gatewayId, from, to, note, failure } = payout;
  const shownDay = dates.span(day, day);
  return (
    <section className="rounded-card border border-hairline bg-surface px-4 py-4 sm:px-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-xl font-bold tracking-tight tabular-nums">
          {texts.title(formatMoney(amount, currency), shownDay)}
        </h2>
        <PayoutBadge state={state} />
      </div>
      <Facts>
        <Fact name={texts.gateway}>{nameOf(gateway)}</Fact>
        {gatewayId === null ? null : (
          <Fact name={texts.gatewayId}>
            <span translate="no">{gatewayId}</span>
          </Fact>
        )}
        {from && to ? <Fact name={texts.period}>{dates.span(from, to)}</Fact> : null}
        {note ? <Fact name={texts.note}>{note}</Fact> : null}
        {failure === null ? null : (
          <Fact name={texts.failure}>
            <span translate="no">{failure}</span>
          </Fact>
        )}
      </Facts>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {payout.contents === 'typed' ? (
          <>
            <Button size="sm" onClick={() => onEdit(payout)}>
              {texts.edit}
            </Button>
            <Button size="sm" variant="quiet" disabled={isRemoving} onClick={() => onRemove(payout)}>
              {texts.remove}
            </Button>
          </>
        ) : null}
        {payout.contents_amount === null ? null : (
          <Allowed call="exportPayout">
            <Button size="sm" waiting={download.isPending} onClick={() => download.run()}>
              {texts.export}
            </Button>
          </Allowed>
        )}
      </div>
    </section>
  );
}

/** The ledger of the period beside the typed amount. */
function Expected({ payout }: { payout: Payout }) {
  const { payouts: texts } = usePageTexts().finances;
  const { expected, difference, differs, amount, currency } = payout;
  if (!expected || difference === null) return null;
  const money = (value: number) => formatMoney(value, currency);
  const lines = [
    { name: texts.captured(expected.payments, formatCount(expected.payments)), value: money(expected.captured) },
    { name: texts.refunded, value: money(-expected.refunded) },
    { name: texts.disputed, value: money(-expected.disputed) },
    { name: texts.fees, value: money(-expected.fees) },
    { name: texts.expected, value: money(expected.amount), isSum: true },
    { name: texts.arrived, value: money(amount) },
    { name: texts.difference, value: money(difference), isSum: true, isWrong: differs },
  ];
  return (
    <Panel title={texts.ledger}>
      <p className="mb-3 text-sm text-muted">{texts.ledgerHelp}</p>
      <dl className="grid max-w-lg grid-cols-[minmax(0,1fr)_auto] gap-x-6 text-sm tabular-nums">
        {lines.map(({ name, value, isSum = false, isWrong = false }) => (
          <div
            key={name}
            className={classNames(
              'col-span-2 grid grid-cols-subgrid border-t border-hairline py-2 first:border-t-0',
              isSum && 'font-semibold',
            )}
          >
            <dt>{name}</dt>
            <dd className={classNames('text-right', isWrong && 'text-red-ink')}>{value}</dd>
          </div>
        ))}
      </dl>
      {expected.unknown_fees > 0 ? (
        <p className="mt-3 text-sm text-muted">
          {texts.unknownFees(expected.unknown_fees, formatCount(expected.unknown_fees))}
        </p>
      ) : null}
      {differs ? <p className="mt-3 text-sm text-red-ink">{texts.differsHelp}</p> : null}
      {isPeriodOpen(payout) ? <p className="mt-3 text-sm text-muted">{texts.periodOpen}</p> : null}
    </Panel>
  );
}

function Contents({ whole: { payout, sums } }: { whole: Whole }) {
  const { payouts: texts } = usePageTexts().finances;
  const { contents, contents_amount: sum, amount, currency } = payout;
  if (sum === null)
    return <p className="text-sm text-muted">{contents === 'none' ? texts.noContentsHelp : texts.laterHelp}</p>;
  const kinds = payoutTransactionKinds.flatMap((kind) => sums.find((one) => one.kind === kind) ?? []);
  return (
    <>
      <Table
        caption={texts.sums}
        columns={[
          { label: texts.kind },
          { label: texts.count, align: 'end' },
          { label: texts.gross, align: 'end' },
          { label: texts.fee, align: 'end' },
          { label: texts.net, align: 'end' },
        ]}
      >
        {kinds.map((one) => (
          <Row key={one.kind}>
            <Cell>{texts.kinds[one.kind]}</Cell>
            <Cell align="end" className="max-sm:order-2 max-sm:col-span-2 max-sm:text-left max-sm:text-muted">
              <span className="max-sm:hidden">{formatCount(one.transactions)}</span>
              <span className="sm:hidden">{texts.countOf(one.transactions, formatCount(one.transactions))}</span>
            </Cell>
            <GrossAndFee of={one} currency={currency} />
            <Cell align="end" className="font-semibold">
              {formatMoney(one.net, currency)}
            </Cell>
          </Row>
        ))}
      </Table>
      {sum === amount ? null : (
        <p className="text-sm text-red-ink">
          {texts.sumDiffers(formatMoney(sum, currency), formatMoney(amount, currency))}
        </p>
      )}
      <Transactions payout={payout} />
    </>
  );
}

/** On a phone with their names. A card without a fee leaves them out: its amount after the fee is the same. */
function GrossAndFee({ of: { amount, fee }, currency }: { of: { amount: number; fee: number }; currency: string }) {
  const { payouts: texts } = usePageTexts().finances;
  const figures = [
    { name: texts.gross, value: amount },
    { name: texts.fee, value: fee },
  ];
  return (
    <>
      {figures.map(({ name, value }) => (
        <Cell
          key={name}
          align="end"
          className={classNames('whitespace-nowrap', fee === 0 ? 'max-sm:hidden' : 'max-sm:contents')}
        >
          <span className="text-left text-muted max-sm:order-4 sm:hidden">{name}</span>
          <span className="max-sm:order-4 max-sm:text-right">{formatMoney(value, currency)}</span>
        </Cell>
      ))}
    </>
  );
}

function Transactions({ payout }: { payout: Payout }) {
  const { payouts: texts } = usePageTexts().finances;
  const { id, currency, differences } = payout;
  const isSumWrong = payout.contents_amount !== payout.amount;
  // The sum counts as a difference, and is no transaction.
  const differing = differences - (isSumWrong ? 1 : 0);
  const [only, setOnly] = useState<'all' | 'differences'>(differing > 0 ? 'differences' : 'all');
  const { query, rows } = useApiList('GET /api/admin/finances/payouts/{id}/transactions', {
    params: { id },
    query: { limit: 50, ...(only === 'differences' ? { only } : {}) },
  });
  const noneDiffers = isSumWrong ? texts.onlySumDiffers : texts.noneDiffers;
  const nothing = only === 'differences' ? noneDiffers : texts.noTransactions;
  return (
    <Panel title={texts.transactions}>
      {differences > 0 || only === 'differences' ? (
        <div className="mb-3">
          <Chips
            legend={texts.transactions}
            options={[
              { value: 'differences', label: texts.onlyDifferences },
              { value: 'all', label: texts.all },
            ]}
            value={only}
            onChange={setOnly}
          />
        </div>
      ) : null}
      <LoadMoreList
        query={query}
        failure={texts.transactionsFailed}
        nothing={query.isSuccess && rows.length === 0 ? nothing : null}
        isInPanel
      >
        {rows.length > 0 ? <TransactionTable rows={rows} currency={currency} /> : null}
      </LoadMoreList>
    </Panel>
  );
}

type Transaction = AnswerFor<'GET /api/admin/finances/payouts/{id}/transactions'>[number];

function TransactionTable({ rows, currency }: { rows: readonly Transaction[]; currency: string }) {
  const { payouts: texts } = usePageTexts().finances;
  return (
    <Table
      caption={texts.transactions}
      columns={[
        { label: texts.kind },
        { label: texts.order },
        { label: texts.gross, align: 'end' },
        { label: texts.fee, align: 'end' },
        { label: texts.net, align: 'end' },
      ]}
    >
      {rows.map(({ number, kind, order_id: orderId, source_id: sourceId, amount, fee, net, difference }) => (
        <Row key={number}>
          <Cell className="min-w-0">
            <span className="block">{texts.kinds[kind]}</span>
            {difference ? <span className="block text-red-ink">{texts.differenceKinds[difference]}</span> : null}
          </Cell>
          <Cell className="min-w-0 break-all max-sm:order-3 max-sm:col-span-2">
            {orderId ? (
              <Link
                href={orderPath(orderId)}
                className="font-semibold tracking-wide underline underline-offset-4"
                translate="no"
              >
                {orderId}
              </Link>
            ) : (
              <span className="text-xs text-muted" translate="no">
                {sourceId}
              </span>
            )}
          </Cell>
          <GrossAndFee of={{ amount, fee }} currency={currency} />
          <Cell align="end" className="font-semibold whitespace-nowrap">
            {formatMoney(net, currency)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
