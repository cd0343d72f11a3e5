// Writes what happened for the channels, in the caller's transaction, and queues its way to them. Implements the port.
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isDefaultKind, type NotificationKind, notificationKinds } from '../../../contract/notification-kinds.ts';
import type { StoreContext } from '../../context.ts';
import type { Database, Queryable } from '../../database/database.ts';
import type { NotificationEvent, Notifications } from '../../ports/notifications.ts';
import type { OrderEvents } from '../../ports/order-events.ts';
import { isActive } from './notifications.repository.ts';
import { notificationChannels, notificationEvents, notificationProblems } from './notifications.schema.ts';

export function createNotifications({
  database,
  jobs,
  ids,
}: Pick<StoreContext, 'database' | 'jobs' | 'ids'>): Notifications {
  async function notify(at: Queryable, event: NotificationEvent): Promise<void> {
    const { kind, problem, facts = {} } = event;
    const severity = event.severity ?? notificationKinds[kind].severity;
    if (problem !== undefined) {
      const opened = await at
        .insert(notificationProblems)
        .values({ kind, subject: problem, severity, facts, openedAt: database.now() })
        .onConflictDoNothing()
        .returning({ kind: notificationProblems.kind });
      if (opened.length === 0) return;
    }
    // Pending events have a job already, so a storm queues only a few. No lock, so that transactions do not block each other.
    const { rows } = await at.execute<{ is_first: boolean }>(sql`
      insert into ${notificationEvents} (kind, severity, facts, happened_at)
      select ${kind}, ${severity}, ${JSON.stringify(facts)}::jsonb, ${database.now()}
      where exists (select from ${notificationChannels} where ${isWanted(kind)})
      returning not exists (select from ${notificationEvents} e where e.kind = ${kind}) as is_first`);
    if (rows[0]?.is_first) await jobs.enqueue(at, 'plan_notifications', {}, { key: `notify ${ids.uuid()}` });
  }

  return {
    notify,
    async resolve(at, kind, problem) {
      await at
        .delete(notificationProblems)
        .where(and(eq(notificationProblems.kind, kind), eq(notificationProblems.subject, problem)));
    },
  };
}

/** Whether anybody is notified at all. */
export async function hasChannels({ db }: Pick<Database, 'db'>): Promise<boolean> {
  return (await db.$count(notificationChannels, isActive)) > 0;
}

/** Of a channel that is on and gets the kind. A paid order also counts as the first sale of its day. */
function isWanted(kind: NotificationKind): SQL | undefined {
  const { kinds } = notificationChannels;
  const listed = sql`${kinds} @> array[${kind}]::text[]`;
  return and(
    isActive,
    or(
      listed,
      isDefaultKind(kind) ? isNull(kinds) : undefined,
      kind === 'paid_order' ? sql`${kinds} @> array['first_sale_of_day']` : undefined,
    ),
  );
}

/** The events of orders, with a notification of each payment. */
export function withOrderNotifications(events: OrderEvents, notifications: Notifications): OrderEvents {
  return {
    note: async (at, before, after) => {
      await events.note(at, before, after);
      if (before.paidAt === null && after.paidAt !== null) {
        await notifications.notify(at, { kind: 'paid_order', facts: { orderId: after.id } });
      }
    },
  };
}
