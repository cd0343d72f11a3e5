// What an owner sees and saves of the payment methods.
import { cleanLine } from '../../../contract/characters.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { type GatewayName, isGateway, type PaymentMethod } from '../../../contract/gateways.ts';
import type { AnswerFor, Endpoints } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import { centsFromDollars } from '../../../contract/number-inputs.ts';
import {
  type GatewayKeyName,
  gatewayKeys,
  isMpgsTest,
  stripeKeyHeads,
} from '../../../contract/payment-method-rules.ts';
import { sentenceOf, wordsOf } from '../../../contract/sentences.ts';
import { StoreError } from '../../../contract/store-error.ts';
import {
  type CodeWithoutParams,
  type StoreMessage,
  storeMessage,
  type Words,
} from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { GatewayKeys } from '../../ports/payment-methods.ts';
import { type Admin, assertStepUp } from '../../request-context.ts';
import { addressRule, bareHost, isLoopbackAddress, resolveProblem, urlProblem } from '../../safe-fetch/addresses.ts';
import type { MethodRow } from './payment-methods.repository.ts';
import * as paymentMethodsRepository from './payment-methods.repository.ts';
import {
  computeFingerprint,
  describePurpose,
  findKeys,
  findOrigin,
  findRow,
  readMethods,
  sortMethods,
  splitSecrets,
  toGatewayKeys,
} from './payment-methods.service.ts';

type Answer = AnswerFor<'GET /api/admin/payment-methods'>;
type Shown = Answer['methods'][number];
type SettingsInput = InputOf<Endpoints['savePaymentMethod']>['body'];
type KeysInput = { [N in GatewayKeyName]?: string | undefined };

const mask = '********';

export async function listMethods(ctx: StoreContext): Promise<Answer> {
  const rows = await paymentMethodsRepository.listRows(ctx.database.db);
  const states = readMethods(ctx, rows);
  return {
    webhook_url: `${ctx.config.publicUrl}/api/bigpay/webhook`,
    is_open: states.some(({ isOn }) => isOn),
    methods: await Promise.all(
      states.map(async ({ method, isOn, titles, minCents, maxCents, hiddenCountries, transfer }): Promise<Shown> => {
        const settings = {
          method,
          is_on: isOn,
          titles,
          minimum: minCents === null ? null : dollarsFromCents(minCents),
          maximum: maxCents === null ? null : dollarsFromCents(maxCents),
          hidden_countries: [...hiddenCountries],
        };
        if (isGateway(method)) return { ...settings, ...(await describeGateway(ctx, method, findRow(rows, method))) };
        return { ...settings, ...noGateway, test: transfer === null ? 'none' : 'passed' };
      }),
    ),
  };
}

type OfGateway = Pick<Shown, 'keys' | 'test' | 'tested_at' | 'last_notification_at' | 'is_healthy'>;
const noGateway = {
  keys: null,
  tested_at: null,
  last_notification_at: null,
  is_healthy: true,
} satisfies Partial<OfGateway>;

async function describeGateway(ctx: StoreContext, method: GatewayName, row: MethodRow | undefined): Promise<OfGateway> {
  const found = findKeys(ctx, method, row);
  const isTested = found?.keys != null && row?.testedKeys === computeFingerprint(ctx, found.keys);
  const notifiedAt = await paymentMethodsRepository.findLastNotification(ctx.database.db, method);
  return {
    keys: found && {
      set_by: found.setBy,
      values: found.setBy === 'sandbox' ? {} : maskSecrets(method, found.values),
      unreadable: found.keys === null,
    },
    test: !isTested ? 'none' : row.testFailed ? 'failed' : 'passed',
    tested_at: (isTested && row.testedAt?.toISOString()) || null,
    last_notification_at: notifiedAt?.toISOString() ?? null,
    is_healthy: ctx.gateways.health.isHealthy(method),
  };
}

function maskSecrets(gateway: GatewayName, values: KeysInput): Record<string, string> {
  const { shown, secret } = gatewayKeys[gateway];
  return Object.fromEntries([
    ...shown.map((name) => [name, values[name] ?? '']),
    ...secret.map((name) => [name, maskSecret(values[name] ?? '')]),
  ]);
}

/** The end of a long secret, which names it and opens nothing. */
function maskSecret(secret: string): string {
  if (secret === '') return '';
  return secret.length < 16 ? mask : `${mask}${secret.slice(-4)}`;
}

