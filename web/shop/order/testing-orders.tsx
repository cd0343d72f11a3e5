// The page of an order in every state, for tests of the page and for screenshots.
import type { DropState } from '../../../contract/guarantee.ts';
import type { LinkRequestState } from '../../../contract/link-requests.ts';
import type { OrderPage } from '../../../contract/order-page.ts';

type Post = OrderPage['posts'][number];

const posts: Post[] = [
  postOf('reel', 'C8xAbCdEfGh', 834),
  postOf('p', 'DAfXiNinAXB', 833),
  {
    kind: null,
    shortcode: null,
    post_link: 'https://www.instagram.com/share/BADs5f2bxY',
    state: 'to_send',
    ordered: 833,
    delivered: 0,
  },
];

function postOf(kind: 'p' | 'reel', shortcode: string, ordered: number): Post {
  const post_link = `https://www.instagram.com/${kind}/${shortcode}/`;
  return { kind, shortcode, post_link, state: 'to_send', ordered, delivered: 0 };
}
const postsAs = (...changes: Partial<Post>[]): Post[] => posts.map((post, at) => ({ ...post, ...changes[at] }));

const ordered = { kind: 'ordered', at: '2026-03-14T14:12:00Z' } as const;
const paid = { kind: 'paid', at: '2026-03-14T14:15:00Z' } as const;
const started = { kind: 'started', at: '2026-03-14T14:19:00Z' } as const;
const ended = { kind: 'completed', at: '2026-03-14T14:56:00Z' } as const;
const day = '2026-03-14T14:58:00Z';

export const paidOrder: OrderPage = {
  id: 'K7QX2M9TB4VA',
  status: 'paid',
  payment_status: 'paid',
  quantity: 2_500,
  category: 'Likes',
  amount: 15,
  created_at: ordered.at,
  payment: 'paid',
  delivery: { state: 'to_send', links: 3, sent: 0, ended: 0, ordered: 2_500, delivered: 0 },
  email: 'a***@buyer.example',
  confirming_long: false,
  paid_with: { wallet: 'apple_pay', card_brand: 'Visa', card_last4: '4242' },
  refunded_amount: 0,
  receipt_path: '/receipt/K7QX2M9TB4VA/AAAAAAAAAAAAAAAAAAAAAA',
  refunds: [],
  sending: 'now',
  posts,
  events: [ordered, paid],
};
const unpaidOrder: OrderPage = {
  ...paidOrder,
  status: 'pending',
  payment_status: 'session',
  payment: 'unpaid',
  delivery: { ...paidOrder.delivery, state: 'none' },
  receipt_path: null,
  paid_with: null,
  posts: posts.map((post) => ({ ...post, state: 'unpaid' })),
  events: [ordered],
};
const deliveryOf = (changed: Partial<OrderPage['delivery']>) => ({ ...paidOrder.delivery, sent: 3, ...changed });
const partialPosts = (state: Post['state']) =>
  postsAs({ state: 'delivered', delivered: 834 }, { state: 'delivered', delivered: 833 }, { state, delivered: 666 });
const partial: OrderPage = {
  ...paidOrder,
  status: 'processing',
  delivery: deliveryOf({ state: 'partial', ended: 3, delivered: 2_333 }),
  posts: partialPosts('missing'),
  events: [ordered, paid, started],
};
const delivered: OrderPage = {
  ...paidOrder,
  status: 'completed',
  delivery: deliveryOf({ state: 'completed', ended: 3, delivered: 2_500 }),
  posts: posts.map((post) => ({ ...post, state: 'delivered', delivered: post.ordered })),
  events: [ordered, paid, started, ended],
};
const guarantee = { until: '2026-04-13T14:56:00Z', days_left: 29, can_report: true };
const dropOf = (state: DropState, reason: string | null = null) => ({ state, reason, reported_at: day });
const requestOf = (state: LinkRequestState, reason: string | null = null) => ({
  new_link: 'https://www.instagram.com/reel/C9yBcDeFgHi/',
  state,
  reason,
  requested_at: day,
});
const refund = { amount: 1.2, state: 'refunded', by_hand: false, at: day } as const;

