// Stripe as a whole: its REST calls, its pages for browsers, and its events.
import type { CallLog } from '../call-log.ts';
import { createDeliveries } from '../deliveries.ts';
import type { Disk } from '../disk.ts';
import type { Answer, Call } from '../http.ts';
import type { Rules } from '../rules.ts';
import { answerStripeBrowser } from './browser.ts';
import { signature, stripeEvent } from './events.ts';
import { createStripeOrders } from './orders.ts';
import { disputePayment } from './payments.ts';
import { answerStripeRest, type StripeSandbox } from './rest.ts';

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where the account sends its events. */
  webhookUrl: string;
}

interface Parts {
  disk: Disk;
  rules: Rules;
  calls: CallLog;
  clock: () => Date;
  log: { info(obj: object, msg: string): void; warn(obj: object, msg: string): void };
  base: string;
}

export function createStripe({ webhookSecret, webhookUrl, ...keys }: StripeKeys, parts: Parts): StripeSandbox {
  const { clock, log } = parts;
  const orders = createStripeOrders(parts.disk, { clock, webhookUrl });
  const deliveries = createDeliveries({
    orders,
    clock,
    log,
    signHeaders: ({ wrongSecret }, text) => ({
      'stripe-signature': signature(text, wrongSecret ? 'wrong-secret' : webhookSecret),
    }),
    perform: (order, notice) =>
      orders.workIn(order, (file) => {
        const session = file.session();
        if (session)
          notice.body = stripeEvent('charge.dispute.created', disputePayment(file, session, clock()), clock());
      }),
  });
  const { rules, calls, base } = parts;
  return { orders, deliveries, rules, calls, clock, base, ...keys };
}

export function routeStripeCall(stripe: StripeSandbox, call: Call): Promise<Answer> {
  const isForBrowsers = !call.path.startsWith('/v1/') || call.path.startsWith('/v1/payment_pages/');
  return isForBrowsers ? answerStripeBrowser(stripe, call) : answerStripeRest(stripe, call);
}
