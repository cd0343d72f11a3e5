// Limits on declined cards. Pure, without zod: the form uses it too.
import { byName } from './by-name.ts';

/** address: one IPv4 address or IPv6 /64. network: its /24 or /48. email: of the order. all: the whole store. */
export const declineScopes = ['address', 'network', 'email', 'all'] as const;
export type DeclineScope = (typeof declineScopes)[number];

export const declineWindows = { per_10_minutes: 600, per_day: 86_400 } as const;
export type DeclineWindow = keyof typeof declineWindows;
export const declineWindowNames = Object.keys(declineWindows) as DeclineWindow[];

export const declineScopeTitles: Record<DeclineScope, string> = {
  address: 'One address',
  network: 'One network',
  email: 'One email',
  all: 'Whole store',
};
export const declineWindowTitles: Record<DeclineWindow, string> = {
  per_10_minutes: 'in 10 minutes',
  per_day: 'in a day',
};

/** Declined cards after which new payment sessions wait. Null: no limit. */
export type CardTestingSettings = Record<DeclineScope, Record<DeclineWindow, number | null>>;

export const firstCardTesting: CardTestingSettings = {
  address: { per_10_minutes: 5, per_day: 20 },
  network: { per_10_minutes: 15, per_day: 60 },
  email: { per_10_minutes: 5, per_day: 10 },
  all: { per_10_minutes: 60, per_day: 300 },
};

export const mostDeclines = 100_000;

export function copyOfCardTesting(settings: CardTestingSettings): CardTestingSettings {
  return byName(declineScopes, (scope) => ({ ...settings[scope] }));
}
