// What settles an open change of a service beside a later change: another price, other limits, or an admin who keeps it.
import type { OfferSetting } from '../../../contract/offers.ts';
import { offerKey } from '../../../contract/offers.ts';
import type { ServiceChangeEnd } from '../../../contract/service-changes.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { problemOfChange } from './provider-warnings.ts';
import { listProviders, usedServices } from './providers.service.ts';
import * as changesRepository from './service-changes.repository.ts';
import { isMeaning, isPrice, priceKinds } from './service-changes.ts';

const pricing = ['unit_price_micros', 'rounding', 'tiers'] as const;
const limits = ['min_quantity', 'max_quantity', 'step_quantity'] as const;

/**
 * A save that changes the prices of all offers of a service settles the changes of its cost; one that changes their limits,
 * those of its limits that then exclude no quantity. `by`: the admin's email; null for the store.
 */
export async function settleByOffers(
  ctx: StoreContext,
  tx: Tx,
  { before, after }: Record<'before' | 'after', readonly OfferSetting[]>,
  by: string | null,
): Promise<void> {
  const priced = changedKeys(before, after, pricing);
  const limited = changedKeys(before, after, limits);
  if (priced.length + limited.length === 0) return;
  const kinds = [...(priced.length > 0 ? priceKinds : []), ...(limited.length > 0 ? (['min', 'max'] as const) : [])];
  const open = await changesRepository.lockOpen(tx, changesRepository.ofKinds(kinds));
  if (open.length === 0) return;
  const used = (await listProviders(ctx, tx)).flatMap(usedServices);
  const ends = { priced: [] as number[], limited: [] as number[] } satisfies Partial<
    Record<ServiceChangeEnd, number[]>
  >;
  for (const change of open) {
    const ofService = used.filter(
      ({ providerId, serviceId }) => providerId === change.providerId && serviceId === change.serviceId,
    );
    const keys = ofService.map(({ offer }) => offer);
    const end = isPrice(change.kind) ? 'priced' : 'limited';
    const changed = end === 'priced' ? priced : limited;
    if (keys.length === 0 || !keys.every((key) => changed.includes(key))) continue;
    if (end === 'limited' && problemOfChange(change, ofService, after)) continue;
    ends[end].push(change.id);
  }
  await changesRepository.settle(tx, ends.priced, 'priced', by);
  await changesRepository.settle(tx, ends.limited, 'limited', by);
}

function changedKeys(
  before: readonly OfferSetting[],
  after: readonly OfferSetting[],
  names: readonly (keyof OfferSetting)[],
): string[] {
  const was = new Map(before.map((offer) => [offer.id, offer]));
  return after
    .filter((offer) => names.some((name) => JSON.stringify(offer[name]) !== JSON.stringify(was.get(offer.id)?.[name])))
    .map(offerKey);
}

/** Dismisses a change, or opens it again. Throws not_found, conflict. The same state again changes nothing. */
export async function keepChange(
  ctx: StoreContext,
  id: number,
  { isKept, note }: { isKept: boolean; note: string | null },
  admin: Admin,
): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const change = await changesRepository.lockChange(tx, id);
    if (!change) throw new StoreError('not_found');
    const { settledAt, settledAs, providerId, serviceId, kind } = change;
    if (isKept === (settledAs === 'kept') && (isKept || settledAt === null)) return;
    if (isKept && settledAt === null) {
      const [service] = await catalogueRepository.readServices(tx, [change]);
      if (service?.isHeld && isMeaning(kind)) throw new StoreError('conflict', { reason: 'change_held' });
      await changesRepository.settle(tx, [id], 'kept', admin.email, note);
    } else {
      const isLast = settledAs === 'kept' && !(await changesRepository.hasLater(tx, change));
      if (isKept || !isLast || !(await isUsed(ctx, tx, change)))
        throw new StoreError('conflict', { reason: 'change_settled' });
      await changesRepository.reopen(tx, id);
    }
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: isKept ? 'service_change.kept' : 'service_change.opened',
      subject: providerId,
      details: { change: id, serviceId, kind, ...(note === null ? {} : { note }) },
    });
    ctx.live.announce(tx, 'settings-update');
  });
}

async function isUsed(
  ctx: StoreContext,
  tx: Tx,
  { providerId, serviceId }: { providerId: string; serviceId: string },
): Promise<boolean> {
  const used = (await listProviders(ctx, tx)).flatMap(usedServices);
  return used.some((each) => each.providerId === providerId && each.serviceId === serviceId);
}
