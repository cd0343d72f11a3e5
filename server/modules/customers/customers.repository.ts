// SQL of customers: the rows that the orders left of each email, and the orders of some.
import { and, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { mostCustomerNotes } from '../../../contract/customers.ts';
import { distance, domainOf, suggestEmail } from '../../../contract/email-address.ts';
import { countedAtMost } from '../../../contract/list-limits.ts';
import { texts } from '../../database/columns.ts';
import { type Database, dbNow, type Queryable, type Tx } from '../../database/database.ts';
import { beginsWith, holdsText } from '../../database/substring.ts';
import type { TimePosition } from '../../platform/cursor.ts';
import { contactMessages } from '../contact/contact.schema.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import { orderColumns, orders } from '../orders/orders.schema.ts';
import { customerChanges, customerNotes, customers, customerTags, customerTotal } from './customers.schema.ts';

const ofCustomer = sql<string>`wanted.key`;

export type CustomerRow = typeof customers.$inferSelect & { tags: string[] };
type CustomerOrder = OrderRow & { emailKey: string };
export type CustomerSort = 'spent' | 'orders' | 'recent';
/** The end of a page: its sort value and the customer. */
export type CustomerPosition = { value: string; emailKey: string };

const sorted = {
  spent: { column: customers.spentCents, type: sql`bigint` },
  orders: { column: customers.orders, type: sql`integer` },
  recent: { column: customers.lastOrderAt, type: sql`timestamptz` },
} as const;

/** Maximum changes per statement, which limits its duration and locks. */
const takenAtOnce = 20_000;

export async function listCustomers(
  db: Queryable,
  sort: CustomerSort,
  search: string | undefined,
  after: CustomerPosition | null,
  limit: number,
): Promise<CustomerRow[]> {
  const { column, type } = sorted[sort];
  const later = after
    ? sql`(${column}, ${customers.emailKey}) < (${after.value}::${type}, ${after.emailKey})`
    : undefined;
  return db
    .select({ ...getTableColumns(customers), tags: sql<string[]>`coalesce(${customerTags.tags}, '{}')` })
    .from(customers)
    .leftJoin(customerTags, eq(customerTags.emailKey, customers.emailKey))
    .where(and(...matching(search), later))
    .orderBy(desc(column), desc(customers.emailKey))
    .limit(limit);
}

/** Exact for all; matches of a search are counted up to `countedAtMost`. */
export async function countCustomers(
  db: Queryable,
  search: string | undefined,
): Promise<{ total: number; capped: boolean }> {
  if (search) return countMatching(db, search);
  // From the running total.
  const [found] = await db.select({ customers: customerTotal.customers }).from(customerTotal);
  return { total: found?.customers ?? 0, capped: false };
}

export async function newestOrders(
  db: Queryable,
  emailKeys: readonly string[],
  limit: number,
): Promise<CustomerOrder[]> {
  if (emailKeys.length === 0 || limit === 0) return [];
  const newest = db
    .select({ ...orderColumns, emailKey: ofCustomer.as('email_key') })
    .from(orders)
    .where(and(isNull(orders.deletedAt), eq(sql`lower(${orders.customerEmail})`, ofCustomer)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .as('newest');
  const found = await db
    .select()
    .from(sql`unnest(${texts([...emailKeys])}) as wanted(key)`)
    .crossJoinLateral(newest);
  return found.map((row) => row.newest);
}

/** Newest first. */
export async function listOrders(
  db: Queryable,
  email: string,
  after: TimePosition | null,
  limit: number,
): Promise<CustomerOrder[]> {
  const older = after
    ? sql`(${orders.createdAt}, ${orders.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`
    : undefined;
  return db
    .select({ ...orderColumns, emailKey: sql<string>`lower(${orders.customerEmail})` })
    .from(orders)
    .where(and(isNull(orders.deletedAt), eq(sql`lower(${orders.customerEmail})`, sql`lower(${email})`), older))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit);
}

/**
 * Folds the changes of orders into the customers, a batch at a time. Returns immediately while another process
 * folds or rebuilds them.
 */
export async function fold(database: Database, most = takenAtOnce): Promise<void> {
  let mine = true;
  while (mine && (await isAnyChange(database.db))) mine = await foldSome(database, most);
}

async function countMatching(db: Queryable, search: string): Promise<{ total: number; capped: boolean }> {
  const found = db
    .select({ one: sql`1` })
    .from(customers)
    .where(and(...matching(search)))
    .limit(countedAtMost + 1)
    .as('found');
  const count = await db.$count(found);
  return { total: Math.min(count, countedAtMost), capped: count > countedAtMost };
}

async function isAnyChange(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(sql`select exists(select from ${customerChanges}) as any`);
  return rows[0]?.any ?? false;
}

/** False during another fold or rebuild. */
async function foldSome(database: Database, most: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended('figures', 7)) as mine`,
    );
    if (!rows[0]?.mine) return false;
    // Sums the changes, applies them to the customers, and updates the total.
    await tx.execute(sql`
      with taken as (
        delete from ${customerChanges}
        where ctid = any(array(select ctid from ${customerChanges} limit ${most})) returning *
      ),
      summed as (
        select email_key, (array_agg(email order by last_order_at desc))[1] as email, max(username) as username,
          sum(orders)::int as orders, sum(spent_cents)::bigint as spent_cents, max(last_order_at) as last_order_at
        from taken group by email_key
      ),
      listed as (
        select coalesce(sum((coalesce(c.orders, 0) + s.orders > 0)::int - (coalesce(c.orders, 0) > 0)::int), 0) as more
        from summed s left join ${customers} c using (email_key)
      ),
      counted as (update ${customerTotal} set customers = customers + more from listed),
      gone as (
        delete from ${customers} c using summed s
        where c.email_key = s.email_key and c.orders + s.orders = 0 and c.spent_cents + s.spent_cents = 0
      )
      insert into ${customers} as c (email_key, email, username, orders, spent_cents, last_order_at)
      select s.* from summed s left join ${customers} known using (email_key)
      where coalesce(known.orders, 0) + s.orders <> 0 or coalesce(known.spent_cents, 0) + s.spent_cents <> 0
      on conflict (email_key) do update set
        email = case when excluded.last_order_at >= c.last_order_at then excluded.email else c.email end,
        username = case when excluded.last_order_at >= c.last_order_at then excluded.username else c.username end,
        orders = c.orders + excluded.orders, spent_cents = c.spent_cents + excluded.spent_cents,
        last_order_at = greatest(c.last_order_at, excluded.last_order_at)`);
    return true;
  });
}

function matching(search: string | undefined): SQL[] {
  const listed = sql`${customers.orders} > 0`;
  if (!search) return [listed];
  return [listed, holdsText(customers.emailKey, search.toLowerCase())];
}

const mostErrors = 2;
const mostSuggested = 3;
/** Emails that are compared letter by letter; the recheck of the others is done by the database. */
const mostCompared = 10_000;

/**
 * Up to three emails with at most two typing errors, the nearest first. Of a mailbox with so few errors, its beginning, its middle
 * or its end is mostly correct: the index of customers finds each. The domain is the typed one or the one that it means, unless
 * the mailbox has no error.
 */
export async function findSimilarEmails(db: Queryable, typed: string): Promise<string[]> {
  const email = typed.toLowerCase();
  const mailbox = email.slice(0, email.lastIndexOf('@'));
  const [head, tail] = [Math.round(mailbox.length / 3), Math.max(2, Math.floor(mailbox.length / 3))];
  if (mailbox.length < 3) return [];
  const middle = mailbox.slice(head, -tail);
  const key = customers.emailKey;
  const found = await db
    .select({ email: customers.email, key })
    .from(customers)
    .where(
      and(
        sql`${customers.orders} > 0`,
        or(
          beginsWith(key, mailbox.slice(0, head)),
          middle.length < 3 ? undefined : holdsText(key, middle),
          holdsText(key, `${mailbox.slice(-tail)}@`),
        ),
        or(
          inArray(sql`split_part(${key}, '@', 2)`, [
            domainOf(email),
            domainOf(suggestEmail(email) ?? email).toLowerCase(),
          ]),
          beginsWith(key, `${mailbox}@`),
        ),
        sql`char_length(${key}) between ${email.length - mostErrors - 1} and ${email.length + mostErrors + 1}`,
      ),
    )
    .orderBy(desc(customers.lastOrderAt))
    .limit(mostCompared);
  return found
    .filter((row) => countOtherLetters(row.key, email) <= 2 * mostErrors)
    .map((row) => ({ email: row.email, errors: distance(row.key, email) }))
    .filter(({ errors }) => errors > 0 && errors <= mostErrors)
    .sort((a, b) => a.errors - b.errors)
    .slice(0, mostSuggested)
    .map((row) => row.email);
}

/** Letters that only one of both has, in any order: a quick lower limit for twice their distance. */
function countOtherLetters(one: string, other: string): number {
  const counts = new Map<string, number>();
  for (const letter of one) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of other) counts.set(letter, (counts.get(letter) ?? 0) - 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

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
