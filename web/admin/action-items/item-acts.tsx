// The acts that settle an action item where it is listed: retry, refill, refund, replace the link, settle a lost answer.
import { type ComponentType, useState } from 'react';
import { Link } from 'wouter';
import type { ItemAct } from '../../../contract/action-item-kinds.ts';
import type { EndpointName } from '../../../contract/index.ts';
import { lookOf } from '../../ui/link-button.tsx';
import { type IsAllowed, useAllowed } from '../allowed.tsx';
import { type Post, type Settlement, useRefillPost, useReplaceLink, useSendPost } from '../dispatch/post-actions.ts';
import { useAct } from '../kit/use-act.ts';
import { allOrderCalls } from '../live-calls.ts';
import { EvidenceLink } from '../order-detail/evidence-link.tsx';
import { useResumeSending } from '../order-detail/sending-pause.tsx';
import { layerOnDemand } from '../page-on-demand.tsx';
import { type OrderPart, orderPartPath, tabPath } from '../paths.ts';
import { useItemTexts } from '../texts/shown-texts.ts';
import { ActButton, DialogAct } from './act-button.tsx';
import { type ActionItem, type ActionItemKind, actionItemsCall, useRetryJob } from './action-items.ts';
import { isDismissable } from './dismissal.ts';
import { deliveryOf, postOf } from './item-delivery.ts';
import { RefundUndelivered } from './refund-undelivered.tsx';
import type { RequestedItem } from './requested-item.ts';
import { ApplyPriceAct, ConfirmServiceAct, SellingAct } from './selling-acts.tsx';
import { CancelAtProvider, MessageProvider, MoveRest } from './stalled-acts.tsx';

const ReplaceItemLink = layerOnDemand(() => import('./replace-item-link.tsx'));
const SettleDialog = layerOnDemand(() => import('../dispatch/settle-dialog.tsx'));

/** `act`: the address of the item may name it. */
type Act = { call: EndpointName; act?: ItemAct; of: ComponentType<ActProps> };
/** `requested`: null for an act that the address does not name. */
type ActProps = { item: ActionItem; requested?: RequestedItem | null };

type ItemActsProps = { kind: ActionItemKind; item: ActionItem; requested: RequestedItem | null };

export function ItemActs({ kind, item, requested }: ItemActsProps) {
  const isAllowed = useAllowed();
  const isRequested = (act?: ItemAct) => act !== undefined && act === requested?.act;
  return (acts[kind] ?? []).map(({ call, act, of: ActOf }) =>
    isAllowed(call) ? <ActOf key={call} item={item} requested={isRequested(act) ? requested : null} /> : null,
  );
}

/** The acts on an item of a kind that this admin may see at most, with its dismissal. */
export function countActs(kind: ActionItemKind, isAllowed: IsAllowed): number {
  const allowed = (acts[kind] ?? []).filter(({ call }) => isAllowed(call));
  return allowed.length + (isDismissable(kind) && isAllowed('dismissActionItem') ? 1 : 0);
}

function RetryJob({ item, requested }: ActProps) {
  const { itemRows } = useItemTexts();
  const retry = useRetryJob();
  return (
    <ActButton
      act={{ ...retry, failure: null }}
      requested={requested}
      onClick={() => retry.run({ params: { id: item.subject } })}
    >
      {itemRows.retry}
    </ActButton>
  );
}

/** Renders an act on the link of an item. */
function ofLink(ActOfLink: ComponentType<ActProps & { post: Post }>) {
  return function LinkAct(props: ActProps) {
    const post = postOf(props.item);
    return post ? <ActOfLink {...props} post={post} /> : null;
  };
}

/** Not before the buyer's request for another link is decided. */
function SendAgain({ item, post, requested }: ActProps & { post: Post }) {
  const { itemRows } = useItemTexts();
  const send = useSendPost(post);
  return item.link?.requested ? null : (
    <ActButton act={send} requested={requested} onClick={() => send.run(undefined)}>
      {itemRows.retry}
    </ActButton>
  );
}

function Refill({ item, post }: { item: ActionItem; post: Post }) {
  const { links } = useItemTexts();
  const refill = useRefillPost(post, deliveryOf(item, post));
  return (
    <ActButton act={refill} onClick={() => refill.run(undefined)}>
      {links.refill}
    </ActButton>
  );
}

function Settle({ post }: { post: Post }) {
  const { links } = useItemTexts();
  const [outcome, setOutcome] = useState<Settlement['outcome'] | null>(null);
  return (
    <>
      <ActButton onClick={() => setOutcome('placed')}>{links.placed}</ActButton>
      <ActButton onClick={() => setOutcome('not_placed')}>{links.notPlaced}</ActButton>
      {outcome ? <SettleDialog post={post} outcome={outcome} onClose={() => setOutcome(null)} /> : null}
    </>
  );
}

function Replace({ post }: { post: Post }) {
  const { links } = useItemTexts();
  return <DialogAct label={links.replace}>{(close) => <ReplaceItemLink post={post} onClose={close} />}</DialogAct>;
}

function AcceptLink({ item, post }: ActProps & { post: Post }) {
  const { itemRows } = useItemTexts();
  const accept = useReplaceLink(post, () => {});
  const newLink = item.link?.requested?.new_link;
  return newLink === undefined ? null : (
    <ActButton act={accept} onClick={() => accept.run({ newLink, reason: '' })}>
      {itemRows.acceptLink}
    </ActButton>
  );
}

function OpenEvidence({ item: { order_id, evidence_due_at } }: { item: ActionItem }) {
  return order_id === null ? null : <EvidenceLink orderId={order_id} dueAt={evidence_due_at ?? null} />;
}

