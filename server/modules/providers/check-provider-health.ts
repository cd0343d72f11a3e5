// Checks the providers regularly: funds, catalogs, and warnings for the operator.
import { offerKey, offersOfKeys, specifiedCategory } from '../../../contract/offers.ts';
import type { ProviderState } from '../../../contract/public-status.ts';
import { type Sentence, sentenceOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage, type Words } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { sentenceColumns } from '../../platform/sentence-columns.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { ProviderEntry, ProviderSettings } from '../../ports/settings.ts';
import type { ProviderSnapshot, ServiceRecord } from './catalogue.repository.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { computeReachability, type Obstacle, obstacleTo } from './deliverability.ts';
import {
  type CheckState,
  type Inspection,
  inspectProvider,
  type ProviderCheck,
  toRefusal,
} from './inspect-provider.ts';
import { type PausedService, pausedAmong } from './paused-services.ts';
import type { ServiceOffer } from './provider.ts';
import {
  findWarnings,
  type ProviderWarning,
  pricesPerThousand,
  problemOfChange,
  type UsedService,
} from './provider-warnings.ts';
import { listProviders, usedServices } from './providers.service.ts';
import * as changesRepository from './service-changes.repository.ts';
import { changeMessage, isMeaning, isWorse } from './service-changes.ts';
import { unknownKindProblem } from './unknown-kind.ts';

export type SeenProvider = {
  entry: ProviderEntry;
  snapshot: ProviderSnapshot | null;
  services: number;
  used: (UsedService & { record: ServiceRecord })[];
  /** What one unit of its currency is worth in USD today; null without a rate. */
  usd: number | null;
  warnings: ProviderWarning[];
  check: { state: CheckState | 'untested'; problem: Sentence | null; at: Date | null };
};

/** `offer`: its `offerKey()`. `since`: the last response of a provider of it. */
export type UndeliverableOffer = { offer: string; since: Date; message: StoreMessage };

const catalogueMs = 55 * 60_000;

/**
 * Runs on a schedule: the balance each time, the catalogue once an hour. A warning is sent once a day, for each service
 * that it is about.
 */
export async function checkProviders(ctx: StoreContext): Promise<void> {
  const known = (await ctx.settings.providers()).filter(({ enabled }) => enabled);
  const snapshots = await catalogueRepository.snapshots(ctx.database.db);
  const nowMs = await databaseNowMs(ctx);
  for (const to of known) {
    const imported = snapshots.get(to.id)?.servicesAt?.getTime() ?? 0;
    await checkOne(ctx, to, nowMs - imported > catalogueMs).catch(async (error: unknown) => {
      if (!(error instanceof ExternalError)) throw error;
      ctx.log.warn({ provider: to.id, problem: error.message }, 'the check of a provider failed');
    });
  }
  const day = new Date(nowMs).toISOString().slice(0, 10);
  for (const seen of await listSeen(ctx)) {
    if (!seen.entry.enabled) continue;
    for (const { kind, message, offer } of seen.warnings) {
      // Nothing happened: the page of the providers shows it.
      if (kind === 'rate_missing') continue;
      await ctx.alerts.raise(ctx.database.db, {
        type: 'provider_warning',
        severity: ['range', 'unreachable', 'balance_unclear'].includes(kind) ? 'medium' : 'high',
        isProblem: kind === 'balance' || kind === 'balance_unclear' || kind === 'unreachable',
        message: namedIn(seen.entry, message),
        onceKey: `provider ${seen.entry.id} ${kind} ${offer ?? ''} ${day}`,
      });
    }
  }
}

/** An admin's immediate check. Throws not_found, conflict, provider_unavailable, provider_refused. */
export async function checkProviderNow(ctx: StoreContext, id: string): Promise<SeenProvider> {
  await getSeen(ctx, id);
  const to = (await ctx.settings.providers()).find((each) => each.id === id);
  if (!to) throw new StoreError('conflict', { reason: 'provider_address_missing' });
  try {
    await checkOne(ctx, to, true);
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    throw toRefusal(error);
  }
  return getSeen(ctx, id);
}

// Throws ExternalError, which is stored as the problem of the last check.
async function checkOne(ctx: StoreContext, to: ProviderSettings, withCatalogue: boolean): Promise<void> {
  const { check } = await getSeen(ctx, to.id);
  // Without a passed check the catalogue is needed too: it proves the service IDs.
  const { offers } = await ctx.settings.current();
  const isImport = withCatalogue || !isProof(check.state);
  const seen = await inspectProvider(ctx.providers.connect(to), to.serviceIds, offers, isImport);
  await catalogueRepository.countCheck(ctx.database.db, to.id, seen.error === null || seen.error.fault === 'refused');
  await keepInspection(ctx, to.id, seen);
  if (seen.error) throw seen.error;
}

/** The test call for a provider that is not saved yet. */
export async function inspectConnection(ctx: StoreContext, to: ProviderSettings): Promise<Inspection> {
  const { offers } = await ctx.settings.current();
  return inspectProvider(ctx.providers.connectOnce(to), to.serviceIds, offers);
}

