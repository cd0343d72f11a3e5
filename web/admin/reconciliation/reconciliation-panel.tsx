// The last daily reconciliation of the ledger with the gateway: when it ran, and every difference with its order.
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount } from '../amounts.ts';
import { Anchor } from '../anchor.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { orderPath } from '../paths.ts';
import { ServerText } from '../texts/label.tsx';
import { usePageTexts, useTextLanguage } from '../texts/shown-texts.ts';

type Report = NonNullable<AnswerFor<'GET /api/admin/reconciliation'>['report']>;

export function ReconciliationPanel() {
  const { reconciliation } = usePageTexts();
  const lang = useTextLanguage();
  const reconciled = useApi('GET /api/admin/reconciliation', {});
  return (
    <Anchor id="reconciliation" className="mt-5">
      <Panel title={reconciliation.title} lang={lang}>
        <Loaded query={reconciled} failed={reconciliation.failed}>
          {({ report }) =>
            report ? <LastReport report={report} /> : <p className="py-1 text-sm text-muted">{reconciliation.never}</p>
          }
        </Loaded>
      </Panel>
    </Anchor>
  );
}

function LastReport({ report }: { report: Report }) {
  const nowMs = useNow();
  const { reconciliation: texts } = usePageTexts();
  const {
    from,
    to,
    state,
    problem,
    problem_coded,
    updated_at,
    compared,
    difference_count: count,
    differences,
  } = report;
  const { order, what, ledger, gateway } = texts.columns;
  return (
    <div className="grid gap-3 py-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={count > 0 ? 'red' : state === 'done' ? 'green' : 'yellow'}>
          {count > 0 ? texts.differences(formatCount(count)) : state === 'done' ? texts.none : texts.running}
        </Badge>
        <span>
          <span>{`${texts.compared(formatCount(compared), from, to)} `}</span>
          <RelativeTime at={updated_at} nowMs={nowMs} />
        </span>
      </p>
      {problem ? (
        <p className="text-red-ink">
          <ServerText of={problem_coded}>{problem}</ServerText>
        </p>
      ) : null}
      {differences.length > 0 ? (
        <Table
          caption={texts.caption}
          columns={[{ label: order }, { label: what }, { label: ledger }, { label: gateway }]}
        >
          {differences.map((difference) => (
            <Row key={`${difference.gateway_order_id} ${difference.kind}`}>
              <Cell>
                <Link href={orderPath(difference.order_id)} className="font-semibold underline underline-offset-4">
                  {difference.order_id}
                </Link>
              </Cell>
              <Cell>{texts.kinds[difference.kind]}</Cell>
              <Cell>{difference.ours}</Cell>
              <Cell>{difference.theirs}</Cell>
            </Row>
          ))}
        </Table>
      ) : null}
      {count > differences.length ? <p className="text-muted">{texts.first(formatCount(differences.length))}</p> : null}
    </div>
  );
}
