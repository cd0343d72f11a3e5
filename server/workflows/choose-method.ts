// Which payment method a buyer gets.
import { type PaymentMethod, paymentMethods } from '../../contract/gateways.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { MethodOn } from '../modules/payments/gateway-registry.ts';
import * as paymentsRepository from '../modules/payments/payments.repository.ts';

type Buyer = { amountCents: number; ip: string };
type Choice = Buyer & {
  orderId: string;
  /** As the buyer chose; none: the first card method. */
  method?: string | undefined;
};

/** The methods for an order, in the order of the checkout. `orderId`: the order exists, and may have a form of a hidden one. */
export async function listOffered(
  ctx: StoreContext,
  { orderId, ...buyer }: Buyer & { orderId?: string | undefined },
): Promise<MethodOn[]> {
  const { on } = await ctx.gateways.current();
  const offered = listShown(ctx, on, buyer);
  const opened = orderId && (await findOpened(ctx, orderId, exclude(on, offered)));
  return on.filter((one) => offered.includes(one) || one === opened);
}

function listShown(ctx: StoreContext, on: readonly MethodOn[], { amountCents, ip }: Buyer): MethodOn[] {
  const country = on.some(({ hiddenCountries }) => hiddenCountries.length > 0) ? ctx.geoIp.findCountry(ip) : null;
  const fitting = on.filter((one) => fits(one, amountCents) && !one.hiddenCountries.includes(country ?? ''));
  return withoutUnhealthy(ctx, fitting);
}

function exclude(methods: readonly MethodOn[], others: readonly MethodOn[]): MethodOn[] {
  return methods.filter((one) => !others.includes(one));
}

function withoutUnhealthy(ctx: StoreContext, methods: MethodOn[]): MethodOn[] {
  const healthy = methods.filter((one) => one.gateway !== null && ctx.gateways.health.isHealthy(one.method));
  // The last card method is never hidden: a transfer does not replace it.
  return methods.filter((one) => one.gateway === null || healthy.length === 0 || healthy.includes(one));
}

/**
 * The method of a payment; a hidden one only where the order has an open form of it. Throws not_open where none is on,
 * method_unknown, and method_unavailable for one that is off, or hidden from this buyer.
 */
export async function chooseMethod(ctx: StoreContext, { method, orderId, ...buyer }: Choice): Promise<MethodOn> {
  if (method !== undefined && !isMethod(method)) throw new StoreError('method_unknown', { field: 'method' });
  const { on } = await ctx.gateways.current();
  if (on.length === 0) throw new StoreError('not_open');
  const offered = listShown(ctx, on, buyer);
  const isChosen = (one: MethodOn) => (method === undefined ? one.gateway !== null : one.method === method);
  const hidden = exclude(on, offered).filter(isChosen);
  const chosen = (await findOpened(ctx, orderId, hidden)) ?? offered.find(isChosen);
  if (chosen) return chosen;
  throw unavailable(on.find(isChosen), buyer.amountCents);
}

/**
 * The one whose form the order has open: it may be usable, and no other one opens beside it without the gateway's answer. Not
 * one that is off: the page has no access to its library.
 */
async function findOpened(ctx: StoreContext, orderId: string, methods: MethodOn[]): Promise<MethodOn | undefined> {
  if (methods.length === 0) return undefined;
  const attempts = await paymentsRepository.listAttempts(ctx.database.db, [orderId]);
  const open = attempts.find(({ state }) => state === 'open');
  return methods.find(({ method }) => method === open?.gateway);
}

function isMethod(name: string): name is PaymentMethod {
  return paymentMethods.some((method) => method === name);
}

function fits({ minCents, maxCents }: MethodOn, amountCents: number): boolean {
  return amountCents >= (minCents ?? 0) && amountCents <= (maxCents ?? Number.POSITIVE_INFINITY);
}

function unavailable(method: MethodOn | undefined, amountCents: number): StoreError {
  if (!method || fits(method, amountCents)) return new StoreError('method_unavailable', { field: 'method' });
  const { minCents, maxCents } = method;
  return new StoreError('method_unavailable', {
    field: 'method',
    reason: storeMessage('method_limits', { minCents, maxCents }),
  });
}
