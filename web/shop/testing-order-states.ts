// Generates every reachable combination of an order of two posts, as its page gets it. `docs/order-states.md` has the rules.

import type { Language } from '../../contract/languages.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import { deliveryOf, type PaymentState, paymentStateOf } from '../../contract/order-progress.ts';
import { describeLink, describeOrder } from '../../contract/order-state.ts';
import { postProgressOf } from '../../contract/post-progress.ts';
import { formatHeading } from './order/order-heading.ts';
import { sentenceText, unitOf } from './order-sentences.ts';
import { textsOf } from './texts/catalogue.ts';

const at = '2026-03-14T14:12:00Z';
/** The ordered quantity of each post. */
export const unit = 500;
const payments = {
  unpaid: { paymentStatus: 'session' },
  awaitingTransfer: { paymentStatus: 'none', isAwaitingTransfer: true },
  confirming: { paymentStatus: 'session', isConfirming: true },
  confirmingLong: { paymentStatus: 'session', isConfirming: true, isLong: true },
  declined: { paymentStatus: 'session', isDeclined: true },
  expired: { paymentStatus: 'expired' },
  closed: { paymentStatus: 'expired', isOver: true },
  paid: { paymentStatus: 'paid' },
  partly_refunded: { paymentStatus: 'paid', refunded: 150 },
  refunded: { paymentStatus: 'refunded', refunded: 600, isOver: true },
  disputed: { paymentStatus: 'disputed', isOver: true },
} as const;

type Link = {
  state: string;
  live: string | null;
  remains: number | null;
  shortfall?: string;
  isRefilling?: boolean;
  hidden?: boolean;
  busy?: boolean;
  drop?: 'reported' | 'refilling' | 'refused';
  /** The buyer requested another link. */
  asked?: boolean;
};
const links = {
  none: null,
  refused: { state: 'failed', live: null, remains: null },
  hidden: { state: 'failed', live: null, remains: null, hidden: true },
  askedFor: { state: 'failed', live: null, remains: null, asked: true },
  askedUnsent: { state: 'waiting', live: null, remains: null, asked: true },
  askedWhileSending: { state: 'unknown', live: null, remains: null, asked: true },
  hiddenRetried: { state: 'waiting', live: null, remains: null, hidden: true },
  afterOther: { state: 'waiting', live: null, remains: null, busy: true },
  busyAtProvider: { state: 'failed', live: null, remains: null, busy: true },
  lost: { state: 'unknown', live: null, remains: null },
  sent: { state: 'sent', live: 'Pending', remains: null },
  running: { state: 'sent', live: 'In progress', remains: 300 },
  completed: { state: 'sent', live: 'Completed', remains: 0 },
  refillingDrop: { state: 'sent', live: 'Completed', remains: 0, isRefilling: true, drop: 'refilling' },
  dropHidden: { state: 'sent', live: 'Completed', remains: 0, drop: 'refused', hidden: true },
  dropReported: { state: 'sent', live: 'Completed', remains: 0, drop: 'reported' },
  short: { state: 'sent', live: 'Partial', remains: 200 },
  uncounted: { state: 'sent', live: 'Partial', remains: null },
  canceled: { state: 'sent', live: 'Canceled', remains: 500 },
  refilling: { state: 'sent', live: 'Partial', remains: 200, isRefilling: true },
  shortRefunded: { state: 'sent', live: 'Partial', remains: 200, shortfall: 'refunded' },
  dismissed: { state: 'sent', live: 'Partial', remains: 200, shortfall: 'dismissed' },
} satisfies Record<string, Link | null>;
type LinkName = keyof typeof links;
type PaymentName = keyof typeof payments;

const ends: readonly string[] = ['Completed', 'Partial', 'Canceled'];
const refundKinds = ['none', 'pending', 'done', 'byHand', 'elsewhere'] as const;
const sendings = ['now', 'queued', 'paused', 'refund_open'] as const;
export type Case = {
  payment: PaymentName;
  each: readonly [LinkName, LinkName];
  refund: (typeof refundKinds)[number];
  sending: (typeof sendings)[number];
};

