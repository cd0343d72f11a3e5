// Limits on declined cards. Pure, without zod: the form uses it too.

/** address: one IPv4 address or IPv6 /64. network: its /24 or /48. email: of the order. all: the whole store. */
export const declineScopes = ['address', 'network', 'email', 'all'] as const;
export type DeclineScope = (typeof declineScopes)[number];

export const declineWindows = { per_10_minutes: 600, per_day: 86_400 } as const;
export type DeclineWindow = keyof typeof declineWindows;
export const declineWindowNames = Object.keys(declineWindows) as DeclineWindow[];

/** Declined cards after which new payment sessions wait. Null: no limit. */
export type CardTestingSettings = Record<DeclineScope, Record<DeclineWindow, number | null>>;
