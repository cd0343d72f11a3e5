// The changes of the services in use: what each one means for prices and open orders, and what can be done about it.
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import type { ServiceChangeAct } from '../../../contract/service-changes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { ApplyPriceAct, ConfirmServiceAct, SellingAct } from '../action-items/selling-acts.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { formatCount, formatDecimal } from '../amounts.ts';
import { Chips } from '../chips.tsx';
import { formatDollars } from '../dollars.ts';
import { LoadMoreList } from '../kit/list.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApiList } from '../kit/use-api-list.ts';
import { providerCalls } from '../live-calls.ts';
import { useOfferNames } from '../offer-names.ts';
import { Panel } from '../panel.tsx';
import { catalogPath, offerPath, settingsPath, tabPath } from '../paths.ts';
import { ServerText } from '../texts/label.tsx';
import { usePageTexts, useSetupTexts } from '../texts/shown-texts.ts';
import { providerRate } from './provider-amount.ts';

type ServiceChange = AnswerFor<'GET /api/admin/service-changes'>[number];
type ChangedOffer = ServiceChange['offers'][number];

const tones = {
  price_up: 'orange',
  price_down: 'green',
  gone: 'red',
  returned: 'green',
  renamed: 'yellow',
  recategorized: 'yellow',
  retyped: 'yellow',
  min: 'yellow',
  max: 'yellow',
  refill: 'yellow',
  cancel: 'yellow',
} as const;

/** The place of the services in the API tab. */
export const servicesId = 'providers';

const states = ['open', 'settled'] as const;

export function ServiceChangesPanel() {
  const { serviceChanges: texts } = useSetupTexts();
  const [state, setState] = useState<(typeof states)[number]>('open');
  const isOpen = state === 'open';
  const { query, rows, total } = useApiList('GET /api/admin/service-changes', {
    query: { open: isOpen ? 'true' : 'false', limit: 20 },
  });
  const nowMs = useNow();
  return (
    <Panel title={isOpen && total ? texts.titleOf(formatCount(total)) : texts.title}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-1">
        <p className="max-w-prose text-sm text-muted">{texts.help}</p>
        <Chips
          legend={texts.title}
          value={state}
          options={states.map((value) => ({ value, label: texts.states[value] }))}
          onChange={setState}
        />
      </div>
      <LoadMoreList query={query} failure={texts.failed} nothing={rows.length > 0 ? null : texts.none[state]} isInPanel>
        <ul className="divide-y divide-hairline text-sm">
          {rows.map((change) => (
            <ChangeRow key={change.id} change={change} nowMs={nowMs} />
          ))}
        </ul>
      </LoadMoreList>
    </Panel>
  );
}

function ChangeRow({ change, nowMs }: { change: ServiceChange; nowMs: number }) {
  const { serviceChanges: texts } = useSetupTexts();
  const { offers, provider_name, service_id, changed_at, problem, effect, mark } = change;
  const nameOf = useOfferName(offers);
  const service = texts.of(provider_name, service_id);
  const { kind, percent } = netOf(change);
  return (
    <li className="grid gap-x-8 gap-y-2.5 py-4 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {mark === null ? null : <Badge tone="red">{texts.held}</Badge>}
          <Badge tone={tones[kind]}>{texts.kindOf(kind, percent)}</Badge>
          <h3 className="font-semibold">{offers.length > 0 ? offers.map(nameOf).join(', ') : service}</h3>
          <span className="text-muted">
            {offers.length > 0 ? <bdi>{`${service} · `}</bdi> : null}
            <RelativeTime at={changed_at} nowMs={nowMs} />
          </span>
        </div>
        <Facts>
          <Difference change={change} />
          {offers.length === 1 ? offers.map((offer) => <OfferFacts key={nameOf(offer)} offer={offer} />) : null}
        </Facts>
        {offers.length > 1
          ? offers.map((offer) => (
              <Facts key={nameOf(offer)}>
                <Pair name={texts.facts.offer}>{nameOf(offer)}</Pair>
                <OfferFacts offer={offer} />
              </Facts>
            ))
          : null}
        {problem === null ? null : (
          <p className="text-orange-ink">
            <ServerText of={change.problem_coded}>{problem}</ServerText>
          </p>
        )}
        {effect === null ? (
          <Settlement change={change} />
        ) : (
          <p className="max-w-prose">
            <ServerText of={change.effect_coded}>{effect}</ServerText>
          </p>
        )}
      </div>
      <Acts change={change} />
    </li>
  );
}

