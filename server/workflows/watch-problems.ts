// Open action items and providers that do not respond become notifications, and are resolved when they are gone.
import { type ActionItemKind, actionItemKinds } from '../../contract/action-item-kinds.ts';
import { sentenceOf } from '../../contract/sentences.ts';
import type { StoreContext } from '../context.ts';
import { type ActionItemRow, countedAtMost } from '../modules/action-items/action-items.repository.ts';
import { planNotifications } from '../modules/notifications/plan-notifications.ts';
import { type OpenOfKind, type OpenProblem, syncProblems, whole } from '../modules/notifications/problems.ts';
import { listUnreachable } from '../modules/providers/provider-outlook.ts';
import { findNewestItems, listOpenItems } from './list-action-items.ts';

/** Reports open action items and unreachable providers to the channels, once each. Run on a schedule and after changes. */
export async function watchProblems(ctx: StoreContext): Promise<void> {
  const down = (await listUnreachable(ctx)).map(({ id, name, since }) => ({
    subject: id,
    at: since,
    facts: { name },
  }));
  await syncProblems(ctx, [...(await readActionItems(ctx)), whole('provider_down', down)]);
  await planNotifications(ctx);
}

async function readActionItems(ctx: StoreContext): Promise<OpenOfKind[]> {
  const newest = await findNewestItems(ctx);
  return actionItemKinds.map((kind) => {
    const { count = 0, rows = [] } = newest.get(kind) ?? {};
    return {
      kind,
      count,
      newest: rows.map((row) => problemOf(kind, row)),
      readAll: async () => {
        const all = await listOpenItems(ctx, kind);
        return { problems: all.map((row) => problemOf(kind, row)), isWhole: all.length <= countedAtMost };
      },
    };
  });
}

/** The words of an item may name a buyer or a link: they stay in the store. Those about a channel name only the channel. */
function problemOf(kind: ActionItemKind, { subject, order_id: orderId, at, words }: ActionItemRow): OpenProblem {
  const named = kind === 'channel_failing' ? { name: sentenceOf(words).text } : {};
  return { subject, at, facts: { subject, ...named, ...(orderId === null ? {} : { orderId }) } };
}
