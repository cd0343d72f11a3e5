// Buyers who go all the way, and an operator who sends what they paid for, against a store that may die at any moment.
// A buyer without an answer retries with the same key. The operator, who must not send twice, does not.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, clientOf } from './client.ts';
import { orderBody } from './orders.ts';
import type { StoreProcess } from './process.ts';
import { until } from './program.ts';
import { type SandboxControl, sandboxControl } from './sandbox-control.ts';

export type Shoppers = {
  /** What the store said it did: order ids, paid order ids, provider order ids of sent links. */
  placed: string[];
  paid: string[];
  sent: string[];
  /** Buyers who were told to try again. */
  refused: string[];
  /** Answers that nobody should ever see. */
  odd: string[];
  stop(): Promise<void>;
};

type Shop = { visitor: Client; admin: Client; control: SandboxControl };
type Body = ReturnType<typeof orderBody>;

const pauseMs = 20;

/** So many more have got that far. */
export async function reach(list: string[], more: number, limitMs = 60_000): Promise<void> {
  const goal = list.length + more;
  await until('buyers buy', () => list.length >= goal, limitMs);
}

/** `sandboxUrl` where the sandbox is not the store's own. */
export async function startShoppers(
  store: StoreProcess,
  { atOnce = 4, sandboxUrl = `${store.url}/sandbox` } = {},
): Promise<Shoppers> {
  const visitor = clientOf(store.url, null);
  const { token } = await visitor.call('POST /api/admin/login', { body: store.adminLogin() });
  const shop: Shop = { visitor, admin: clientOf(store.url, token), control: sandboxControl(sandboxUrl) };
  const counts = {
    placed: [] as string[],
    paid: [] as string[],
    sent: [] as string[],
    refused: [] as string[],
    odd: [] as string[],
  };
  let stopping = false;

  /** Until there is an answer of 200, or the day is over. */
  async function insist<T>(send: () => Promise<{ status: number; body: T }>): Promise<T | null> {
    while (!stopping) {
      const answer = await send().catch(() => null);
      if (answer?.status === 200) return answer.body;
      if (answer && answer.status >= 400)
        (isTransient(answer) ? counts.refused : counts.odd).push(JSON.stringify(answer));
      await wait(pauseMs);
    }
    return null;
  }

  async function shopOnce(): Promise<void> {
    const key = randomUUID();
    const body = orderBody({ email: `${key}@buyer.example` });
    const keyed = { 'idempotency-key': key };
    const placed = await insist(() => shop.visitor.ask('POST /api/create-order', { body }, keyed));
    if (!placed) return;
    counts.placed.push(placed.orderId);
    if (!(await pay(shop, insist, placed.orderId, body))) return;
    counts.paid.push(placed.orderId);
    const [postLink = ''] = body.post_links;
    const input = { params: { id: placed.orderId }, body: { postLink, category: 'Likes' } };
    const answer = await shop.admin.ask('POST /api/admin/orders/{id}/send-post', input).catch(() => null);
    const providerOrderId = answer?.status === 200 ? answer.body.apiOrder.api_order_id : null;
    if (providerOrderId) counts.sent.push(providerOrderId);
  }

  async function shopper(): Promise<void> {
    while (!stopping) await shopOnce();
  }

  const shoppers = Array.from({ length: atOnce }, shopper);
  return {
    ...counts,
    stop: async () => {
      stopping = true;
      await Promise.all(shoppers);
    },
  };
}

const isTransient = ({ status }: { status: number }) => [409, 502, 503].includes(status);

type Insist = <T>(send: () => Promise<{ status: number; body: T }>) => Promise<T | null>;

async function pay({ visitor, control }: Shop, insist: Insist, orderId: string, body: Body): Promise<boolean> {
  const session = { orderId, amount: body.price, email: body.email, postUrls: body.post_links };
  const opened = await insist(() => visitor.ask('POST /api/bigpay/init-session', { body: session }));
  if (!opened) return false;
  const { sessionId } = opened;
  // A card that was taken is not taken again: the gateway refuses, and the store knows by asking.
  await control('/gateway/pay', { sessionId, expiry: '01/39' }).catch(() => null);
  const confirmed = await insist(async () => {
    const request = { params: { id: orderId }, body: {} };
    const answer = await visitor.ask('POST /api/orders/{id}/confirm-payment', request);
    if (answer.status === 200 && answer.body.status !== 'success') {
      await control('/gateway/pay', { sessionId, expiry: '01/39' }).catch(() => null);
      return { ...answer, status: 202 };
    }
    return answer;
  });
  return confirmed !== null;
}
