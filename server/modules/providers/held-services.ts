// Held services: their number means something else at the provider than what the operator chose. They get no links until the
// operator confirms the service or chooses another one. The database computes `is_held`, so that earlier versions obey it too.
import { createHash } from 'node:crypto';
import { type OfferSetting, titleOfKey } from '../../../contract/offers.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Admin } from '../../request-context.ts';
import type { CatalogueService } from './catalogue.repository.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { heldLinksRetry } from './provider-settings.ts';
import { heldMessage } from './provider-warnings.ts';
import { listProviders, listUsedServices, type UsedService, usedServices } from './providers.service.ts';
import * as changesRepository from './service-changes.repository.ts';
import { meanings } from './service-changes.ts';
import { assertServices } from './service-problems.ts';

export type HeldService = UsedService & {
  /** The subject of the action item: provider, service, key of the offer and mark. */
  subject: string;
  since: Date;
  message: StoreMessage;
};

/** Of the providers that get new links. */
export async function listHeldServices(ctx: StoreContext): Promise<UsedService[]> {
  const held = await readHeld(ctx, await listUsedServices(ctx));
  return held.map(({ used }) => used);
}

/** Includes services that only sent links use: the refills of these links are refused. */
export async function listToConfirm(ctx: StoreContext): Promise<HeldService[]> {
  const providers = await listProviders(ctx);
  const used = providers.filter(({ enabled }) => enabled).flatMap(usedServices);
  const { offers } = await ctx.settings.current();
  const held = await describeHeld(ctx, offers, used, true);
  const guaranteeDays = Math.max(0, ...offers.map(({ guarantee_days }) => guarantee_days));
  const ofLinks = await catalogueRepository.listHeldOfLinks(ctx.database.db, guaranteeDays + longestDeliveryDays);
  const names = new Map(providers.map(({ id, name }) => [id, name]));
  const others = ofLinks.flatMap((each) => {
    const providerName = names.get(each.providerId);
    return providerName === undefined || isAmong(held, each) ? [] : [{ ...each, providerName }];
  });
  return [...held, ...(await describeHeld(ctx, offers, others, false))];
}

/** From the send of a link to its completion, with which the guarantee begins. */
const longestDeliveryDays = 30;

async function readHeld(ctx: StoreContext, services: readonly UsedService[]) {
  const known = await catalogueRepository.readServices(ctx.database.db, services);
  return services.flatMap((used) => {
    const service = catalogueRepository.findService(used, known);
    return service?.isHeld ? [{ used, service }] : [];
  });
}

async function describeHeld(
  ctx: StoreContext,
  offers: readonly OfferSetting[],
  services: readonly UsedService[],
  isUsed: boolean,
): Promise<HeldService[]> {
  return Promise.all(
    (await readHeld(ctx, services)).map(async ({ used, service }) => ({
      ...used,
      subject: [used.providerId, used.serviceId, used.offer, markOf(service)].join(' '),
      since: (await changesRepository.findLastChange(ctx.database.db, used, meanings)) ?? service.seenAt,
      message: storeMessage('provider_named', {
        provider: used.providerName,
        words: heldMessage(titleOfKey(offers, used.offer), service, isUsed),
      }),
    })),
  );
}

function isAmong(held: readonly UsedService[], of: { providerId: string; serviceId: string }): boolean {
  return held.some(({ providerId, serviceId }) => providerId === of.providerId && serviceId === of.serviceId);
}

/** `category`: the title of what was sold. A refill goes to the service of its link, also where another one was chosen since. Throws conflict. */
export async function assertNotHeld(
  tx: Tx,
  of: { providerId: string; serviceId: string },
  category: string,
): Promise<void> {
  const [service] = await catalogueRepository.readServices(tx, [of]);
  if (!service?.isHeld) return;
  const { serviceId } = service;
  throw new StoreError('conflict', { reason: storeMessage('refill_service_held', { serviceId, category }) });
}

function meaningOf(of: Pick<CatalogueService, 'name' | 'category' | 'type'> | null) {
  return of && { name: of.name, category: of.category, type: of.type };
}

/** Identifies the meaning that the admin saw. Excludes the cost, which changes often. */
export function markOf({ name, category, type }: CatalogueService): string {
  const read = JSON.stringify([name, category, type]);
  return createHash('sha256').update(read).digest('hex').slice(0, 16);
}

/**
 * Confirms that the service delivers what the store sells. Throws not_found for a service that is not held, conflict when it
 * changed since the admin saw it, and the errors of a save that chooses it.
 */
export async function confirmService(
  ctx: StoreContext,
  id: string,
  { serviceId, mark }: { serviceId: string; mark: string },
  admin: Admin,
): Promise<void> {
  const entry = (await listProviders(ctx)).find((each) => each.id === id);
  const ofService = entry ? usedServices(entry).filter((each) => each.serviceId === serviceId) : [];
  const { db } = ctx.database;
  const currency = (await catalogueRepository.snapshots(db)).get(id)?.currency?.trim().toUpperCase() || 'USD';
  const charged = { currency, usd: await catalogueRepository.readUsdRate(db, currency) };
  const { offers } = await ctx.settings.current();
  await ctx.database.transaction(async (tx) => {
    const service = await catalogueRepository.lockService(tx, { providerId: id, serviceId });
    if (!service?.isHeld) throw new StoreError('not_found', { reason: 'service_not_held' });
    if (markOf(service) !== mark) throw new StoreError('conflict', { reason: 'service_changed_again' });
    assertServices(
      ofService.map((each) => ({ ...each, isNew: false })),
      [service],
      charged,
      offers,
    );
    await catalogueRepository.confirmServices(tx, id, [serviceId]);
    await changesRepository.settleOfService(tx, { providerId: id, serviceId }, meanings, 'confirmed', admin.email);
    await ctx.jobs.enqueue(tx, ...heldLinksRetry);
    // Viewers read the audit log, and no costs.
    const details = { serviceId, before: meaningOf(service.confirmed), after: meaningOf(service) };
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'provider.service_confirmed',
      subject: id,
      details,
    });
    ctx.live.announce(tx, 'settings-update');
  });
}
