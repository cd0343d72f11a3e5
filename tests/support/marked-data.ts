// A store whose personal and secret data can be recognized in every answer, and the calls that are meant to show them.
import type { EndpointName } from '../../contract/index.ts';
import { derivedSecret } from '../../server/platform/secrets.ts';
import { keyNameMark } from './access-callers.ts';
import { paidOrder, placeOrder } from './orders.ts';
import { jwtSecret, type TestStore } from './store.ts';

type Mark = { what: string; mark: string; readBy: EndpointName[] };
export type Use = { query?: string; params?: Record<string, string>; body?: unknown };

export const markedStore = { TRUST_PROXY: '1' };
const email = 'zo@zephyrine-orders.example';
const writer = 'quirin@zephyrine-messages.example';
const link = 'https://www.instagram.com/p/ZephyrineA1/';
const webhookUrl = 'https://hooks.zephyrine.example/in/b7f3c1d9e5';

/** Who may list orders or customers may know the buyers. */
const marks: Mark[] = [
  { what: "a buyer's email", mark: email, readBy: ['listOrders', 'listCustomers'] },
  { what: "the domain of a buyer's email", mark: 'zephyrine-orders', readBy: ['listOrders', 'listCustomers'] },
  { what: "a buyer's link", mark: 'ZephyrineA1', readBy: ['listOrders', 'listCustomers', 'sendPost'] },
  { what: 'the writer of a message', mark: writer, readBy: ['listContactMessages'] },
  { what: 'the name in a message', mark: 'Quirin Zephyrine', readBy: ['listContactMessages'] },
  { what: 'a message', mark: 'zephyrine words to support', readBy: ['listContactMessages'] },
  { what: 'a note about an order', mark: 'zephyrine note of an order', readBy: ['orderTimeline'] },
  {
    what: 'a note about a customer',
    mark: 'zephyrine note of a customer',
    readBy: ['addCustomerNote', 'orderTimeline'],
  },
  { what: 'the address of a visitor', mark: '198.51.100.', readBy: ['onlineUsers', 'listSecurityAlerts'] },
  { what: 'who failed to sign in', mark: 'zephyrine-stranger', readBy: ['listSecurityAlerts'] },
  { what: 'the secret path of a webhook', mark: 'b7f3c1d9e5', readBy: ['listWebhooks'] },
  { what: 'the name of an API key', mark: keyNameMark, readBy: ['listApiKeys'] },
  { what: 'a channel of the owner', mark: 'zephyrine-channel', readBy: ['listNotificationChannels'] },
  { what: "the owner's address", mark: 'zephyrine-owner', readBy: ['getOwnerAddress'] },
  { what: 'a secret key of a payment gateway', mark: 'zephyrine-gateway', readBy: [] },
  { what: "a provider's key", mark: derivedSecret(jwtSecret, 'sandbox provider'), readBy: [] },
  { what: 'the heartbeat', mark: 'zephyrine-beat', readBy: [] },
];

export type MarkedData = Awaited<ReturnType<typeof markedData>>;

