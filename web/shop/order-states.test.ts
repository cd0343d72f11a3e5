// Walks every reachable combination of an order and looks for sentences that exclude each other, in each language.
// `docs/order-states.md` has the combinations in words.
import { describe, expect, it } from 'vitest';
import { languages } from '../../contract/languages.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import { deliveryOf, type PaymentState, paymentStateOf } from '../../contract/order-progress.ts';
import { describeLink, describeOrder, isFinal, type OrderFacts, type OrderStage } from '../../contract/order-state.ts';
import { postProgressOf } from '../../contract/post-progress.ts';
import { headingOf } from './order/order-heading.ts';
import { sentenceText } from './order-sentences.ts';
import { readTrackedOrder } from './read-order.ts';
import { textsOf } from './texts/catalogue.ts';

const unit = 500;
const payments = {
  unpaid: { paymentStatus: 'session' },
  confirming: { paymentStatus: 'session', isConfirming: true },
  declined: { paymentStatus: 'session', isDeclined: true },
  expired: { paymentStatus: 'expired' },
  closed: { paymentStatus: 'expired', isOver: true },
  paid: { paymentStatus: 'paid' },
  partly_refunded: { paymentStatus: 'paid', refunded: 150 },
  refunded: { paymentStatus: 'refunded', refunded: 600, isOver: true },
  disputed: { paymentStatus: 'disputed', isOver: true },
} as const;

type Link = { state: string; live: string | null; remains: number | null; shortfall?: string; isRefilling?: boolean };
const links = {
  none: null,
  refused: { state: 'failed', live: null, remains: null },
  hidden: { state: 'failed', live: null, remains: null },
  afterOther: { state: 'waiting', live: null, remains: null },
  lost: { state: 'unknown', live: null, remains: null },
  sent: { state: 'sent', live: 'Pending', remains: null },
  running: { state: 'sent', live: 'In progress', remains: 300 },
  completed: { state: 'sent', live: 'Completed', remains: 0 },
  refillingDrop: { state: 'sent', live: 'Completed', remains: 0, isRefilling: true },
  dropReported: { state: 'sent', live: 'Completed', remains: 0 },
  short: { state: 'sent', live: 'Partial', remains: 200 },
  canceled: { state: 'sent', live: 'Canceled', remains: 500 },
  refilling: { state: 'sent', live: 'Partial', remains: 200, isRefilling: true },
  shortRefunded: { state: 'sent', live: 'Partial', remains: 200, shortfall: 'refunded' },
  dismissed: { state: 'sent', live: 'Partial', remains: 200, shortfall: 'dismissed' },
} satisfies Record<string, Link | null>;
type LinkName = keyof typeof links;
type PaymentName = keyof typeof payments;

const ends: readonly string[] = ['Completed', 'Partial', 'Canceled'];
const refundKinds = ['none', 'pending', 'done', 'elsewhere'] as const;
const sendings = ['now', 'queued', 'paused', 'refund_open'] as const;
type Case = {
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
  if (payment === 'paid' && (refund === 'done' || refund === 'elsewhere')) return false;
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

function product(): Case[] {
  const names = Object.keys(links) as LinkName[];
  const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));
  const all = (Object.keys(payments) as PaymentName[]).flatMap((payment) =>
    pairs.flatMap((each) =>
      refundKinds.flatMap((refund) => sendings.map((sending): Case => ({ payment, each, refund, sending }))),
    ),
  );
  return all.filter(isReachable);
}