/** Throws invalid_input, step_up, and conflict for a method that is turned on without a successful test of its keys. */
export async function saveMethod(
  ctx: StoreContext,
  method: PaymentMethod,
  { is_on: isOn, titles, minimum, maximum, hidden_countries: countries, position }: SettingsInput,
  admin: Admin,
): Promise<Answer> {
  const [minCents, maxCents] = [toCents('minimum', minimum), toCents('maximum', maximum)];
  if (minCents !== null && maxCents !== null && maxCents < minCents) refuse('maximum', 'limits_reversed');
  const known = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  if (countries.some((code) => known.of(code) === undefined)) refuse('hidden_countries', 'country_unknown');
  const written = Object.entries(titles)
    .map(([lang, title]) => [lang, cleanLine(title)])
    .filter(([, title]) => title !== '');
  const change = {
    isOn,
    titles: Object.fromEntries(written),
    minCents,
    maxCents,
    hiddenCountries: [...new Set(countries)].sort(),
  };
  await ctx.database.transaction(async (tx) => {
    const rows = await paymentMethodsRepository.lockRows(tx);
    const wasOn = isMethodOn(ctx, method, rows);
    if (isOn && !wasOn) {
      assertStepUp(admin);
      assertTested(ctx, method, findRow(rows, method));
    }
    await paymentMethodsRepository.saveRow(tx, method, change);
    if (position !== undefined) await moveTo(tx, rows, method, position);
    const action = isOn === wasOn ? 'saved' : isOn ? 'turned_on' : 'turned_off';
    await record(ctx, tx, admin, method, action, { minCents, maxCents, hiddenCountries: change.hiddenCountries });
    if (isOn && !wasOn) await ctx.jobs.enqueue(tx, 'register_domain', {}, { key: 'register_domain', maxAttempts: 1 });
  });
  return changed(ctx);
}

function isMethodOn(ctx: StoreContext, method: PaymentMethod, rows: readonly MethodRow[]): boolean {
  return readMethods(ctx, rows).some((state) => state.method === method && state.isOn);
}

function assertTested(ctx: StoreContext, method: PaymentMethod, row: MethodRow | undefined): void {
  if (!isGateway(method)) {
    if (row?.transfer == null) throw new StoreError('conflict', { reason: 'transfer_settings_missing' });
    return;
  }
  const found = findKeys(ctx, method, row);
  if (!found) throw new StoreError('conflict', { reason: 'gateway_keys_missing' });
  if (!found.keys) throw new StoreError('conflict', { reason: 'gateway_keys_unreadable' });
  const isTested = row?.testedKeys === computeFingerprint(ctx, found.keys) && !row.testFailed;
  if (!isTested) throw new StoreError('conflict', { reason: 'gateway_keys_untested' });
}

async function moveTo(tx: Tx, rows: readonly MethodRow[], method: PaymentMethod, position: number): Promise<void> {
  const others = sortMethods(rows).filter((other) => other !== method);
  const sorted = [...others.slice(0, position), method, ...others.slice(position)];
  for (const [place, moved] of sorted.entries()) {
    await paymentMethodsRepository.saveRow(tx, moved, { position: place });
  }
}

/**
 * Throws invalid_input with the field, and conflict where a variable is set, the test of a method that is on fails, payments of
 * the saved account are watched, or another request changed the method meanwhile.
 */
export async function saveKeys(
  ctx: StoreContext,
  gateway: GatewayName,
  input: KeysInput,
  admin: Admin,
): Promise<Answer> {
  assertNotSetByEnvironment(ctx, gateway);
  const rows = await paymentMethodsRepository.listRows(ctx.database.db);
  const row = findRow(rows, gateway);
  const values = completeKeys(ctx, gateway, input, row);
  await assertKeyRules(ctx, gateway, values);
  const keys = toGatewayKeys(ctx, gateway, values);
  const isOn = isMethodOn(ctx, gateway, rows) || row?.isOn === true;
  // Buyers would meet keys that do not work.
  if (isOn) {
    const problem = await findProblem(ctx, keys);
    if (problem !== null) throw keysFailed(problem);
  }
  const mayBeOther = await mayBeOtherAccount(ctx, row, values, keys);
  const { shown, secret } = gatewayKeys[gateway];
  const purpose = describePurpose(gateway, findOrigin(ctx.config, gateway, values));
  const pick = (names: readonly GatewayKeyName[], write: (value: string) => string) =>
    Object.fromEntries(names.map((name) => [name, write(values[name] ?? '')]));
  await ctx.database.transaction(async (tx) => {
    // The test of the keys takes seconds: another owner may have turned the method off, or removed its keys.
    if (hasChanged(row, findRow(await paymentMethodsRepository.lockRows(tx), gateway))) {
      throw new StoreError('conflict', { reason: 'gateway_keys_changed' });
    }
    if (mayBeOther) await assertUnwatched(tx, gateway);
    await paymentMethodsRepository.saveRow(tx, gateway, {
      keys: pick(shown, (value) => value),
      secrets: pick(secret, (value) => ctx.sealer.seal(value, purpose)),
      ...(isOn ? { isOn, ...tested(ctx, keys, false) } : { isOn: null, testedKeys: null, testedAt: null }),
    });
    await record(
      ctx,
      tx,
      admin,
      gateway,
      'keys_saved',
      pick(shown, (value) => value),
    );
  });
  return changed(ctx);
}

