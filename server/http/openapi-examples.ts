// Examples of the API document: what programs send and get most.

export type Example = Record<string, unknown> | readonly Record<string, unknown>[];

const order = {
  id: 'K7M2NPQ4RSTV',
  status: 'paid',
  payment_status: 'paid',
  payment: 'paid',
  quantity: 1000,
  category: 'Likes',
  amount: 9.9,
  refunded_amount: 0,
  customer_email: 'ana@example.org',
  customer_username: 'customer',
  post_links: ['https://www.instagram.com/p/C1abcDEfgHI/'],
  delivery: { state: 'to_send', links: 1, sent: 0, ended: 0, ordered: 1000 },
  delivered_before: [0],
  send_barrier: null,
  sending_paused_until: null,
  source: { source: 'newsletter', medium: 'email', campaign: 'spring', landing: '/' },
  undo_status: null,
  created_at: '2026-03-01T11:58:02.120Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  paid_at: '2026-03-01T12:00:00.000Z',
};

const sentLink = {
  api_order_id: '48211',
  category: 'Likes',
  status: 'sent',
  post_link: 'https://www.instagram.com/p/C1abcDEfgHI/',
  quantity: 1000,
  live_status: 'In progress',
  remains: 400,
  created_at: '2026-03-01T12:01:10.000Z',
};

/** By operation ID: the body of a request, and the answer to it. */
export const examples: Record<string, { body?: Example; answer?: Example }> = {
  createOrder: {
    body: {
      email: 'ana@example.org',
      post_links: ['https://www.instagram.com/p/C1abcDEfgHI/'],
      quantity: 1000,
      price: 9.9,
      category: 'Likes',
      offer: 'instagram-likes',
      source: { source: 'newsletter', medium: 'email', campaign: 'spring' },
    },
    answer: { status: 'success', orderId: 'K7M2NPQ4RSTV', orderKey: 'q83vEjRWeJCrze8SNFZ4kA' },
  },
  listOrders: { answer: [order] },
  getOrder: { answer: { ...order, receipt_path: '/receipt/K7M2NPQ4RSTV?key=...', earlier_sends: [] } },
  apiOrders: { answer: [sentLink] },
  sendPost: {
    body: { postLink: 'https://www.instagram.com/p/C1abcDEfgHI/', category: 'Likes' },
    answer: { success: true, apiOrder: { ...sentLink, live_status: null, remains: null } },
  },
  refundOrder: {
    body: { amount: 5, reason: 'Came late' },
    answer: {
      success: true,
      refund: {
        id: '6f1d6a2e-5a0b-4b3b-9a55-0f4f1f0c2c11',
        payment: 1,
        amount: 5,
        state: 'refunded',
        reason: 'Came late',
        undelivered_quantity: null,
        problem: null,
        requested_by: 'API key Till',
        created_at: '2026-03-02T09:00:00.000Z',
        updated_at: '2026-03-02T09:00:01.000Z',
      },
    },
  },
  addWebhook: { body: { url: 'https://till.example/applaud', events: ['order.paid'] } },
  webhookEvent: {
    body: {
      id: '0b9c7f0e-6f0a-4f5e-9a58-0c9b4c6f2f11',
      event: 'order.paid',
      created_at: '2026-03-01T12:00:00.000Z',
      order,
    },
  },
};
