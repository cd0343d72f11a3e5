// Paused services: their cost is above the sale price, or leaves less than the floor of the margin rule. Automatic dispatch does
// not use them until the cost falls, the price rises, or an admin accepts the cost. Computed at each use; nothing is stored.
import { eq } from 'drizzle-orm';
import { marginRuleOf, type OfferSetting, offerOfKey, offerTitle } from '../../../contract/offers.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreSettings } from '../../../contract/store-settings.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import { dismissedItems } from '../action-items/action-items.schema.ts';
import type { CatalogueService } from './catalogue.repository.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { isBelowFloor, isSamePrice, type ServiceCost, type ServiceCosts } from './margin-rules.ts';
import { dollarsPerThousand, roundedCents } from './provider-warnings.ts';
import { listUsedServices, type UsedService } from './providers.service.ts';
import * as changesRepository from './service-changes.repository.ts';

export type PausedService = {
  providerId: string;
  /** Its `offerKey()`. */
  offer: string;
  /** The provider, the service, the key of the offer and its cost: a higher cost is another subject. */
  subject: string;
  since: Date;
  message: StoreMessage;
};

/** Without the services that an admin accepted. */
export async function listPaused(ctx: StoreContext): Promise<PausedService[]> {
  const { db } = ctx.database;
  const settings = await ctx.settings.current();
  const used = await listUsedServices(ctx);
  const [known, rates] = await Promise.all([
    catalogueRepository.readServices(db, used),
    catalogueRepository.readUsdRates(db),
  ]);
  const costingMore = used.flatMap((each) => {
    const service = catalogueRepository.findService(each, known);
    const usd = catalogueRepository.usdOf(rates, each.providerId);
    const offer = offerOfKey(settings.offers, each.offer);
    const found = service && offer ? lossWith(settings, offer, service, usd) : null;
    return service && offer && found ? [{ each, offer, service, found }] : [];
  });
  if (costingMore.length === 0) return [];
  const [snapshots, accepted] = await Promise.all([catalogueRepository.snapshots(db), acceptedSubjects(db)]);
  const paused = costingMore.filter(({ each, found }) => !isAccepted(each, found, accepted));
  return Promise.all(
    paused.map(async ({ each, offer, service, found }) => ({
      ...each,
      since:
        (await changesRepository.findLastChange(db, each, ['price_up'])) ??
        snapshots.get(each.providerId)?.servicesAt ??
        service.seenAt,
      subject: `${buildPrefix(each)}${found.floor === null ? '' : ofFloor}${found.cost}`,
      message: messageFor(each, offer, found),
    })),
  );
}

/** The first loss by an offer whose price differs from the one before. Null for none. */
export function findLoss(
  { before, after }: Record<'before' | 'after', readonly OfferSetting[]>,
  { known }: Pick<ServiceCosts, 'known'>,
  isAccepted: AcceptedCost,
): StoreMessage | null {
  for (const service of known) {
    const offer = offerOfKey(after, service.offer);
    if (!offer) continue;
    const full = dollarsPerThousand(offer.unit_price_micros);
    const isLoss = service.cost > full && !service.isGone && !service.isHeld && !isAccepted(service, offer);
    if (!isLoss || isSamePrice(offer, offerOfKey(before, service.offer))) continue;
    return messageFor(service, offer, { cost: service.cost, full, floor: null });
  }
  return null;
}

/** True for a service that an admin accepted at its cost, for the price of an offer. */
export type AcceptedCost = (of: ServiceCost, offer: OfferSetting) => boolean;

export async function readAccepted(db: Queryable): Promise<AcceptedCost> {
  const subjects = await acceptedSubjects(db);
  return (of, offer) => {
    const floor = of.cost > dollarsPerThousand(offer.unit_price_micros) ? null : 0;
    return isAccepted(of, { cost: of.cost, floor }, subjects);
  };
}

/** Services that an admin accepted, each up to its cost at that time. */
async function acceptedSubjects(db: Queryable): Promise<string[]> {
  const found = await db
    .select({ subject: dismissedItems.subject })
    .from(dismissedItems)
    .where(eq(dismissedItems.kind, 'service_above_price'));
  return found.map(({ subject }) => subject);
}

/**
 * Every order loses money, also without a discount; or some orders leave less than the floor. A cost above the discounted
 * price alone is a warning.
 */
function lossWith(
  rules: Pick<StoreSettings, 'margins' | 'fees'>,
  offer: OfferSetting,
  service: CatalogueService,
  usd: number | null,
): { cost: number; full: number; floor: number | null } | null {
  const { ratePerThousand, goneAt, isHeld } = service;
  // The cost of a held service is that of something else, and it gets no links.
  if (ratePerThousand === null || goneAt !== null || isHeld || usd === null) return null;
  const cost = Number(ratePerThousand) * usd;
  const full = dollarsPerThousand(offer.unit_price_micros);
  if (cost > full) return { cost, full, floor: null };
  return isBelowFloor(rules, offer, cost / 10) ? { cost, full, floor: marginRuleOf(rules, offer).floor } : null;
}

const buildPrefix = ({ providerId, serviceId, offer }: UsedService) => `${providerId} ${serviceId} ${offer} `;

/** An accepted floor accepts no loss. */
const ofFloor = 'floor ';

/** An accepted loss of this cost accepts the floor, too. */
function isAccepted(
  used: UsedService,
  { cost, floor }: { cost: number; floor: number | null },
  subjects: readonly string[],
): boolean {
  const prefix = buildPrefix(used);
  const prefixes = floor === null ? [prefix] : [prefix, `${prefix}${ofFloor}`];
  return prefixes.some((each) =>
    subjects.some((subject) => subject.startsWith(each) && Number(subject.slice(each.length)) >= cost),
  );
}

function messageFor(
  { providerName, serviceId }: UsedService,
  offer: OfferSetting,
  { cost, full, floor }: { cost: number; full: number; floor: number | null },
) {
  const costs = {
    provider: providerName,
    serviceId,
    category: offerTitle(offer),
    costCents: roundedCents(cost),
    priceCents: roundedCents(full),
  };
  return floor === null
    ? storeMessage('service_unused', costs)
    : storeMessage('service_below_floor', { ...costs, floor });
}

export function pausedAmong(paused: readonly PausedService[]) {
  return ({ providerId, offer }: Pick<PausedService, 'providerId' | 'offer'>): boolean =>
    paused.some((each) => each.providerId === providerId && each.offer === offer);
}
