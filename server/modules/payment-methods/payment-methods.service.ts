// The payment methods: their keys of the environment or the settings, and who gets them.
import { createHmac } from 'node:crypto';
import { gateways, type PaymentMethod, paymentMethods } from '../../../contract/gateways.ts';
import { type GatewayKeyName, gatewayKeys } from '../../../contract/payment-method-rules.ts';
import type { StoreContext } from '../../context.ts';
import { createCached } from '../../platform/caches.ts';
import type { GatewayKeys, MethodState, PaymentMethods } from '../../ports/payment-methods.ts';
import type { MethodRow } from './payment-methods.repository.ts';
import * as paymentMethodsRepository from './payment-methods.repository.ts';

/** What reading the keys needs of the context. */
type KeyContext = Pick<StoreContext, 'config' | 'sealer' | 'sandboxKeys'>;
type Gateway = GatewayKeys['gateway'];
type KeyValues = Partial<Record<GatewayKeyName, string>>;

/** environment: a variable is set. sandbox: the built-in gateway, without keys of an operator. */
export type KeySource = 'environment' | 'settings' | 'sandbox';
/** `keys`: null where a secret cannot be decrypted, or was saved for another address. */
export type FoundKeys = { setBy: KeySource; keys: GatewayKeys | null; values: KeyValues };

const mpgsApiVersion = '100';
const stripeApi = 'https://api.stripe.com';

export function createPaymentMethods(ctx: KeyContext & Pick<StoreContext, 'database' | 'clock'>): PaymentMethods {
  let last: { rows: string; states: readonly MethodState[] } | null = null;
  const kept = createCached(async () => {
    const rows = await paymentMethodsRepository.listRows(ctx.database.db);
    const written = JSON.stringify(rows);
    // The same list as long as the rows are the same: what is built of it stays.
    if (last?.rows !== written) last = { rows: written, states: readMethods(ctx, rows) };
    return last.states;
  }, ctx.clock);
  return {
    current: kept.get,
    hasOneOn: async () => (await kept.get()).some(({ isOn }) => isOn),
    forget: kept.forget,
  };
}

/** In the order of the checkout. */
export function readMethods(ctx: KeyContext, rows: readonly MethodRow[]): MethodState[] {
  return sortMethods(rows).map((method) => readMethod(ctx, method, rows));
}

export function sortMethods(rows: readonly MethodRow[]): PaymentMethod[] {
  const placeOf = (method: PaymentMethod) => findRow(rows, method)?.position ?? Number.POSITIVE_INFINITY;
  // Stable: those without a position stay in the order of the contract.
  return [...paymentMethods].sort((one, other) =>
    placeOf(one) < placeOf(other) ? -1 : Number(placeOf(one) > placeOf(other)),
  );
}

export function findRow(rows: readonly MethodRow[], method: PaymentMethod): MethodRow | undefined {
  return rows.find((row) => row.method === method);
}

function readMethod(ctx: KeyContext, method: PaymentMethod, rows: readonly MethodRow[]): MethodState {
  const row = findRow(rows, method);
  const gateway = gateways.find((name) => name === method);
  const found = gateway === undefined ? null : findKeys(ctx, gateway, row);
  // Saved keys do nothing before an owner turns them on.
  const isFirst = method === ctx.config.paymentGateway && found?.setBy !== 'settings';
  // The sandbox's Stripe has no keys before an owner turns it on, so that no start loads its package.
  const isUnused = method === 'stripe' && found?.setBy === 'sandbox' && row?.isOn == null;
  return {
    method,
    // A transfer needs no keys, but instructions.
    isOn:
      method === 'manual' ? row?.isOn === true && row.transfer !== null : found?.keys != null && (row?.isOn ?? isFirst),
    titles: row?.titles ?? {},
    minCents: row?.minCents ?? null,
    maxCents: row?.maxCents ?? null,
    hiddenCountries: row?.hiddenCountries ?? [],
    keys: isUnused ? null : (found?.keys ?? null),
    transfer: row?.transfer ?? null,
  };
}

