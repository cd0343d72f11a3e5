// The connection settings of the provider: the saved values, else those of the environment or the sandbox. Read from
// the database at every use, so that no process sends with an old key.
import { StoreError } from '../../../contract/store-error.ts';
import type { CodeWithoutParams, StoreMessage } from '../../../contract/store-messages.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { Audit, AuditEntry } from '../../ports/audit.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { ProviderSettings, ProviderValues } from '../../ports/settings.ts';
import type { Admin } from '../../request-context.ts';
import { assertSameOrigin, isSameOrigin, originOf } from '../../safe-fetch/secret-origin.ts';
import type { ProviderSettingsChange, ProviderSettingsRow } from './provider-settings.repository.ts';
import * as providerSettingsRepository from './provider-settings.repository.ts';

export type ProviderSettingsDeps = {
  database: Database;
  audit: Audit;
  jobs: Jobs;
  sealer: Sealer;
  /** Initial values; null without any. */
  first: FirstProvider | null;
  /** Why a URL is not allowed; null for an allowed one. */
  urlProblem: (apiUrl: string) => StoreMessage | null;
  log: Log;
};

/** The provider from the environment or the sandbox. */
export type FirstProvider = Pick<ProviderSettings, 'apiUrl' | 'apiKey' | 'serviceIds'>;
export type ProviderSettingsFeature = ReturnType<typeof createProviderSettings>;

const purpose = 'provider key';
const mask = '********';

export function createProviderSettings(deps: ProviderSettingsDeps) {
  const { database, audit, jobs, sealer, first, urlProblem, log } = deps;

  async function read(): Promise<ProviderValues> {
    return valuesOf(await providerSettingsRepository.find(database.db));
  }

  function valuesOf(saved: ProviderSettingsRow | null): ProviderValues {
    const apiUrl = saved?.apiUrl ?? first?.apiUrl ?? '';
    // The first key belongs to the first address.
    const firstKey = first && isSameOrigin(first.apiUrl, apiUrl) ? first.apiKey : '';
    return {
      apiUrl,
      apiKey: keyOf(saved) ?? firstKey,
      likesServiceId: saved?.likesServiceId ?? first?.serviceIds.Likes ?? '',
      viewsServiceId: saved?.viewsServiceId ?? first?.serviceIds.Views ?? '',
    };
  }

  /** Saves the changed values. Throws invalid_input. */
  async function save(input: Partial<ProviderValues>, admin: Admin): Promise<ProviderValues> {
    const wanted = tidy(input);
    const actor = `admin:${admin.id}`;
    await database.transaction(async (tx) => {
      const saved = await providerSettingsRepository.lock(tx);
      const before = valuesOf(saved);
      const changed = differing(wanted, before);
      const { apiUrl = before.apiUrl } = changed;
      const isMoved = !isSameOrigin(before.apiUrl, apiUrl);
      // Typed for its new address, a key is saved beside it, also where it is the first one.
      if (isMoved && wanted.apiKey !== undefined) changed.apiKey = wanted.apiKey;
      const fields = Object.keys(changed);
      if (fields.length === 0) return;
      assertProviderRules(changed, urlProblem);
      const { apiKey, ...plain } = changed;
      const hasKey = saved?.apiKeySealed != null || before.apiKey !== '';
      if (changed.apiUrl !== undefined && apiKey === undefined && hasKey) {
        assertSameOrigin({ savedFor: before.apiUrl, goesTo: apiUrl }, secretField);
      }
      const change: ProviderSettingsChange = { ...plain };
      if (apiKey !== undefined) change.apiKeySealed = sealer.seal(apiKey, purpose);
      await providerSettingsRepository.save(tx, change, admin.email);
      await audit.record(tx, {
        actor,
        action: 'settings.saved',
        subject: 'provider-settings',
        // No response contains the key itself.
        details: { fields, ...plain },
      });
      if (changed.apiUrl !== undefined && isMoved)
        await audit.record(tx, originEntry(actor, 'default', before.apiUrl, apiUrl));
      await jobs.enqueue(tx, ...providerCheck);
    });
    return read();
  }

  // Null: no key was saved. Empty: the saved key cannot be decrypted; the initial key may belong to another provider.
  function keyOf(saved: ProviderSettingsRow | null): string | null {
    if (saved?.apiKeySealed == null) return null;
    const key = sealer.open(saved.apiKeySealed, purpose);
    if (key === null) log.error({}, 'the provider key cannot be read: SECRETS_KEY is not the one it was saved with');
    return key ?? '';
  }

  return { read, save };
}

/** The check of all providers at once. The next one that is due comes by its schedule, so it is not repeated. */
export const providerCheck = ['look_at_providers', {}, { key: 'look_at_providers', maxAttempts: 1 }] as const;

/** The field of a provider's key. */
export const secretField = { field: 'api_key', secret: 'api_key' } as const;

/** The audit entry of a key that goes to another origin; written before any call. */
export function originEntry(actor: string, subject: string, from: string, to: string): AuditEntry {
  return { actor, action: 'provider.origin', subject, details: { from: originOf(from), to: originOf(to) } };
}

/** False for the masked form of the saved key. */
export function isNewKey(apiKey: string): boolean {
  return apiKey !== '' && !apiKey.startsWith(mask);
}

/** Validates a provider's address, key and services. Throws invalid_input. */
export function assertProviderRules(
  { apiUrl, apiKey, likesServiceId, viewsServiceId }: { [K in keyof ProviderValues]?: string | undefined },
  urlProblem: (apiUrl: string) => StoreMessage | null,
): void {
  const problem = apiUrl === undefined ? null : urlProblem(apiUrl);
  if (problem) refuse('api_url', problem);
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    refuse('api_key', 'provider_key_form');
  }
  for (const [field, id] of [
    ['likes_service_id', likesServiceId],
    ['views_service_id', viewsServiceId],
  ] as const) {
    if (id !== undefined && !/^[\w.-]{0,100}$/.test(id)) refuse(field, 'service_id_form');
  }
}

/** `********` and the last four characters; only the stars for a short key. */
export function maskedKey(apiKey: string): string {
  if (apiKey === '') return '';
  return apiKey.length < 12 ? mask : `${mask}${apiKey.slice(-4)}`;
}

function tidy(input: Partial<ProviderValues>): Partial<ProviderValues> {
  const trimmed = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, value.trim()]]));
  const { apiKey = '', ...others }: Partial<ProviderValues> = Object.fromEntries(trimmed);
  return isNewKey(apiKey) ? { ...others, apiKey } : others;
}

function differing(wanted: Partial<ProviderValues>, before: ProviderValues): Partial<ProviderValues> {
  const names = Object.keys(wanted) as (keyof ProviderValues)[];
  return Object.fromEntries(names.filter((name) => wanted[name] !== before[name]).map((name) => [name, wanted[name]]));
}

function refuse(field: string, reason: CodeWithoutParams | StoreMessage): never {
  throw new StoreError('invalid_input', { field, reason });
}
