// What differs between two catalogs of a provider. Pure.
import { type ServiceChangeKind, type ServiceTerm, serviceTerms } from '../../../contract/providers.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { ServiceOffer } from './provider.ts';
import type { providerServices } from './providers.schema.ts';

export type ServiceChange = {
  serviceId: string;
  kind: ServiceChangeKind;
  before: string | null;
  after: string | null;
};

/** `offer`: of the newer catalog, null when the service is missing there. */
export function findChanges(
  before: typeof providerServices.$inferSelect,
  offer: Pick<ServiceOffer, 'name' | 'category' | 'type' | 'ratePerThousand' | ServiceTerm> | null,
): ServiceChange[] {
  const found: ServiceChange[] = [];
  const add = (kind: ServiceChangeKind, from: string | null = null, to: string | null = null) =>
    void found.push({ serviceId: before.serviceId, kind, before: from, after: to });
  if (!offer) {
    if (before.goneAt === null) add('gone');
    return found;
  }
  if (before.goneAt !== null) add('returned');
  const [was, is] = [storedRate(before.ratePerThousand), storedRate(offer.ratePerThousand)];
  if (was !== null && is !== null && was !== is) add(is > was ? 'price_up' : 'price_down', String(was), String(is));
  if (before.name !== offer.name) add('renamed', before.name, offer.name);
  if (before.category !== offer.category) add('recategorized', before.category, offer.category);
  // A version that reads no types leaves them unknown.
  if (before.type !== null && offer.type !== null && before.type !== offer.type)
    add('retyped', before.type, offer.type);
  for (const term of serviceTerms) {
    if (before[term] !== offer[term]) add(term, stored(before[term]), stored(offer[term]));
  }
  return found;
}

const subjects: readonly (readonly ServiceChangeKind[])[] = [
  ['price_up', 'price_down'],
  ['gone', 'returned'],
];

/** The kinds of changes of the same fact. */
export function subjectKinds(kind: ServiceChangeKind): readonly ServiceChangeKind[] {
  return subjects.find((kinds) => kinds.includes(kind)) ?? [kind];
}

export const meanings: readonly ServiceChangeKind[] = ['renamed', 'recategorized', 'retyped'];
export const isMeaning = (kind: ServiceChangeKind) => meanings.includes(kind);
export const priceKinds = ['price_up', 'price_down'] as const satisfies ServiceChangeKind[];
export const isPrice = (kind: ServiceChangeKind) => kind === 'price_up' || kind === 'price_down';

type OpenChange = Omit<ServiceChange, 'serviceId'> & { id: number; serviceId: string; openFrom: string | null };

/** Where the changes began that this one continues while they are open. `isReversed`: the service is as it was then. */
export function findFollowed(
  { serviceId, kind, after }: ServiceChange,
  open: readonly OpenChange[],
): { ids: number[]; from: string | null; isReversed: boolean } {
  const kinds = subjectKinds(kind);
  const earlier = open.filter((one) => one.serviceId === serviceId && kinds.includes(one.kind));
  const ids = earlier.map(({ id }) => id);
  const [first] = earlier;
  if (!first) return { ids, from: null, isReversed: false };
  if (kind === 'gone') return { ids, from: null, isReversed: false };
  if (kind === 'returned') return { ids, from: null, isReversed: true };
  const from = first.openFrom ?? first.before;
  const isSame = isPrice(kind) ? Number(from) === Number(after) : from === after;
  return { ids, from, isReversed: isSame };
}

/** As the database computes `is_held`. */
export function hasOtherMeaning(
  before: Pick<ServiceOffer, 'name' | 'category' | 'type' | 'ratePerThousand'>,
  now: Pick<ServiceOffer, 'name' | 'category' | 'type' | 'ratePerThousand'>,
): boolean {
  const isRetyped = before.type !== null && now.type !== null && before.type !== now.type;
  const isOtherRate = storedRate(before.ratePerThousand) !== storedRate(now.ratePerThousand);
  return before.name !== now.name || isRetyped || (before.category !== now.category && isOtherRate);
}

const stored = (value: number | boolean | null) => (value === null ? null : String(value));

/** The service delivers less than before, or under worse terms. */
export function isWorse({ kind, before, after }: Pick<ServiceChange, 'kind' | 'before' | 'after'>): boolean {
  if (kind === 'min') return Number(after) > Number(before);
  if (kind === 'max') return after !== null && (before === null || Number(after) < Number(before));
  if (kind === 'refill' || kind === 'cancel') return after !== 'true';
  return kind !== 'price_down' && kind !== 'returned';
}

// A rate with more decimals than its column would differ every hour.
function storedRate(rate: string | null): number | null {
  return rate === null ? null : Number(Number(rate).toFixed(6));
}

/** For the operator. `currency`: of the provider. */
export function changeMessage({ serviceId, kind, before, after }: ServiceChange, currency: string): StoreMessage {
  if (kind === 'price_up' || kind === 'price_down') {
    return storeMessage(`service_${kind}`, { serviceId, before: priceText(before), after: priceText(after), currency });
  }
  return storeMessage(`service_${kind}`, { serviceId, before, after });
}

/** A price of 1,000 units in the currency of the provider, in a sentence. */
export function priceText(amount: string | null): string {
  return Number(amount)
    .toFixed(4)
    .replace(/0{1,2}$/, '');
}
