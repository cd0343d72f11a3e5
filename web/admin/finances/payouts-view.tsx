// Payouts: what is on the way to the bank, the list by date, and the contents of the one that the URL names.
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount } from '../amounts.ts';
import { LoadMoreList, RefreshButton } from '../kit/list.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { useApiList } from '../kit/use-api-list.ts';
import { payoutPath } from '../paths.ts';
import { ServerText } from '../texts/label.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { useRemoveEntry } from './dated-entries.tsx';
import { PayoutContents } from './payout-contents.tsx';
import { PayoutDialog } from './payout-dialog.tsx';
import { formatMoney, isPeriodOpen, type Payout, PayoutBadge, payoutCalls, useGatewayName } from './payout-parts.tsx';

export default function PayoutsView() {
  const { payouts: texts } = usePageTexts().finances;
  const [params, setParams] = useSearchParams();
  const [edited, setEdited] = useState<Payout | 'new' | null>(null);
  const remove = useRemoveEntry('payouts', payoutCalls, texts, () =>
    setParams(new URLSearchParams({ tab: 'finances', view: 'payouts' }), { replace: true }),
  );
  const id = params.get('payout');
  return (
    <>
      {id !== null && /^[0-9a-f-]{36}$/.test(id) ? (
        <PayoutContents
          id={id}
          onEdit={setEdited}
          onRemove={(payout) => remove.run({ params: { id: payout.id } })}
          isRemoving={remove.isPending}
        />
      ) : (
        <PayoutList onAdd={() => setEdited('new')} />
      )}
      {edited === null ? null : (
        <PayoutDialog payout={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function PayoutList({ onAdd }: { onAdd: () => void }) {
  const { payouts: texts } = usePageTexts().finances;
  const { query, rows } = useApiList('GET /api/admin/finances/payouts', { query: { limit: 20 } });
  const summary = useApi('GET /api/admin/finances/payouts/summary', {});
  const refresh = () => void Promise.all([query.refetch(), summary.refetch()]);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{texts.lead}</p>
        <div className="flex gap-2">
          <Button size="sm" icon={<Icon name="plus" />} onClick={onAdd}>
            {texts.add}
          </Button>
          <RefreshButton query={query} onClick={refresh} />
        </div>
      </div>
      <Loaded query={summary} failed={texts.summaryFailed}>
        {(shown) => <Summary summary={shown} />}
      </Loaded>
      <LoadMoreList
        query={query}
        failure={texts.failed}
        nothing={query.isSuccess && rows.length === 0 ? texts.nothing : null}
      >
        {rows.length > 0 ? <PayoutTable payouts={rows} /> : null}
      </LoadMoreList>
    </>
  );
}

type SummaryAnswer = AnswerFor<'GET /api/admin/finances/payouts/summary'>;

/** What is on the way, and when each gateway was read. */
function Summary({ summary: { on_the_way: onTheWay, gateways } }: { summary: SummaryAnswer }) {
  const { payouts: texts } = usePageTexts().finances;
  const nowMs = useNow();
  const nameOf = useGatewayName();
  const read = useAct('POST /api/admin/finances/payouts/read', {
    done: { title: texts.reading, description: texts.readingHelp },
    failed: texts.readFailed,
  });
  if (onTheWay.length === 0 && gateways.length === 0) return null;
  return (
    <section
      aria-label={texts.onTheWay}
      className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-hairline bg-surface px-4 py-3 text-sm sm:px-5"
    >
      <div>
        <p className="text-muted">{texts.onTheWay}</p>
        {onTheWay.length === 0 ? <p className="font-semibold">{texts.noneOnTheWay}</p> : null}
        {onTheWay.map(({ currency, amount, payouts }) => (
          <p key={currency} className="tabular-nums">
            <span className="text-xl font-bold tracking-tight">{formatMoney(amount, currency)}</span>
            <span className="text-muted">{` ${texts.inPayouts(payouts, formatCount(payouts))}`}</span>
          </p>
        ))}
      </div>
      {gateways.length === 0 ? null : (
        <div className="grid min-w-0 basis-80 justify-items-start gap-2">
          {gateways.map(({ gateway, read_at: readAt, problem, problem_coded: coded }) => (
            <div key={gateway}>
              <p className="text-muted">
                <span>
                  {readAt === null ? texts.neverRead(nameOf(gateway)) : `${texts.lastRead(nameOf(gateway))} `}
                </span>
                {readAt === null ? null : <RelativeTime at={readAt} nowMs={nowMs} />}
              </p>
              {problem === null ? null : (
                <p className="text-red-ink">
                  <ServerText of={coded}>{problem}</ServerText>
                </p>
              )}
            </div>
          ))}
          <Button size="sm" waiting={read.isPending} onClick={() => read.run({})}>
            {texts.readNow}
          </Button>
        </div>
      )}
    </section>
  );
}

function PayoutTable({ payouts }: { payouts: readonly Payout[] }) {
  const { finances, dates } = usePageTexts();
  const texts = finances.payouts;
  const nameOf = useGatewayName();
  const columns = [
    { label: texts.day },
    { label: texts.gateway },
    { label: texts.state },
    { label: texts.check },
    { label: texts.amount, align: 'end' as const },
  ];
  return (
    <Table caption={texts.list} columns={columns}>
      {payouts.map((payout) => {
        const { id, day, gateway, gateway_id: gatewayId, from, to, note, state, amount, currency } = payout;
        const shownDay = dates.span(day, day);
        const shownAmount = formatMoney(amount, currency);
        return (
          <Row key={id}>
            <Cell className="whitespace-nowrap tabular-nums">
              <Link
                href={payoutPath(id)}
                aria-label={texts.open(shownAmount, shownDay)}
                className="-my-1.5 inline-flex min-h-8 items-center font-semibold underline underline-offset-4 pointer-coarse:-my-3 pointer-coarse:min-h-11"
              >
                {shownDay}
              </Link>
            </Cell>
            <Cell className="min-w-0 max-sm:order-4 max-sm:col-span-2">
              <span className="block">{nameOf(gateway)}</span>
              <span className="block truncate text-xs text-muted" translate={gatewayId === null ? undefined : 'no'}>
                {gatewayId ?? [from && to ? dates.span(from, to) : null, note || null].filter(Boolean).join(', ')}
              </span>
            </Cell>
            <Cell className="max-sm:order-3">
              <PayoutBadge state={state} />
            </Cell>
            <Cell className="max-sm:order-5 max-sm:col-span-2">
              <Check payout={payout} />
            </Cell>
            <Cell align="end" className="font-semibold whitespace-nowrap max-sm:order-2">
              {shownAmount}
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}

/** Whether the payout agrees with the ledger. */
function Check({ payout }: { payout: Payout }) {
  const { payouts: texts } = usePageTexts().finances;
  const { contents, contents_amount: sum, differences, expected, difference, differs, currency } = payout;
  if (expected && difference !== null) {
    return (
      <span className="block">
        <span className="block text-muted">{texts.expectedAmount(formatMoney(expected.amount, currency))}</span>
        <span className={differs ? 'block font-semibold text-red-ink' : 'block text-muted'}>
          {difference === 0 ? texts.agrees : texts.differenceOf(formatMoney(difference, currency))}
        </span>
        {isPeriodOpen(payout) ? <span className="block text-xs text-muted">{texts.periodOpen}</span> : null}
      </span>
    );
  }
  if (differences > 0) {
    return (
      <span className="font-semibold text-red-ink">{texts.differences(differences, formatCount(differences))}</span>
    );
  }
  return (
    <span className="text-muted">
      {contents === 'none' ? texts.noContents : sum === null ? texts.later : texts.agrees}
    </span>
  );
}
