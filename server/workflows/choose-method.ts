// Which payment method a buyer gets.
import { type PaymentMethod, paymentMethods } from '../../contract/gateways.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { MethodOn } from '../modules/payments/gateway-registry.ts';

type Buyer = { amountCents: number; ip: string };
type Choice = Buyer & {
  /** As the buyer chose; none: the first card method. */
  method?: string | undefined;
};

/** The methods for an order, in the order of the checkout. */
export async function listOffered(ctx: StoreContext, { amountCents, ip }: Buyer): Promise<MethodOn[]> {
  const { on } = await ctx.gateways.current();
  const country = on.some(({ hiddenCountries }) => hiddenCountries.length > 0) ? ctx.geoIp.findCountry(ip) : null;
  const offered = on.filter((one) => fits(one, amountCents) && !one.hiddenCountries.includes(country ?? ''));
  const healthy = offered.filter((one) => one.gateway !== null && ctx.gateways.health.isHealthy(one.method));
  // The last card method is never hidden: a transfer does not replace it.
  return offered.filter((one) => one.gateway === null || healthy.length === 0 || healthy.includes(one));
}

/**
 * The method of a new payment. Throws not_open where none is on, method_unknown, and method_unavailable for one that is off, or
 * hidden from this buyer.
 */
export async function chooseMethod(ctx: StoreContext, { method, ...buyer }: Choice): Promise<MethodOn> {
  if (method !== undefined && !isMethod(method)) throw new StoreError('method_unknown', { field: 'method' });
  const { on } = await ctx.gateways.current();
  if (on.length === 0) throw new StoreError('not_open');
  const offered = await listOffered(ctx, buyer);
  const isChosen = (one: MethodOn) => (method === undefined ? one.gateway !== null : one.method === method);
  const chosen = offered.find(isChosen);
  if (chosen) return chosen;
  throw unavailable(on.find(isChosen), buyer.amountCents);
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
