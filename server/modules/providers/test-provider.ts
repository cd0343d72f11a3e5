// Test calls of admins to the provider: to the saved address only, once, and stored in a history.
import type { InputOf } from '../../../contract/endpoint.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { findNoPostKind } from '../../../contract/post-links.ts';
import type { tryProvider } from '../../../contract/providers.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { checkTestOrder, testOrderTotal } from '../../../contract/test-order-rules.ts';
import type { StoreContext } from '../../context.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { ProviderSettings } from '../../ports/settings.ts';
import { type Admin, assertStepUp } from '../../request-context.ts';
import * as catalogueRepository from './catalogue.repository.ts';
import { isAmount, toRefusal } from './inspect-provider.ts';
import type { TriedCall } from './provider.ts';
import * as providersRepository from './providers.repository.ts';

type TestProviderInput = InputOf<typeof tryProvider>['body'];

const needed = { balance: [], services: [], status: ['order'], add: ['service', 'link', 'quantity'] } as const;
const longestWords = 300;

/** Saves it, so that lists and plans show the same. Throws provider_refused and provider_unavailable. */
export async function readBalance(ctx: StoreContext): Promise<AnswerFor<'GET /api/admin/balance'>> {
  const to = await findDefault(ctx);
  if (!to) throw new StoreError('provider_unavailable', { reason: 'provider_not_saved' });
  try {
    const funds = await ctx.providers.connect(to).balance();
    const { balance: amount, currency } = funds;
    if (amount === null || isAmount(amount)) await catalogueRepository.saveFunds(ctx.database.db, to.id, funds);
    if (amount !== null) return { balance: Number(amount), currency };
    const problem = storeMessage('provider_balance_ambiguous', { balance: funds.text });
    return { balance: null, currency, ...sentenceFields('problem', englishMessage(problem), problem) };
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    throw toRefusal(error);
  }
}

/**
 * Makes one call and returns its result unchanged. Throws step_up for `add`, invalid_input (a parameter is missing),
 * conflict (no provider), cap_reached.
 */
export async function tryCall(ctx: StoreContext, request: TestProviderInput, admin: Admin): Promise<TriedCall> {
  if (request.action === 'add') assertStepUp(admin);
  const to = await findDefault(ctx);
  if (!to) throw new StoreError('conflict', { reason: 'provider_not_saved' });
  const key = request.api_key?.trim() ?? '';
  const { action } = request;
  const parameters = listParameters(request);
  const { link, ...impersonal } = parameters;
  if (action === 'add') await reserveTest(ctx, request);
  // Recorded before the call: it costs money, and the admin must be known even if the store stops in between.
  if (action === 'add') await recordAudit('provider.test_order', impersonal, { link });
  const isOther = key !== '' && !key.startsWith('********');
  const tried = await ctx.providers.connect(isOther ? { ...to, apiKey: key } : to).tryCall(action, parameters);
  const { outcome, httpStatus, text, coded, data } = tried;
  const words = text || JSON.stringify(data)?.slice(0, longestWords) || '';
  await ctx.database.transaction(async (tx) => {
    await providersRepository.addTest(tx, {
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
    await ctx.database.transaction((tx) =>
      ctx.audit.record(tx, { ...entry, details: { ...details }, personal: { ...personal } }),
    );
  }
}

async function reserveTest(ctx: StoreContext, { service = '', quantity = 0, runs }: TestProviderInput): Promise<void> {
  const units = testOrderTotal({ quantity, runs });
  const most = (await ctx.settings.current()).spending_caps.test_units;
  if (most !== null && units > most) {
    throw new StoreError('cap_reached', { reason: storeMessage('test_units_limit', { most }) });
  }
  const cents = await computeCost(ctx, service.trim(), units);
  await ctx.spending.transaction('provider', (_tx, reserve) => reserve(cents, 'test order'));
}

async function findDefault({ settings }: StoreContext): Promise<ProviderSettings | null> {
  return (await settings.providers()).find(({ id }) => id === 'default') ?? null;
}

/** In cents. An unknown price counts as the most that the store takes for a unit. */
async function computeCost(ctx: StoreContext, serviceId: string, quantity: number): Promise<number> {
  const service = { providerId: 'default', serviceId };
  const rates = await catalogueRepository.readRates(ctx.database.db, [service], { inDollars: true });
  const micros = rates.get(`default ${serviceId}`);
  const { offers } = await ctx.settings.current();
  const perThousand = micros ?? Math.max(...offers.map(({ unit_price_micros }) => unit_price_micros)) * 1_000;
  return Math.ceil((perThousand * quantity) / 10_000_000);
}

function listParameters({ action, ...given }: TestProviderInput): Record<string, string> {
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
