// What a bulk send orders at the provider: units, estimated cost, and the balance before and after.
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { Fact, Facts } from '../panel.tsx';
import { providerAmount } from '../provider/provider-amount.ts';
import { providersQuery } from '../provider/providers-queries.ts';
import { costOf } from '../provider/send-cost.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { type Plan, unitsOf } from './bulk-plan.ts';

export function SendCostFacts({ plan }: { plan: Plan }) {
  const { api } = useAdmin();
  const { bulk, states } = useTexts();
  const providers = useQuery(providersQuery(api));
  if (providers.isPending) return <Skeleton className="h-12 w-full" />;
  const units = unitsOf(plan);
  const { cost, balance, currency } = costOf(units, providers.data ?? []);
  const shown = (amount: number | null) => (amount === null ? bulk.costUnknown : providerAmount(amount, currency));
  const isKnown = cost !== null && balance !== null;
  return (
    <div className="rounded-card bg-sunken p-3 tabular-nums">
      <Facts>
        <Fact name={bulk.quantity}>
          {units.map(({ category, quantity }) => `${formatCount(quantity)} ${states.category(category)}`).join(', ')}
        </Fact>
        <Fact name={bulk.cost}>{shown(cost)}</Fact>
        <Fact name={bulk.balance}>{shown(balance)}</Fact>
        {isKnown ? <Fact name={bulk.balanceAfter}>{providerAmount(balance - cost, currency)}</Fact> : null}
      </Facts>
      {isKnown && cost > balance ? (
        <p role="alert" className="mt-2 font-semibold text-red-ink">
          {bulk.balanceTooLow}
        </p>
      ) : null}
    </div>
  );
}