/** A link to the part of the order where the item is resolved. */
function OpenPart({ item: { order_id }, part }: ActProps & { part: OrderPart }) {
  const { itemRows } = useItemTexts();
  return order_id === null ? null : (
    <Link href={orderPartPath(order_id, part)} className={lookOf({ size: 'sm' })}>
      {itemRows.openPart[part]}
    </Link>
  );
}

function OpenPayment(props: ActProps) {
  return <OpenPart {...props} part="payment" />;
}

function OpenRefunds(props: ActProps) {
  return <OpenPart {...props} part="refunds" />;
}

function ResumeSending({ item: { order_id } }: ActProps) {
  const { orderPage } = useItemTexts();
  const resume = useResumeSending();
  return order_id === null ? null : (
    <ActButton act={{ ...resume, failure: null }} onClick={() => resume.run({ params: { id: order_id } })}>
      {orderPage.resume}
    </ActButton>
  );
}

function CleanAddress({ item: { order_id: id, order } }: ActProps) {
  const { itemRows } = useItemTexts();
  // Sends the email of the order again: the store brings it into its one form.
  const clean = useAct('PUT /api/orders/{id}', { renews: [...allOrderCalls, actionItemsCall] });
  if (id === null || !order) return null;
  return (
    <ActButton
      act={clean}
      onClick={() => clean.run({ params: { id }, body: { customer_email: order.customer_email } })}
    >
      {itemRows.useCleanAddress}
    </ActButton>
  );
}

function RefillWhereTaken(props: { item: ActionItem; post: Post }) {
  return props.item.delay?.can_refill ? <Refill {...props} /> : null;
}

/** Links to the settings of a provider that refuses its API key, so that its category cannot be delivered. */
function FixKey({ item: { params } }: ActProps) {
  const { itemRows } = useItemTexts();
  const providers = Array.isArray(params?.providers) ? params.providers : [];
  if (!providers.some((one: { code?: string } | null) => one?.code === 'provider_refuses_key')) return null;
  return (
    <Link href={tabPath('api')} className={lookOf({ size: 'sm' })}>
      {itemRows.fixKey}
    </Link>
  );
}

/** The subject: the provider, the service, the category and the mark of what was read. */
function ConfirmService({ item: { subject } }: ActProps) {
  const { itemRows } = useItemTexts();
  const [id = '', serviceId = '', , mark = ''] = subject.split(' ');
  return <ConfirmServiceAct texts={itemRows} providerId={id} serviceId={serviceId} mark={mark} />;
}

function ApplyPrice({ item: { subject } }: ActProps) {
  const { itemRows } = useItemTexts();
  return (
    <ApplyPriceAct texts={itemRows} subject={subject}>
      {itemRows.applyPrice}
    </ApplyPriceAct>
  );
}

function PauseSelling({ item }: ActProps) {
  return <Selling item={item} paused />;
}

function SellAgain({ item }: ActProps) {
  return <Selling item={item} paused={false} />;
}

function Selling({ item: { category, offer, offer_name }, paused }: ActProps & { paused: boolean }) {
  const { itemRows, states } = useItemTexts();
  return (
    <SellingAct
      texts={itemRows}
      name={offer_name ?? states.category(category ?? '')}
      of={{ category, offer }}
      paused={paused}
    >
      {paused ? itemRows.pauseSelling : itemRows.sellAgain}
    </SellingAct>
  );
}

const refill: Act = { call: 'refillPost', of: ofLink(Refill) };
const move: Act = { call: 'movePost', of: ofLink(MoveRest) };
const replace: Act = { call: 'replaceLink', of: ofLink(Replace) };
const openPayment: Act = { call: 'listActionItems', of: OpenPayment };
const openRefunds: Act = { call: 'listActionItems', of: OpenRefunds };
const acts: Partial<Record<ActionItemKind, readonly Act[]>> = {
  payment_mismatch: [openPayment],
  payment_unknown_status: [openPayment],
  second_capture: [openRefunds],
  late_payment: [openRefunds],
  refund_failed: [openRefunds],
  refund_unsettled: [openRefunds],
  chargeback: [{ call: 'orderEvidence', of: OpenEvidence }],
  category_undeliverable: [
    { call: 'listActionItems', of: FixKey },
    { call: 'pauseSelling', of: PauseSelling },
  ],
  service_held: [{ call: 'confirmService', of: ConfirmService }],
  price_proposed: [{ call: 'applyPrice', of: ApplyPrice }],
  category_deliverable: [{ call: 'pauseSelling', of: SellAgain }],
  sending_paused: [{ call: 'resumeSending', of: ResumeSending }],
  link_requested: [{ call: 'replaceLink', of: ofLink(AcceptLink) }],
  dispatch_unknown: [{ call: 'settlePost', of: ofLink(Settle) }],
  dispatch_failed: [{ call: 'sendPost', act: 'retry', of: ofLink(SendAgain) }, replace],
  delivery_stopped: [refill, { call: 'refundOrder', act: 'refund', of: RefundUndelivered }, move, replace],
  delivery_stalled: [
    { call: 'listActionItems', of: MessageProvider },
    { call: 'refillPost', of: ofLink(RefillWhereTaken) },
    move,
    { call: 'cancelPost', of: ofLink(CancelAtProvider) },
  ],
  drop_reported: [refill],
  refill_refused: [refill],
  address_collision: [{ call: 'changeOrder', of: CleanAddress }],
  dead_job: [{ call: 'retryJob', act: 'retry', of: RetryJob }],
};
