// The part of the state of the store that is public. Pure, without zod.
import type { Category } from './category.ts';

/** down: the store cannot take orders. degraded: it sells, but background jobs, the gateway or all providers have stopped. */
export const publicStates = ['ok', 'degraded', 'down'] as const;
export type PublicState = (typeof publicStates)[number];

export const sellingStates = ['selling', 'paused'] as const;
export type SellingState = (typeof sellingStates)[number];

export const providerStates = ['reachable', 'unreachable', 'unknown'] as const;
export type ProviderState = (typeof providerStates)[number];

/** Times in ISO 8601 UTC. */
export type PublicStatus = {
  status: PublicState;
  /** A paused category takes no new orders. Null: not read yet. */
  selling: Record<Category, SellingState> | null;
  provider: ProviderState;
  /** When a link was last complete, to the minute; null before the first one, and while it is not read yet. */
  lastDeliveryAt: string | null;
  checkedAt: string;
};
