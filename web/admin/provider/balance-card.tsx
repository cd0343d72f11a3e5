// The operator's balance at the provider. Polls every minute.
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { balanceQuery } from './provider-queries.ts';

export function BalanceCard() {
  const { api } = useAdmin();
  const { provider } = useSetupTexts();
  const { common } = useTexts();
  const balance = useQuery(balanceQuery(api));
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
          balance.data ? (
            <p className="flex-1 text-3xl font-semibold tracking-tight tabular-nums">
              {provider.balanceAmount(balance.data.amount, balance.data.currency)}
            </p>
          ) : (
            <p className="flex-1 text-sm text-muted">{provider.noBalance}</p>
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
