// Several providers in the order of their priority: the API tab's (`default`) and others.
import { createHash } from 'node:crypto';
import { defaultProviderKind, type ProviderKind } from '../../../contract/provider-kinds.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { Audit } from '../../ports/audit.ts';
import type { ProviderEntry, ProviderSettings, ProviderValues } from '../../ports/settings.ts';
import type { Admin } from '../../request-context.ts';
import { assertSameOrigin, isSameOrigin } from '../../safe-fetch/secret-origin.ts';
import {
  assertProviderRules,
  isNewKey,
  maskedKey,
  originEntry,
  type ProviderSettingsFeature,
  secretField,
} from './provider-settings.ts';
import type { ProviderEntryChange, ProviderEntryRow } from './providers.repository.ts';
import * as providersRepository from './providers.repository.ts';

export type ProvidersDeps = {
  database: Database;
  /** Settings of the API tab's provider. */
  first: Pick<ProviderSettingsFeature, 'read'>;
  audit: Audit;
  sealer: Sealer;
  urlProblem: (apiUrl: string) => StoreMessage | null;
  log: Log;
};

export type ProviderEntryInput = {
  [K in keyof Omit<ProviderEntry, 'id' | 'kind' | 'maskedKey' | 'fingerprint'>]?: ProviderEntry[K] | undefined;
} & { kind?: ProviderKind | undefined };

/**
 * Runs before an enabled provider is saved that was disabled or had other settings. When it throws, nothing is saved.
 */
export type BeforeOn = (to: ProviderSettings) => Promise<void>;

const ownElsewhere = ['apiUrl', 'apiKey', 'likesServiceId', 'viewsServiceId'] as const;
const tested = ['enabled', 'kind', ...ownElsewhere] as const;

export type Providers = Awaited<ReturnType<typeof createProviders>>;

