// Services whose cost passed the sale price. Automatic dispatch does not use them until the cost falls, the price rises, or
// an admin accepts the cost. Derived from the catalog and the settings: nothing is stored, and nothing has to be undone.
import { eq } from 'drizzle-orm';
import type { Category } from '../../../contract/category.ts';
import type { PriceList } from '../../../contract/pricing.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import { dismissedItems } from '../action-items/action-items.schema.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { costAbovePrice, roundedCents } from './provider-warnings.ts';
import { listUsedServices, type UsedService } from './providers.service.ts';

export type PausedService = {
  providerId: string;
  category: Category;
  /** The provider, the service, the category and its cost: a higher cost is another subject. */
  subject: string;
  since: Date;
  message: StoreMessage;
};

/** Services that cost more than they sell for, without those that an admin accepted. */
export async function listPaused(ctx: StoreContext): Promise<PausedService[]> {
  return listLosses(ctx, (await ctx.settings.currentProfile()).profile.prices);
}

/** The services that would cost more than they sell for at these prices, without those that an admin accepted. */
export async function listLosses(ctx: StoreContext, prices: PriceList): Promise<PausedService[]> {
  const used = await listUsedServices(ctx);
  const { db } = ctx.database;
  const [known, rates] = await Promise.all([
    catalogueRepository.readServices(db, used),
    catalogueRepository.readUsdRates(db),
  ]);
  const costingMore = used.flatMap((each) => {
    const service = known.find((one) => one.providerId === each.providerId && one.serviceId === each.serviceId);
    const usd = catalogueRepository.usdOf(rates, each.providerId);
    const found = service ? lossWith(each.category, service, usd, prices) : null;
    return service && found ? [{ each, service, found }] : [];
  });
  if (costingMore.length === 0) return [];
  const snapshots = await catalogueRepository.snapshots(db);
  const accepted = await acceptedSubjects(db);
  const paused = costingMore.map(async ({ each, service, found }) => {
    const snapshot = snapshots.get(each.providerId);
    if (isAccepted(each, found.cost, accepted)) return [];
    const since = (await catalogueRepository.findLastRise(db, each)) ?? snapshot?.servicesAt ?? service.seenAt;
    return [{ ...each, since, subject: `${buildPrefix(each)}${found.cost}`, message: messageFor(each, found) }];
  });
  return (await Promise.all(paused)).flat();
}

/** Services that an admin dismissed, up to their cost of then. */
async function acceptedSubjects(db: Queryable): Promise<string[]> {
  const found = await db
    .select({ subject: dismissedItems.subject })
    .from(dismissedItems)
    .where(eq(dismissedItems.kind, 'service_above_price'));
  return found.map(({ subject }) => subject);
}

/** Every order loses money, also those without a discount. A cost above the lowest price alone is a warning. */
function lossWith(...args: Parameters<typeof costAbovePrice>): ReturnType<typeof costAbovePrice> {
  const found = costAbovePrice(...args);
  return found && found.cost > found.full ? found : null;
}

const buildPrefix = ({ providerId, serviceId, category }: UsedService) => `${providerId} ${serviceId} ${category} `;

function isAccepted(used: UsedService, cost: number, subjects: readonly string[]): boolean {
  const prefix = buildPrefix(used);
  return subjects.some((subject) => subject.startsWith(prefix) && Number(subject.slice(prefix.length)) >= cost);
}

function messageFor(
  { providerName, category, serviceId }: UsedService,
  { cost, full }: { cost: number; full: number },
) {
  return storeMessage('service_unused', {
    provider: providerName,
    serviceId,
    category,
    costCents: roundedCents(cost),
    priceCents: roundedCents(full),
  });
}

export function pausedAmong(paused: readonly PausedService[]) {
  return ({ providerId, category }: Pick<PausedService, 'providerId' | 'category'>): boolean =>
    paused.some((each) => each.providerId === providerId && each.category === category);
}
