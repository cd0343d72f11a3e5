// Test calls of admins to the provider: to the saved address only, once, and stored in a history.
import { findNoPostKind } from '../../../contract/post-links.ts';
import { wordsOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { checkTestOrder, testOrderTotal } from '../../../contract/test-order-rules.ts';
import type { Database } from '../../database/database.ts';
import type { Audit } from '../../ports/audit.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { ProviderSettings } from '../../ports/settings.ts';
import type { Spending } from '../../ports/spending.ts';
import { type Admin, assertStepUp } from '../../request-context.ts';
import type { Provider, TriedAction, TriedCall } from './provider.ts';
import * as providerTestsRepository from './provider-tests.repository.ts';

type Funds = { balance: string; currency: string };

export type TestProviderDeps = {
  database: Database;
  /** The saved provider of the API tab. */
  saved: () => Promise<ProviderSettings | null>;
  connect: (to: ProviderSettings) => Provider;
  audit: Audit;
  spending: Spending;
  /** The largest test order; null: no limit. */
  mostUnits: () => Promise<number | null>;
  /** Cents of a test order. */
  costOf: (serviceId: string, quantity: number) => Promise<number>;
  saveFunds: (providerId: string, funds: Funds) => Promise<void>;
};

export type TestProviderInput = {
  action: TriedAction;
  service?: string | undefined;
  link?: string | undefined;
  quantity?: number | undefined;
  runs?: number | undefined;
  interval?: number | undefined;
  order?: string | undefined;
  api_key?: string | undefined;
};

export type TestProvider = ReturnType<typeof createTestProvider>;

const needed = { balance: [], services: [], status: ['order'], add: ['service', 'link', 'quantity'] } as const;
const longestWords = 300;

export function createTestProvider({
  database,
  saved,
  connect,
  audit,
  spending,
  mostUnits,
  costOf,
  saveFunds,
}: TestProviderDeps) {
  /** Saves it, so that lists and plans show the same. Throws provider_refused and provider_unavailable. */
  async function balance(): Promise<{ balance: number; currency: string }> {
    const to = await saved();
    if (!to) throw new StoreError('provider_unavailable', { reason: 'provider_not_saved' });
    try {
      const funds = await connect(to).balance();
      await saveFunds(to.id, funds);
      const { balance: amount, currency } = funds;
      return { balance: Number(amount), currency };
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error;
      const code = error.fault === 'refused' ? 'provider_refused' : 'provider_unavailable';
      throw new StoreError(code, { reason: storeMessage('peer_words', { words: wordsOf(error.sentence) }) });
    }
  }

  /**
   * Makes one call and returns its result unchanged. Throws step_up for `add`, invalid_input (a parameter is missing),
   * conflict (no provider), cap_reached.
   */
  async function tryCall(request: TestProviderInput, admin: Admin): Promise<TriedCall> {
    if (request.action === 'add') assertStepUp(admin);
    const to = await saved();
    if (!to) throw new StoreError('conflict', { reason: 'provider_not_saved' });
    const key = request.api_key?.trim() ?? '';
    const { action } = request;
    const parameters = parametersOf(request);
    const { link, ...impersonal } = parameters;
    if (action === 'add') await reserveTest(request);
    // Recorded before the call: it costs money, and the admin must be known even if the store stops in between.
    if (action === 'add') await recordAudit('provider.test_order', impersonal, { link });
    const isOther = key !== '' && !key.startsWith('********');
    const tried = await connect(isOther ? { ...to, apiKey: key } : to).tryCall(action, parameters);
    const { outcome, httpStatus, text, coded, data } = tried;
    const words = text || JSON.stringify(data)?.slice(0, longestWords) || '';
    await database.transaction(async (tx) => {
      await providerTestsRepository.add(tx, {
        action,
        parameters,
        outcome,
        httpStatus,
        words,
        wordsCoded: coded ?? null,
        testedBy: admin.email,
      });
    });
    if (action === 'add') await recordAudit('provider.test_order_answered', { outcome }, { link, words });
    return tried;

    async function recordAudit(action: string, details: object, personal: object): Promise<void> {
      const entry = { actor: `admin:${admin.id}`, action, subject: 'provider' };
      await database.transaction((tx) =>
        audit.record(tx, { ...entry, details: { ...details }, personal: { ...personal } }),
      );
    }
  }

  async function reserveTest({ service = '', quantity = 0, runs }: TestProviderInput): Promise<void> {
    const units = testOrderTotal({ quantity, runs });
    const most = await mostUnits();
    if (most !== null && units > most) {
      const reason = storeMessage('test_units_limit', { most });
      await spending.reportRefusal('test_units', storeMessage('test_order_refused', { units, reason }));
      throw new StoreError('cap_reached', { reason });
    }
    const cents = await costOf(service.trim(), units);
    await spending.transaction('provider', (_tx, reserve) => reserve(cents, 'test order'));
  }

  return { balance, tryCall };
}

function parametersOf({ action, ...given }: TestProviderInput): Record<string, string> {
  const { service, link, quantity, runs, interval, order } = given;
  const all = action === 'add' ? { service, link, quantity, runs, interval } : action === 'status' ? { order } : {};
  const parameters = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value).trim()]])),
  );
  const missing = needed[action].find((name) => !parameters[name]);
  if (missing) {
    const reason = storeMessage('test_parameter_missing', { parameter: missing });
    throw new StoreError('invalid_input', { field: missing, reason });
  }
  const problem = action === 'add' ? checkTestOrder({ quantity: quantity ?? '', runs, interval }) : null;
  if (problem) throw new StoreError('invalid_input', problem);
  const kind = action === 'add' ? findNoPostKind(link ?? '') : null;
  if (kind)
    throw new StoreError('invalid_input', { reason: storeMessage('link_without_post', { kind }), field: 'link' });
  return parameters;
}