/** Several changes of a cost in a row are one. `percent`: null where there is none. */
function netOf({ kind, from, after }: ServiceChange): { kind: ServiceChange['kind']; percent: string | null } {
  if ((kind !== 'price_up' && kind !== 'price_down') || !Number(from)) return { kind, percent: null };
  const share = ((Number(after) - Number(from)) / Number(from)) * 100;
  const rounded = Math.abs(share) < 10 ? Math.round(share * 10) / 10 : Math.round(share);
  return { kind: share > 0 ? 'price_up' : 'price_down', percent: percentText(Math.abs(rounded)) };
}

function useOfferName(offers: readonly ChangedOffer[]): (offer: ChangedOffer) => string {
  const { states: words } = usePageTexts();
  const nameOf = useOfferNames(offers);
  return (offer) => nameOf(offer) ?? words.category(offer.category);
}

function Difference({ change: { kind, from, after, currency } }: { change: ServiceChange }) {
  const { serviceChanges: texts } = useSetupTexts();
  if (kind === 'gone' || kind === 'returned') return null;
  const isPrice = kind === 'price_up' || kind === 'price_down';
  const shown = (value: string | null) => {
    if (value === null) return texts.notStated;
    if (isPrice) return providerRate(Number(value), currency ?? '');
    if (kind === 'min' || kind === 'max') return formatCount(Number(value));
    return kind === 'refill' || kind === 'cancel' ? texts[value === 'true' ? 'yes' : 'no'] : value;
  };
  return <Pair name={texts.facts[isPrice ? 'cost' : kind]}>{texts.fromTo(shown(from), shown(after))}</Pair>;
}

function OfferFacts({ offer }: { offer: ChangedOffer }) {
  const { serviceChanges: texts } = useSetupTexts();
  const { price_per_1000, margin_percent: margin, margin_percent_before: before, proposal, paused } = offer;
  const price = formatDollars(price_per_1000);
  return (
    <>
      <Pair name={texts.facts.price}>{paused ? texts.pausedAt(price) : price}</Pair>
      {margin === null ? null : (
        <Pair name={proposal ? texts.marginAt(price) : texts.facts.margin}>
          {before === null ? percentText(margin) : texts.fromTo(percentText(before), percentText(margin))}
        </Pair>
      )}
      {proposal ? (
        <Pair name={texts.marginAt(formatDollars(proposal.price_per_1000))}>
          {percentText(proposal.margin_percent)}
        </Pair>
      ) : null}
    </>
  );
}

/** 72.1 -> "72.1%", 63 -> "63%". */
function percentText(percent: number): string {
  return `${formatDecimal(percent, Number.isInteger(percent) ? 0 : 1)}%`;
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-x-8 gap-y-1.5 empty:hidden">{children}</dl>;
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </div>
  );
}

function Settlement({ change: { settled_as, settled_by, note } }: { change: ServiceChange }) {
  const { serviceChanges: texts } = useSetupTexts();
  if (settled_as === null) return null;
  return (
    <p className="text-muted">
      <span>{settled_by === null ? texts.ends[settled_as] : texts.endBy(texts.ends[settled_as], settled_by)}</span>
      {note === null ? null : <span>{` ${note}`}</span>}
    </p>
  );
}