function keysFailed(problem: Words): StoreError {
  return new StoreError('conflict', { reason: storeMessage('gateway_keys_failed', { problem }) });
}

function hasChanged(before: MethodRow | undefined, now: MethodRow | undefined): boolean {
  const read = (row: MethodRow | undefined) =>
    JSON.stringify([row?.isOn ?? null, row?.keys ?? null, row?.secrets ?? {}]);
  return read(before) !== read(now);
}

/**
 * Whether these keys may open another account than the saved ones. A key of Stripe does not contain its account: Stripe is
 * queried about a payment of the saved one.
 */
async function mayBeOtherAccount(
  ctx: StoreContext,
  row: MethodRow | undefined,
  values: KeysInput,
  keys: GatewayKeys,
): Promise<boolean> {
  // None, or the sandbox's, whose money is invented.
  if (row?.keys == null) return false;
  if (keys.gateway === 'mpgs') {
    const originOf = (given: KeysInput) => findOrigin(ctx.config, 'mpgs', given);
    return row.keys.merchant_id !== values.merchant_id || originOf(row.keys) !== originOf(values);
  }
  if (findKeys(ctx, 'stripe', row)?.values.secret_key === values.secret_key) return false;
  const watched = await paymentMethodsRepository.findWatchedSession(ctx.database.db, 'stripe');
  if (!watched) return true;
  try {
    return (await (await ctx.gateways.connectOnce(keys)).retrieve(watched)) === null;
  } catch (error) {
    if (error instanceof ExternalError) throw keysFailed(wordsOf(error.sentence));
    throw error;
  }
}

/** Without the keys of its account, nothing would find the money of a payment. */
async function assertUnwatched(tx: Tx, gateway: GatewayName): Promise<void> {
  const payments = await paymentMethodsRepository.countWatched(tx, gateway);
  if (payments === 0) return;
  throw new StoreError('conflict', { reason: storeMessage('gateway_payments_watched', { payments }) });
}

/** A saved secret is kept for the same address only (D-57). */
function completeKeys(
  ctx: StoreContext,
  gateway: GatewayName,
  input: KeysInput,
  row: MethodRow | undefined,
): KeysInput {
  const { shown, secret } = gatewayKeys[gateway];
  const typed = (name: GatewayKeyName) => {
    const value = input[name] ?? '';
    return value.startsWith(mask) ? '' : value;
  };
  const saved = row?.keys == null ? null : findKeys(ctx, gateway, row);
  const values: KeysInput = {};
  for (const name of shown) values[name] = typed(name) || saved?.values[name];
  const isMoved =
    saved !== null && findOrigin(ctx.config, gateway, saved.values) !== findOrigin(ctx.config, gateway, values);
  for (const name of secret) {
    values[name] = typed(name) || (isMoved ? '' : saved?.values[name]);
    if (values[name]) continue;
    refuse(name, isMoved ? storeMessage('secret_needed', { secret: 'secret' }) : 'gateway_key_missing');
  }
  return values;
}

async function assertKeyRules(ctx: StoreContext, gateway: GatewayName, values: KeysInput): Promise<void> {
  const { shown, secret } = gatewayKeys[gateway];
  for (const name of [...shown, ...secret]) {
    const value = values[name] ?? '';
    if (value === '') refuse(name, 'gateway_key_missing');
    const hasBlanks = gateway === 'stripe' && name === 'webhook_secret';
    if (!(hasBlanks ? /^[\x20-\x7e]+$/ : /^[\x21-\x7e]+$/).test(value)) refuse(name, 'gateway_key_form');
  }
  const isLive = ctx.config.mode === 'live';
  if (gateway === 'stripe') {
    for (const [name, heads] of Object.entries(stripeKeyHeads(isLive))) {
      if (heads.some((head) => values[name as GatewayKeyName]?.startsWith(head))) continue;
      const code = isLive ? 'gateway_key_live_needed' : 'gateway_key_test_needed';
      refuse(name, storeMessage(code, { heads: heads.join(', ') }));
    }
    // No call tests it, and a wrong one refuses every notification.
    const secrets = splitSecrets(values.webhook_secret ?? '');
    if (secrets.length === 0 || !secrets.every((secret) => /^whsec_./.test(secret))) {
      refuse('webhook_secret', 'stripe_webhook_secret_form');
    }
    return;
  }
  const { base_url: baseUrl = '', merchant_id: merchantId = '' } = values;
  const rule = addressRule(ctx.config, 'gateway');
  const problem = urlProblem(baseUrl, rule) ?? (await resolveProblem(baseUrl, rule, ctx.resolve));
  if (problem) refuse('base_url', problem);
  const isTest = isMpgsTest(baseUrl, merchantId);
  if (isLive && isTest) refuse('merchant_id', 'mpgs_test_in_live');
  if (!isLive && !isTest && !isOwnMachine(baseUrl)) refuse('merchant_id', 'mpgs_live_in_sandbox');
}

