// The last daily reconciliation of the ledger with the gateway: when it ran, and every difference with its order.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { formatCount } from '../../../contract/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Anchor } from '../anchor.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { orderPath } from '../paths.ts';

type Report = NonNullable<AnswerFor<'GET /api/admin/reconciliation'>['report']>;
type Difference = Report['differences'][number];

const kinds: Record<Difference['kind'], string> = {
  captured: 'Captured',
  refunded: 'Given back',
  currency: 'Currency',
  disputed: 'Charged back',
  unknown: 'Payment',
  not_asked: 'Not asked',
};

export function ReconciliationPanel() {
  const { api } = useAdmin();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['reconciliation'],
    queryFn: ({ signal }) => api.call('GET /api/admin/reconciliation', {}, { signal }),
  });
  return (
    <Anchor id="reconciliation" className="mt-5">
      <Panel title="Ledger and gateway">
        {isPending ? <Skeleton className="my-2 h-12 w-full" /> : null}
        {error ? (
          <LoadFailure title="Failed to load the comparison" error={error} onRetry={() => void refetch()} />
        ) : null}
        {data && data.report === null ? (
          <p className="py-1 text-sm text-muted">Not compared yet. The store does it every day at 03:41 UTC.</p>
        ) : null}
        {data?.report ? <LastReport report={data.report} /> : null}
      </Panel>
    </Anchor>
  );
}

function LastReport({ report }: { report: Report }) {
  const nowMs = useNow();
  const { from, to, state, problem, updated_at, compared, difference_count: count, differences } = report;
  return (
    <div className="grid gap-3 py-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={count > 0 ? 'red' : state === 'done' ? 'green' : 'yellow'}>
          {count > 0
            ? `${formatCount(count)} ${count === 1 ? 'difference' : 'differences'}`
            : state === 'done'
              ? 'No difference'
              : 'Running'}
        </Badge>
        <span>
          {formatCount(compared)} payments of {from} to {to} compared, <RelativeTime at={updated_at} nowMs={nowMs} />
        </span>
      </p>
      {problem ? <p className="text-red-ink">{problem}</p> : null}
      {differences.length > 0 ? (
        <Table
          caption="Differences between ledger and gateway"
          columns={[{ label: 'Order' }, { label: 'What' }, { label: 'Ledger' }, { label: 'Gateway' }]}
        >
          {differences.map((difference) => (
            <Row key={`${difference.gateway_order_id} ${difference.kind}`}>
              <Cell>
                <Link href={orderPath(difference.order_id)} className="font-semibold underline underline-offset-4">
                  {difference.order_id}
                </Link>
              </Cell>
              <Cell>{kinds[difference.kind]}</Cell>
              <Cell>{difference.ours}</Cell>
              <Cell>{difference.theirs}</Cell>
            </Row>
          ))}
        </Table>
      ) : null}
      {count > differences.length ? (
        <p className="text-muted">The first {formatCount(differences.length)} are shown.</p>
      ) : null}
    </div>
  );
}
