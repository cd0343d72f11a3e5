// What a bulk send orders at the provider: units, estimated cost, and the balance before and after.
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Fact, Facts } from '../panel.tsx';
import { providersQuery } from '../provider/providers-queries.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { costOf, type Plan } from './bulk-plan.ts';

export function SendCostFacts({ plan }: { plan: Plan }) {
  const { api } = useAdmin();
  const { bulk, states } = useTexts();
  const providers = useQuery(providersQuery(api));
  if (providers.isPending) return <Skeleton className="h-12 w-full" />;
  const { quantities, cost, balance, currency } = costOf(plan, providers.data ?? []);
  const shown = (amount: number | null) => (amount === null ? bulk.costUnknown : money(amount, currency));
  const isKnown = cost !== null && balance !== null;
  return (
    <div className="rounded-card bg-sunken p-3 tabular-nums">
      <Facts>
        <Fact name={bulk.quantity}>
          {quantities.map(([category, quantity]) => `${formatCount(quantity)} ${states.category(category)}`).join(', ')}
        </Fact>
        <Fact name={bulk.cost}>{shown(cost)}</Fact>
        <Fact name={bulk.balance}>{shown(balance)}</Fact>
        {isKnown ? <Fact name={bulk.balanceAfter}>{money(balance - cost, currency)}</Fact> : null}
      </Facts>
      {isKnown && cost > balance ? (
        <p role="alert" className="mt-2 font-semibold text-red-ink">
          {bulk.balanceTooLow}
        </p>
      ) : null}
    </div>
  );
}

/** A positive amount below one cent counts as one cent. */
function money(amount: number, currency: string): string {
  const cents = Math.abs(amount) < 0.01 && amount !== 0 ? Math.sign(amount) : Math.round(amount * 100);
  if (currency !== '' && currency.toUpperCase() !== 'USD') return `${(cents / 100).toFixed(2)} ${currency}`;
  return cents < 0 ? `-${formatUsd(-cents)}` : formatUsd(cents);
}