export async function createProviders({ database, first, audit, sealer, urlProblem, log }: ProvidersDeps) {
  await providersRepository.addDefault(database.db);

  /** In the order of priority. */
  async function list(): Promise<ProviderEntry[]> {
    const [rows, values] = await Promise.all([providersRepository.list(database.db), first.read()]);
    return rows.map((row) => (row.id === 'default' ? defaultOf(row, values) : entryOf(row)));
  }

  /** Providers with an address and a key. Includes those that get no new links, because their links are tracked. */
  async function providers(): Promise<ProviderSettings[]> {
    return (await list()).filter(({ apiUrl, apiKey }) => apiUrl !== '' && apiKey !== '').map(settingsOf);
  }

  /** Throws invalid_input, and the errors of `beforeOn`. */
  async function add(input: ProviderEntryInput, admin: Admin, beforeOn: BeforeOn): Promise<string> {
    for (const field of ['name', 'apiUrl', 'apiKey'] as const) {
      if (!input[field]?.trim()) {
        const reason = storeMessage('provider_field_missing', { field });
        throw new StoreError('invalid_input', { field: fieldNames[field], reason });
      }
    }
    assertProviderRules(input, urlProblem);
    const { apiKey = '', apiUrl = '', likesServiceId = '', viewsServiceId = '', ...plain } = tidy(input);
    const { name = '', priority = 200, enabled = true, kind = defaultProviderKind, lowBalance = null } = plain;
    const reached = { apiUrl, likesServiceId, viewsServiceId };
    await recordOrigin('new', { from: '', to: apiUrl }, admin);
    if (enabled) await beforeOn(settingsOf({ id: 'new', name, enabled, kind, apiKey, ...reached }));
    return database.transaction(async (tx) => {
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
        apiKeySealed: sealer.seal(apiKey, purposeOf(id)),
      });
      const details = { ...tidy(input), apiKey: undefined };
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'provider.added', subject: id, details });
      return id;
    });
  }

  /** Throws not_found, invalid_input, conflict (a setting of the API tab). */
  async function change(id: string, input: ProviderEntryInput, admin: Admin, beforeOn: BeforeOn): Promise<void> {
    const wanted = tidy(input);
    if (id === 'default' && ownElsewhere.some((field) => wanted[field] !== undefined)) {
      throw new StoreError('conflict', { reason: 'provider_set_above' });
    }
    assertProviderRules(wanted, urlProblem);
    const now = (await list()).find((entry) => entry.id === id);
    if (!now) throw new StoreError('not_found');
    const { apiUrl = now.apiUrl, apiKey } = wanted;
    if (apiUrl !== now.apiUrl && apiKey === undefined)
      assertSameOrigin({ savedFor: now.apiUrl, goesTo: apiUrl }, secretField);
    await recordOrigin(id, { from: now.apiUrl, to: apiUrl }, admin);
    const planned = namesOfChange(wanted, now);
    const isTestDue = planned.some((name) => isOneOf(tested, name));
    if (isTestDue && (wanted.enabled ?? now.enabled)) await beforeOn(settingsOf({ ...now, ...definedOf(wanted) }));
    await database.transaction(async (tx) => {
      await providersRepository.hold(tx);
      const row = await providersRepository.find(tx, id);
      if (!row) throw new StoreError('not_found');
      // Moved since the test call: what was typed belongs to the address of before.
      if (id !== 'default' && (apiUrl !== now.apiUrl || apiKey !== undefined) && row.apiUrl !== now.apiUrl) {
        throw new StoreError('conflict', {
          reason: 'provider_changed',
        });
      }
      const names = namesOfChange(wanted, id === 'default' ? plainOf(row) : entryOf(row));
      if (names.length === 0) return;
      const { apiKey: _, ...plain } = Object.fromEntries(
        names.map((name) => [name, wanted[name]]),
      ) as ProviderEntryInput;
      const change = { ...plain } as ProviderEntryChange;
      if (apiKey !== undefined) change.apiKeySealed = sealer.seal(apiKey, purposeOf(id));
      await providersRepository.change(tx, id, change, admin.email);
      const details = { fields: names, ...plain };
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'provider.changed', subject: id, details });
    });
  }

  // Before any call, and so that it stays when the call or the save fails.
  async function recordOrigin(id: string, { from, to }: { from: string; to: string }, admin: Admin): Promise<void> {
    if (from === to || isSameOrigin(from, to)) return;
    await database.transaction((tx) => audit.record(tx, originEntry(`admin:${admin.id}`, id, from, to)));
  }

  function namesOfChange(wanted: ProviderEntryInput, before: Partial<ProviderEntry>): (keyof ProviderEntryInput)[] {
    return (Object.keys(wanted) as (keyof ProviderEntryInput)[]).filter((name) => wanted[name] !== before[name]);
  }

  function defaultOf(row: ProviderEntryRow, values: ProviderValues): ProviderEntry {
    return marked({ ...plainOf(row), ...values });
  }

  function marked(entry: Omit<ProviderEntry, 'maskedKey' | 'fingerprint'>): ProviderEntry {
    const { kind, apiUrl, apiKey, likesServiceId, viewsServiceId } = entry;
    // The first kind adds nothing: tests from before there were kinds still count.
    const ofKind = kind === 'panel-v2' ? [] : [kind];
    const reached = JSON.stringify([apiUrl, apiKey, likesServiceId, viewsServiceId, ...ofKind]);
    const fingerprint = createHash('sha256').update(sealer.sealSame(reached, 'provider check')).digest('hex');
    return { ...entry, maskedKey: maskedKey(apiKey), fingerprint };
  }

  function plainOf({ id, name, priority, enabled, kind, lowBalance }: ProviderEntryRow) {
    return { id, name, priority, enabled, kind, lowBalance };
  }

  function entryOf(row: ProviderEntryRow): ProviderEntry {
    const { apiUrl, likesServiceId, viewsServiceId } = row;
    return marked({ ...plainOf(row), apiUrl: apiUrl ?? '', apiKey: keyOf(row), likesServiceId, viewsServiceId });
  }

  function keyOf({ id, apiKeySealed }: ProviderEntryRow): string {
    if (apiKeySealed === null) return '';
    const key = sealer.open(apiKeySealed, purposeOf(id));
    if (key === null) log.error({ id }, 'a provider key cannot be read: SECRETS_KEY is not the one it was saved with');
    return key ?? '';
  }

  return { list, providers, add, change };
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name);

function definedOf(wanted: ProviderEntryInput): Partial<ProviderEntry> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

function settingsOf(
  entry: Omit<ProviderEntry, 'priority' | 'lowBalance' | 'maskedKey' | 'fingerprint'>,
): ProviderSettings {
  const { id, name, enabled, kind, apiUrl, apiKey, likesServiceId, viewsServiceId } = entry;
  return { id, name, enabled, kind, apiUrl, apiKey, serviceIds: { Likes: likesServiceId, Views: viewsServiceId } };
}

// Binds an encrypted key to its provider: it cannot be decrypted in another row.
const purposeOf = (id: string) => `provider key ${id}`;

const fieldNames = { name: 'name', apiUrl: 'api_url', apiKey: 'api_key' };

// A masked or empty key keeps the saved one.
function tidy(input: ProviderEntryInput): ProviderEntryInput {
  const given = Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value.trim() : value]],
  );
  const { apiKey, ...others }: ProviderEntryInput = Object.fromEntries(given);
  return apiKey !== undefined && isNewKey(apiKey) ? { ...others, apiKey } : others;
}
