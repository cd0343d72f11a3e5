// The card gateways. Without zod: used by server and pages. The types lead from here to all that one needs.

export const gateways = ['mpgs', 'stripe'] as const;
export type GatewayName = (typeof gateways)[number];

export const gatewayTitles: Record<GatewayName, string> = { mpgs: 'Mastercard Gateway', stripe: 'Stripe' };
