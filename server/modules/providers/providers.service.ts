// Several providers in the order of their priority: the API tab's (`default`) and others.
import { createHash } from 'node:crypto';
import { type Category, categories } from '../../../contract/category.ts';
import { defaultProviderKind, type ProviderKind } from '../../../contract/provider-kinds.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import type { ProviderEntry, ProviderSettings, ProviderValues } from '../../ports/settings.ts';
import type { Admin } from '../../request-context.ts';
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
import type { ProviderEntryChange, ProviderEntryRow } from './providers.repository.ts';
import * as providersRepository from './providers.repository.ts';

export type ProviderEntryInput = {
  [K in keyof Omit<ProviderEntry, 'id' | 'kind' | 'maskedKey' | 'fingerprint'>]?: ProviderEntry[K] | undefined;
} & { kind?: ProviderKind | undefined };

/**
 * Runs before an enabled provider is saved that was disabled or had other settings. When it throws, nothing is saved.
 * `chosen`: the services that the save chooses, all of them where it enables the provider or changes its address. Returns what the
 * provider offers now.
 */
export type BeforeOn = (
  to: ProviderSettings,
  chosen: readonly (UsedService & { isNew: boolean })[],
) => Promise<Offered>;

const ownElsewhere = ['apiUrl', 'apiKey', 'likesServiceId', 'viewsServiceId'] as const;
const tested = ['enabled', 'kind', ...ownElsewhere] as const;

/** In the order of priority. */
export async function listProviders(ctx: ProviderStore, db: Queryable = ctx.database.db): Promise<ProviderEntry[]> {
  const [rows, values] = await Promise.all([providersRepository.list(db), readProviderValues(ctx, db)]);
  return rows.map((row) => (row.id === 'default' ? toDefaultEntry(ctx, row, values) : toEntry(ctx, row)));
}

/** Providers with an address and a key. Includes those that get no new links, because their links are tracked. */
export async function listConnections(ctx: ProviderStore): Promise<ProviderSettings[]> {
  return (await listProviders(ctx)).filter(({ apiUrl, apiKey }) => apiUrl !== '' && apiKey !== '').map(toSettings);
}

/** A service that the provider delivers a category with. */
export type UsedService = { providerId: string; providerName: string; category: Category; serviceId: string };

export function usedServices(entry: ProviderEntry): UsedService[] {
  return usedIn(toSettings(entry));
}

export function usedIn({ serviceIds, id: providerId, name: providerName }: ProviderSettings): UsedService[] {
  return categories.flatMap((category) =>
    serviceIds[category] === '' ? [] : { providerId, providerName, category, serviceId: serviceIds[category] },
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
  const { apiKey = '', apiUrl = '', likesServiceId = '', viewsServiceId = '', ...plain } = tidy(input);
  const { name = '', priority = 200, enabled = true, kind = defaultProviderKind, lowBalance = null } = plain;
  const reached = { apiUrl, likesServiceId, viewsServiceId };
  await recordOrigin(ctx, 'new', { from: '', to: apiUrl }, admin);
  if (enabled) {
    const to = toSettings({ id: 'new', name, enabled, kind, apiKey, ...reached });
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
  admin: Admin,
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
  await recordOrigin(ctx, id, { from: now.apiUrl, to: apiUrl }, admin);
  const differs = Object.keys(differing(wanted, now));
  let offers: Offered = null;
  if (differs.some((name) => isOneOf(tested, name)) && (wanted.enabled ?? now.enabled)) {
    const to = toSettings({ ...now, ...withoutUndefined(wanted) });
    const before = usedIn(toSettings(now));
    const isOther = differs.some((name) => isOneOf(['kind', 'apiUrl'], name));
    const chosen = usedIn(to).map((used) => ({ ...used, isNew: isOther || !isAmong(before, used) }));
    offers = await beforeOn(to, differs.includes('enabled') ? chosen : chosen.filter(({ isNew }) => isNew));
  }
  await ctx.database.transaction(async (tx) => {
    await providersRepository.hold(tx);
    const row = await providersRepository.find(tx, id);
    if (!row) throw new StoreError('not_found');
    // The address changed since the test call: the typed values belong to the former address.
    if (id !== 'default' && (apiUrl !== now.apiUrl || apiKey !== undefined) && row.apiUrl !== now.apiUrl) {
      throw new StoreError('conflict', { reason: 'provider_changed' });
    }
    const changed = differing(wanted, id === 'default' ? toPlainEntry(row) : toEntry(ctx, row));
    const fields = Object.keys(changed);
    if (fields.length === 0) return;
    const { likesServiceId, viewsServiceId } = row;
    await confirmChosen(tx, id, { before: { apiUrl: now.apiUrl, likesServiceId, viewsServiceId }, changed, offers });
    const { apiKey: _, ...plain } = changed;
    const change = { ...plain } as ProviderEntryChange;
    if (apiKey !== undefined) change.apiKeySealed = ctx.sealer.seal(apiKey, purposeOf(id));
    await providersRepository.change(tx, id, change, admin.email);
    const details = { fields, ...plain };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'provider.changed', subject: id, details });
    await ctx.jobs.enqueue(tx, ...heldLinksRetry);
    ctx.live.announce(tx, 'settings-update');
  });
}