/** Stores the result of an inspection of a saved provider. */
export async function keepInspection(
  ctx: StoreContext,
  id: string,
  { funds, offers, check, error }: Inspection,
): Promise<void> {
  if (funds) await catalogueRepository.saveFunds(ctx.database.db, id, funds);
  if (offers) await keepOffers(ctx, id, offers);
  if (error) await catalogueRepository.saveSnapshot(ctx.database.db, id, sentenceColumns('problem', error.sentence));
  if (!check) return;
  const { entry, check: before } = await getSeen(ctx, id);
  // Key and services are unchanged during an outage: the earlier check stays, and the warning is enough.
  if (check.state === 'unreachable' && isProof(before.state)) return;
  await catalogueRepository.keepCheck(ctx.database.db, id, entry.fingerprint, check);
}

async function keepOffers(ctx: StoreContext, id: string, offers: readonly ServiceOffer[]): Promise<void> {
  const entry = (await listProviders(ctx)).find((each) => each.id === id);
  const used = entry ? usedServices(entry) : [];
  const { offers: sold } = await ctx.settings.current();
  const currency = (await catalogueRepository.snapshots(ctx.database.db)).get(id)?.currency || 'USD';
  const usd = catalogueRepository.usdOf(await catalogueRepository.readUsdRates(ctx.database.db), id);
  await ctx.database.transaction(async (tx) => {
    const watched = [...new Set(used.map(({ serviceId }) => serviceId))];
    const changes = await catalogueRepository.keepServices(tx, id, offers, watched);
    await ctx.jobs.enqueue(tx, 'apply_margin_rules', {}, { key: 'apply_margin_rules' });
    const held = (await catalogueRepository.readServices(tx, used)).filter(({ isHeld }) => isHeld);
    const heldIds = new Set(held.map(({ serviceId }) => serviceId));
    for (const change of await changesRepository.addChanges(tx, id, changes)) {
      // Another warning covers a service that is held, is gone, costs more than it sells for, or refuses a quantity on sale.
      const keys = used.filter(({ serviceId }) => serviceId === change.serviceId).map(({ offer }) => offer);
      const isAboveOurs = offersOfKeys(sold, keys).some(
        (offer) => usd !== null && Number(change.after) * usd > pricesPerThousand(offer).lowest,
      );
      if (heldIds.has(change.serviceId) && isMeaning(change.kind)) continue;
      if (change.kind === 'gone' || (change.kind === 'price_up' && isAboveOurs)) continue;
      if (problemOfChange(change, used, sold)) continue;
      const message = changeMessage(change, currency);
      await ctx.alerts.raise(tx, {
        type: 'provider_warning',
        severity: isWorse(change) ? 'medium' : 'low',
        message: entry ? namedIn(entry, message) : message,
        onceKey: `service change ${change.id}`,
      });
    }
  });
}

/** Records that the circuit of a provider opened, with its answer where it had one. The next successful check clears it. */
export async function recordUnreachable(ctx: StoreContext, id: string, answer?: Words): Promise<void> {
  const problem = sentenceOf(answer ?? storeMessage('provider_silent'));
  await catalogueRepository.saveSnapshot(ctx.database.db, id, sentenceColumns('problem', problem));
  await recordCheck(ctx, id, { state: 'unreachable', problem });
}

/** Records that a provider refused the API key of a send. A successful check, or another key, clears it. */
export function recordKeyRefused(ctx: StoreContext, id: string, problem: Sentence): Promise<void> {
  return recordCheck(ctx, id, { state: 'key_refused', problem });
}

async function recordCheck(ctx: StoreContext, id: string, check: ProviderCheck): Promise<void> {
  const entry = (await listProviders(ctx)).find((each) => each.id === id);
  if (entry) await catalogueRepository.keepCheck(ctx.database.db, id, entry.fingerprint, check);
}

/**
 * The offers with a service at some provider, while none of their providers can deliver. An offer beside the specified ones is listed
 * without a service, too: what buyers pay for it would wait.
 */
export async function listUndeliverable(
  ctx: StoreContext,
  paused: readonly PausedService[],
): Promise<UndeliverableOffer[]> {
  const all = await listProviders(ctx);
  const { offers } = await ctx.settings.current();
  const snapshots = await catalogueRepository.snapshots(ctx.database.db);
  const known = await catalogueRepository.readServices(ctx.database.db, all.flatMap(usedServices));
  const isPaused = pausedAmong(paused);
  const nowMs = await databaseNowMs(ctx);
  return offers.flatMap((offer) => {
    const key = offerKey(offer);
    const found = all.flatMap((entry) => {
      const used = usedServices(entry).find((each) => each.offer === key);
      if (!used) return [];
      const snapshot = snapshots.get(entry.id) ?? null;
      const service = catalogueRepository.findService(used, known);
      const check = toCheck(entry, snapshot).state;
      const isKnownKind = ctx.providers.isKnownKind(entry.kind);
      const facts = { entry, isKnownKind, check, snapshot, service, isAbovePrice: isPaused(used) };
      const obstacle = obstacleTo(offer, facts, nowMs);
      return { answeredAt: snapshot?.balanceAt, obstacle: obstacle && toMessage(obstacle, entry.name, snapshot) };
    });
    if (found.length === 0 && offer.on && specifiedCategory(offer) === null) {
      const since = new Date(offer.attested_at ?? nowMs);
      return { offer: key, since, message: storeMessage('offer_without_service') };
    }
    if (found.length === 0 || found.some(({ obstacle }) => obstacle === null)) return [];
    const answered = found.flatMap(({ answeredAt }) => answeredAt?.getTime() ?? []);
    return {
      offer: key,
      since: new Date(answered.length > 0 ? Math.max(...answered) : nowMs),
      message: storeMessage('category_undeliverable', {
        providers: found.flatMap(({ obstacle }) => obstacle ?? []),
      }),
    };
  });
}

