// The demo store's orders as an admin sees them: a morning's worth, one of each kind, and the customers behind them.
import type { AnswerFor } from '../../../../contract/index.ts';
import { deliveryOf, paymentStateOf } from '../../../../contract/order-progress.ts';

export type Order = AnswerFor<'GET /api/orders'>[number];
type Customer = AnswerFor<'GET /api/admin/customers'>[number];
type Given = Pick<Order, 'id' | 'customer_email' | 'category' | 'quantity' | 'amount' | 'status' | 'created_at'> &
  Partial<Order>;

export const post = (name: string) => `https://www.instagram.com/p/${name}/`;

function order(given: Given): Order {
  const paid = given.status !== 'pending' && given.status !== 'failed';
  const paymentStatus = given.payment_status ?? (paid ? 'paid' : 'expired');
  const links = given.post_links?.length ?? 1;
  const isWhole = given.status === 'completed' || given.status === 'processing';
  const link = {
    state: 'sent',
    liveStatus: given.status === 'completed' ? 'Completed' : 'In progress',
    remains: given.status === 'completed' ? 0 : given.quantity / links / 2,
    quantity: given.quantity / links,
    following: given.status !== 'completed',
    shortfall: null,
  };
  return {
    payment: paymentStateOf({
      status: given.status,
      paymentStatus,
      amountCents: given.amount * 100,
      refundedCents: (given.refunded_amount ?? 0) * 100,
      isConfirming: false,
      isDeclined: false,
    }),
    delivery: deliveryOf({
      status: given.status,
      paymentStatus,
      quantity: given.quantity,
      links,
      deliveredBefore: 0,
      sent: isWhole ? Array.from({ length: links }, () => link) : [],
    }),
    undo_status: null,
    delivered_before: [],
    send_barrier: null,
    sending_paused_until: null,
    source: { source: 'newsletter', medium: 'email', campaign: 'spring', landing: '/' },
    customer_username: given.customer_email.split('@')[0] ?? '',
    payment_status: paymentStatus,
    refunded_amount: 0,
    post_links: [post('Cx7aBcDeFg1')],
    updated_at: given.created_at,
    paid_at: paid ? given.created_at : null,
    ...given,
  };
}

const [ana, liam, sofia, marc, yuki] = [
  'ana.souza@mail.example',
  'liam@harbour-coffee.example',
  'sofia.almeida.photography@studio-by-the-sea.example',
  'marc@velo.example',
  'yuki.t@mail.example',
];

/** The one whose page is shown: half delivered, a refund behind it. */
export const shownOrder = order({
  id: 'Q4WN8TZK2M7P',
  customer_email: ana,
  category: 'Likes',
  quantity: 10_000,
  amount: 48,
  status: 'processing',
  created_at: '2026-03-14T13:12:00Z',
  paid_at: '2026-03-14T13:13:30Z',
  refunded_amount: 12,
  post_links: [post('Cx7aBcDeFg1'), post('Cy2hIjKlMn2'), post('Cz9oPqRsTu3'), post('Da4vWxYzAb4')],
  // As `deliveries` has it.
  delivery: { state: 'sending', links: 4, sent: 2, ended: 1, ordered: 10_000, delivered: 4_360 },
});

export const orders: readonly Order[] = [
  order({
    id: 'R9JX3HBV6D2K',
    customer_email: liam,
    category: 'Views',
    quantity: 1_000_000,
    amount: 2_700,
    status: 'paid',
    created_at: '2026-03-14T14:51:00Z',
    post_links: [post('Cb1'), post('Cb2'), post('Cb3')],
  }),
  order({
    id: 'T5MG7CYQ4F8N',
    customer_email: sofia,
    category: 'Likes',
    quantity: 500,
    amount: 3,
    status: 'pending',
    payment_status: 'session',
    created_at: '2026-03-14T14:37:00Z',
  }),
  shownOrder,
  order({
    id: 'W2PB6KXD9S3H',
    customer_email: marc,
    category: 'Likes',
    quantity: 25_000,
    amount: 105,
    status: 'completed',
    created_at: '2026-03-14T11:02:00Z',
    post_links: [post('Cd1'), post('Cd2')],
  }),
  order({
    id: 'X8VF4NZR7J5T',
    customer_email: yuki,
    category: 'Views',
    quantity: 5_000,
    amount: 27,
    status: 'failed',
    payment_status: 'refunded',
    created_at: '2026-03-14T09:48:00Z',
    refunded_amount: 27,
  }),
  order({
    id: 'Z3QK9MWB2C6G',
    customer_email: ana,
    category: 'Likes',
    quantity: 1_000,
    amount: 6,
    status: 'completed',
    created_at: '2026-03-13T20:15:00Z',
  }),
  order({
    id: 'B7HT5XNV8P4D',
    customer_email: liam,
    category: 'Likes',
    quantity: 50_000,
    amount: 195,
    status: 'completed',
    created_at: '2026-03-12T16:40:00Z',
  }),
  order({
    id: 'D6RJ2GCY3K9W',
    customer_email: sofia,
    category: 'Views',
    quantity: 100_000,
    amount: 360,
    status: 'processing',
    created_at: '2026-03-11T08:05:00Z',
  }),
];

export const customers: readonly Customer[] = [
  [liam, 2_895, 2] as const,
  [sofia, 360, 2] as const,
  [marc, 105, 1] as const,
  [ana, 42, 2] as const,
].map(([email, totalSpent, totalOrders]) => {
  const own = orders.filter((each) => each.customer_email === email);
  return {
    email,
    username: own[0]?.customer_username ?? '',
    totalSpent,
    totalOrders,
    last_order_at: own[0]?.created_at ?? '',
    orders: own,
    tags: email === liam ? ['Wholesale'] : [],
  };
});

export const customer: AnswerFor<'GET /api/admin/customers/{email}'> = {
  email: liam,
  username: 'liam',
  totalSpent: 2_895,
  totalRefunded: 52.5,
  totalOrders: 2,
  last_order_at: '2026-03-11T13:05:00Z',
  tags: ['Wholesale', 'Invoice'],
  notes: [
    {
      note: 'Orders for several accounts.\nWants one invoice a month.',
      written_by: 'owner@shop.example',
      written_at: '2026-03-10T09:12:00Z',
    },
  ],
};