export async function markedData(store: TestStore) {
  const { admin, visitor } = store;
  const order = await paidOrder(store, { email, post_links: [link], quantity: 1000 });
  const sent = await admin.call('POST /api/admin/orders/{id}/send-post', {
    params: { id: order.id },
    body: { postLink: link, category: order.category },
  });
  const unpaid = await placeOrder(store, { email });
  await admin.call('POST /api/admin/orders/{id}/notes', {
    params: { id: order.id },
    body: { note: 'zephyrine note of an order' },
  });
  await admin.call('POST /api/admin/customers/{email}/notes', {
    params: { email },
    body: { note: 'zephyrine note of a customer' },
  });
  const { key } = await admin.call('POST /api/admin/api-keys', {
    body: { name: `${keyNameMark} of a program`, scopes: ['refunds:write'], expiresInDays: null },
  });
  await store
    .as(key)
    .call(
      'POST /api/admin/orders/{id}/refunds',
      { params: { id: order.id }, body: { amount: 1, reason: 'Came late' } },
      { 'idempotency-key': 'zephyrine' },
    );
  // A request at the provider that the program made.
  await store.db.database.pool.query(
    `insert into delivery_requests (id, order_id, position, kind, state, requested_by, requested_at)
     values (gen_random_uuid(), $1, 0, 'refill', 'accepted', $2, now())`,
    [order.id, `API key ${keyNameMark} of a program`],
  );
  const message = {
    name: 'Quirin Zephyrine',
    email: writer,
    subject: 'About an order',
    message: 'zephyrine words to support',
  };
  await visitor.call('POST /api/contact', { body: message });
  await visitor.ask(
    'POST /api/admin/login',
    { body: { email: 'who@zephyrine-stranger.example', password: 'a wrong password' } },
    { 'x-forwarded-for': '198.51.100.7' },
  );
  await admin.call('POST /api/admin/webhooks', { body: { url: webhookUrl, events: ['order.paid'] } });
  await admin.call('POST /api/admin/notification-channels', {
    body: {
      name: 'Phone of zephyrine-channel',
      kinds: null,
      leastSeverity: 'info',
      quietFrom: null,
      quietUntil: null,
      language: 'en',
      to: { kind: 'email', config: { address: 'night@zephyrine-channel.example' } },
    },
  });
  await admin.call('PUT /api/admin/payment-methods/{method}/keys', {
    params: { method: 'stripe' },
    body: {
      publishable_key: 'pk_test_1',
      secret_key: 'sk_test_zephyrine-gateway-1',
      webhook_secret: 'whsec_zephyrine-gateway-2',
    },
  });
  await admin.call('PUT /api/admin/owner-address', { body: { address: 'me@zephyrine-owner.example' } });
  await admin.call('PUT /api/admin/heartbeat', {
    body: { url: `${store.url}/healthz?zephyrine-beat`, interval_minutes: 60 },
  });
  const [stored] = await admin.call('GET /api/admin/contact-messages', { query: {} });
  const [mail] = await admin.call('GET /api/admin/mails', { query: {} });
  const payout = await admin.call('POST /api/admin/finances/payouts', {
    body: {
      gateway: 'mpgs',
      day: '2026-01-10',
      amount: 20,
      currency: 'USD',
      from: '2026-01-01',
      to: '2026-01-07',
      note: '',
    },
  });
  const providerId = sent.apiOrder.api_order_id ?? '';
  const uses: Partial<Record<EndpointName, Use[]>> = {
    ordersByEmail: [{ params: { email } }],
    similarEmails: [{ query: '?email=zo%40zephyrine-order.example' }],
    getCustomer: [{ params: { email } }],
    listCustomerOrders: [{ params: { email } }],
    getContactThread: [{ params: { id: stored?.id ?? '' } }],
    previewMail: [{ params: { id: mail?.id ?? '' } }],
    getStoreSettingsVersion: [{ params: { version: '1' } }],
    listServices: [{ params: { id: 'default' } }],
    getPayout: [{ params: { id: payout.id } }],
    listPayoutTransactions: [{ params: { id: payout.id } }],
    readFinanceGroups: [{ query: '?by=category&from=2026-01-01&to=2026-12-31' }],
    readTaxReport: [{ query: '?from=2026-01&to=2026-12' }],
    orderStatusAtProvider: [{ params: { providerId } }],
    listOfferedMethods: [{ query: '?amount=3' }],
    planMove: [],
    // No email of this store lacks a part of its text.
    getEmailSource: [],
    getOrderPage: [],
    previewRetention: [{ query: '?visits=30&alerts=90&sessions=90&mails=365&messages=730&orders=730' }],
    previewDigest: [{ query: '?period=daily&language=en' }],
    previewEmail: [{ query: '?kind=order_paid&language=en' }],
    listTextVersions: [{ query: '?key=home.island.off&language=en' }],
    visitorBreakdown: [{ params: { period: 'day' } }],
    visitorDashboard: [{ params: { period: 'day' } }],
    apiOrdersBatch: [{ body: { orderIds: [order.id, unpaid.id] } }],
    exportPerson: [{ body: { email } }],
  };
  return {
    orderId: order.id,
    unpaidId: unpaid.id,
    marks,
    /** How a call is made to read something; none for one that only changes. */
    uses: (name: EndpointName, method: string): Use[] => uses[name] ?? (method === 'GET' ? [{}] : []),
  };
}
