// Handlers for payments. Workflows open and confirm them.
import type { z } from 'zod';
import type { InputOf, OutputOf } from '../../../contract/endpoint.ts';
import type { Language } from '../../../contract/languages.ts';
import type { order, publicOrder } from '../../../contract/orders.ts';
import type { confirmPayment, initSession } from '../../../contract/payments.ts';
import type { Database } from '../../database/database.ts';
import type { Admin, Call, Handlers } from '../../request-context.ts';
import type { orders } from '../orders/orders.schema.ts';
import { paymentOf } from './payment-rows.ts';
import * as paymentsRepository from './payments.repository.ts';

type OrderRow = Omit<typeof orders.$inferSelect, 'searchText'>;
type PaymentStatus = OutputOf<typeof confirmPayment>['status'];

export type PaymentRoutesDeps = {
  database: Database;
  openPayment(
    request: InputOf<typeof initSession>['body'] & { hasKey: boolean },
    ip: string,
  ): Promise<OutputOf<typeof initSession>>;
  /** Whether a caller has the key of an order. */
  isKeyHolder: (headers: Call['headers']) => (orderId: string) => boolean;
  confirmPayment: {
    confirmByGateway(
      orderId: string,
      resultIndicator: string | undefined,
      isAdmin: boolean,
    ): Promise<{ order: OrderRow; isPayer: boolean; opensOrder: boolean }>;
    outcomeOf(order: OrderRow): PaymentStatus;
    confirmByHand(orderId: string, note: string | undefined, admin: Admin): Promise<OrderRow>;
  };
  /** Whether these headers open an order. */
  hasProof(headers: Call['headers'], order: OrderRow): boolean;
  /** Throws order_not_found. */
  getOrder: (id: string) => Promise<unknown>;
  orderViews: {
    fullOne(row: OrderRow): Promise<z.output<typeof order>>;
    publicOne(row: OrderRow, hasProof: boolean): Promise<{ row: OrderRow; view: z.output<typeof publicOrder> }>;
  };
  receiptPath: (orderId: string) => string;
  orderPath: (orderId: string, lang: Language) => string;
};

export function paymentRoutes(deps: PaymentRoutesDeps): Handlers<'initSession' | 'confirmPayment' | 'listPayments'> {
  const { database, orderViews } = deps;
  return {
    initSession: ({ body }, call) =>
      deps.openPayment({ ...body, hasKey: deps.isKeyHolder(call.headers)(body.orderId) }, call.ip),

    confirmPayment: async ({ params, body }, call) => {
      const { confirmByHand, confirmByGateway, outcomeOf } = deps.confirmPayment;
      if (call.admin && body?.manual) {
        const order = await confirmByHand(params.id, body.note, call.admin);
        return { status: 'success', order: await orderViews.fullOne(order) };
      }
      const { order, isPayer, opensOrder } = await confirmByGateway(
        params.id,
        body?.resultIndicator,
        call.admin !== null,
      );
      const { receiptPath, orderPath } = deps;
      const paths =
        order.paidAt && opensOrder
          ? { receipt_path: receiptPath(order.id), order_path: orderPath(order.id, order.language) }
          : {};
      if (call.admin) return { status: outcomeOf(order), order: await orderViews.fullOne(order), ...paths };
      const { row, view } = await orderViews.publicOne(order, isPayer || deps.hasProof(call.headers, order));
      return { status: outcomeOf(row), order: view, ...paths };
    },

    listPayments: async ({ params: { id } }) => {
      await deps.getOrder(id);
      return (await paymentsRepository.attemptsOf(database.db, id)).map(paymentOf);
    },
  };
}
