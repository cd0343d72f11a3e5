// The connection settings of the provider: the saved values, else those of the environment or the sandbox. Read from
// the database at every use, so that no process sends with an old key.
import { type Category, categories } from '../../../contract/category.ts';
import { type OfferSetting, titleOfKey } from '../../../contract/offers.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type CodeWithoutParams, type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Queryable, Tx } from '../../database/database.ts';
import type { AuditEntry } from '../../ports/audit.ts';
import type { ProviderValues } from '../../ports/settings.ts';
import type { Admin } from '../../request-context.ts';
import { addressRule, urlProblem } from '../../safe-fetch/addresses.ts';
import { assertSameOrigin, isSameOrigin, parseOrigin } from '../../safe-fetch/secret-origin.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import type { ServiceOffer } from './provider.ts';
import type { ProviderSettingsChange, ProviderSettingsRow } from './providers.repository.ts';
import * as providersRepository from './providers.repository.ts';
import * as changesRepository from './service-changes.repository.ts';
import { serviceField } from './service-problems.ts';

/** What reading the settings of providers needs of the context. */
export type ProviderStore = Pick<StoreContext, 'database' | 'sealer' | 'log' | 'firstProvider'>;

const purpose = 'provider key';
const mask = '********';

/** What reaches the provider of the API tab. */
export async function readProviderValues(ctx: ProviderStore, db: Queryable = ctx.database.db): Promise<ProviderValues> {
  return readValues(ctx, await providersRepository.findSettings(db));
}

function readValues(ctx: ProviderStore, saved: ProviderSettingsRow | null): ProviderValues {
  const apiUrl = saved?.apiUrl ?? ctx.firstProvider?.apiUrl ?? '';
  // The first key belongs to the first address.
  const firstKey = ctx.firstProvider && isSameOrigin(ctx.firstProvider.apiUrl, apiUrl) ? ctx.firstProvider.apiKey : '';
  return {
    apiUrl,
    apiKey: openKey(ctx, saved) ?? firstKey,
    likesServiceId: saved?.likesServiceId ?? ctx.firstProvider?.serviceIds.Likes ?? '',
    viewsServiceId: saved?.viewsServiceId ?? ctx.firstProvider?.serviceIds.Views ?? '',
  };
}

/**
 * Before a save with other services or another address. When it throws, nothing is saved. Returns what the provider offers
 * now; null where it was not reached.
 */
type BeforeSave = (to: ProviderValues, chosen: readonly Category[], isOtherUrl: boolean) => Promise<Offered>;

/** Saves the changed values. Throws invalid_input. */
export async function saveProviderValues(
  ctx: StoreContext,
  input: Partial<ProviderValues>,
  admin: Admin,
  beforeSave: BeforeSave,
): Promise<ProviderValues> {
  const wanted = tidy(input);
  const actor = `admin:${admin.id}`;
  const first = prepare(ctx, await providersRepository.findSettings(ctx.database.db), wanted);
  const chosen = chosenBy(first);
  let offers: Offered = null;
  const isOtherUrl = first.changed.apiUrl !== undefined;
  const { routes: saved = {} } = (await providersRepository.find(ctx.database.db, 'default')) ?? {};
  const { offers: sold } = await ctx.settings.current();
  const isTested = chosen.length > 0 || (isOtherUrl && Object.keys(saved).length > 0);
  if (isTested) {
    if (first.isMoved) await ctx.database.transaction((tx) => ctx.audit.record(tx, movedEntry(actor, first)));
    offers = await beforeSave({ ...first.before, ...first.changed }, chosen, isOtherUrl);
  }
  await ctx.database.transaction(async (tx) => {
    const saved = await providersRepository.lockSettings(tx);
    const save = prepare(ctx, saved, wanted);
    const { before, changed, isMoved } = save;
    const fields = Object.keys(changed);
    if (fields.length === 0) return;
    const { apiKey, ...plain } = changed;
    const change: ProviderSettingsChange = { ...plain };
    if (apiKey !== undefined) change.apiKeySealed = ctx.sealer.seal(apiKey, purpose);
    await providersRepository.saveSettings(tx, change, admin.email);
    const { routes } = (await providersRepository.find(tx, 'default')) ?? { routes: {} };
    const servicesOf = ({ likesServiceId, viewsServiceId }: ProviderValues) => ({
      ...routes,
      Likes: likesServiceId,
      Views: viewsServiceId,
    });
    const services = { before: servicesOf(before), after: servicesOf({ ...before, ...changed }) };
    await confirmChosen(tx, 'default', {
      movedFrom: before.apiUrl,
      apiUrl: changed.apiUrl,
      services,
      offers,
      sold,
      by: admin.email,
    });
    await ctx.audit.record(tx, {
      actor,
      action: 'settings.saved',
      subject: 'provider-settings',
      // No response contains the key itself.
      details: { fields, ...plain },
    });
    const isRecorded = isTested && first.isMoved && first.before.apiUrl === before.apiUrl;
    if (isMoved && !isRecorded) await ctx.audit.record(tx, movedEntry(actor, save));
    await ctx.jobs.enqueue(tx, ...providerCheck);
    await ctx.jobs.enqueue(tx, ...heldLinksRetry);
  });
  return readProviderValues(ctx);
}

