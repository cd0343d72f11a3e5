// All providers in failover order: cost, delivery performance and warnings.

import { useState } from 'react';
import { Link } from 'wouter';
import type { Category } from '../../../contract/category.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Allowed } from '../allowed.tsx';
import { formatCount, formatDecimal } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { Loaded } from '../kit/loaded.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { providerCalls } from '../live-calls.ts';
import { useOfferNames } from '../offer-names.ts';
import { Panel } from '../panel.tsx';
import { importPathOf, ratePath, settingsPath } from '../paths.ts';
import { ServerText } from '../texts/label.tsx';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { providerRate } from './provider-amount.ts';
import { CheckResult, type Provider, ProviderBadge } from './provider-check.tsx';
import { ProviderDialog } from './provider-dialog.tsx';

export function ProvidersPanel() {
  const { providers: texts } = useSetupTexts();
  const all = useApi('GET /api/admin/providers', {});
  const [edited, setEdited] = useState<Provider | 'new' | null>(null);
  return (
    <Panel title={texts.title}>
      <p className="max-w-prose py-1 text-sm text-muted">{texts.help}</p>
      <Loaded query={all} failed={texts.failed} skeleton="my-2 h-24 w-full">
        {(providers) => (
          <>
            <ul className="divide-y divide-hairline">
              {providers.map((provider) => (
                <li key={provider.id} className="py-4">
                  <ProviderCard provider={provider} onEdit={() => setEdited(provider)} />
                </li>
              ))}
            </ul>
            <Allowed call="addProvider">
              <Button size="sm" className="mb-1" onClick={() => setEdited('new')}>
                {texts.add}
              </Button>
            </Allowed>
          </>
        )}
      </Loaded>
      {edited === null ? null : (
        <ProviderDialog provider={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Panel>
  );
}

function ProviderCard({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const { providers: texts, provider: tabTexts } = useSetupTexts();
  const { name, priority, api_url, balance, currency, services, services_at, circuit, warnings } = provider;
  const options = { renews: providerCalls, failed: texts.requestFailed };
  const look = useAct('POST /api/admin/providers/{id}/look', { ...options, done: { title: texts.imported } });
  const reset = useAct('POST /api/admin/providers/{id}/reset-circuit', { ...options, done: { title: texts.resumed } });
  const call = { params: { id: provider.id } };
  // The forms below have its address, its service IDs and the result of its test call.
  const isDefault = provider.id === 'default';
  const nowMs = useNow();
  // The failed test call already shows the same problem.
  const isAway = provider.check.state === 'key_refused' || provider.check.state === 'unreachable';
  const shownWarnings = warnings.filter(({ kind }) => !(isAway && kind === 'unreachable'));
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-semibold">
          <bdi>{name}</bdi>
        </h3>
        <ProviderBadge provider={provider} />
        {circuit === 'closed' ? null : <Badge tone="red">{texts.paused}</Badge>}
        <span className="text-muted">{texts.priorityOf(priority)}</span>
        {balance === null ? null : (
          <span className="text-muted tabular-nums">
            {texts.balanceOf(tabTexts.balanceAmount(balance, currency ?? ''))}
          </span>
        )}
      </div>
      {isDefault && api_url ? null : <p className="break-all text-muted">{api_url || texts.noAddress}</p>}
      {!isDefault && provider.enabled && api_url ? <CheckResult check={provider.check} /> : null}
      {shownWarnings.length > 0 ? (
        <ul className="grid gap-1.5">
          {shownWarnings.map((warning) => (
            <li key={warning.words} className="flex items-start gap-2 text-yellow-ink">
              <Icon name="warning" className="mt-0.5" />
              <span className="min-w-0 break-words">
                <ServerText of={warning}>{warning.words}</ServerText>
                {warning.kind === 'price' ? <PriceActs /> : null}
                {warning.kind === 'rate_missing' ? <RateLink currency={currency ?? ''} /> : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        {provider.used.map((used) => (
          <UsedService key={used.offer ?? used.category} used={used} currency={currency ?? ''} hasId={!isDefault} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Allowed call="changeProvider">
          <Button size="sm" onClick={onEdit}>
            {texts.edit(name)}
          </Button>
        </Allowed>
        <Allowed call="checkProvider">
          <RunButton act={look} onClick={() => look.run(call)}>
            {texts.import}
          </RunButton>
        </Allowed>
        {services > 0 ? (
          <Link href={importPathOf(provider.id)} className={lookOf({ size: 'sm' })}>
            {texts.services(services, formatCount(services))}
          </Link>
        ) : null}
        {circuit === 'closed' ? null : (
          <Allowed call="resetCircuit">
            <RunButton act={reset} onClick={() => reset.run(call)}>
              {texts.resume}
            </RunButton>
          </Allowed>
        )}
        {services_at ? (
          <span className="text-muted">
            <span>{`${texts.importedAt} `}</span>
            <RelativeTime at={services_at} nowMs={nowMs} />
          </span>
        ) : null}
      </div>
    </div>
  );
}

function RateLink({ currency }: { currency: string }) {
  const { providers: texts } = useSetupTexts();
  return (
    <Allowed call="addCurrencyRate">
      <Link href={ratePath(currency)} className="ml-1 underline">
        {texts.enterRate}
      </Link>
    </Allowed>
  );
}

/** What to do about a service that costs more than it sells for. */
function PriceActs() {
  const { providers: texts } = useSetupTexts();
  return (
    <>
      <span>{` ${texts.priceHelp} `}</span>
      {(['prices', 'selling'] as const).map((section) => (
        <Link key={section} href={`${settingsPath}#${section}`} className="mr-3 underline">
          {texts.priceLinks[section]}
        </Link>
      ))}
    </>
  );
}

type UsedServiceProps = { used: Provider['used'][number]; currency: string; hasId: boolean };

function UsedService({ used, currency, hasId }: UsedServiceProps) {
  const { providers: texts, settingNames } = useSetupTexts();
  const { category, service_id, name, sample } = used;
  const offerName = useOfferNames([used])(used);
  return (
    <dl className="grid min-w-0 grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-card border border-hairline p-3">
      <dt className="wrap-anywhere text-muted">{offerName ?? settingNames.categories[category as Category]}</dt>
      <dd className="break-words">{[hasId || !name ? service_id : null, name].filter(Boolean).join(', ')}</dd>
      <dt className="text-muted">{texts.perThousand}</dt>
      <dd className="tabular-nums">{costText(texts, used, currency)}</dd>
      <dt className="text-muted">{texts.delivered}</dt>
      <dd className="tabular-nums">
        {`${
          used.success_percent === null
            ? texts.noneEnded
            : texts.inFull(shownPercent(used.success_percent), formatCount(sample))
        }${used.start_seconds === null ? '' : texts.startedAfter(shownTime(used.start_seconds))}`}
      </dd>
    </dl>
  );
}

/** A cost in another currency has no margin without its rate. */
function costText(texts: SetupTexts['providers'], used: Provider['used'][number], currency: string): string {
  const { cost_per_1000: cost, cost_per_1000_usd: usd, price_per_1000: price } = used;
  if (cost === null) return texts.costUnknown;
  const charged = providerRate(cost, currency);
  if (usd === null) return texts.costsWithoutRate(charged, formatDollars(price));
  const shown =
    currency === '' || currency.toUpperCase() === 'USD' ? formatDollars(usd) : `${charged} (${formatDollars(usd)})`;
  return texts.costs(shown, formatDollars(price), Math.round(((price - usd) / price) * 100));
}

function shownPercent(percent: number): string {
  return formatDecimal(percent, Number.isInteger(percent) ? 0 : 1);
}

function shownTime(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
