// Services of a catalog: what each costs, what the store would sell it for, and why it cannot.
import { Cell, Row, Table } from '../../ui/table.tsx';
import { formatCount, formatPercentage } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { providerRate } from '../provider/provider-amount.ts';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type CatalogService, kindOf } from './service-draft.ts';

type ServiceTableProps = {
  services: readonly CatalogService[];
  currency: string;
  busy: boolean;
  /** The IDs of the chosen services. */
  chosen: readonly string[];
  /** The IDs of the services that deliver an offer. */
  inUse: readonly string[];
  /** Null for an admin who publishes nothing. */
  onChoose: ((service: CatalogService, isChosen: boolean) => void) | null;
};

export function ServiceTable({ services, currency, busy, chosen, inUse, onChoose }: ServiceTableProps) {
  const { catalogImport: texts } = useSetupTexts();
  const { service, cost, price, quantity, terms } = texts.columns;
  const columns = [
    { label: service },
    { label: cost, align: 'end' as const },
    { label: price, align: 'end' as const },
    { label: quantity, align: 'end' as const },
    { label: terms },
  ];
  return (
    <Table caption={texts.list} columns={columns} busy={busy}>
      {services.map((each) => (
        <ServiceRow
          key={each.service_id}
          service={each}
          currency={currency}
          isChosen={chosen.includes(each.service_id)}
          isInUse={inUse.includes(each.service_id)}
          onChoose={onChoose}
        />
      ))}
    </Table>
  );
}

type ServiceRowProps = Pick<ServiceTableProps, 'currency' | 'onChoose'> & {
  service: CatalogService;
  isChosen: boolean;
  isInUse: boolean;
};

function ServiceRow({ service, currency, isChosen, isInUse, onChoose }: ServiceRowProps) {
  const { catalogImport: texts } = useSetupTexts();
  const { cost_per_1000: cost, cost_per_1000_usd: usd, min, max, refill, cancel } = service;
  const isSellable = kindOf(service) !== null;
  const micros = isSellable ? service.proposed_price_micros : null;
  const margin = isSellable ? service.margin_percent : null;
  const rate = cost === null ? null : providerRate(cost, currency);
  const isForeign = usd !== null && usd !== cost;
  const terms = [refill ? texts.refilled : null, cancel ? texts.canceled : null].filter((term) => term !== null);
  return (
    <Row>
      <Cell className="max-sm:col-span-2">
        {onChoose ? (
          <label className="flex items-start gap-2.5">
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && !isSellable}
              onChange={({ target }) => onChoose(service, target.checked)}
              className="mt-0.5 size-4 shrink-0 accent-(--ink)"
            />
            <ServiceName service={service} isInUse={isInUse} />
          </label>
        ) : (
          <ServiceName service={service} isInUse={isInUse} />
        )}
      </Cell>
      <Cell align="end" className="max-sm:text-left!">
        <Labelled label={texts.columns.cost}>{rate ?? '–'}</Labelled>
        {isForeign ? <span className="block text-muted">{formatDollars(usd)}</span> : null}
      </Cell>
      <Cell align="end">
        <Labelled label={texts.columns.price}>{micros === null ? '–' : formatDollars(micros / 1_000)}</Labelled>
        {margin === null ? null : <span className="block text-muted">{texts.margin(formatPercentage(margin))}</span>}
      </Cell>
      <Cell align="end" className="whitespace-nowrap max-sm:text-left!">
        <Labelled label={texts.columns.quantity}>{texts.range(shownLimit(min), shownLimit(max))}</Labelled>
      </Cell>
      <Cell className="max-sm:text-right">
        <span>{terms.length > 0 ? terms.join(', ') : texts.noTerms}</span>
      </Cell>
    </Row>
  );
}

function ServiceName({ service, isInUse }: { service: CatalogService; isInUse: boolean }) {
  const { catalog, catalogImport: texts } = useSetupTexts();
  const { service_id, name, platform, action, problem, problem_coded } = service;
  return (
    <span className="min-w-0 break-words">
      <span className="block">
        <span className="font-semibold tabular-nums">{`${service_id} `}</span>
        <bdi translate="no">{name}</bdi>
      </span>
      <span className="block text-muted">
        {platform && action ? `${catalog.platforms[platform]} · ${catalog.actions[action]}` : texts.noKind}
      </span>
      {isInUse ? <span className="block">{texts.inUse}</span> : null}
      {problem === null ? null : (
        <span className="block text-yellow-ink">
          <ServerText of={problem_coded}>{problem}</ServerText>
        </span>
      )}
    </span>
  );
}

/** On a phone the value has its label: there are no columns. */
function Labelled({ label, children }: { label: string; children: string }) {
  return (
    <>
      <span className="block text-xs text-muted sm:hidden">{label}</span>
      <span className="tabular-nums">{children}</span>
    </>
  );
}

function shownLimit(limit: number | null): string {
  return limit === null ? '?' : formatCount(limit);
}
