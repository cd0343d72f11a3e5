// THE PORT to the spending caps. An act that spends reserves first, in its own transaction: a rollback gives it back.
import type { SpendingKind } from '../../contract/spending-caps.ts';
import type { Tx } from '../database/database.ts';

/**
 * `amount`: cents, of confirmations 1. `reference`: what it is for, to release it. Throws cap_reached (409) when the sum
 * would pass the cap, or the kind is frozen.
 */
export type Reserve = (amount: number, reference: string) => Promise<void>;

export type Spending = {
  /** The transaction of an act. A reached cap freezes the kind and notifies the owner before this throws. */
  transaction<T>(kind: SpendingKind, act: (tx: Tx, reserve: Reserve) => Promise<T>): Promise<T>;
  /** The newest use under this reference was not spent after all. */
  release(tx: Tx, reference: string): Promise<void>;
};
