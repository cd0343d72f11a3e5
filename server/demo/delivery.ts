// The delivery of a made-up paid order: link by link to the provider, followed, refilled. `seed-sandbox.ts` creates
// the links of the demo at the sandbox's provider.
import type { OrderCategory } from '../../contract/category.ts';
import { normaliseLink } from '../../contract/post-links.ts';
import { sentenceOf } from '../../contract/sentences.ts';
import { shares } from '../../contract/share.ts';
import { storeMessage } from '../../contract/store-messages.ts';
import type { dispatches } from '../modules/dispatch/dispatch.schema.ts';
import { sentenceColumns } from '../platform/sentence-columns.ts';
import type { DemoContext, Fate, OrderRow } from './demo-context.ts';

type DispatchRow = typeof dispatches.$inferInsert;

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The sandbox's services. */
const serviceIds: Partial<Record<OrderCategory, string>> = { Likes: '1001', Views: '2001' };
/** Their prices of 1,000 units. */
const rates: Partial<Record<OrderCategory, string>> = { Likes: '0.90', Views: '0.12' };

/** Writes the dispatches of an order paid at that time, and their effect on the order. */
export function deliver(context: DemoContext, order: OrderRow, paidMs: number, fate: Fate): void {
  const { random, nowMs, rows } = context;
  if (fate === 'waiting') return;
  const delayMs = 2 * minuteMs + Math.min(random.wait(35 * minuteMs), 6 * hourMs);
  const inTime = fate === 'delivered' || fate === 'refilled';
  // Demo states lie in the past, however young the order is.
  const firstMs = paidMs + (inTime ? delayMs : Math.min(delayMs, (nowMs - paidMs) / 3));
  const quantities = shares(order.quantity, order.postLinks.length);
  const sent: DispatchRow[] = [];
  let claimedMs = firstMs;
  for (const [position, postLink] of order.postLinks.entries()) {
    const isLast = position === order.postLinks.length - 1;
    if (claimedMs + 2 * secondMs > nowMs || (fate === 'halfway' && isLast)) break;
    const row = claim(context, order, position, postLink, quantities[position] ?? 1, claimedMs);
    if (isLast && (fate === 'refused' || fate === 'unknown')) miss(context, row, claimedMs, fate);
    else follow(context, row, claimedMs, fate);
    sent.push(row);
    claimedMs += random.whole(4, 25) * secondMs;
  }
  if (sent.length === 0) return;
  rows.dispatches.push(...sent);
  for (const row of sent) {
    const happenedAt = new Date(row.claimedAt.getTime() + secondMs);
    const details = { position: row.position, outcome: outcomes[row.state] };
    rows.audit.push({ happenedAt, actor: 'system', action: `dispatch.${row.state}`, subject: order.id, details });
  }
  takeIn(order, sent);
  if (fate === 'refilled' && order.status === 'completed') refill(context, order, sent);
}

const outcomes = { sending: 'none', sent: 'placed', failed: 'refused', unknown: 'unknown', waiting: 'put_off' };

function claim(
  { random }: DemoContext,
  order: OrderRow,
  position: number,
  postLink: string,
  quantity: number,
  claimedMs: number,
): DispatchRow {
  const claimedAt = new Date(claimedMs);
  return {
    orderId: order.id,
    position,
    postLink,
    linkKey: normaliseLink(postLink).key,
    serviceId: serviceIds[order.category] ?? '',
    quantity,
    rate: rates[order.category] ?? null,
    state: 'sending',
    claimId: random.uuid(),
    claimedAt,
    providerOrderId: null,
    error: null,
    hint: null,
    liveStatus: null,
    remains: null,
    following: false,
    checkedAt: null,
    refillId: null,
    refillRequestedAt: null,
    createdAt: claimedAt,
    updatedAt: new Date(claimedMs + secondMs),
  };
}

function miss({ random, rows }: DemoContext, row: DispatchRow, claimedMs: number, fate: 'refused' | 'unknown'): void {
  if (fate === 'refused') {
    const error = 'You have active order with this link. Please wait until order being completed.';
    const hint = sentenceColumns('hint', sentenceOf(storeMessage('earlier_send_possible')));
    Object.assign(row, { state: 'failed', error, ...hint });
    return;
  }
  const lost = sentenceOf(storeMessage('provider_answer_lost', { cause: 'timeout' }));
  Object.assign(row, { state: 'unknown', ...sentenceColumns('error', lost) });
  rows.alerts.push({
    id: random.uuid(),
    type: 'dispatch_unknown',
    severity: 'high',
    ...sentenceColumns('message', sentenceOf(storeMessage('send_answer_lost', { orderId: row.orderId }))),
    details: { orderId: row.orderId },
    onceKey: `unknown ${row.claimId}`,
    raisedAt: new Date(claimedMs + secondMs),
  });
}

