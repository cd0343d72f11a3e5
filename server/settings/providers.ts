// Several providers: the one of the API tab (`default`) and others, in the order in which links are offered to them.
import { StoreError } from '../../contract/errors.ts';
import { type Admin, holdToStepUp } from '../caller.ts';
import type { Log } from '../log.ts';
import type { Audit } from '../ports/audit.ts';
import type { ProviderEntry, ProviderSettings } from '../ports/settings.ts';
import type { Sealer } from '../secrets.ts';
import type { Database } from '../store/database.ts';
import { holdToRules, isNewKey, maskedKey, type ProviderSettingsFeature } from './provider-settings.ts';
import type { ProviderEntryChange, ProviderEntryRow, ProvidersStore } from './providers-store.ts';

export type ProvidersParts = {
  database: Database;
  store: ProvidersStore;
  /** The provider of the API tab. */
  first: Pick<ProviderSettingsFeature, 'read'>;
  audit: Audit;
  sealer: Sealer;
  urlProblem: (apiUrl: string) => string | null;
  log: Log;
};

export type AskedEntry = { [K in keyof Omit<ProviderEntry, 'id' | 'maskedKey'>]?: ProviderEntry[K] | undefined };

const ownElsewhere = ['apiUrl', 'apiKey', 'likesServiceId', 'viewsServiceId'] as const;

export async function createProviders({ database, store, first, audit, sealer, urlProblem, log }: ProvidersParts) {
  await store.addDefault();

  /** The first to be used first. */
  async function list(): Promise<ProviderEntry[]> {
    const [rows, values] = await Promise.all([store.list(), first.read()]);
    return rows.map((row) =>
      row.id === 'default' ? { ...plainOf(row), ...values, maskedKey: maskedKey(values.apiKey) } : entryOf(row),
    );
  }

  /** Those with an address and a key; also those that get no new links, for what they have is followed. */
  async function providers(): Promise<ProviderSettings[]> {
    return (await list())
      .filter(({ apiUrl, apiKey }) => apiUrl !== '' && apiKey !== '')
      .map(({ id, name, enabled, apiUrl, apiKey, likesServiceId, viewsServiceId }) => ({
        ...{ id, name, enabled, apiUrl, apiKey },
        serviceIds: { Likes: likesServiceId, Views: viewsServiceId },
      }));
  }

  /** Throws invalid_input, step_up (D-30). */
  async function add(asked: AskedEntry, admin: Admin): Promise<string> {
    holdToStepUp(admin);
    for (const field of ['name', 'apiUrl', 'apiKey'] as const) {
      if (!asked[field]?.trim()) {
        throw new StoreError('invalid_input', { field: fieldNames[field], message: `Enter the ${words[field]}.` });
      }
    }
    holdToRules(asked, urlProblem);
    return database.transaction(async (tx) => {
      await store.hold(tx);
      const id = await store.nextId(tx);
      const { apiKey = '', name = '', priority = 200, enabled = true, lowBalance = null, ...plain } = tidy(asked);
      await store.add(tx, {
        ...{ id, name, priority, enabled, lowBalance, changedBy: admin.email },
        apiUrl: plain.apiUrl ?? '',
        likesServiceId: plain.likesServiceId ?? '',
        viewsServiceId: plain.viewsServiceId ?? '',
        apiKeySealed: sealer.seal(apiKey, purposeOf(id)),
      });
      const details = { ...tidy(asked), apiKey: undefined };
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'provider.added', subject: id, details });
      return id;
    });
  }

  /** Throws not_found, invalid_input, conflict (what is the API tab's), step_up where key or address would change. */
  async function change(id: string, asked: AskedEntry, admin: Admin): Promise<void> {
    const wanted = tidy(asked);
    if (id === 'default' && ownElsewhere.some((field) => wanted[field] !== undefined)) {
      throw new StoreError('conflict', { message: 'The address, key and services of this provider are set above.' });
    }
    holdToRules(wanted, urlProblem);
    await database.transaction(async (tx) => {
      await store.hold(tx);
      const row = await store.find(tx, id);
      if (!row) throw new StoreError('not_found');
      const before = id === 'default' ? plainOf(row) : entryOf(row);
      const names = (Object.keys(wanted) as (keyof AskedEntry)[]).filter(
        (name) => wanted[name] !== (before as AskedEntry)[name],
      );
      if (names.length === 0) return;
      if (names.includes('apiKey') || names.includes('apiUrl')) holdToStepUp(admin);
      const { apiKey, ...plain } = Object.fromEntries(names.map((name) => [name, wanted[name]])) as AskedEntry;
      const change = { ...plain } as ProviderEntryChange;
      if (apiKey !== undefined) change.apiKeySealed = sealer.seal(apiKey, purposeOf(id));
      await store.change(tx, id, change, admin.email);
      const details = { fields: names, ...plain };
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'provider.changed', subject: id, details });
    });
  }

  function plainOf({ id, name, priority, enabled, lowBalance }: ProviderEntryRow) {
    return { id, name, priority, enabled, lowBalance };
  }

  function entryOf(row: ProviderEntryRow): ProviderEntry {
    const { apiUrl, likesServiceId, viewsServiceId } = row;
    const apiKey = keyOf(row);
    const reached = { apiUrl: apiUrl ?? '', apiKey, maskedKey: maskedKey(apiKey) };
    return { ...plainOf(row), ...reached, likesServiceId, viewsServiceId };
  }

  function keyOf({ id, apiKeySealed }: ProviderEntryRow): string {
    if (apiKeySealed === null) return '';
    const key = sealer.open(apiKeySealed, purposeOf(id));
    if (key === null) log.error({ id }, 'a provider key cannot be read: SECRETS_KEY is not the one it was saved with');
    return key ?? '';
  }

  return { list, providers, add, change };
}

// Bound to its provider: a key that was moved to another row opens there as nothing.
const purposeOf = (id: string) => `provider key ${id}`;

const words = { name: 'name', apiUrl: 'API URL', apiKey: 'API key' };
const fieldNames = { name: 'name', apiUrl: 'api_url', apiKey: 'api_key' };

// A masked or empty key keeps the one there is.
function tidy(asked: AskedEntry): AskedEntry {
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value.trim() : value]],
  );
  const { apiKey, ...others }: AskedEntry = Object.fromEntries(given);
  return apiKey !== undefined && isNewKey(apiKey) ? { ...others, apiKey } : others;
}