/** The rules of "What cannot be" in `docs/order-states.md`. */
function isReachable({ payment, each, refund, sending }: Case): boolean {
  const isPaid = payment === 'paid' || payment === 'partly_refunded';
  const isEverPaid = isPaid || payment === 'refunded' || payment === 'disputed';
  const isUnsent = each.some((name) => links[name]?.state !== 'sent' && name !== 'lost');
  if (!isEverPaid && each.some((name) => name !== 'none')) return false;
  if (payment === 'paid' && refund !== 'none' && refund !== 'pending') return false;
  if ((payment === 'partly_refunded' || payment === 'refunded') && (refund === 'none' || refund === 'pending'))
    return false;
  if ((!isEverPaid || payment === 'disputed') && refund !== 'none') return false;
  if (
    each.includes('shortRefunded') &&
    !(payment === 'partly_refunded' || payment === 'disputed' || payment === 'refunded')
  )
    return false;
  if ((sending === 'refund_open') !== (refund === 'pending')) return false;
  return isPaid && isUnsent ? true : sending === 'now' || sending === 'refund_open';
}

export function listCases(): Case[] {
  const names = Object.keys(links) as LinkName[];
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));
  const all = (Object.keys(payments) as PaymentName[]).flatMap((payment) =>
    pairs.flatMap((each) =>
      refundKinds.flatMap((refund) => sendings.map((sending): Case => ({ payment, each, refund, sending }))),
    ),
  );
  return all.filter(isReachable);
}

export function buildPage({ payment: name, each, refund, sending }: Case): OrderPage {
  const given = {
    isOver: false,
    refunded: 0,
    isConfirming: false,
    isDeclined: false,
    isAwaitingTransfer: false,
    isLong: false,
    ...payments[name],
  };
  const sent = each.flatMap((one) => {
    const link: Link | null = links[one];
    if (!link) return [];
    const isEnded = ends.includes(link.live ?? '');
    const facts = { following: !isEnded, shortfall: link.shortfall ?? null, quantity: unit };
    return [{ ...facts, state: link.state, liveStatus: link.live, remains: link.remains }];
  });
  const isSettled = (one: LinkName) =>
    ['completed', 'refillingDrop', 'dropHidden', 'dropReported', 'shortRefunded', 'dismissed'].includes(one);
  const isComplete = given.paymentStatus === 'paid' && each.every(isSettled);
  const status = given.isOver
    ? 'failed'
    : isComplete
      ? 'completed'
      : given.paymentStatus === 'paid'
        ? 'processing'
        : 'pending';
  const payment: PaymentState = paymentStateOf({
    status,
    paymentStatus: given.paymentStatus,
    amountCents: 600,
    refundedCents: given.refunded,
    isConfirming: given.isConfirming,
    isDeclined: given.isDeclined,
    isAwaitingTransfer: given.isAwaitingTransfer,
  });
  const delivery = deliveryOf({
    status,
    paymentStatus: given.paymentStatus,
    quantity: 2 * unit,
    links: 2,
    deliveredBefore: 0,
    sent,
  });
  const requestState = given.paymentStatus === 'paid' ? 'requested' : 'ended';
  const holds = requestState === 'requested' ? { holds: true as const } : {};
  const posts = each.map((one): OrderPage['posts'][number] => {
    const link: Link | null = links[one];
    const isEnded = ends.includes(link?.live ?? '');
    const progress = postProgressOf({
      payment,
      isOver: given.isOver || isComplete,
      ordered: unit,
      deliveredBefore: 0,
      link: link && {
        state: link.state,
        liveStatus: link.live,
        remains: link.remains,
        quantity: unit,
        following: !isEnded,
        shortfall: link.shortfall ?? null,
        isRefilling: link.isRefilling ?? false,
      },
    });
    return {
      kind: 'p',
      shortcode: one,
      post_link: null,
      ...progress,
      ...(link?.hidden && (isUnsentPost(progress) || (given.paymentStatus === 'paid' && link.drop))
        ? { hidden: true as const }
        : {}),
      ...(link?.busy && isUnsentPost(progress) ? { after_other_order: true as const } : {}),
      ...(link?.asked
        ? { link_request: { new_link: 'x', state: requestState, reason: null, requested_at: at, ...holds } }
        : {}),
      ...(link?.drop ? { drop: { state: link.drop, reason: null, reported_at: at } } : {}),
    };
  });
  const amount = given.refunded / 100;
  const refunds: OrderPage['refunds'] =
    refund === 'none'
      ? []
      : [
          {
            amount: amount || 1.5,
            state: refund === 'pending' ? 'pending' : 'refunded',
            by_hand: refund === 'byHand',
            at: refund === 'elsewhere' ? null : at,
          },
        ];
  const isUnsent = posts.some(isUnsentPost);
  return {
    id: 'K7QX2M9TB4VA',
    status,
    payment_status: given.paymentStatus,
    quantity: 2 * unit,
    category: 'Likes',
    amount: 6,
    created_at: at,
    payment,
    delivery,
    email: null,
    confirming_long: given.isLong,
    paid_with: null,
    refunded_amount: amount,
    receipt_path: null,
    refunds,
    sending: isUnsent ? sending : null,
    posts,
    events: [{ kind: 'ordered', at }],
  };
}