/** By the key of the offer. */
type Services = Readonly<Record<string, string>>;

/** The catalog as the provider returned it for a save. */
export type Offered = readonly ServiceOffer[] | null;
type Save = { before: ProviderValues; changed: Partial<ProviderValues>; isMoved: boolean };

/** What a save changes. Throws invalid_input. */
function prepare(ctx: StoreContext, saved: ProviderSettingsRow | null, wanted: Partial<ProviderValues>): Save {
  const before = readValues(ctx, saved);
  const changed = differing(wanted, before);
  const { apiUrl = before.apiUrl } = changed;
  const isMoved = !isSameOrigin(before.apiUrl, apiUrl);
  // Typed for its new address, a key is saved beside it, also where it is the first one.
  if (isMoved && wanted.apiKey !== undefined) changed.apiKey = wanted.apiKey;
  assertProviderRules(ctx, changed);
  const hasKey = saved?.apiKeySealed != null || before.apiKey !== '';
  if (changed.apiUrl !== undefined && changed.apiKey === undefined && hasKey) {
    assertSameOrigin({ savedFor: before.apiUrl, goesTo: apiUrl }, secretField);
  }
  return { before, changed, isMoved: isMoved && changed.apiUrl !== undefined };
}

function chosenBy({ before, changed }: Save): Category[] {
  const { apiUrl, likesServiceId, viewsServiceId } = changed;
  const serviceIds = { Likes: likesServiceId, Views: viewsServiceId };
  const saved = { Likes: before.likesServiceId, Views: before.viewsServiceId };
  return categories.filter(
    (category) => (serviceIds[category] ?? (apiUrl === undefined ? '' : saved[category])) !== '',
  );
}

function movedEntry(actor: string, { before, changed }: Save): AuditEntry {
  return originEntry(actor, 'default', before.apiUrl, changed.apiUrl ?? before.apiUrl);
}

/**
 * What a save chooses is what the operator means by it. At another address all numbers mean something else. Throws
 * invalid_input for a held service that another offer keeps: the choice would release it there, too.
 */
export async function confirmChosen(
  tx: Tx,
  id: string,
  save: {
    movedFrom: string;
    apiUrl: string | undefined;
    services: Record<'before' | 'after', Services>;
    offers: Offered;
    /** How sentences name the offers. */
    sold: readonly OfferSetting[];
    /** The email of the admin, or the name of the API key. */
    by: string;
    /** A program: it does not confirm a held service by choosing it. */
    isProgram?: boolean;
  },
): Promise<void> {
  const { movedFrom, apiUrl, services, offers, sold, by, isProgram = false } = save;
  const { before, after } = services;
  const isMoved = apiUrl !== undefined && !isSameOrigin(movedFrom, apiUrl);
  await changesRepository.settleReplaced(tx, id, isMoved ? [] : Object.values(after), by);
  if (isMoved) return catalogueRepository.clearConfirmed(tx, id);
  const changed = Object.entries(after).filter(([offer, serviceId]) => serviceId !== (before[offer] ?? ''));
  await assertNotHeldElsewhere(tx, id, changed, after, sold);
  if (isProgram) await assertNoneHeld(tx, id, changed);
  const chosen = changed.map(([, serviceId]) => serviceId);
  await catalogueRepository.confirmServices(tx, id, chosen);
  const offered = (offers ?? []).filter(({ serviceId }) => chosen.includes(serviceId));
  if (offered.length > 0) await catalogueRepository.confirmOffered(tx, id, offered);
}

