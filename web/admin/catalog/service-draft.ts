// An offer from a service of a catalog, as it is edited before it is published. Numbers stay text. Pure.
import type { AnswerFor } from '../../../contract/index.ts';
import { type Language, languages } from '../../../contract/languages.ts';
import { plainServiceNames, type ServiceKind } from '../../../contract/service-kinds.ts';
import { settingsLimits } from '../../../contract/settings-rules.ts';
import { maxPosts } from '../../../contract/share.ts';
import { formatCount, formatDecimal } from '../amounts.ts';
import { readCount, readMicros } from '../typed-amounts.ts';

export type CatalogService = AnswerFor<'GET /api/admin/providers/{id}/services'>[number];

/** `id`: of the offer, from the first attempt to publish it. `isSent`: an attempt saved it, or its answer was lost. */
export type ServiceDraft = {
  service: CatalogService;
  kind: ServiceKind;
  id: string | null;
  isSent: boolean;
  names: Record<Language, string>;
  /** Dollars of 1,000 units. */
  price: string;
  least: string;
  most: string;
};

/** Null where the store cannot sell the service. */
export function kindOf({ platform, action, problem }: CatalogService): ServiceKind | null {
  return platform && action && problem === null ? { platform, action } : null;
}

const usualLeast = 100;
/** What the smallest order costs, in millionths of a dollar: of less, the fee of a payment leaves nothing. */
const leastOrderMicros = 1_000_000;
const usualMost = 100_000;
const usualPackages = [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000];

export function draftOf(service: CatalogService, kind: ServiceKind): ServiceDraft {
  const { min, max, proposed_price_micros: micros } = service;
  const mostOf = Math.min(max ?? usualMost, settingsLimits.mostQuantity);
  // An order may have several links, and each gets its part.
  const wanted = Math.max(usualLeast, (min ?? 1) * maxPosts);
  const grid = mostOf >= 1_000 ? 50 : 1;
  const lowest = wanted < mostOf ? upTo(wanted, grid) : upTo(Math.max(min ?? 1, settingsLimits.leastQuantity), 1);
  const isWorth = (quantity: number) => quantity * (micros ?? 0) >= leastOrderMicros && quantity <= mostOf / 2;
  const least = [lowest, ...usualPackages].find((quantity) => quantity >= lowest && isWorth(quantity)) ?? lowest;
  return {
    service,
    kind,
    id: null,
    isSent: false,
    names: plainServiceNames(kind),
    price: micros === null ? '' : formatDecimal(micros / 1_000, 2),
    least: formatCount(least),
    most: formatCount(Math.floor(mostOf / grid) * grid),
  };
}

const upTo = (quantity: number, grid: number) => Math.ceil(quantity / grid) * grid;

export type DraftProblem = 'name' | 'price' | 'range' | 'least';

/** What the store would refuse, before it is sent. `least`: below what the service takes. */
export function problemOf({ service, names, price, least, most }: ServiceDraft): DraftProblem | null {
  if (languages.some((lang) => names[lang].trim() === '')) return 'name';
  if (!(readMicros(price) >= 1)) return 'price';
  const [from, to] = [readCount(least), readCount(most)];
  if (!(from >= settingsLimits.leastQuantity && from < to && to <= settingsLimits.mostQuantity)) return 'range';
  return from < (service.min ?? 0) ? 'least' : null;
}

const steps = [100, 50, 10, 5];
const mostPackages = 7;

/** Step, packages and default quantity that fit the limits. */
export function quantitiesOf(least: number, most: number) {
  const step = steps.find((one) => one <= least && (most - least) % one === 0) ?? 1;
  const isOnGrid = (quantity: number) => quantity > least && quantity <= most && (quantity - least) % step === 0;
  const packages = [least, ...usualPackages.filter(isOnGrid)].slice(0, mostPackages);
  return {
    min_quantity: least,
    max_quantity: most,
    step_quantity: step,
    default_quantity: packages[1] ?? least,
    packages,
  };
}