/** The environment wins over what is saved, and both over the sandbox. Null: none. */
export function findKeys(ctx: KeyContext, gateway: Gateway, row: MethodRow | undefined): FoundKeys | null {
  const { config, sandboxKeys } = ctx;
  const set = config[gateway];
  if (set !== null) return describeKeys('environment', buildKeys(gateway, set, false));
  if (row?.keys != null) {
    const values = openKeys(ctx, gateway, row);
    return {
      setBy: 'settings',
      values,
      keys: isComplete(gateway, values) ? toGatewayKeys(ctx, gateway, values) : null,
    };
  }
  const ofSandbox = sandboxKeys?.[gateway] ?? null;
  return ofSandbox && describeKeys('sandbox', buildKeys(gateway, ofSandbox, true));
}

function buildKeys(gateway: Gateway, set: object, isSandbox: boolean): GatewayKeys {
  return { gateway, isSandbox, ...set } as GatewayKeys;
}

function describeKeys(setBy: KeySource, keys: GatewayKeys): FoundKeys {
  return { setBy, keys, values: toValues(keys) };
}

function toValues(keys: GatewayKeys): KeyValues {
  if (keys.gateway === 'stripe') {
    const { publishableKey: publishable_key, secretKey: secret_key, webhookSecrets } = keys;
    return { publishable_key, secret_key, webhook_secret: webhookSecrets.join(' ') };
  }
  const { baseUrl: base_url, merchantId: merchant_id, apiPassword: api_password, webhookSecret: webhook_secret } = keys;
  return { base_url, merchant_id, api_password, webhook_secret };
}

/** Typed or saved values as an adapter takes them. */
export function toGatewayKeys(
  { config }: Pick<StoreContext, 'config'>,
  gateway: Gateway,
  values: KeyValues,
): GatewayKeys {
  const { base_url = '', merchant_id = '', api_password = '', webhook_secret = '' } = values;
  if (gateway === 'mpgs') {
    return {
      gateway,
      isSandbox: false,
      baseUrl: base_url.replace(/\/+$/, ''),
      apiVersion: mpgsApiVersion,
      merchantId: merchant_id,
      apiPassword: api_password,
      webhookSecret: webhook_secret,
    };
  }
  return {
    gateway,
    isSandbox: false,
    publishableKey: values.publishable_key ?? '',
    secretKey: values.secret_key ?? '',
    webhookSecrets: splitSecrets(webhook_secret),
    apiUrl: config.stripeApiUrl,
  };
}

/** Two secrets while an endpoint changes its own. */
export function splitSecrets(typed: string): string[] {
  return typed.split(/[\s,]+/).filter(Boolean);
}

export function isComplete(gateway: Gateway, values: KeyValues): boolean {
  const { shown, secret } = gatewayKeys[gateway];
  return [...shown, ...secret].every((name) => (values[name] ?? '') !== '');
}

function openKeys({ sealer, config }: KeyContext, gateway: Gateway, { keys, secrets }: MethodRow): KeyValues {
  const purpose = describePurpose(gateway, findOrigin(config, gateway, keys ?? {}));
  const opened = gatewayKeys[gateway].secret.map((name) => [name, sealer.open(secrets[name] ?? '', purpose) ?? '']);
  return { ...keys, ...Object.fromEntries(opened) };
}

/** Part of the encryption: a secret cannot be opened for another address (D-57). */
export function describePurpose(gateway: Gateway, origin: string): string {
  return `payment ${gateway} ${origin}`;
}

/** Where the secrets of a gateway go. */
export function findOrigin({ stripeApiUrl }: StoreContext['config'], gateway: Gateway, values: KeyValues): string {
  const address = gateway === 'mpgs' ? (values.base_url ?? '') : (stripeApiUrl ?? stripeApi);
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** Names the keys of a test without containing them. */
export function computeFingerprint({ secretFor }: Pick<StoreContext, 'secretFor'>, keys: GatewayKeys): string {
  return createHmac('sha256', secretFor('fingerprints of payment keys'))
    .update(JSON.stringify(toValues(keys)))
    .digest('hex');
}
