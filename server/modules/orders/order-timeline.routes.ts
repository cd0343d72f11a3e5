// The timeline of one order, from the records of each module. Writes notes only.
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { mostTimelineEntries, type orderTimeline } from '../../../contract/orders.ts';
import { sqlList } from '../../database/columns.ts';
import type { Queryable } from '../../database/database.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { getAdmin, keyName, shownActor } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { apiKeys } from '../api-keys/api-keys.schema.ts';
import { admins } from '../auth/auth.schema.ts';
import { deliveryRequests } from '../delivery/delivery.schema.ts';
import { dispatches } from '../dispatch/dispatch.schema.ts';
import { mails } from '../email/email.schema.ts';
import { paymentAttempts, paymentEvents } from '../payments/payments.schema.ts';
import { auditLog, auditPersonal } from '../security/security.schema.ts';
import * as ordersRepository from './orders.repository.ts';
import { orderNotes } from './orders.schema.ts';

type Entry = z.output<typeof orderTimeline.output>[number];
/** Ledger events with an entry of their own in the audit log, or without news. */
const notListed = [
  'opening',
  'opened',
  'transfer_opened',
  'transfer_expired',
  'none',
  'captured',
  'confirmed',
  'part_refunded',
  'refunded',
  'charged_back',
  'won_back',
  'refund_asking',
  'refund_refunded',
  'refund_failed',
] as const;

/** Of entries with one time, an effect stands above its cause, as the newest entry stands first. */
function effectRank(what: string): number {
  if (what.startsWith('mail.') && what !== 'mail.resent') return 2;
  if (what === 'payment.said' || what === 'delivery.seen') return -1;
  return /^(refill|cancel)\.|^delivery\.started$/.test(what) ? 1 : 0;
}

export const orderTimelineRoutes = routes({
  orderTimeline: async (ctx, { params: { id } }, call) => {
    await ordersRepository.getOrder(ctx.database.db, id);
    const sources = [audited, payments, deliveries, requests, written, mailed];
    const bySource = await Promise.all(sources.map((read) => read(ctx.database.db, id)));
    const entries = bySource
      .flat()
      .sort((one, other) => other.at.localeCompare(one.at) || effectRank(other.what) - effectRank(one.what));
    return entries.slice(0, mostTimelineEntries).map((entry) => ({ ...entry, who: shownActor(entry.who, call) }));
  },

  addOrderNote: async (ctx, { params, body }, call) => {
    const { id: orderId } = await ordersRepository.getOrder(ctx.database.db, params.id);
    const admin = getAdmin(call);
    await ctx.database.transaction(async (tx) => {
      const note = { id: ctx.ids.uuid(), orderId, note: body.note, writtenBy: admin.email };
      await tx.insert(orderNotes).values({ ...note, writtenAt: ctx.database.now() });
      await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'order.noted', subject: orderId });
      ctx.live.announce(tx, 'order-update');
    });
    return { success: true };
  },
});

async function audited(db: Queryable, orderId: string): Promise<Entry[]> {
  // Excludes notes, which have entries of their own.
  const rows = await db
    .select({ entry: auditLog, personal: auditPersonal.details, email: admins.email, key: apiKeys.name })
    .from(auditLog)
    .leftJoin(auditPersonal, eq(auditPersonal.auditId, auditLog.id))
    .leftJoin(admins, eq(auditLog.actor, sql`'admin:' || ${admins.id}`))
    .leftJoin(apiKeys, eq(auditLog.actor, sql`'key:' || ${apiKeys.id}`))
    .where(and(eq(auditLog.subject, orderId), sql`${auditLog.action} <> 'order.noted'`))
    .orderBy(desc(auditLog.id))
    .limit(mostTimelineEntries);
  return rows.map(({ entry, personal, email, key }) => ({
    at: entry.happenedAt.toISOString(),
    who: email ?? (key && keyName(key)) ?? entry.actor.replace(/^admin:.*/, 'admin'),
    what: entry.action,
    details: { ...entry.details, ...personal },
  }));
}

async function payments(db: Queryable, orderId: string): Promise<Entry[]> {
  const opened = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.number));
  // Repeated statuses are skipped, and so is what the audit log has.
  const events = await db.execute<{ conclusion: string; source: string; happenedAt: string }>(sql`
    select conclusion, source, happened_at as "happenedAt" from (
      select *, lag(conclusion) over (order by id) as before from ${paymentEvents}
      where ${paymentEvents.orderId} = ${orderId}
    ) as e
    where conclusion is distinct from before and conclusion not in (${sqlList(notListed)})
    order by id desc limit ${mostTimelineEntries}`);
  return [
    ...opened.map(({ openedAt, number, gateway }) => ({
      at: openedAt.toISOString(),
      who: 'visitor',
      what: 'session.opened',
      details: { number, gateway },
    })),
    ...events.rows.map(({ happenedAt, source, conclusion }) => ({
      at: new Date(happenedAt).toISOString(),
      who: 'gateway',
      what: 'payment.said',
      details: { conclusion, source },
    })),
  ];
}

async function deliveries(db: Queryable, orderId: string): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(dispatches)
    .where(and(eq(dispatches.orderId, orderId), inArray(dispatches.state, ['sent', 'waiting'])));
  return rows.flatMap(({ postLink, providerOrderId, startedAt, checkedAt, liveStatus, remains }) => {
    const link = { link: postLink, providerOrderId };
    const started = startedAt && { at: startedAt.toISOString(), what: 'delivery.started', details: link };
    const seen = checkedAt &&
      liveStatus && { at: checkedAt.toISOString(), what: 'delivery.seen', details: { ...link, liveStatus, remains } };
    return [started, seen].flatMap((entry) => (entry ? [{ ...entry, who: 'provider' }] : []));
  });
}

/** The outcome of each refill and cancellation; the audit log has the request. */
async function requests(db: Queryable, orderId: string): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(deliveryRequests)
    .where(and(eq(deliveryRequests.orderId, orderId), isNotNull(deliveryRequests.endedAt)))
    .orderBy(desc(deliveryRequests.endedAt))
    .limit(mostTimelineEntries);
  return rows.flatMap(({ kind, state, endedAt, position, words, wordsCoded }) => {
    if (!endedAt) return [];
    const details = { position, ...sentenceFields('words', words, wordsCoded) };
    return [{ at: endedAt.toISOString(), who: 'provider', what: `${kind}.${state}`, details }];
  });
}

async function written(db: Queryable, orderId: string): Promise<Entry[]> {
  const rows = await db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(desc(orderNotes.writtenAt))
    .limit(mostTimelineEntries);
  return rows.map(({ writtenAt, writtenBy, note }) => ({
    at: writtenAt.toISOString(),
    who: writtenBy,
    what: 'note',
    details: { note },
  }));
}

async function mailed(db: Queryable, orderId: string): Promise<Entry[]> {
  const rows = await db.select().from(mails).where(eq(mails.orderId, orderId)).limit(mostTimelineEntries);
  return rows.map(({ createdAt, sentAt, kind, state, lastError, recipient }) => ({
    at: (sentAt ?? createdAt).toISOString(),
    who: 'mail',
    what: `mail.${kind}`,
    details: { state, recipient, ...(lastError ? { lastError } : {}) },
  }));
}