function pageOf({ payment: name, each, refund, sending }: Case): OrderPage {
  const given = { isOver: false, refunded: 0, isConfirming: false, isDeclined: false, ...payments[name] };
  const sent = each.flatMap((one) => {
    const link: Link | null = links[one];
    if (!link) return [];
    const isEnded = ends.includes(link.live ?? '');
    const facts = { following: !isEnded, shortfall: link.shortfall ?? null, quantity: unit };
    return [{ ...facts, state: link.state, liveStatus: link.live, remains: link.remains }];
  });
  const isSettled = (one: LinkName) =>
    ['completed', 'refillingDrop', 'dropReported', 'shortRefunded', 'dismissed'].includes(one);
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
  });
  const delivery = deliveryOf({
    status,
    paymentStatus: given.paymentStatus,
    quantity: 2 * unit,
    links: 2,
    deliveredBefore: 0,
    sent,
  });
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
      ...(one === 'hidden' ? { hidden: true as const } : {}),
      ...(one === 'afterOther' && progress.state === 'to_send' ? { after_other_order: true as const } : {}),
      ...(one === 'dropReported' ? { drop: { state: 'reported' as const, reason: null, reported_at: at } } : {}),
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
            by_hand: false,
            at: refund === 'elsewhere' ? null : at,
          },
        ];
  const isUnsent = posts.some(({ state }) => state === 'to_send' || state === 'checking');
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
    confirming_long: false,
    paid_with: null,
    refunded_amount: amount,
    receipt_path: null,
    refunds,
    sending: isUnsent ? sending : null,
    posts,
    events: [{ kind: 'ordered', at }],
  };
}

const at = '2026-03-14T14:12:00Z';
const cases = product();
const nameOf = ({ payment, each, refund, sending }: Case) =>
  `${payment}, ${each.join(' and ')}, refund ${refund}, ${sending}`;
/** The cases that break a rule, by name: one report for all. */
const broken = (isBroken: (order: OrderPage, one: Case) => boolean) =>
  cases.filter((one) => isBroken(pageOf(one), one)).map(nameOf);
const stateOf = (order: OrderFacts) => describeOrder(order);
const linksOf = ({ posts = [] }: OrderFacts) => posts.map(describeLink);
const keysOf = (order: OrderPage) => stateOf(order).sentences.map(({ key }) => key);
const hopeful: readonly OrderStage[] = ['toSend', 'starting', 'completed', 'refilling'];
const moneyBack: readonly PaymentState[] = ['refunded', 'disputed'];
const active: readonly string[] = [
  'to_send',
  'checking',
  'sending',
  'in_progress',
  'refilling',
  'missing',
  'not_delivered',
];

