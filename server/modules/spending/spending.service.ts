// The spending caps: money is reserved before it is spent, in the transaction of the act. Exact under parallel acts.
import { StoreError } from '../../../contract/errors.ts';
import { dollarsFromCents } from '../../../contract/money.ts';
import {
  amountText,
  capAmount,
  capWindowHours,
  capWindows,
  capWindowTitles,
  type SpendingKind,
  spendingKinds,
  spendingTitles,
} from '../../../contract/spending-caps.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Reserve, Spending } from '../../ports/spending.ts';
import type { Admin } from '../../request-context.ts';
import type { SpendingRepository } from './spending.repository.ts';

export type SpendingDeps = {
  database: Database;
  repository: SpendingRepository;
  settings: Pick<Settings, 'current'>;
  alerts: Alerts;
  audit: Audit;
  clock: Clock;
  log: Log;
};

type Answer = AnswerFor<'GET /api/admin/spending'>;

export function createSpending(deps: SpendingDeps): Spending & {
  read(): Promise<Answer>;
  lift(kind: SpendingKind, admin: Admin): Promise<Answer>;
} {
  const { database, repository, settings, alerts, audit, clock, log } = deps;

  async function reserveOf(kind: SpendingKind): Promise<Reserve> {
    const caps = (await settings.current()).spending_caps[kind];
    return async (tx, amount, reference) => {
      await repository.lock(tx, kind);
      const used = await repository.usedOf(tx, kind);
      for (const window of capWindows) {
        const cap = capAmount(kind, caps[window]);
        if (cap === null || used[window] + amount <= cap) continue;
        // After this transaction, which the refusal ends: a second connection for each refusal could use up the pool.
        setImmediate(() => void noteReached(kind, window, cap));
        const what = `${spendingTitles[kind]} reached the cap of ${amountText(kind, cap)} ${capWindowTitles[window]}.`;
        const message = `${what} An owner can open it in Settings, Guardrails, or it opens by itself as time passes.`;
        throw new StoreError('cap_reached', { message });
      }
      await repository.add(tx, { kind, amount, reference });
    };
  }

  /** One alert for a window of each kind. */
  async function noteReached(kind: SpendingKind, window: 'hour' | 'day', cap: number): Promise<void> {
    const period = Math.floor(clock.now().getTime() / (capWindowHours[window] * 3_600_000));
    try {
      await database.transaction(async (tx) => {
        await repository.noteReached(tx, kind);
        await alerts.raise(tx, {
          type: 'cap_reached',
          severity: 'critical',
          message:
            `${spendingTitles[kind]} reached the cap of ${amountText(kind, cap)} ${capWindowTitles[window]}. ` +
            'Further ones are refused. If you expected this, open the cap in Settings, Guardrails. ' +
            'If not, somebody else may be signed in: end all other sessions.',
          onceKey: `cap ${kind} ${window} ${period}`,
        });
      });
    } catch (error) {
      log.warn({ problem: error instanceof Error ? error.name : '' }, 'the alert of a spending cap could not be kept');
    }
  }

  async function read(): Promise<Answer> {
    const { spending_caps: caps } = await settings.current();
    const reached = await repository.reachedAt(database.db);
    const entries = spendingKinds.map(async (kind) => {
      const used = await repository.usedOf(database.db, kind);
      const shown = (amount: number) => (kind === 'confirmations' ? amount : dollarsFromCents(amount));
      const windowOf = (window: 'hour' | 'day') => ({ used: shown(used[window]), cap: caps[kind][window] });
      return [kind, { hour: windowOf('hour'), day: windowOf('day'), reached_at: recent(reached[kind]) }] as const;
    });
    return Object.fromEntries(await Promise.all(entries)) as Answer;
  }

  function recent(reachedAt: Date | null): string | null {
    const isRecent = reachedAt !== null && clock.now().getTime() - reachedAt.getTime() < 24 * 3_600_000;
    return isRecent ? reachedAt.toISOString() : null;
  }

  async function lift(kind: SpendingKind, admin: Admin): Promise<Answer> {
    await database.transaction(async (tx) => {
      await repository.lock(tx, kind);
      await repository.lift(tx, kind);
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'spending.lifted', subject: kind });
    });
    return read();
  }

  return { reserveOf, release: repository.release, read, lift };
}
