// An order and its receipt for previews: a page with an address of its own shows nothing without one.
import type { Language } from '../../contract/languages.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import type { PageData, PageName } from '../../contract/pages.ts';
import type { PublicStatus } from '../../contract/public-status.ts';

const orderedAt = '2026-01-15T10:00:00.000Z';
const paidAt = '2026-01-15T10:02:00.000Z';

const paidWith = { wallet: null, card_brand: 'Visa', card_last4: '4242' };

const order: OrderPage = {
  id: 'SAMPLE234567',
  status: 'processing',
  payment_status: 'paid',
  quantity: 40_000,
  category: 'Likes',
  amount: 156,
  created_at: orderedAt,
  payment: 'paid',
  delivery: { state: 'in_progress', links: 2, sent: 2, ended: 1, ordered: 40_000, delivered: 24_000 },
  email: 'b***@example.com',
  confirming_long: false,
  refunded_amount: 0,
  receipt_path: '/receipt',
  paid_with: paidWith,
  refunds: [],
  sending: null,
  posts: [
    {
      kind: 'p',
      shortcode: 'Csample0001',
      post_link: 'https://www.instagram.com/p/Csample0001/',
      state: 'delivered',
      ordered: 20_000,
      delivered: 20_000,
    },
    {
      kind: 'reel',
      shortcode: 'Csample0002',
      post_link: 'https://www.instagram.com/reel/Csample0002/',
      state: 'in_progress',
      ordered: 20_000,
      delivered: 4_000,
    },
  ],
  events: [
    { kind: 'ordered', at: orderedAt },
    { kind: 'paid', at: paidAt },
    { kind: 'sent', at: '2026-01-15T10:03:00.000Z' },
    { kind: 'started', at: '2026-01-15T10:05:00.000Z' },
  ],
};

const buildReceipt = (lang: Language): NonNullable<PageData['receipt']> => ({
  orderId: order.id,
  lang,
  facts: { status: 'processing', payment: 'partly_refunded', delivery: order.delivery },
  category: 'Likes',
  quantity: 40_000,
  postLinks: ['https://www.instagram.com/p/Csample0001/', 'https://www.instagram.com/reel/Csample0002/'],
  email: 'b***@example.com',
  orderedAt,
  paidAt,
  listCents: 24_000,
  discountPercent: 35,
  amountCents: 15_600,
  paidWith,
  refundedCents: 150,
  refunds: [{ number: 1, amountCents: 150, refundedAt: '2026-01-16T09:00:00.000Z' }],
});

const status: PublicStatus = {
  status: 'ok',
  selling: { Likes: 'selling', Views: 'selling' },
  provider: 'reachable',
  lastDeliveryAt: paidAt,
  checkedAt: paidAt,
};

export function buildSample({ page, lang }: { page: PageName; lang: Language }): Partial<PageData> {
  if (page === 'order') return { order };
  if (page === 'sample') return { order: { ...order, receipt_path: null } };
  if (page === 'pause')
    return { pause: { token: '', view: { order_id: order.id, state: 'open', paused_until: null } } };
  if (page === 'status') return { status };
  return page === 'receipt' ? { receipt: buildReceipt(lang) } : {};
}
