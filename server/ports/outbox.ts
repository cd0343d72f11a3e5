// THE PORT to mails for customers: written in the transaction of what they tell, so that none is lost and none is doubled.
import type { Queryable } from '../store/database.ts';

export type MailKind = 'order_received' | 'order_paid' | 'order_completed';

export type Outbox = {
  /** One mail per kind and order; a repeat changes nothing. */
  post(at: Queryable, mail: { kind: MailKind; orderId: string; recipient: string }): Promise<void>;
};