export const formatCaseName = ({ payment, each, refund, sending }: Case) =>
  `${payment}, ${each.join(' and ')}, refund ${refund}, ${sending}`;

function isUnsentPost({ state }: { state: OrderPage['posts'][number]['state'] }): boolean {
  return state === 'to_send' || state === 'checking';
}

/** All texts about an order that its pages show together. */
export function readPage(order: OrderPage, lang: Language, dateOf = (_: string) => '14') {
  const texts = textsOf(lang).order;
  const { stage, badge, sentences, next, timeline } = describeOrder(order);
  const words = { texts: texts.states, lang, unit: unitOf(order, texts.states.units), dateOf } as const;
  const buttons = {
    pay: texts.payNow,
    otherCard: texts.otherCard,
    otherWay: textsOf(lang).transfer.otherWay,
    support: texts.support,
    again: texts.again,
  };
  return {
    heading: formatHeading(order, stage, texts, lang),
    /** Of the result page, My Orders and the receipt of an unpaid order. */
    title: textsOf(lang).client.island.titles[stage],
    badge: textsOf(lang).client.island.badges[badge.word],
    sentences: sentences.map((one) => sentenceText(one, words)),
    links: order.posts.map((post) => {
      const story = describeLink(post, order.sending);
      const said = texts.posts.sentences[story.sentence].replace('{count}', String(story.missing ?? 0));
      return { badge: texts.posts.states[story.badge], said };
    }),
    next: next && buttons[next],
    timeline: [timeline.now && texts.timeline.now[timeline.now], timeline.next && texts.timeline.next[timeline.next]],
  };
}

/** One entry for each text about an order, ignoring numbers, with its combinations. */
export function listPageTexts(): { first: OrderPage; cases: Case[]; pages: OrderPage[] }[] {
  const found = new Map<string, { first: OrderPage; cases: Case[]; pages: OrderPage[] }>();
  for (const one of listCases()) {
    const page = buildPage(one);
    const { links: _, ...aboutOrder } = readPage(page, 'en');
    const key = JSON.stringify(aboutOrder).replace(/\d[\d,.]*/g, '#');
    const reading = found.get(key) ?? { first: page, cases: [], pages: [] };
    reading.cases.push(one);
    reading.pages.push(page);
    found.set(key, reading);
  }
  return [...found.values()];
}