async function assertNoneHeld(
  tx: Tx,
  id: string,
  changed: readonly [offer: string, serviceId: string][],
): Promise<void> {
  for (const [offer, serviceId] of changed) {
    const service = serviceId === '' ? null : await catalogueRepository.lockService(tx, { providerId: id, serviceId });
    if (service?.isHeld) refuse(serviceField(offer), storeMessage('service_held_for_admin', { serviceId }));
  }
}

async function assertNotHeldElsewhere(
  tx: Tx,
  id: string,
  changed: readonly [offer: string, serviceId: string][],
  after: Services,
  sold: readonly OfferSetting[],
): Promise<void> {
  const isChanged = (offer: string) => changed.some(([one]) => one === offer);
  for (const [offer, serviceId] of changed) {
    const other = Object.keys(after).find((one) => !isChanged(one) && after[one] === serviceId);
    if (serviceId === '' || other === undefined) continue;
    const service = await catalogueRepository.lockService(tx, { providerId: id, serviceId });
    if (!service?.isHeld) continue;
    const category = titleOfKey(sold, other);
    refuse(serviceField(offer), storeMessage('service_held_elsewhere', { serviceId, category }));
  }
}

// Null: no key was saved. Empty: the saved key cannot be decrypted; the initial key may belong to another provider.
function openKey(ctx: ProviderStore, saved: ProviderSettingsRow | null): string | null {
  if (saved?.apiKeySealed == null) return null;
  const key = ctx.sealer.open(saved.apiKeySealed, purpose);
  if (key === null) ctx.log.error({}, 'the provider key cannot be read: SECRETS_KEY is not the one it was saved with');
  return key ?? '';
}

/** The check of all providers at once. The next one that is due comes by its schedule, so it is not repeated. */
export const providerCheck = ['look_at_providers', {}, { key: 'look_at_providers', maxAttempts: 1 }] as const;

/** The sends that wait because their service is held; enqueued with the change that may release them. */
export const heldLinksRetry = ['retry_held_links', {}, { key: 'retry_held_links' }] as const;

/** The field of a provider's key. */
export const secretField = { field: 'api_key', secret: 'api_key' } as const;

/** The audit entry of a key that goes to another origin; written before any call. */
export function originEntry(actor: string, subject: string, from: string, to: string): AuditEntry {
  return { actor, action: 'provider.origin', subject, details: { from: parseOrigin(from), to: parseOrigin(to) } };
}

/** False for the masked form of the saved key. */
export function isNewKey(apiKey: string): boolean {
  return apiKey !== '' && !apiKey.startsWith(mask);
}

/** Validates a provider's address, key and services. Throws invalid_input. */
export function assertProviderRules(
  { config }: Pick<StoreContext, 'config'>,
  input: { [K in keyof ProviderValues]?: string | undefined } & { routes?: Services | undefined },
): void {
  const { apiUrl, apiKey, likesServiceId, viewsServiceId, routes = {} } = input;
  const problem = apiUrl === undefined ? null : urlProblem(apiUrl, addressRule(config, 'provider'));
  if (problem) refuse('api_url', problem);
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    refuse('api_key', 'provider_key_form');
  }
  for (const [field, id] of [
    ['likes_service_id', likesServiceId],
    ['views_service_id', viewsServiceId],
    ...Object.entries(routes).map(([offer, id]) => [serviceField(offer), id] as const),
  ] as const) {
    if (id !== undefined && !/^[\w.-]{0,100}$/.test(id)) refuse(field, 'service_id_form');
  }
}

/** `********` and the last four characters; only the stars for a short key. */
export function maskedKey(apiKey: string): string {
  if (apiKey === '') return '';
  return apiKey.length < 12 ? mask : `${mask}${apiKey.slice(-4)}`;
}

/** The given values without spaces around them. A masked or empty key keeps the saved one. */
export function tidy<T extends { apiKey?: string | undefined }>(input: T): T {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const tidied = given.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]);
  const { apiKey = '', ...others } = Object.fromEntries(tidied);
  return isNewKey(apiKey) ? { ...others, apiKey } : others;
}

/** The differences from the previous values. */
export function differing<T extends object>(wanted: T, before: Partial<Record<keyof T, unknown>>): Partial<T> {
  const changed = Object.entries(wanted).filter(([name, value]) => value !== before[name as keyof T]);
  return Object.fromEntries(changed) as Partial<T>;
}

function refuse(field: string, reason: CodeWithoutParams | StoreMessage): never {
  throw new StoreError('invalid_input', { field, reason });
}
