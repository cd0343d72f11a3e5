// Several providers in the order of their priority: the API tab's (`default`) and others.
import { createHash } from 'node:crypto';
import { defaultProviderKind, type ProviderKind } from '../../../contract/provider-kinds.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import type { ProviderEntry, ProviderSettings, ProviderValues } from '../../ports/settings.ts';
import type { Actor, Admin } from '../../request-context.ts';
import { assertSameOrigin, isSameOrigin } from '../../safe-fetch/secret-origin.ts';
import {
  assertProviderRules,
  confirmChosen,
  differing,
  heldLinksRetry,
  maskedKey,
  type Offered,
  originEntry,
  type ProviderStore,
  readProviderValues,
  secretField,
  tidy,
} from './provider-settings.ts';
import type { ListedProvider, ProviderEntryChange, ProviderEntryRow } from './providers.repository.ts';
import * as providersRepository from './providers.repository.ts';

export type ProviderEntryInput = {
  [K in keyof Omit<ProviderEntry, 'id' | 'kind' | 'maskedKey' | 'fingerprint'>]?: ProviderEntry[K] | undefined;
} & { kind?: ProviderKind | undefined };

/**
 * Runs before an enabled provider is saved that was disabled or had other settings. When it throws, nothing is saved.
 * `chosen`: the services that the save chooses, all of them where it enables the provider or changes its address. `isRoutesAlone`:
 * the save changes nothing else that is tested. Returns what the provider offers now.
 */
export type BeforeOn = (
  to: ProviderSettings,
  chosen: readonly (UsedService & { isNew: boolean })[],
  isRoutesAlone?: boolean,
) => Promise<Offered>;

const ownElsewhere = ['apiUrl', 'apiKey', 'likesServiceId', 'viewsServiceId'] as const;
const tested = ['enabled', 'kind', 'routes', ...ownElsewhere] as const;

/** In the order of priority. */
export async function listProviders(ctx: ProviderStore, db: Queryable = ctx.database.db): Promise<ProviderEntry[]> {
  const [rows, values] = await Promise.all([providersRepository.list(db), readProviderValues(ctx, db)]);
  return rows.map((row) => (row.id === 'default' ? toDefaultEntry(ctx, row, values) : toEntry(ctx, row)));
}

/** Providers with an address and a key. Includes those that get no new links, because their links are tracked. */
export async function listConnections(ctx: ProviderStore): Promise<ProviderSettings[]> {
  return (await listProviders(ctx)).filter(({ apiUrl, apiKey }) => apiUrl !== '' && apiKey !== '').map(toSettings);
}

/** A service that the provider delivers an offer with. `offer`: its `offerKey()`. */
export type UsedService = { providerId: string; providerName: string; offer: string; serviceId: string };

export function usedServices(entry: ProviderEntry): UsedService[] {
  return usedIn(toSettings(entry));
}

export function usedIn({ serviceIds, id: providerId, name: providerName }: ProviderSettings): UsedService[] {
  return Object.entries(serviceIds).flatMap(([offer, serviceId]) =>
    serviceId === '' ? [] : { providerId, providerName, offer, serviceId },
  );
}

/** Of the providers that get new links. */
export async function listUsedServices(ctx: ProviderStore, db?: Queryable): Promise<UsedService[]> {
  return (await listProviders(ctx, db)).filter(({ enabled }) => enabled).flatMap(usedServices);
}

/** Throws invalid_input, and the errors of `beforeOn`. */
export async function addProvider(
  ctx: StoreContext,
  input: ProviderEntryInput,
  admin: Admin,
  beforeOn: BeforeOn,
): Promise<string> {
  for (const field of ['name', 'apiUrl', 'apiKey'] as const) {
    if (!input[field]?.trim()) {
      const reason = storeMessage('provider_field_missing', { field });
      throw new StoreError('invalid_input', { field: fieldNames[field], reason });
    }
  }
  assertProviderRules(ctx, input);
  const { apiKey = '', apiUrl = '', likesServiceId = '', viewsServiceId = '', routes = {}, ...plain } = tidy(input);
  const { name = '', priority = 200, enabled = true, kind = defaultProviderKind, lowBalance = null } = plain;
  const reached = { apiUrl, likesServiceId, viewsServiceId };
  await recordOrigin(ctx, 'new', { from: '', to: apiUrl }, { actor: `admin:${admin.id}` });
  if (enabled) {
    const to = toSettings({ id: 'new', name, enabled, kind, apiKey, routes, ...reached });
    await beforeOn(
      to,
      usedIn(to).map((used) => ({ ...used, isNew: true })),
    );
  }
  return ctx.database.transaction(async (tx) => {
    await providersRepository.hold(tx);
    const id = await providersRepository.nextId(tx);
    await providersRepository.add(tx, {
      id,
      name,
      priority,
      enabled,
      kind,
      lowBalance,
      changedBy: admin.email,
      ...reached,
      apiKeySealed: ctx.sealer.seal(apiKey, purposeOf(id)),
    });
    await providersRepository.saveRoutes(tx, id, routes, admin.email);
    const details = { ...tidy(input), apiKey: undefined };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'provider.added', subject: id, details });
    await ctx.jobs.enqueue(tx, ...heldLinksRetry);
    ctx.live.announce(tx, 'settings-update');
    return id;
  });
}