function isOwnMachine(url: string): boolean {
  const host = bareHost(new URL(url));
  return host === 'localhost' || isLoopbackAddress(host);
}

/** Throws conflict where a variable is set, or payments of this gateway are watched. */
export async function removeKeys(ctx: StoreContext, gateway: GatewayName, admin: Admin): Promise<Answer> {
  assertNotSetByEnvironment(ctx, gateway);
  await ctx.database.transaction(async (tx) => {
    const row = findRow(await paymentMethodsRepository.lockRows(tx), gateway);
    if (row?.keys == null) return;
    await assertUnwatched(tx, gateway);
    // Other keys that are saved later have to be turned on again.
    const none = { keys: null, secrets: {}, isOn: null, testedKeys: null, testedAt: null, testFailed: false };
    await paymentMethodsRepository.saveRow(tx, gateway, none);
    await record(ctx, tx, admin, gateway, 'keys_removed', {});
  });
  return changed(ctx);
}

function assertNotSetByEnvironment({ config }: StoreContext, gateway: GatewayName): void {
  if (config[gateway] === null) return;
  const [variable = ''] = gatewayKeys[gateway].variables;
  throw new StoreError('conflict', { reason: storeMessage('set_by_environment', { variable }) });
}

/** Tests the present keys, and keeps the result with them. Throws conflict without keys. */
export async function testMethod(
  ctx: StoreContext,
  gateway: GatewayName,
): Promise<AnswerFor<'POST /api/admin/payment-methods/{method}/test'>> {
  const row = findRow(await paymentMethodsRepository.listRows(ctx.database.db), gateway);
  const found = findKeys(ctx, gateway, row);
  if (!found) throw new StoreError('conflict', { reason: 'gateway_keys_missing' });
  const { keys } = found;
  if (!keys) throw new StoreError('conflict', { reason: 'gateway_keys_unreadable' });
  const problem = await findProblem(ctx, keys);
  await ctx.database.transaction(async (tx) => {
    await paymentMethodsRepository.saveRow(tx, gateway, tested(ctx, keys, problem !== null));
    ctx.live.announce(tx, 'settings-update');
  });
  if (problem === null) return { problem };
  const { text, coded } = sentenceOf(problem);
  return sentenceFields('problem', text, coded);
}

function tested(ctx: StoreContext, keys: GatewayKeys, testFailed: boolean) {
  return { testedAt: ctx.database.now(), testedKeys: computeFingerprint(ctx, keys), testFailed };
}

/** Why the keys do not work; null: they do. */
async function findProblem(ctx: StoreContext, keys: GatewayKeys): Promise<Words | null> {
  try {
    await (await ctx.gateways.connectOnce(keys)).verifyKeys();
    return null;
  } catch (error) {
    if (error instanceof ExternalError) return wordsOf(error.sentence);
    throw error;
  }
}

async function record(
  ctx: StoreContext,
  tx: Tx,
  { id }: Admin,
  method: PaymentMethod,
  what: 'saved' | 'turned_on' | 'turned_off' | 'keys_saved' | 'keys_removed',
  details: Record<string, unknown>,
): Promise<void> {
  const entry = { actor: `admin:${id}`, action: `payment_method.${what}`, subject: method };
  await ctx.audit.record(tx, { ...entry, details });
  ctx.live.announce(tx, 'settings-update');
}

function changed(ctx: StoreContext): Promise<Answer> {
  ctx.paymentMethods.forget();
  return listMethods(ctx);
}

function toCents(field: string, dollars: number | null): number | null {
  if (dollars === null) return null;
  return centsFromDollars(dollars) ?? refuse(field, 'limit_decimals');
}

function refuse(field: string, reason: CodeWithoutParams | StoreMessage): never {
  throw new StoreError('invalid_input', { field, reason });
}
