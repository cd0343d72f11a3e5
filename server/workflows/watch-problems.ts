// What needs the operator becomes a notification, and is resolved when it is gone.
import { type ActionItemKind, actionItemKinds } from '../../contract/action-item-kinds.ts';
import { reportPauseAfterMs } from '../../contract/pauses.ts';
import { sentenceOf } from '../../contract/sentences.ts';
import type { StoreContext } from '../context.ts';
import { type ActionItemRow, countedAtMost } from '../modules/action-items/action-items.repository.ts';
import { listBackups } from '../modules/backups/backups.service.ts';
import { planNotifications } from '../modules/notifications/plan-notifications.ts';
import { type OpenOfKind, type OpenProblem, syncProblems, whole } from '../modules/notifications/problems.ts';
import { findStoreProblems } from '../modules/notifications/store-checks.ts';
import { verifyMoney } from '../modules/payments/ledger-check.ts';
import { listFunds, listUnreachable } from '../modules/providers/provider-outlook.ts';
import { findNewestItems, listOpenItems } from './list-action-items.ts';
import { listPauses } from './list-pauses.ts';

/** Reports open action items and unreachable providers to the channels, once each. Run on a schedule and after changes. */
export async function watchProblems(ctx: StoreContext): Promise<void> {
  const down = (await listUnreachable(ctx)).map(({ id, name, since }) => ({
    subject: id,
    at: since,
    facts: { name },
  }));
  const paused = whole('still_paused', await findLongPauses(ctx));
  await syncProblems(ctx, [...(await readActionItems(ctx)), whole('provider_down', down), paused]);
  await planNotifications(ctx);
}

/** The subject contains the time, so that a later pause is another problem and is reported again. */
async function findLongPauses(ctx: StoreContext): Promise<OpenProblem[]> {
  const latest = new Date(ctx.clock.now().getTime() - reportPauseAfterMs);
  return (await listPauses(ctx)).flatMap(({ kind, subject, name, since }) => {
    if (since === null || since > latest) return [];
    const facts = { pause: kind, ...(name === null ? {} : { name }) };
    return { subject: `${kind} ${subject ?? ''} ${since.toISOString()}`, at: since, facts };
  });
}

async function readActionItems(ctx: StoreContext): Promise<OpenOfKind[]> {
  const newest = await findNewestItems(ctx);
  return actionItemKinds.map((kind) => {
    const { count = 0, rows = [] } = newest.get(kind) ?? {};
    return {
      kind,
      count,
      newest: rows.map((row) => toOpenProblem(kind, row)),
      readAll: async () => {
        const all = await listOpenItems(ctx, kind);
        return { problems: all.map((row) => toOpenProblem(kind, row)), isWhole: all.length <= countedAtMost };
      },
    };
  });
}

/** The words of an item may name a buyer or a link: they stay in the store. Those about a channel name only the channel. */
function toOpenProblem(kind: ActionItemKind, { subject, order_id: orderId, at, words }: ActionItemRow): OpenProblem {
  const named = kind === 'channel_failing' ? { name: sentenceOf(words).text } : {};
  // One notification for a category, whatever price is proposed for it next.
  const [first = subject] = kind === 'price_proposed' ? subject.split(' ') : [];
  return { subject: first, at, facts: { subject, ...named, ...(orderId === null ? {} : { orderId }) } };
}

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