export const transferOrder: OrderPage = {
  ...unpaidOrder,
  payment_status: 'none',
  payment: 'awaiting_transfer',
  transfer: {
    instructions: 'Send $15.00 to account 123456-7.\nReference K7PX2H9Y.',
    reference: 'K7PX2H9Y',
    amount: 15,
    expires_at: '2026-03-17T23:59:59Z',
    time_zone: 'UTC',
  },
};

/** By the name of the state. */
export const orderStates = {
  unpaid: unpaidOrder,
  declined: { ...unpaidOrder, payment: 'declined' },
  expired: {
    ...unpaidOrder,
    status: 'failed',
    payment_status: 'expired',
    payment: 'expired',
    posts: posts.map((post) => ({ ...post, state: 'stopped' })),
    events: [ordered, { kind: 'expired', at: day }],
  },
  confirming: { ...unpaidOrder, payment: 'confirming' },
  'confirming-long': { ...unpaidOrder, payment: 'confirming', confirming_long: true },
  paid: paidOrder,
  'after-other': { ...paidOrder, posts: postsAs({ after_other_order: true }, {}, {}) },
  refused: {
    ...paidOrder,
    sending: 'queued',
    posts: posts.map((post) => ({ ...post, state: 'checking', can_replace: true })),
  },
  'link-requested': {
    ...paidOrder,
    sending: 'queued',
    posts: postsAs(
      { state: 'checking', link_request: requestOf('requested') },
      { state: 'checking', can_replace: true, link_request: requestOf('declined', 'The post is private.') },
      { can_replace: true },
    ),
    events: [ordered, paid, { kind: 'link_requested', at: day }],
  },
  delivering: {
    ...paidOrder,
    status: 'processing',
    delivery: deliveryOf({ state: 'sending', sent: 2, ended: 1, delivered: 1_356 }),
    posts: postsAs(
      { state: 'delivered', delivered: 834 },
      { state: 'in_progress', delivered: 522 },
      { state: 'checking', can_replace: true },
    ),
    events: [ordered, paid, started],
  },
  delivered,
  refilling: {
    ...delivered,
    posts: delivered.posts.map((post, at) =>
      at === 0 ? { ...post, state: 'refilling', drop: dropOf('refilling') } : post,
    ),
    events: [...delivered.events, { kind: 'drop_reported', at: day }, { kind: 'refill_started', at: day }],
  },
  canceled: {
    ...paidOrder,
    status: 'processing',
    sending: null,
    delivery: deliveryOf({ state: 'not_delivered', ended: 3, delivered: 0 }),
    posts: posts.map((post) => ({ ...post, state: 'missing', delivered: 0 })),
    events: [ordered, paid, { kind: 'sent', at: started.at }],
  },
  guarantee: {
    ...delivered,
    posts: delivered.posts.map((post, at) => ({
      ...post,
      guarantee: { ...guarantee, can_report: at !== 1 },
      ...(at === 1 ? { drop: dropOf('reported') } : {}),
      ...(at === 2 ? { drop: dropOf('dismissed', 'The post was deleted.') } : {}),
    })),
  },
  partial,
  'partial-refilling': { ...partial, posts: partialPosts('refilling') },
  'partial-refund': { ...partial, refunds: [{ ...refund, state: 'pending' }] },
  'partial-refunded': {
    ...partial,
    status: 'completed',
    payment: 'partly_refunded',
    refunded_amount: 1.2,
    refunds: [refund],
    posts: partialPosts('refunded'),
    events: [ordered, paid, started, ended, { kind: 'refunded', at: day, amount: 1.2 }],
  },
  refunded: {
    ...paidOrder,
    status: 'failed',
    payment_status: 'refunded',
    payment: 'refunded',
    delivery: deliveryOf({ state: 'not_delivered', sent: 0 }),
    refunded_amount: 15,
    refunds: [{ ...refund, amount: 15 }],
    posts: posts.map((post) => ({ ...post, state: 'refunded' })),
    events: [ordered, paid, { kind: 'refunded', at: day, amount: 15 }],
  },
  disputed: {
    ...paidOrder,
    status: 'failed',
    payment_status: 'disputed',
    payment: 'disputed',
    delivery: deliveryOf({ state: 'partial', ended: 3, delivered: 1_356 }),
    posts: postsAs({ state: 'delivered', delivered: 834 }, { state: 'stopped', delivered: 522 }, { state: 'stopped' }),
    events: [ordered, paid, started, { kind: 'disputed', at: day }],
  },
} satisfies Record<string, OrderPage>;