// Before any call, and so that it stays when the call or the save fails.
async function recordOrigin(
  ctx: StoreContext,
  id: string,
  { from, to }: { from: string; to: string },
  admin: Admin,
): Promise<void> {
  if (from === to || isSameOrigin(from, to)) return;
  await ctx.database.transaction((tx) => ctx.audit.record(tx, originEntry(`admin:${admin.id}`, id, from, to)));
}

function toDefaultEntry(ctx: ProviderStore, row: ProviderEntryRow, values: ProviderValues): ProviderEntry {
  return marked(ctx, { ...toPlainEntry(row), ...values });
}

function marked(ctx: ProviderStore, entry: Omit<ProviderEntry, 'maskedKey' | 'fingerprint'>): ProviderEntry {
  const { kind, apiUrl, apiKey, likesServiceId, viewsServiceId } = entry;
  // The first kind adds nothing: tests from before there were kinds still count.
  const ofKind = kind === 'panel-v2' ? [] : [kind];
  const reached = JSON.stringify([apiUrl, apiKey, likesServiceId, viewsServiceId, ...ofKind]);
  const fingerprint = createHash('sha256').update(ctx.sealer.sealSame(reached, 'provider check')).digest('hex');
  return { ...entry, maskedKey: maskedKey(apiKey), fingerprint };
}

function toPlainEntry({ id, name, priority, enabled, kind, lowBalance }: ProviderEntryRow) {
  return { id, name, priority, enabled, kind, lowBalance };
}

function toEntry(ctx: ProviderStore, row: ProviderEntryRow): ProviderEntry {
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

const isAmong = (services: readonly UsedService[], { category, serviceId }: UsedService) =>
  services.some((each) => each.category === category && each.serviceId === serviceId);

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

function withoutUndefined(wanted: ProviderEntryInput): Partial<ProviderEntry> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

export function toSettings(
  entry: Omit<ProviderEntry, 'priority' | 'lowBalance' | 'maskedKey' | 'fingerprint'>,
): ProviderSettings {
  const { id, name, enabled, kind, apiUrl, apiKey, likesServiceId, viewsServiceId } = entry;
  return { id, name, enabled, kind, apiUrl, apiKey, serviceIds: { Likes: likesServiceId, Views: viewsServiceId } };
}

// Binds an encrypted key to its provider: it cannot be decrypted in another row.
const purposeOf = (id: string) => `provider key ${id}`;

const fieldNames = { name: 'name', apiUrl: 'api_url', apiKey: 'api_key' };