function follow(context: DemoContext, row: DispatchRow, sentMs: number, fate: Fate): void {
  const { random, nowMs, nextProviderOrderId } = context;
  const hoursNeeded = Math.min(36, 0.15 + row.quantity / 4_500) * (0.6 + random.fraction() * 1.1);
  const startMs = sentMs + random.whole(60, 300) * secondMs;
  const live = fate === 'halfway' ? halfway(context, row, sentMs) : usual();
  const checkedMs = Math.min(live.atMs + random.whole(1, 54) * secondMs, nowMs);
  const checkedAt = new Date(Math.max(checkedMs, sentMs + secondMs));
  Object.assign(row, { state: 'sent', providerOrderId: nextProviderOrderId(), checkedAt, updatedAt: checkedAt });
  Object.assign(row, { liveStatus: live.status, remains: live.remains });
  const isOver = live.status !== 'Pending' && live.status !== 'In progress';
  const charged = row.quantity - (isOver ? live.remains : 0);
  Object.assign(row, { charge: ((charged * Number(row.rate)) / 1_000).toFixed(6) });

  function usual() {
    const doneMs = startMs + hoursNeeded * hourMs;
    if (startMs > nowMs) return { status: 'Pending', remains: row.quantity, atMs: sentMs };
    if (doneMs > nowMs) {
      const left = (doneMs - nowMs) / (doneMs - startMs);
      return { status: 'In progress', remains: Math.ceil(row.quantity * left), atMs: nowMs - 55 * secondMs };
    }
    if (row.position === 0 && fate === 'partial') {
      const remains = Math.ceil(row.quantity * (0.05 + random.fraction() * 0.3));
      return { status: 'Partial', remains, atMs: doneMs };
    }
    if (row.position === 0 && fate === 'canceled') return { status: 'Canceled', remains: row.quantity, atMs: doneMs };
    return { status: 'Completed', remains: 0, atMs: doneMs };
  }
}

// Every link in another state, whatever the time: the first is done, the next two are on their way. One of a young order
// has not begun.
function halfway({ random, nowMs }: DemoContext, row: DispatchRow, sentMs: number) {
  const atMs = nowMs - 55 * secondMs;
  if (row.position === 0) return { status: 'Completed', remains: 0, atMs: (sentMs + nowMs) / 2 };
  const isYoung = nowMs - sentMs < 6 * hourMs;
  if (row.position === 2 && isYoung) return { status: 'Pending', remains: row.quantity, atMs };
  return { status: 'In progress', remains: Math.ceil(row.quantity * (0.15 + random.fraction() * 0.7)), atMs };
}

// The effect of the links on the order.
function takeIn(order: OrderRow, sent: DispatchRow[]): void {
  const placed = sent.filter(({ state }) => state === 'sent');
  const [first] = placed;
  if (!first) return;
  const done = sent.length === order.postLinks.length && sent.every(({ liveStatus }) => liveStatus === 'Completed');
  const lastMs = Math.max(...sent.map(({ updatedAt }) => updatedAt.getTime()));
  order.status = done ? 'completed' : 'processing';
  order.updatedAt = done ? new Date(lastMs) : new Date(first.claimedAt.getTime() + secondMs);
}

function refill({ random, nowMs, rows }: DemoContext, order: OrderRow, sent: DispatchRow[]): void {
  const row = random.pick(sent);
  const requestedMs = row.updatedAt.getTime() + dayMs + random.wait(3 * dayMs);
  const doneMs = requestedMs + random.whole(1, 9) * hourMs;
  if (doneMs > nowMs) return;
  const refillRequestedAt = new Date(requestedMs);
  const doneAt = new Date(doneMs);
  const refillId = random.text('123456789', 6);
  Object.assign(row, { refillId, refillRequestedAt, checkedAt: doneAt, updatedAt: doneAt });
  const details = { position: row.position, outcome: 'accepted' };
  const audited = { happenedAt: refillRequestedAt, actor: 'system', action: 'dispatch.refill', subject: order.id };
  rows.audit.push({ ...audited, details });
}