function Acts({ change }: { change: ServiceChange }) {
  const { serviceChanges: texts } = useSetupTexts();
  const isAllowed = useAllowed();
  const { id, acts, settled_as } = change;
  const keep = useAct('PUT /api/admin/service-changes/{id}', {
    renews: providerCalls,
    failed: texts.keepFailed,
    done: (_, { body }) => ({
      title: body.kept ? texts.kept : texts.opened,
      ...(body.kept
        ? { act: { label: texts.undo, run: () => keep.run({ params: { id }, body: { kept: false } }) } }
        : {}),
    }),
  });
  const canKeep = isAllowed('keepServiceChange');
  const isKept = settled_as === 'kept';
  return (
    <div className="flex flex-wrap content-start items-start gap-2 empty:hidden max-sm:[&>*]:min-h-10 max-sm:[&>*]:flex-auto lg:max-w-96 lg:justify-end">
      {acts.map((act) => (
        <ActOf key={act} act={act} change={change} />
      ))}
      {canKeep && (acts.includes('keep') || isKept) ? (
        <Button
          size="sm"
          variant="quiet"
          waiting={keep.isPending}
          disabled={keep.isPending}
          onClick={() => keep.run({ params: { id }, body: { kept: !isKept } })}
        >
          {isKept ? texts.undo : texts.keep}
        </Button>
      ) : null}
    </div>
  );
}

function ActOf({ act, change }: { act: ServiceChangeAct; change: ServiceChange }) {
  const { serviceChanges: texts } = useSetupTexts();
  const { itemRows } = usePageTexts();
  const { offers, provider_id, service_id, mark } = change;
  const nameOf = useOfferName(offers);
  // Offers beside the specified ones have their terms and services in the catalog.
  const [further, ...others] = offers.flatMap(({ offer }) => offer ?? []);
  const isFurther = further !== undefined;
  const offersPath = isFurther && others.length === 0 ? offerPath(further) : catalogPath;
  const termsPath = isFurther ? offersPath : `${settingsPath}#prices`;
  if (act === 'confirm_service') {
    if (mark === null) return null;
    return (
      <Allowed call="confirmService">
        <ConfirmServiceAct texts={itemRows} providerId={provider_id} serviceId={service_id} mark={mark} />
      </Allowed>
    );
  }
  if (act === 'apply_price') {
    const proposed = offers.flatMap(({ proposal }) => proposal ?? []);
    return proposed.length === 0 ? (
      <SettingsLink href={termsPath}>{texts.acts.changePrice}</SettingsLink>
    ) : (
      <Allowed call="applyPrice">
        {proposed.map(({ subject, price_per_1000 }) => (
          <ApplyPriceAct key={subject} texts={itemRows} subject={subject}>
            {texts.acts.applyPrice(formatDollars(price_per_1000))}
          </ApplyPriceAct>
        ))}
      </Allowed>
    );
  }
  if (act === 'edit_limits') return <SettingsLink href={termsPath}>{texts.acts.editLimits}</SettingsLink>;
  if (act === 'choose_service') {
    return (
      <Allowed call="changeProvider">
        <Link
          href={isFurther ? offersPath : tabPath('api')}
          className={lookOf({ size: 'sm' })}
          onClick={isFurther ? undefined : () => document.getElementById(servicesId)?.scrollIntoView()}
        >
          {texts.acts.chooseService}
        </Link>
      </Allowed>
    );
  }
  if (act !== 'pause') return null;
  const sold = offers.filter(({ paused }) => !paused);
  return (
    <Allowed call="pauseSelling">
      {sold.map((offer) => (
        <SellingAct key={nameOf(offer)} texts={itemRows} name={nameOf(offer)} of={offer} paused>
          {sold.length > 1 ? texts.acts.pauseOf(nameOf(offer)) : itemRows.pauseSelling}
        </SellingAct>
      ))}
    </Allowed>
  );
}

function SettingsLink({ href, children }: { href: string; children: string }) {
  return (
    <Allowed call="saveStoreSettings">
      <Link href={href} className={lookOf({ size: 'sm' })}>
        {children}
      </Link>
    </Allowed>
  );
}
