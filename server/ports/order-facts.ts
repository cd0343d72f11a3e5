// THE PORT to the facts of an order that its page shows, for the emails about it.
import type { OtherLinkRule } from '../../contract/link-rule-names.ts';
import type { Transfer } from '../../contract/order-facts.ts';
import type { OrderFacts } from '../../contract/order-state.ts';
import type { Queryable } from '../database/database.ts';

export type MailFacts = OrderFacts & {
  posts: NonNullable<OrderFacts['posts']>;
  transfer?: Transfer | undefined;
  link_rule?: OtherLinkRule | undefined;
};

/** Null for an unknown order. A deleted order counts as failed: it cannot be paid. */
export type ReadMailFacts = (at: Queryable, orderId: string) => Promise<MailFacts | null>;
