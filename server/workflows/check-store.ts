// Checks of the machine, of backups and of money, whose problems become notifications.
import type { StoreContext } from '../context.ts';
import { listBackups } from '../modules/backups/backups.service.ts';
import { syncProblems, whole } from '../modules/notifications/problems.ts';
import { findStoreProblems } from '../modules/notifications/store-checks.ts';
import { verifyMoney } from '../modules/payments/ledger-check.ts';
import { listFunds } from '../modules/providers/provider-outlook.ts';

/** Reports problems of disk, certificate, backups and balances, and resolves those that are over. Run on a schedule. */
export async function checkStore(ctx: StoreContext): Promise<void> {
  const found = await findStoreProblems(ctx, {
    listFunds: () => listFunds(ctx),
    newestBackupAt: async () => (await listBackups(ctx))?.[0]?.madeAt ?? null,
  });
  await syncProblems(ctx, found);
}

/** Compares the money of every order with its ledger. */
export async function verifyLedger(ctx: StoreContext): Promise<void> {
  const count = await verifyMoney(ctx.database, () => {});
  const problems = count > 0 ? [{ subject: 'ledger', at: ctx.clock.now(), facts: {} }] : [];
  await syncProblems(ctx, [whole('ledger_difference', problems)]);
}