/** Throws not_found, invalid_input, conflict (a setting of the API tab). */
export async function changeProvider(
  ctx: StoreContext,
  id: string,
  input: ProviderEntryInput,
  by: Actor,
  beforeOn: BeforeOn,
): Promise<void> {
  const wanted = tidy(input);
  if (id === 'default' && ownElsewhere.some((field) => wanted[field] !== undefined)) {
    throw new StoreError('conflict', { reason: 'provider_set_above' });
  }
  assertProviderRules(ctx, wanted);
  const now = (await listProviders(ctx)).find((entry) => entry.id === id);
  if (!now) throw new StoreError('not_found');
  const { apiUrl = now.apiUrl, apiKey } = wanted;
  if (apiUrl !== now.apiUrl && apiKey === undefined)
    assertSameOrigin({ savedFor: now.apiUrl, goesTo: apiUrl }, secretField);
  await recordOrigin(ctx, id, { from: now.apiUrl, to: apiUrl }, by);
  const changes = changedBy(wanted, now);
  const differs = Object.keys(changes);
  const differsTested = differs.filter((name) => isOneOf(tested, name));
  let offers: Offered = null;
  if (differsTested.length > 0 && (wanted.enabled ?? now.enabled)) {
    const routes = { ...now.routes, ...changes.routes };
    const to = toSettings({ ...now, ...withoutUndefined(wanted), routes });
    const before = usedIn(toSettings(now));
    const isOther = differs.some((name) => isOneOf(['kind', 'apiUrl'], name));
    const chosen = usedIn(to).map((used) => ({ ...used, isNew: isOther || !isAmong(before, used) }));
    const isRoutesAlone = differsTested.every((name) => name === 'routes');
    const ofSave = differs.includes('enabled') ? chosen : chosen.filter(({ isNew }) => isNew);
    offers = await beforeOn(to, ofSave, isRoutesAlone);
  }
  const { offers: sold } = await ctx.settings.current();
  await ctx.database.transaction(async (tx) => {
    await providersRepository.hold(tx);
    const row = await providersRepository.find(tx, id);
    if (!row) throw new StoreError('not_found');
    // The address changed since the test call: the typed values belong to the former address.
    if (id !== 'default' && (apiUrl !== now.apiUrl || apiKey !== undefined) && row.apiUrl !== now.apiUrl) {
      throw new StoreError('conflict', { reason: 'provider_changed' });
    }
    const saved = id === 'default' ? { ...now, ...toPlainEntry(row) } : toEntry(ctx, row);
    const changed = changedBy(wanted, saved);
    const fields = Object.keys(changed);
    if (fields.length === 0) return;
    const after = { ...saved, ...changed, routes: { ...saved.routes, ...changed.routes } };
    const services = { before: serviceIdsOf(saved), after: serviceIdsOf(after) };
    await confirmChosen(tx, id, {
      movedFrom: now.apiUrl,
      apiUrl: changed.apiUrl,
      services,
      offers,
      sold,
      by: by.name,
      isProgram: by.admin === undefined,
    });
    const { apiKey: _, routes = {}, ...plain } = changed;
    const change = { ...plain } as ProviderEntryChange;
    if (apiKey !== undefined) change.apiKeySealed = ctx.sealer.seal(apiKey, purposeOf(id));
    await providersRepository.change(tx, id, change, by.name);
    await providersRepository.saveRoutes(tx, id, routes, by.name);
    const details = { fields, ...plain, ...(changed.routes ? { routes } : {}) };
    await ctx.audit.record(tx, { actor: by.actor, action: 'provider.changed', subject: id, details });
    await ctx.jobs.enqueue(tx, ...heldLinksRetry);
    ctx.live.announce(tx, 'settings-update');
  });
}

