import { asc, eq, sql } from 'drizzle-orm';
import { texts } from '../../database/columns.ts';
import type { Tx } from '../../database/database.ts';
import type { Person } from '../../ports/module-parts.ts';
import type { StoreModule } from '../../store-module.ts';
import { customerNotes, customerTags } from './customers.schema.ts';

export const customersPrivacy = {
  export: async (tx: Tx, { email }: Person) => {
    const emailKey = sql`lower(${email})`;
    const notes = await tx
      .select()
      .from(customerNotes)
      .where(eq(customerNotes.emailKey, emailKey))
      .orderBy(asc(customerNotes.writtenAt));
    const tagged = await tx.select().from(customerTags).where(eq(customerTags.emailKey, emailKey));
    return {
      customer_notes: notes.map(({ writtenAt, note }) => ({ written_at: writtenAt.toISOString(), note })),
      customer_tags: tagged.flatMap(({ tags }) => tags),
    };
  },

  erase: async (tx, { email }) => (email === null ? {} : { customerNotes: await eraseNotes(tx, [email]) }),
} satisfies StoreModule['privacy'];

/** Deletes the notes and tags of these customers, and returns their number. */
export async function eraseNotes(tx: Tx, emails: string[]): Promise<number> {
  const keys = sql`(select lower(email) from unnest(${texts(emails)}) as email)`;
  const notes = await tx.delete(customerNotes).where(sql`${customerNotes.emailKey} in ${keys}`);
  const tags = await tx.delete(customerTags).where(sql`${customerTags.emailKey} in ${keys}`);
  return (notes.rowCount ?? 0) + (tags.rowCount ?? 0);
}
