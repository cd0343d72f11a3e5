// Keeps the list of open problems like their sources: new ones are reported, gone ones are resolved.
import { asc, inArray } from 'drizzle-orm';
import type { NotificationKind, Severity } from '../../../contract/notification-kinds.ts';
import type { StoreContext } from '../../context.ts';
import type { NotificationFacts } from '../../ports/notifications.ts';
import { notificationProblems } from './notifications.schema.ts';

/** `at`: when it began. */
export type OpenProblem = { subject: string; at: Date; severity?: Severity; facts: NotificationFacts };
export type OpenOfKind = {
  kind: NotificationKind;
  /** At least the newest ones. */
  newest: readonly OpenProblem[];
  count: number;
  /** Read when something changed; the newest of very many. */
  readAll: () => Promise<{ problems: readonly OpenProblem[]; isWhole: boolean }>;
};

/** Reports the new problems of these kinds, and resolves those that are gone. */
export async function syncProblems(ctx: StoreContext, found: readonly OpenOfKind[]): Promise<void> {
  const kinds = found.map(({ kind }) => kind);
  const known = await listKnown(ctx, kinds);
  for (const one of found) {
    const before = known.get(one.kind) ?? new Map<string, Date>();
    const isSame = one.count === before.size && one.newest.every(({ subject }) => before.has(subject));
    if (!isSame) await syncKind(ctx, one, before);
  }
}

async function syncKind(
  ctx: StoreContext,
  { kind, readAll }: OpenOfKind,
  before: ReadonlyMap<string, Date>,
): Promise<void> {
  const { problems, isWhole } = await readAll();
  const now = new Set(problems.map(({ subject }) => subject));
  // A cut list lacks the older ones: they stay until the list is whole.
  const gone = isWhole ? [...before.keys()].filter((subject) => !now.has(subject)) : [];
  const added = problems.filter(({ subject }) => !before.has(subject));
  if (gone.length === 0 && added.length === 0) return;
  const oldestFirst = [...added].sort((a, b) => a.at.getTime() - b.at.getTime());
  await ctx.database.transaction(async (tx) => {
    for (const { subject, severity, facts } of oldestFirst) {
      await ctx.notifications.notify(tx, { kind, problem: subject, facts, ...(severity ? { severity } : {}) });
    }
    for (const subject of gone) await ctx.notifications.resolve(tx, kind, subject);
  });
}

async function listKnown(
  ctx: StoreContext,
  kinds: NotificationKind[],
): Promise<Map<NotificationKind, Map<string, Date>>> {
  const rows = await ctx.database.db
    .select()
    .from(notificationProblems)
    .where(inArray(notificationProblems.kind, kinds))
    .orderBy(asc(notificationProblems.openedAt));
  const known = new Map<NotificationKind, Map<string, Date>>();
  for (const { kind, subject, openedAt } of rows) {
    known.set(kind, (known.get(kind) ?? new Map<string, Date>()).set(subject, openedAt));
  }
  return known;
}

/** A kind whose problems are all listed. */
export function whole(kind: NotificationKind, problems: readonly OpenProblem[]): OpenOfKind {
  return { kind, newest: problems, count: problems.length, readAll: async () => ({ problems, isWhole: true }) };
}