// The problem of a provider that is down is quoted: it may have responded.
function toMessage(obstacle: Obstacle, provider: string, snapshot: ProviderSnapshot | null): StoreMessage {
  const words = snapshot?.problemCoded ?? snapshot?.problem;
  return obstacle === 'provider_unresponsive' && words
    ? storeMessage('provider_named', { provider, words })
    : storeMessage(obstacle, { provider });
}

/** Of the providers that get new links, as their last checks found them. */
export async function findReachability(ctx: StoreContext): Promise<ProviderState> {
  const enabled = (await listProviders(ctx)).filter((entry) => entry.enabled);
  const snapshots = await catalogueRepository.snapshots(ctx.database.db);
  const known = enabled.flatMap(({ id }) => snapshots.get(id) ?? []);
  return computeReachability(known, await databaseNowMs(ctx));
}

/** All providers with their observed state. */
export async function listSeen(ctx: StoreContext): Promise<SeenProvider[]> {
  const all = await listProviders(ctx);
  const { offers } = await ctx.settings.current();
  const { db } = ctx.database;
  const [snapshots, known, counts, rates] = await Promise.all([
    catalogueRepository.snapshots(db),
    catalogueRepository.readServices(db, all.flatMap(usedServices)),
    catalogueRepository.countServices(db),
    catalogueRepository.readUsdRates(db),
  ]);
  return Promise.all(
    all.map(async (entry) => {
      const seen = snapshots.get(entry.id) ?? null;
      const used = await Promise.all(
        usedServices(entry).map(async (service) => ({
          offer: service.offer,
          serviceId: service.serviceId,
          known: catalogueRepository.findService(service, known),
          record: await catalogueRepository.readRecord(db, service.providerId, service.serviceId),
        })),
      );
      const usd = catalogueRepository.usdOf(rates, entry.id);
      const warnings = findWarnings(entry, seen, used, offers, usd);
      const check = ctx.providers.isKnownKind(entry.kind) ? toCheck(entry, seen) : unknownKindCheck(entry.kind);
      return { entry, snapshot: seen, services: counts.get(entry.id) ?? 0, used, usd, warnings, check };
    }),
  );
}

/** Throws not_found. */
export async function getSeen(ctx: StoreContext, id: string): Promise<SeenProvider> {
  const found = (await listSeen(ctx)).find(({ entry }) => entry.id === id);
  if (!found) throw new StoreError('not_found');
  return found;
}

/** Quantities on sale that a service in use does not accept; null before the first import of a catalog. */
export async function rangeProblems(ctx: StoreContext): Promise<StoreMessage[] | null> {
  const imported = (await listSeen(ctx)).filter(({ entry, snapshot }) => entry.enabled && snapshot?.servicesAt);
  if (imported.length === 0) return null;
  return imported.flatMap(({ warnings }) =>
    warnings.filter(({ kind }) => kind === 'range' || kind === 'gone').map(({ message }) => message),
  );
}

async function databaseNowMs(ctx: StoreContext): Promise<number> {
  const { rows } = await ctx.database.db.execute<{ now: string }>(`select now() as now`);
  return new Date(rows[0]?.now ?? 0).getTime() + ctx.database.clockOffsetMs();
}

/** One of several providers is named. */
function namedIn({ id, name }: Pick<ProviderEntry, 'id' | 'name'>, message: StoreMessage): StoreMessage {
  return id === 'default' ? message : storeMessage('provider_named', { provider: name, words: message });
}

/** The key works. */
function isProof(state: CheckState | 'untested'): boolean {
  return state === 'passed' || state === 'service_missing';
}

// A test of another address, key or service does not count.
function toCheck({ fingerprint }: ProviderEntry, seen: ProviderSnapshot | null): SeenProvider['check'] {
  if (!seen?.checkState || seen.checkedWith !== fingerprint) return { state: 'untested', problem: null, at: null };
  const { checkState: state, checkProblem: text, checkProblemCoded: coded, checkedAt: at } = seen;
  return { state, problem: text === null ? null : { text, coded }, at };
}

// Shown at once, not after the next check. A test of the newer version does not count here.
function unknownKindCheck(kind: string): SeenProvider['check'] {
  return { state: 'unreachable', problem: unknownKindProblem(kind), at: null };
}
