import { emailKey } from '../../../contract/normal-address.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { isCodeRequired } from '../../../contract/tracking-settings.ts';
import type { StoreContext } from '../../context.ts';
import { distinctEmails } from '../../http/rate-limits.ts';
import type { Call } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { showOrderPage } from '../../workflows/kept-order-pages.ts';
import { mailTrackCode, requestCode } from '../../workflows/mail-track-code.ts';
import { isKeyHolder, issueProof, readProof } from '../../workflows/prove-order.ts';
import { readOrderPage } from '../../workflows/read-order-page.ts';
import { reportDrop } from '../../workflows/report-drop.ts';
import { requestLink } from '../../workflows/request-link.ts';
import { ordersByEmail } from '../../workflows/track-orders.ts';
import * as trackingRepository from './tracking.repository.ts';

// Handlers for My Orders and the order page: the search by email, and the code that proves the address.

const trackingRoutes = routes({
  ordersByEmail: async (ctx, { params: { email } }, call) => {
    ctx.limits.consumeDistinct(distinctEmails, 'distinct_emails', call.ip, emailKey(email));
    const shown = readProof(ctx, call.headers, email);
    const canMail = (await ctx.infrastructure.mail()) !== null;
    const isLive = ctx.config.mode === 'live';
    const isRequired = isCodeRequired((await ctx.settings.current()).tracking, { canMail, isLive });
    if (!shown.hasEmail && (isRequired || canMail)) {
      call.answerHeader('order-code', isRequired ? 'required' : 'offered');
    }
    return ordersByEmail(ctx, email, shown, isRequired);
  },

  getOrderPage: async (ctx, { params: { id } }, call) => readPage(ctx, id, call, showOrderPage),

  reportDrop: async (ctx, { params: { id }, body: { postLink } }, call) => {
    if (!isKeyHolder(ctx, call.headers)(id)) throw new StoreError('order_not_found');
    await reportDrop(ctx, id, postLink);
    return readPage(ctx, id, call);
  },

  requestLink: async (ctx, { params: { id }, body }, call) => {
    if (!isKeyHolder(ctx, call.headers)(id)) throw new StoreError('order_not_found');
    await requestLink(ctx, { orderId: id, ...body });
    return readPage(ctx, id, call);
  },

  mailTrackCode: async (ctx, { body: { email, language } }) => {
    await requestCode(ctx, email, language);
    return { success: true };
  },

  proveTracking: async (ctx, { body: { email, code } }) => {
    const { trackingCodes: codes, database } = ctx;
    const isRight = await trackingRepository.tryCode(database, codes.computeKey(email), (codeId) =>
      codes.isCode(code, codeId),
    );
    if (!isRight) throw new StoreError('wrong_track_code');
    return issueProof(ctx, email);
  },
});

async function readPage(ctx: StoreContext, id: string, { headers }: Call, read = readOrderPage): Promise<OrderPage> {
  const found = isKeyHolder(ctx, headers)(id) ? await read(ctx, id) : null;
  if (!found) throw new StoreError('order_not_found');
  return found;
}

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    /** The sealed request of a code for My Orders. */
    mail_track_code: { request: string };
    forget_track_codes: NoPayload;
  }
}

export const tracking = {
  routes: trackingRoutes,
  jobs: {
    mail_track_code: { run: (ctx, { request }) => mailTrackCode(ctx, request) },
    forget_track_codes: { run: ({ database }) => trackingRepository.purgeCodes(database.db), schedule: '*/10 * * * *' },
  },
} satisfies StoreModule;
