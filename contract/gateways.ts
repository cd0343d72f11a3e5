// The payment methods, most of which are card gateways. Without zod: used by server and pages. The types lead from here to all
// that one needs.

export const gateways = ['mpgs', 'stripe'] as const;
export type GatewayName = (typeof gateways)[number];

export const gatewayTitles: Record<GatewayName, string> = { mpgs: 'Mastercard Gateway', stripe: 'Stripe' };

/** manual: a transfer that an admin confirms. In the order of the checkout until an admin changes it. */
export const paymentMethods = [...gateways, 'manual'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const methodTitles: Record<PaymentMethod, string> = { ...gatewayTitles, manual: 'Bank transfer' };

export function isGateway(method: string): method is GatewayName {
  return gateways.some((name) => name === method);
}
