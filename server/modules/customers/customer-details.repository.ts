// SQL of one customer, with the notes and tags of admins. Every row is found by an index of the email in lower case.
import { desc, eq, sql } from 'drizzle-orm';
import { mostCustomerNotes } from '../../../contract/customers.ts';
import { dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { contactMessages } from '../contact/contact.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { customerNotes, customers, customerTags } from './customers.schema.ts';

export type CustomerDetails = NonNullable<Awaited<ReturnType<typeof findCustomer>>>;

/** Null for an email without order, message, note and tag. `customer` is null without an order. */
export async function findCustomer(db: Queryable, email: string) {
  const key = sql`lower(${email})`;
  const [[customer], [money], [message], notes, [tagged]] = await Promise.all([
    db.select().from(customers).where(eq(customers.emailKey, key)),
    db
      .select({ refundedCents: sql<number>`coalesce(sum(${orders.refundedCents}), 0)`.mapWith(Number) })
      .from(orders)
      .where(eq(sql`lower(${orders.customerEmail})`, key)),
    db
      .select({ email: contactMessages.email })
      .from(contactMessages)
      .where(eq(sql`lower(${contactMessages.email})`, key))
      .limit(1),
    db
      .select()
      .from(customerNotes)
      .where(eq(customerNotes.emailKey, key))
      .orderBy(desc(customerNotes.writtenAt))
      .limit(mostCustomerNotes),
    db.select().from(customerTags).where(eq(customerTags.emailKey, key)),
  ]);
  if (!customer && !message && !tagged && notes.length === 0) return null;
  return {
    email: customer?.email ?? message?.email ?? email,
    customer: customer ?? null,
    refundedCents: money?.refundedCents ?? 0,
    notes,
    tags: tagged?.tags ?? [],
  };
}

export async function addNote(
  tx: Tx,
  email: string,
  note: { id: string; note: string; writtenBy: string },
): Promise<void> {
  await tx.insert(customerNotes).values({ ...note, emailKey: sql`lower(${email})`, writtenAt: dbNow(tx) });
}

/** Returns the tags before. Without tags, no row remains. */
export async function setTags(tx: Tx, email: string, tags: string[]): Promise<string[]> {
  const emailKey = sql`lower(${email})`;
  const isTagged = eq(customerTags.emailKey, emailKey);
  const [before] = await tx.select().from(customerTags).where(isTagged).for('update');
  if (tags.length === 0) await tx.delete(customerTags).where(isTagged);
  else {
    await tx
      .insert(customerTags)
      .values({ emailKey, tags })
      .onConflictDoUpdate({ target: customerTags.emailKey, set: { tags } });
  }
  return before?.tags ?? [];
}
