// What a bulk act on action items would do: one step for each item, or one refund for each order.
import type { Api } from '../../api.ts';
import { formatCount } from '../amounts.ts';
import { refillCalls } from '../dispatch/post-actions.ts';
import { formatDollars } from '../dollars.ts';
import type { BulkConfirmation, Plan, Step } from '../orders/bulk-plan.ts';
import type { TextsWithItems } from '../texts/texts.ts';
import { type ActionItem, actionItemsCall } from './action-items.ts';
import { splitByCause } from './causes.ts';
import { deliveryOf, postOf } from './item-delivery.ts';

export type Wording = 'retryAll' | 'refillAll' | 'refundAll';
/** The kinds whose items of one cause are done together. */
export type GroupKind = 'dispatch_failed' | 'delivery_stopped' | 'drop_reported' | 'refill_refused' | 'dead_job';

const planRefills = (items: ActionItem[]): Plan => ({ steps: items.flatMap(toRefill), left: [] });

const plans: Record<GroupKind, (items: ActionItem[], texts: TextsWithItems) => Plan> = {
  dispatch_failed: (items) => ({ steps: items.flatMap(toSend), left: [] }),
  delivery_stopped: planRefunds,
  drop_reported: planRefills,
  refill_refused: planRefills,
  dead_job: (items) => ({ steps: items.map(toJob), left: [] }),
};

/** Plans the items that are open now, at most 100. */
export async function loadConfirmation(
  api: Api,
  { kind, cause }: { kind: GroupKind; cause: string | undefined },
  wording: Wording,
  texts: TextsWithItems,
): Promise<BulkConfirmation> {
  const { kinds } = await api.call(actionItemsCall, { query: { kind } });
  const groups = kinds.flatMap(splitByCause);
  const { items = [], refund = 0 } = groups.find((group) => group.cause === cause) ?? {};
  const planned = plans[kind](items, texts);
  const confirmLabel = texts.itemRows[wording](
    wording === 'refundAll' ? formatDollars(refund) : formatCount(planned.steps.length),
  );
  const warning = wording === 'refundAll' ? await refundWarning(api, refund, texts) : texts.itemRows.oneByOne;
  return { title: texts.itemRows.kinds[kind], confirmLabel, plan: planned, warning };
}

/** Shows the use of the daily cap after the refunds; the store enforces the cap. */
async function refundWarning(api: Api, refund: number, { itemRows }: TextsWithItems): Promise<string> {
  const spending = await api.call('GET /api/admin/spending', {}).catch(() => null);
  const { used = null, cap = null } = spending?.refunds.day ?? {};
  if (cap === null) return itemRows.refundAllHelp;
  return `${itemRows.refundAllHelp} ${itemRows.capAfter(formatDollars((used ?? 0) + refund), formatDollars(cap))}`;
}

function toSend(item: ActionItem): Step[] {
  const post = postOf(item);
  if (!post || item.link?.requested) return [];
  return [{ kind: 'send', orderId: post.orderId, what: post.link, post, share: post.quantity }];
}

function toRefill(item: ActionItem): Step[] {
  const post = postOf(item);
  return post
    ? [{ kind: 'call', orderId: post.orderId, what: post.link, ...refillCalls(post, deliveryOf(item, post)) }]
    : [];
}

function toJob({ subject, words, order_id }: ActionItem): Step {
  const call = (api: Api) => api.call('POST /api/admin/jobs/{id}/retry', { params: { id: subject } });
  return { kind: 'call', orderId: order_id, what: words, call, check: async () => 'unclear' };
}

/** One refund for each order, the largest first: it covers all links of the order. */
function planRefunds(items: ActionItem[], { itemRows, refunds }: TextsWithItems): Plan {
  // The key of a refund comes from the item: the same one, whatever the order of the list.
  const byOrder = new Map(items.toSorted(bySubject).map((item) => [item.order_id ?? '', item]));
  const plan: Plan = { steps: [], left: [] };
  for (const [orderId, item] of [...byOrder].sort(([, one], [, other]) => (other.refund ?? 0) - (one.refund ?? 0))) {
    if (item.refund === undefined) plan.left.push({ orderId, why: itemRows.othersInDelivery });
    else plan.steps.push(toRefund(orderId, item, item.refund, refunds.proposalReason));
  }
  return plan;
}

function bySubject(one: ActionItem, other: ActionItem): number {
  return one.subject < other.subject ? 1 : -1;
}

function toRefund(orderId: string, { subject }: ActionItem, amount: number, reason: string): Step {
  // The same key for a repetition after an interruption, so that the store refunds once.
  const key = `item-${subject.replaceAll(/[^0-9A-Za-z]/g, '-')}-${Math.round(amount * 100)}`.slice(0, 200);
  const call = (api: Api) =>
    api.call(
      'POST /api/admin/orders/{id}/refunds',
      { params: { id: orderId }, body: { undelivered: true, amount, reason } },
      { headers: { 'idempotency-key': key } },
    );
  const check = async (api: Api) => {
    await call(api);
    return 'done' as const;
  };
  return { kind: 'call', orderId, what: formatDollars(amount), call, check };
}
