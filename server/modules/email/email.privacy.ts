import { and, desc, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { Person } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { contactReplies } from '../contact/contact.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { previewMail } from './compose-email.ts';
import { mails } from './email.schema.ts';

const isSentTo = (email: string) => eq(sql`lower(${mails.recipient})`, sql`lower(${email})`);

export const emailPrivacy = {
  export: async (tx: Tx, { email, orderIds, messageIds }: Person, ctx: StoreContext) => {
    const replyIds = tx
      .select({ id: contactReplies.id })
      .from(contactReplies)
      .where(inArray(contactReplies.contactMessageId, messageIds));
    const found = await tx
      .select()
      .from(mails)
      .where(
        or(
          inArray(mails.orderId, orderIds),
          inArray(mails.contactMessageId, messageIds),
          inArray(mails.acknowledgedMessageId, messageIds),
          inArray(mails.contactReplyId, replyIds),
          and(sql`num_nonnulls(${mails.orderId}, ${mails.trackingCodeId}) = 1`, isSentTo(email)),
        ),
      )
      .orderBy(desc(mails.createdAt));
    const exported = [];
    for (const mail of found) {
      const { kind, orderId, recipient, state, createdAt, sentAt } = mail;
      const shown = await previewMail(ctx, mail, tx);
      exported.push({
        kind,
        order_id: orderId,
        recipient,
        state,
        created_at: createdAt.toISOString(),
        sent_at: sentAt?.toISOString() ?? null,
        subject: shown?.subject ?? null,
        text: shown?.text ?? null,
      });
    }
    return { mails: exported };
  },

  // The words of an email are made when it is sent, and are not kept.
  erase: async (tx, { email, orderIds }, pseudonymOf) => {
    const hasItNow = tx
      .select({ one: sql`1` })
      .from(orders)
      .where(and(eq(orders.id, mails.orderId), eq(sql`lower(${orders.customerEmail})`, sql`lower(${email})`)));
    // Those that went to the email before an order was given another one.
    const isOfOtherOrder =
      email === null
        ? undefined
        : and(
            or(isNotNull(mails.orderId), isNotNull(mails.trackingCodeId)),
            isSentTo(email),
            sql`not ${exists(hasItNow)}`,
          );
    const changed = await tx
      .update(mails)
      .set({ recipient: pseudonymOf(sql`${mails.recipient}`), lastError: null })
      .where(or(inArray(mails.orderId, orderIds), isOfOtherOrder));
    return { mails: changed.rowCount ?? 0 };
  },

  retention: {
    mails: {
      // Unsent emails stay.
      select: (now, days) => sql`
        select id from ${mails} where created_at < ${now} - ${days} * interval '1 day'
          and state in ('kept', 'sent', 'failed') order by created_at`,
      table: mails,
    },
  },
} satisfies StoreModule['privacy'];
