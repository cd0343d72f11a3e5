// The operator's balance at the provider. Polls every minute.
import type { AnswerFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { shownMessage, useSetupTexts, useTexts } from '../texts/shown-texts.ts';

const refreshMs = 60_000;

export function BalanceCard() {
  const { provider } = useSetupTexts();
  const { common } = useTexts();
  const balance = useApi('GET /api/admin/balance', {}, { refetchInterval: refreshMs });
  const shown = readBalance(balance.data);
  return (
    <Panel title={provider.balance}>
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2">
        {balance.isPending ? <Skeleton className="h-8 w-32" /> : null}
        {balance.isError ? (
          <div role="alert" className="min-w-0 flex-1 text-sm text-red-ink">
            <strong className="block font-semibold">{provider.balanceFailed}</strong>
            <span>{provider.balanceFailedHelp}</span>
            <span className="mt-1 block text-muted">{queryFailure(balance.error)}</span>
          </div>
        ) : null}
        {balance.isSuccess ? (
          shown ? (
            <p className="flex-1 text-3xl font-semibold tracking-tight tabular-nums">
              {provider.balanceAmount(shown.amount, shown.currency)}
            </p>
          ) : (
            <Problem of={balance.data} />
          )
        ) : null}
        {balance.isPending ? null : (
          <Button
            size="sm"
            waiting={balance.isFetching}
            disabled={balance.isFetching}
            onClick={() => void balance.refetch()}
          >
            {common.refresh}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** A balance that may be two amounts is quoted. */
function Problem({ of: { problem, problem_coded: coded } }: { of: AnswerFor<'GET /api/admin/balance'> }) {
  const { provider } = useSetupTexts();
  return <p className="flex-1 text-sm text-muted">{problem ? shownMessage(coded, problem) : provider.noBalance}</p>;
}

/** Null when the response has no balance. The amount is a number or a text. */
function readBalance(sent: unknown): { amount: number; currency: string } | null {
  const { balance, currency } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>;
  const amount = typeof balance === 'string' && balance.trim() !== '' ? Number(balance) : balance;
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return null;
  return { amount, currency: typeof currency === 'string' ? currency : '' };
}
