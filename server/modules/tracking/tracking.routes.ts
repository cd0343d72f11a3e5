// Handlers for My Orders and the page of an order: the search by email, and what opens it.
import type { z } from 'zod';
import type { Language } from '../../../contract/languages.ts';
import { emailKey } from '../../../contract/normal-address.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import type { trackedOrder } from '../../../contract/orders.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database } from '../../database/database.ts';
import type { Call, Handlers } from '../../request-context.ts';
import type { OrderProof, Proof } from './order-proof.ts';
import * as trackingRepository from './tracking.repository.ts';
import type { TrackingCodes } from './tracking-codes.ts';

export type TrackingRoutesDeps = {
  database: Database;
  codes: TrackingCodes;
  proof: OrderProof;
  ordersByEmail(email: string, proof: Proof, isCodeRequired: boolean): Promise<z.output<typeof trackedOrder>[]>;
  /** Null for an unknown order. */
  readOrderPage(orderId: string): Promise<OrderPage | null>;
  reportDrop(orderId: string, postLink: string): Promise<void>;
  /** True: an email alone shows no order. */
  isCodeRequired: () => Promise<boolean>;
  /** True: a mail server is configured. */
  canMail: boolean;
  /** Queues the work, which is done after the answer. */
  requestCode(email: string, language: Language): Promise<void>;
  /** Counts the email addresses that one caller tries; throws above the limit. */
  countEmail(ip: string, email: string): void;
};

export function trackingRoutes(
  deps: TrackingRoutesDeps,
): Handlers<'ordersByEmail' | 'getOrderPage' | 'reportDrop' | 'mailTrackCode' | 'proveTracking'> {
  const { database, codes, proof } = deps;

  async function pageOf(id: string, { headers }: Call): Promise<OrderPage> {
    const found = proof.isKeyHolder(headers)(id) ? await deps.readOrderPage(id) : null;
    if (!found) throw new StoreError('order_not_found');
    return found;
  }

  return {
    ordersByEmail: async ({ params: { email } }, call) => {
      deps.countEmail(call.ip, emailKey(email));
      const shown = proof.readProof(call.headers, email);
      const isRequired = await deps.isCodeRequired();
      if (!shown.hasEmail && (isRequired || deps.canMail))
        call.answerHeader('order-code', isRequired ? 'required' : 'offered');
      return deps.ordersByEmail(email, shown, isRequired);
    },

    getOrderPage: async ({ params: { id } }, call) => pageOf(id, call),

    reportDrop: async ({ params: { id }, body: { postLink } }, call) => {
      if (!proof.isKeyHolder(call.headers)(id)) throw new StoreError('order_not_found');
      await deps.reportDrop(id, postLink);
      return pageOf(id, call);
    },

    mailTrackCode: async ({ body: { email, language } }) => {
      await deps.requestCode(email, language);
      return { success: true };
    },

    proveTracking: async ({ body: { email, code } }) => {
      const isRight = await trackingRepository.tryCode(database, codes.keyOf(email), (codeId) =>
        codes.isCode(code, codeId),
      );
      if (!isRight) throw new StoreError('wrong_track_code');
      return proof.tokenFor(email);
    },
  };
}
