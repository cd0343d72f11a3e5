// Keeps how a payout differs from the ledger.
import { createHmac } from 'node:crypto';
import type { StoreContext } from '../../context.ts';
import { dbNow, type Tx } from '../../database/database.ts';
import type { ExpectedMoney } from './expected-payout.repository.ts';
import type { Payout } from './payouts.repository.ts';
import * as payoutsRepository from './payouts.repository.ts';

type Facts = Partial<Pick<Payout, 'contentsCents' | 'differences' | keyof ExpectedMoney>>;

/** Other differences than before are a new action item. */
export async function saveDifferences(tx: Tx, payout: Payout, facts: Facts, key: string | null): Promise<Payout> {
  const isSame = (Object.keys(facts) as (keyof Facts)[]).every((name) => payout[name] === facts[name]);
  if (isSame && payout.differenceKey === key) return payout;
  const differsSince = key === payout.differenceKey ? {} : { differsSince: key === null ? null : dbNow(tx) };
  return payoutsRepository.changePayout(tx, payout.id, { ...facts, differenceKey: key, ...differsSince });
}

/** With a secret: roles that see no costs read the key, and an amount has few values. */
export function toDifferenceKey(ctx: StoreContext, payoutId: string, words: readonly string[]): string {
  const secret = ctx.secretFor('payout differences');
  return createHmac('sha256', secret)
    .update([payoutId, ...words].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
