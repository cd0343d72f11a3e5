// The spending caps: money is reserved before it is spent, in the transaction of the act. Exact under parallel acts. A
// cap that is reached freezes its kind until an owner opens it.

import type { AnswerFor } from '../../../contract/index.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import {
  type CapWindow,
  capAmount,
  capWindows,
  type SpendingKind,
  spendingKinds,
} from '../../../contract/spending-caps.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Spending } from '../../ports/spending.ts';
import type { Admin } from '../../request-context.ts';
import * as spendingRepository from './spending.repository.ts';

/** `liftedAt`: when the refusal was found. */
type Reached = { kind: SpendingKind; cap: number; window: CapWindow; liftedAt: Date | null };
type Answer = AnswerFor<'GET /api/admin/spending'>;

/** The caps as a part of the context. */
export function createSpending({
  database,
  settings,
  alerts,
  log,
}: Pick<StoreContext, 'database' | 'settings' | 'alerts' | 'log'>): Spending {
  const transaction: Spending['transaction'] = async (kind, act) => {
    // Read before the transaction, which needs no second connection then.
    const caps = (await settings.current()).spending_caps[kind];
    let reached: Reached | null = null;
    try {
      return await database.transaction((tx) =>
        act(tx, async (amount, reference) => {
          const { reachedAt, liftedAt } = await spendingRepository.lock(tx, kind);
          if (reachedAt !== null)
            throw new StoreError('cap_reached', { reason: storeMessage('cap_was_reached', { kind }) });
          const used = await spendingRepository.readUsed(tx, kind);
          for (const window of capWindows) {
            const cap = capAmount(kind, caps[window]);
            if (cap === null || used[window] + amount <= cap) continue;
            reached = { kind, cap, window, liftedAt };
            throw new StoreError('cap_reached', { reason: storeMessage('cap_reached_now', { kind, cap, window }) });
          }
          await spendingRepository.add(tx, { kind, amount, reference });
        }),
      );
    } catch (error) {
      // After the transaction, which the refusal ends: a second connection within it could use up the pool.
      if (reached) await freeze(reached);
      throw error;
    }
  };

  const freezing = new Map<SpendingKind, Promise<void>>();
  /** Parallel refusals share one. */
  function freeze(reached: Reached): Promise<void> {
    const { kind } = reached;
    const running = freezing.get(kind) ?? freezeOnce(reached).finally(() => freezing.delete(kind));
    freezing.set(kind, running);
    return running;
  }

  async function freezeOnce({ kind, cap, window, liftedAt }: Reached): Promise<void> {
    await quietly(async (tx) => {
      if (!(await spendingRepository.freeze(tx, kind, liftedAt))) return;
      const message = storeMessage('spending_frozen', { kind, cap, window });
      await alerts.raise(tx, { type: 'cap_reached', severity: 'critical', message });
    });
  }

  /** The refusal is the answer, whatever happens to its alert. */
  async function quietly(write: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await database.transaction(write);
    } catch (error) {
      log.warn({ problem: error instanceof Error ? error.name : '' }, 'the alert of a spending cap could not be kept');
    }
  }

  return { transaction, release: spendingRepository.release };
}

/** What is used of each cap, and since when it is reached. */
export async function readSpending({ database, settings }: StoreContext): Promise<Answer> {
  const { spending_caps: caps } = await settings.current();
  const reached = await spendingRepository.reachedAt(database.db);
  const entries = spendingKinds.map(async (kind) => {
    const used = await spendingRepository.readUsed(database.db, kind);
    const shown = (amount: number) => (kind === 'confirmations' ? amount : dollarsFromCents(amount));
    const toWindow = (window: 'hour' | 'day') => ({ used: shown(used[window]), cap: caps[kind][window] });
    return [
      kind,
      { hour: toWindow('hour'), day: toWindow('day'), reached_at: reached[kind]?.toISOString() ?? null },
    ] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Answer;
}

/** Opens a kind that a reached cap closed. */
export async function liftCap(ctx: StoreContext, kind: SpendingKind, admin: Admin): Promise<Answer> {
  await ctx.database.transaction(async (tx) => {
    await spendingRepository.lock(tx, kind);
    await spendingRepository.lift(tx, kind);
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'spending.lifted', subject: kind });
    ctx.live.announce(tx, 'settings-update');
  });
  return readSpending(ctx);
}
