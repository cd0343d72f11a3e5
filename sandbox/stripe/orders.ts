// Stripe's objects on disk. One file contains all objects of a gateway order; an ID of one names its file.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Disk } from '../disk.ts';
import { addNotices, type NoticeContext } from '../notices.ts';
import { createOutboxes, type Outboxes, type WithOutbox } from '../outboxes.ts';
import type { StoredAnswer, StripeAnswers } from './api.ts';
import { stripeEvent } from './events.ts';
import { createStripeObjects, type StripeObject, type StripeObjects } from './objects.ts';

export interface StripeOrder extends WithOutbox {
  /** The reference that the session was opened with; null: the objects of the account. */
  orderId: string | null;
  objects: StripeObject[];
  /** By idempotency key. */
  answers: [string, StoredAnswer][];
}

/** What happens in a file, while it is locked. */
export interface StripeWork {
  order: StripeOrder;
  objects: StripeObjects;
  answers: StripeAnswers;
  /** The session that was opened last. */
  session(): StripeObject | undefined;
  /** Queues events, in this order. */
  send(events: readonly (readonly [type: string, object: unknown])[], context: NoticeContext): void;
  /** Queues an action and its event. */
  schedule(act: 'dispute', dueAt: number): void;
}

export interface StripeOrders extends Outboxes<StripeOrder> {
  /** Runs exclusively for this file, and stores it. A file that does not exist is made for this order. */
  work<T>(id: string, orderId: string | null, work: (file: StripeWork) => T): Promise<T>;
  /** The same in a file that is locked already. */
  workIn<T>(order: StripeOrder, work: (file: StripeWork) => T): T;
  /** The objects as they are now. */
  open(order: StripeOrder): StripeWork;
}

/** The file of what belongs to no order: domains and payouts. */
export const ACCOUNT_ID = '0'.repeat(24);
/** Fees of Stripe, in cents. */
export const paymentFee = (amountCents: number) => Math.round(amountCents * 0.029) + 30;
export const DISPUTE_FEE = 1500;

export function createStripeOrders(
  disk: Disk,
  { clock, webhookUrl }: { clock: () => Date; webhookUrl: string },
): StripeOrders {
  const outboxes = createOutboxes<StripeOrder>(disk, { records: 'stripe', due: 'stripe-due', scope: 'stripe' });

  function open(order: StripeOrder): StripeWork {
    const all = new Map(order.objects.map((object) => [object.id, object]));
    const objects = createStripeObjects(clock, all, () => `${order.id}${randomBytes(4).toString('hex')}`);
    for (const session of objects.list('checkout.session')) {
      const isOver = Number(session.expires_at) * 1000 <= clock().getTime();
      if (session.status === 'open' && isOver) objects.expire(session);
    }
    return {
      order,
      objects,
      answers: new Map(order.answers),
      session: () => objects.list('checkout.session')[0],
      send: (events, context) => {
        const bodies = events.map(([type, object]) => stripeEvent(type, structuredClone(object), context.now));
        addNotices(order, webhookUrl, bodies, context);
      },
      schedule: (act, dueAt) => {
        order.outbox.push({ id: randomUUID(), url: webhookUrl, body: null, act, attempt: 1, dueAt });
      },
    };
  }

  function workIn<T>(order: StripeOrder, work: (file: StripeWork) => T): T {
    const file = open(order);
    const outcome = work(file);
    order.objects = file.objects.all();
    order.answers = [...file.answers];
    return outcome;
  }

  return {
    ...outboxes,
    open,
    workIn,
    work: (id, orderId, work) =>
      outboxes.change(id, (found) => {
        const order = found ?? { id, orderId, objects: [], answers: [], outbox: [], sent: [] };
        return [order, workIn(order, work)];
      }),
  };
}

/** Unique per order. */
export function createFileId(orderId: string): string {
  return createHash('sha256').update(orderId).digest('hex').slice(0, 24);
}

/** Null: not an object ID. */
export function readFileId(objectId: unknown): string | null {
  return /^[a-z]+_(?:test_)?([0-9a-f]{24})/.exec(String(objectId))?.[1] ?? null;
}