// Before any call, and so that it stays when the call or the save fails.
async function recordOrigin(
  ctx: StoreContext,
  id: string,
  { from, to }: { from: string; to: string },
  { actor }: Pick<Actor, 'actor'>,
): Promise<void> {
  if (from === to || isSameOrigin(from, to)) return;
  await ctx.database.transaction((tx) => ctx.audit.record(tx, originEntry(actor, id, from, to)));
}

function toDefaultEntry(ctx: ProviderStore, row: ListedProvider, values: ProviderValues): ProviderEntry {
  return marked(ctx, { ...toPlainEntry(row), ...values });
}

function marked(ctx: ProviderStore, entry: Omit<ProviderEntry, 'maskedKey' | 'fingerprint'>): ProviderEntry {
  const { kind, apiUrl, apiKey, likesServiceId, viewsServiceId, routes } = entry;
  // The first kind and no other offers add nothing: tests from before there were any still count.
  const ofKind = kind === 'panel-v2' ? [] : [kind];
  const ofRoutes = Object.keys(routes).length === 0 ? [] : [Object.entries(routes).sort()];
  const reached = JSON.stringify([apiUrl, apiKey, likesServiceId, viewsServiceId, ...ofKind, ...ofRoutes]);
  const fingerprint = createHash('sha256').update(ctx.sealer.sealSame(reached, 'provider check')).digest('hex');
  return { ...entry, maskedKey: maskedKey(apiKey), fingerprint };
}

function toPlainEntry({ id, name, priority, enabled, kind, lowBalance, routes }: ListedProvider) {
  return { id, name, priority, enabled, kind, lowBalance, routes };
}

function toEntry(ctx: ProviderStore, row: ListedProvider): ProviderEntry {
  const { apiUrl, likesServiceId, viewsServiceId } = row;
  return marked(ctx, {
    ...toPlainEntry(row),
    apiUrl: apiUrl ?? '',
    apiKey: openKey(ctx, row),
    likesServiceId,
    viewsServiceId,
  });
}

function openKey(ctx: ProviderStore, { id, apiKeySealed }: ProviderEntryRow): string {
  if (apiKeySealed === null) return '';
  const key = ctx.sealer.open(apiKeySealed, purposeOf(id));
  if (key === null)
    ctx.log.error({ id }, 'a provider key cannot be read: SECRETS_KEY is not the one it was saved with');
  return key ?? '';
}

const isAmong = (services: readonly UsedService[], { offer, serviceId }: UsedService) =>
  services.some((each) => each.offer === offer && each.serviceId === serviceId);

/** `routes`: those that change, an empty one to remove it. */
function changedBy(wanted: ProviderEntryInput, before: Partial<ProviderEntry>): Partial<ProviderEntryInput> {
  const { routes: given = {}, ...others } = wanted;
  const known = before.routes ?? {};
  const routes = Object.entries(given).filter(([offer, serviceId]) => serviceId !== (known[offer] ?? ''));
  return { ...differing(others, before), ...(routes.length > 0 ? { routes: Object.fromEntries(routes) } : {}) };
}

/** By the key of the offer. */
function serviceIdsOf({
  likesServiceId,
  viewsServiceId,
  routes,
}: Pick<ProviderEntry, 'likesServiceId' | 'viewsServiceId' | 'routes'>) {
  return { Likes: likesServiceId, Views: viewsServiceId, ...routes };
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

function withoutUndefined(wanted: ProviderEntryInput): Partial<ProviderEntry> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

export function toSettings(
  entry: Omit<ProviderEntry, 'priority' | 'lowBalance' | 'maskedKey' | 'fingerprint'>,
): ProviderSettings {
  const { id, name, enabled, kind, apiUrl, apiKey } = entry;
  return { id, name, enabled, kind, apiUrl, apiKey, serviceIds: serviceIdsOf(entry) };
}

// Binds an encrypted key to its provider: it cannot be decrypted in another row.
const purposeOf = (id: string) => `provider key ${id}`;

const fieldNames = { name: 'name', apiUrl: 'api_url', apiKey: 'api_key' };
