// A card gateway that answers with what a test wrote down, whenever it was true: for answers that are late, reordered,
// or stamped by a wrong clock. Speaks the protocol of `mpgs`.
import { createServer } from 'node:http';
import { type Placed, placeOrder, sessionBody } from './orders.ts';
import { startStore, type TestStore } from './store.ts';

export type ScriptedAnswer = {
  status: string;
  result?: string;
  capturedCents: number;
  refundedCents: number;
  /** One for each transaction, by its id. Left out: the answer holds no list. */
  transactions?: readonly ScriptedTransaction[];
  updatedAt: Date | null;
};
export type ScriptedTransaction = { id: string; type: string; result: string };

export type ScriptedSetup = {
  store: TestStore;
  /** An order whose payer has a form; its gateway order answers as written, `null` for "not known". */
  opened(): Promise<Placed>;
  write(order: Placed, answer: ScriptedAnswer): void;
  /** The store asks about it, as after a notification. */
  look(order: Placed): Promise<void>;
  stop(): Promise<void>;
};

const webhookSecret = 'a webhook secret';
export const amountCents = 300;

export async function startScriptedSetup(): Promise<ScriptedSetup> {
  const answers = new Map<string, object>();
  let sessions = 0;
  const server = createServer((request, response) => {
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'POST') {
      sessions += 1;
      const session = { id: `SESSION${sessions}`, updateStatus: 'SUCCESS', version: '1' };
      return reply(201, { result: 'SUCCESS', session, successIndicator: `indicator${sessions}` });
    }
    const answer = answers.get(request.url?.split('/').at(-1) ?? '');
    const missing = { cause: 'INVALID_REQUEST', explanation: 'Unable to find order', field: 'order.id' };
    return answer ? reply(200, answer) : reply(400, { result: 'ERROR', error: missing });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  const store = await startStore({
    MPGS_BASE_URL: `http://127.0.0.1:${address.port}`,
    MPGS_MERCHANT_ID: 'SHOP',
    MPGS_API_PASSWORD: 'an api password',
    MPGS_WEBHOOK_SECRET: webhookSecret,
  });

  return {
    store,

    async opened() {
      const order = await placeOrder(store);
      await store.visitor.call('POST /api/bigpay/init-session', { body: sessionBody(order) });
      return order;
    },

    write(order, { status, result = 'SUCCESS', capturedCents, refundedCents, transactions, updatedAt }) {
      answers.set(`${order.id}-1`, {
        id: `${order.id}-1`,
        status,
        result,
        amount: amountCents / 100,
        currency: 'USD',
        totalCapturedAmount: capturedCents / 100,
        totalRefundedAmount: refundedCents / 100,
        ...(updatedAt && { lastUpdatedTime: updatedAt.toISOString() }),
        ...(transactions && {
          transaction: transactions.map(({ id, type, result: own }) => ({ result: own, transaction: { id, type } })),
        }),
      });
    },

    look: (order) => store.app.jobHandlers.settle_payment({ gatewayOrderId: `${order.id}-1` }) as Promise<void>,

    async stop() {
      await store.stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
