// All providers in failover order: cost, delivery performance and warnings.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { CatalogueDialog } from './catalogue-dialog.tsx';
import { CheckResult, ProviderBadge } from './provider-check.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { type Provider, providersQuery, useProviderAct } from './providers-queries.ts';

export function ProvidersPanel() {
  const { api } = useAdmin();
  const all = useQuery(providersQuery(api));
  const [edited, setEdited] = useState<Provider | 'new' | null>(null);
  return (
    <Panel title="Providers">
      <p className="max-w-prose py-1 text-sm text-muted">
        Links go to the first one that is on and has a service for them. The next one is asked only when it is certain
        that nothing was placed: out of funds, wrong key, wrong service or quantity, or not reached.
      </p>
      {all.isPending ? <Skeleton className="my-2 h-24 w-full" /> : null}
      {all.isError ? (
        <LoadFailure title="Failed to load the providers" error={all.error} onRetry={() => void all.refetch()} />
      ) : null}
      <ul className="divide-y divide-hairline">
        {all.data?.map((provider) => (
          <li key={provider.id} className="py-4">
            <ProviderCard provider={provider} onEdit={() => setEdited(provider)} />
          </li>
        ))}
      </ul>
      {all.data ? (
        <Allowed call="addProvider">
          <Button size="sm" className="mb-1" onClick={() => setEdited('new')}>
            Add a provider
          </Button>
        </Allowed>
      ) : null}
      {edited === null ? null : (
        <ProviderDialog provider={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}

function ProviderCard({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const { name, priority, api_url, balance, currency, services, services_at, circuit, warnings } = provider;
  const look = useProviderAct(provider.id, 'look');
  const reset = useProviderAct(provider.id, 'reset-circuit');
  const [isBrowsing, setBrowsing] = useState(false);
  const nowMs = useNow();
  // The failed test call already shows the same problem.
  const isAway = provider.check.state === 'key_refused' || provider.check.state === 'unreachable';
  const shownWarnings = warnings.filter(({ kind }) => !(isAway && kind === 'unreachable'));
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-semibold">{name}</h3>
        <ProviderBadge provider={provider} />
        {circuit === 'closed' ? null : <Badge tone="red">Paused</Badge>}
        <span className="text-muted">Priority {priority}</span>
        {balance === null ? null : (
          <span className="text-muted tabular-nums">
            Balance {balance.toFixed(2)} {currency}
          </span>
        )}
      </div>
      <p className="break-all text-muted">{api_url || 'No address yet'}</p>
      {provider.enabled && api_url ? <CheckResult check={provider.check} /> : null}
      {shownWarnings.length > 0 ? (
        <ul className="grid gap-1.5">
          {shownWarnings.map(({ words }) => (
            <li key={words} className="flex items-start gap-2 text-yellow-ink">
              <Icon name="warning" className="mt-0.5" />
              <span className="min-w-0 break-words">{words}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        {provider.used.map((used) => (
          <UsedService key={used.category} used={used} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Allowed call="changeProvider">
          <Button size="sm" onClick={onEdit}>
            {`Edit ${name}`}
          </Button>
        </Allowed>
        <Allowed call="checkProvider">
          <Button size="sm" waiting={look.isPending} disabled={look.isPending} onClick={() => look.mutate()}>
            Import catalogue
          </Button>
        </Allowed>
        {services > 0 ? (
          <Button size="sm" onClick={() => setBrowsing(true)}>
            {services === 1 ? '1 service' : `${services} services`}
          </Button>
        ) : null}
        {circuit === 'closed' ? null : (
          <Allowed call="resetCircuit">
            <Button size="sm" waiting={reset.isPending} disabled={reset.isPending} onClick={() => reset.mutate()}>
              Ask it again now
            </Button>
          </Allowed>
        )}
        {services_at ? (
          <span className="text-muted">
            Imported <RelativeTime at={services_at} nowMs={nowMs} />
          </span>
        ) : null}
      </div>
      {isBrowsing ? <CatalogueDialog provider={provider} onClose={() => setBrowsing(false)} /> : null}
    </div>
  );
}

function UsedService({ used }: { used: Provider['used'][number] }) {
  const { category, service_id, name, cost_per_1000: cost, price_per_1000: price, sample } = used;
  const margin = cost === null ? null : Math.round(((price - cost) / price) * 100);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-card border border-hairline p-3">
      <dt className="text-muted">{category}</dt>
      <dd className="break-words">{name ? `${service_id}, ${name}` : service_id}</dd>
      <dt className="text-muted">Per 1,000</dt>
      <dd className="tabular-nums">
        {cost === null
          ? 'Cost unknown'
          : `Costs $${cost.toFixed(2)}, sold for $${price.toFixed(2)}, margin ${margin} %`}
      </dd>
      <dt className="text-muted">Delivered</dt>
      <dd className="tabular-nums">
        {used.success_percent === null
          ? 'No link has ended yet'
          : `${used.success_percent} % of the last ${sample} in full`}
        {used.start_seconds === null ? '' : `, begun after ${shownTime(used.start_seconds)}`}
      </dd>
    </dl>
  );
}

function shownTime(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
