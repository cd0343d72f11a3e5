// Combines gateways, provider and controls in one node:http handler. State is in `dataDir`: several processes may mount
// the sandbox on one folder and share its state.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCallLog } from './call-log.ts';
import { answerControl, type Controls } from './control.ts';
import { createDeliveries } from './deliveries.ts';
import { openDisk } from './disk.ts';
import { answerBrowser } from './gateway/embedded-page.ts';
import { createOrders } from './gateway/orders.ts';
import { answerRest, type Gateway } from './gateway/rest.ts';
import { type Answer, type Call, CallRefusal, readBody, sendAnswer } from './http.ts';
import { answerProvider, type Provider } from './provider/api.ts';
import { createProviderOrders } from './provider/orders.ts';
import { createRules } from './rules.ts';
import { createStripe, routeStripeCall, type StripeKeys } from './stripe/stripe.ts';

export interface SandboxOptions {
  /** Used only by the sandbox; several processes may share it. */
  dataDir: string;
  clock: () => Date;
  log: { info(obj: object, msg: string): void; warn(obj: object, msg: string): void };
  merchantId: string;
  apiPassword: string;
  webhookSecret: string;
  providerKey: string;
  /** Null: Stripe is not played. It needs a store around it, whose pages load its library. */
  stripe?: StripeKeys | null;
  /** The mount path, for example "/sandbox"; omitted for a standalone server. */
  prefix?: string;
  /** Access to the controls: callers on this machine (default), all, or none. */
  controls?: 'loopback' | 'all' | 'off';
  /** The store's mode; any value except "sandbox" is rejected. */
  mode?: string;
}

export interface Sandbox {
  /** Handles a raw request: unread body, URL including the prefix. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /**
   * Stops timers and running notifications in about one second. Pending notifications are sent after the next start.
   */
  close(): Promise<void>;
}

export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  if ((options.mode ?? 'sandbox') !== 'sandbox') throw new Error('The sandbox runs in sandbox mode only.');
  const { clock, log, prefix = '' } = options;
  const disk = await openDisk(options.dataDir);
  const rules = createRules(disk);
  const calls = createCallLog(disk.folder);
  const orders = createOrders(disk);
  const deliveries = createDeliveries({
    orders,
    clock,
    log,
    signHeaders: ({ wrongSecret, id, attempt }) => ({
      'x-notification-secret': wrongSecret ? 'wrong-secret' : options.webhookSecret,
      'x-notification-id': id,
      'x-notification-attempt': String(attempt),
    }),
  });
  const { merchantId, apiPassword, providerKey } = options;
  const gateway: Gateway = { orders, deliveries, rules, calls, clock, merchantId, apiPassword };
  const provider: Provider = { orders: createProviderOrders(disk), rules, calls, clock, providerKey };
  const stripe = options.stripe
    ? createStripe(options.stripe, { disk, rules, calls, clock, log, base: `${prefix}/stripe` })
    : null;
  const controls: Controls = { gateway, stripe, provider, disk, calls };
  const closing = new AbortController();
  deliveries.start();
  stripe?.deliveries.start();

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://sandbox.invalid');
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : null;
    const part = path === null ? null : PARTS.find((part) => path.startsWith(`${part}/`) || path === part);
    let answer: Answer = { status: 404, body: { error: 'not found' } };
    try {
      if (path !== null && part) {
        const call: Call = {
          method: req.method ?? 'GET',
          path: path.slice(part.length),
          query: url.searchParams,
          headers: req.headers,
          body: await readBody(req),
        };
        answer = await answerPart(part, call, req);
      }
    } catch (error) {
      answer = failure(error);
      if (answer.status === 500) log.warn({ path: url.pathname, error: String(error) }, 'sandbox: a call failed');
    }
    await sendAnswer(res, answer, closing.signal);
  }

  async function answerPart(part: Part, call: Call, req: IncomingMessage): Promise<Answer> {
    if (part === '/control') {
      if (!mayControl(req, options.controls ?? 'loopback')) return { status: 403, body: { error: 'not from here' } };
      return answerControl(controls, call);
    }
    if (part === '/provider/api/v2') return answerProvider(provider, { ...call, path: '/provider/api/v2' });
    if (part === '/stripe')
      return stripe ? routeStripeCall(stripe, call) : { status: 404, body: { error: 'not found' } };
    return call.path.startsWith('/api/') ? answerRest(gateway, call) : answerBrowser(gateway, call);
  }

  return {
    handle(req, res) {
      serve(req, res).catch((error: unknown) => {
        log.warn({ error: String(error) }, 'sandbox: an answer could not be sent');
        res.destroy();
      });
    },
    async close() {
      closing.abort();
      await Promise.all([deliveries.close(), stripe?.deliveries.close()]);
    },
  };
}

const PARTS = ['/gateway', '/stripe', '/provider/api/v2', '/control'] as const;
type Part = (typeof PARTS)[number];

function failure(error: unknown): Answer {
  if (error instanceof CallRefusal) return { status: error.status, body: error.body };
  const explanation = 'The sandbox could not process this request.';
  return { status: 500, body: { error: { cause: 'SERVER_FAILED', explanation }, result: 'ERROR' } };
}

// A local proxy forwards external requests, so a forwarded request is never local.
function mayControl(req: IncomingMessage, who: 'loopback' | 'all' | 'off'): boolean {
  if (who !== 'loopback') return who === 'all';
  const isForwarded = req.headers['x-forwarded-for'] !== undefined || req.headers.forwarded !== undefined;
  const address = req.socket.remoteAddress ?? '';
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(address);
}