describe('every reachable combination', () => {
  it('is many', () => {
    expect(cases.length).toBeGreaterThan(1_000);
  });

  it('a heading that promises stands above no link that was refused or cannot be seen', () => {
    const isStuck = (order: OrderPage) => order.posts.some(({ state, hidden }) => state === 'checking' || hidden);
    expect(broken((order) => hopeful.includes(stateOf(order).stage) && isStuck(order))).toEqual([]);
  });

  it('My Orders gives the badge and the sentences of the page', () => {
    const inSearch = (order: OrderPage) => {
      const { id, category, ...facts } = order;
      return readTrackedOrder({
        ...facts,
        id,
        category,
        post_links: ['a', 'b'],
        order_path: '/order/x/y',
        api_orders: [],
      });
    };
    expect(broken((order) => JSON.stringify(stateOf(inSearch(order))) !== JSON.stringify(stateOf(order)))).toEqual([]);
  });

  it('a link that is stuck is named in the sentences of the order', () => {
    const named = ['refused', 'refusedSome', 'hidden', 'hiddenSome', 'paused', 'refundOpen', 'missing'];
    expect(
      broken(
        (order) =>
          order.posts.some(({ state }) => state === 'checking') && !keysOf(order).some((key) => named.includes(key)),
      ),
    ).toEqual([]);
  });

  it('"now" stands only where the store sends by itself', () => {
    expect(broken((order) => keysOf(order).includes('toSendNow') && order.sending !== 'now')).toEqual([]);
  });

  it('after the money went back, no link is in progress, next or missing, and nothing is sold again', () => {
    expect(
      broken((order) => {
        const { again, timeline } = stateOf(order);
        const shown = linksOf(order);
        const isActive = shown.some(({ badge }) => active.includes(badge));
        return moneyBack.includes(order.payment) && (isActive || again !== null || timeline.next !== null);
      }),
    ).toEqual([]);
  });

  it('"all delivered" stands beside no lost, reported or missing part', () => {
    expect(
      broken((order) => {
        const isWhole = order.posts.every(({ state, drop }) => state === 'delivered' && drop === undefined);
        return keysOf(order).includes('completed') && !isWhole;
      }),
    ).toEqual([]);
  });

  it('the badge of a link fits its count', () => {
    expect(
      broken((order) =>
        linksOf(order).some(({ badge, missing }) => {
          if (badge === 'delivered') return missing !== 0;
          if (badge === 'missing') return missing === 0 || missing === unit;
          return badge === 'not_delivered' && missing !== unit;
        }),
      ),
    ).toEqual([]);
  });

  it('the badge of the order fits its heading', () => {
    const fits: Partial<Record<OrderStage, string>> = { completed: 'completed', refilling: 'refilling', held: 'held' };
    expect(
      broken((order) => {
        const { stage, badge } = stateOf(order);
        return (fits[stage] ?? badge.word) !== badge.word || (badge.tone === 'green') !== (stage === 'completed');
      }),
    ).toEqual([]);
  });

  it('what starts soon is not on its way yet', () => {
    expect(
      broken(
        (order) => stateOf(order).stage === 'starting' && keysOf(order).some((key) => key.startsWith('delivering')),
      ),
    ).toEqual([]);
  });

  it('an order of which something is delivered does not wait for its start', () => {
    expect(
      broken((order) => {
        const { now } = stateOf(order).timeline;
        return (order.delivery.delivered ?? 0) > 0 && (now === 'held' || now === 'to_send');
      }),
    ).toEqual([]);
  });

  it('a final order has no step to come', () => {
    expect(
      broken((order) => {
        const { timeline } = stateOf(order);
        return isFinal(order) && (timeline.now !== null || timeline.next !== null);
      }),
    ).toEqual([]);
  });

  it('only an order without payment can be paid', () => {
    expect(
      broken((order) => {
        const { next } = stateOf(order);
        return (
          (next === 'pay' || next === 'otherCard') !== ['unpaid', 'declined', 'expired'].includes(stateOf(order).stage)
        );
      }),
    ).toEqual([]);
  });

  it.each(languages)('has a heading and whole sentences in %s, none twice', (lang) => {
    const texts = textsOf(lang).order;
    const words = { texts: texts.states, lang, category: 'Likes', dateOf: () => '14' } as const;
    expect(
      broken((order) => {
        const { stage, sentences } = stateOf(order);
        const said = [headingOf(order, stage, texts, lang), ...sentences.map((one) => sentenceText(one, words))];
        return sentences.length === 0 || new Set(said).size < said.length || /undefined|NaN|\{/.test(said.join(' '));
      }),
    ).toEqual([]);
  });

  it.each([
    ['en', /start|next|on their way|delivering|way to/i, /asked for the amount back|We sent .* back/i],
    ['pt', /começ|próxim|a caminho|entregando/i, /pediu o valor de volta|devolvemos/i],
  ] as const)(
    'in %s, what promises a delivery stands beside no money that went back in full',
    (lang, promise, back) => {
      const texts = textsOf(lang).order;
      const words = { texts: texts.states, lang, category: 'Likes', dateOf: () => '14' } as const;
      expect(
        broken((order) => {
          if (!moneyBack.includes(order.payment)) return false;
          const { stage, sentences } = stateOf(order);
          const shown = linksOf(order);
          const ofOrder = [headingOf(order, stage, texts, lang), ...sentences.map((one) => sentenceText(one, words))];
          const ofLinks = shown.map(({ sentence }) => texts.posts.sentences[sentence]);
          const said = [...ofOrder, ...ofLinks].join(' ');
          return promise.test(said) || (order.payment === 'disputed' && !back.test(said));
        }),
      ).toEqual([]);
    },
  );
});
