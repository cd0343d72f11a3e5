// An offer from a service of a catalog, as it is edited before it is published. Numbers stay text. Pure.
import type { AnswerFor } from '../../../contract/index.ts';
import { type Language, languages } from '../../../contract/languages.ts';
import { dearestFee, type Fee, marginPercent } from '../../../contract/margin-percent.ts';
import type { OfferSetting } from '../../../contract/offers.ts';
import { plainServiceNames, type ServiceKind } from '../../../contract/service-kinds.ts';
import { settingsLimits } from '../../../contract/settings-rules.ts';
import { maxPosts, shownShare } from '../../../contract/share.ts';
import { formatCount, formatDecimal } from '../amounts.ts';
import type { AnsweredSettings } from '../settings/settings-draft.ts';
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
  const each = (min ?? 1) * maxPosts;
  const wanted = Math.max(usualLeast, each);
  const grid = mostOf >= 1_000 ? 50 : 1;
  const lowest =
    wanted < mostOf ? upTo(wanted, grid) : each < mostOf ? each : Math.max(min ?? 1, settingsLimits.leastQuantity);
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

/** Of their JSON. None for a text that another version of the page kept. */
export function draftsIn(text: string): readonly ServiceDraft[] {
  try {
    const drafts = JSON.parse(text) as ServiceDraft[];
    const isWhole = ({ service, kind, names, isSent }: ServiceDraft) =>
      service.service_id &&
      kind.platform &&
      languages.every((lang) => names[lang] !== undefined) &&
      isSent !== undefined;
    return drafts.every(isWhole) ? drafts : [];
  } catch {
    return [];
  }
}

const upTo = (quantity: number, grid: number) => Math.ceil(quantity / grid) * grid;

export type DraftProblem = 'name' | 'price' | 'range' | 'least' | 'sameName' | 'loss';

/** What the store would refuse, before it is sent. `least`: a link of an order could get less than the service takes. */
export function problemOf({ service, names, price, least, most }: ServiceDraft): DraftProblem | null {
  if (languages.some((lang) => names[lang].trim() === '')) return 'name';
  const micros = readMicros(price);
  if (!(micros >= 1 && micros <= settingsLimits.unitPriceMicros)) return 'price';
  const [from, to] = [readCount(least), readCount(most)];
  if (!(from >= settingsLimits.leastQuantity && from < to && to <= settingsLimits.mostQuantity)) return 'range';
  return shownShare(from, maxPosts) < (service.min ?? 0) ? 'least' : null;
}

type Around = { fees: AnsweredSettings['fees']; offers: readonly Named[] };
type Named = Pick<OfferSetting, 'id' | 'platform' | 'action' | 'names'>;

/** Also what is wrong among the drafts and with the settings; these are undefined until they are loaded. */
export function problemAmong(
  draft: ServiceDraft,
  drafts: readonly ServiceDraft[],
  settings: Around | undefined,
): DraftProblem | null {
  const own = problemOf(draft);
  if (own !== null) return own;
  const others = drafts.filter(({ service }) => service.service_id !== draft.service.service_id);
  const saved = (settings?.offers ?? []).filter(({ id }) => !(draft.isSent && id === draft.id));
  const named = [...others.map(({ kind, names }) => ({ ...kind, names })), ...saved];
  if (named.some((other) => hasSameName(draft, other))) return 'sameName';
  return settings && isLoss(draft, settings) ? 'loss' : null;
}

function hasSameName({ kind, names }: ServiceDraft, other: Omit<Named, 'id'>): boolean {
  if (kind.platform !== other.platform || kind.action !== other.action) return false;
  const plain = (name: string) => name.trim().toLowerCase();
  return languages.some((lang) => plain(names[lang]) === plain(other.names[lang]));
}

/** For the smallest order of 1,000 units or more: an order pays the fixed part of the fee once. */
function isLoss(draft: ServiceDraft, { fees }: Around): boolean {
  const { percent, fixedCents } = dearestFee(Object.values(fees));
  const thousands = Math.max(1, readCount(draft.least) / 1_000);
  const margin = marginOf(draft, { percent, fixedCents: fixedCents / thousands });
  return margin !== null && margin < 0;
}

/** Of the typed price, in percent; null where it or the cost is unknown. */
export function marginOf({ service, price }: ServiceDraft, fee: Fee): number | null {
  const micros = readMicros(price);
  const { cost_per_1000_usd: cost } = service;
  return cost === null || !(micros >= 5) ? null : marginPercent(micros, cost, fee);
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
