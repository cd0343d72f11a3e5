// THE PORT to the spending caps. An act that spends reserves first, in its own transaction: a rollback gives it back.
import type { SpendingKind } from '../../contract/spending-caps.ts';
import type { Tx } from '../database/database.ts';

/**
 * `amount`: cents, of confirmations 1. `reference`: what it is for, to release it. Throws cap_reached (409) when the sum
 * would pass the cap.
 */
export type Reserve = (tx: Tx, amount: number, reference: string) => Promise<void>;

export type Spending = {
  /** Reads the cap, before the transaction, which needs no second connection then. */
  reserveOf(kind: SpendingKind): Promise<Reserve>;
  /** The newest use under this reference was not spent after all. */
  release(tx: Tx, reference: string): Promise<void>;
};
