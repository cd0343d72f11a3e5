// SQL that reads the audit log.
import { and, asc, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { apiKeyMark } from '../../../contract/api-access.ts';
import type { Queryable } from '../../database/database.ts';
import { keyName } from '../../request-context.ts';
import { apiKeys } from '../api-keys/api-keys.schema.ts';
import { admins } from '../auth/auth.schema.ts';
import { auditLog, auditPersonal } from './security.schema.ts';

// Each of these conditions has its own index.
async function matches(db: Queryable, search: string): Promise<SQL | undefined> {
  if (search.includes('@')) {
    const [admin] = await db
      .select({ id: admins.id })
      .from(admins)
      .where(eq(sql`lower(${admins.email})`, search.toLowerCase()));
    return eq(auditLog.actor, admin ? `admin:${admin.id}` : search);
  }
  if (search.startsWith(apiKeyMark)) {
    const keys = db
      .select({ actor: sql`'key:' || ${apiKeys.id}` })
      .from(apiKeys)
      .where(eq(apiKeys.prefix, search));
    return inArray(auditLog.actor, keys);
  }
  if (search === 'system' || search === 'visitor') return eq(auditLog.actor, search);
  const begins = `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const subjects = [...new Set([search, search.toUpperCase()])];
  return or(inArray(auditLog.subject, subjects), sql`${auditLog.action} like ${begins}`);
}

async function readNames(db: Queryable, actors: string[]): Promise<Map<string, string>> {
  return new Map([...(await readEmails(db, actors)), ...(await readKeyNames(db, actors))]);
}

async function readEmails(db: Queryable, actors: string[]): Promise<[string, string][]> {
  const ids = idsAfter('admin:', actors);
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: admins.id, email: admins.email })
    .from(admins)
    .where(inArray(sql`${admins.id}::text`, ids));
  const known = new Map(found.map(({ id, email }) => [`admin:${id}`, email]));
  return ids.map((id) => [`admin:${id}`, known.get(`admin:${id}`) ?? 'admin']);
}

async function readKeyNames(db: Queryable, actors: string[]): Promise<[string, string][]> {
  const ids = idsAfter('key:', actors);
  if (ids.length === 0) return [];
  const found = await db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys).where(inArray(apiKeys.id, ids));
  return found.map(({ id, name }) => [`key:${id}`, keyName(name)]);
}

/** Newest first, before the entry `cursor`. */
export async function listEntries(
  db: Queryable,
  { search, cursor, limit }: { search: string; cursor: number | null; limit: number },
) {
  const matching = search === '' ? undefined : await matches(db, search);
  const found = await db
    .select({ entry: auditLog, personal: auditPersonal.details })
    .from(auditLog)
    .leftJoin(auditPersonal, eq(auditPersonal.auditId, auditLog.id))
    .where(and(matching, cursor === null ? undefined : lt(auditLog.id, cursor)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
  const names = await readNames(
    db,
    found.map(({ entry }) => entry.actor),
  );
  return found.map(({ entry, personal }) => ({
    ...entry,
    personal,
    actor: names.get(entry.actor) ?? entry.actor,
  }));
}

/** Entries of these actions about one subject, oldest first. `refundedCents`: for a refund, the gateway's refunded total. */
export async function listActions(at: Queryable, subjects: readonly string[], actions: string[], limit: number) {
  return at
    .select({
      subject: auditLog.subject,
      action: auditLog.action,
      at: auditLog.happenedAt,
      refundedCents: sql<number | null>`(${auditLog.details} ->> 'refundedCents')::int`,
    })
    .from(auditLog)
    .where(and(inArray(auditLog.subject, [...subjects]), inArray(auditLog.action, actions)))
    .orderBy(asc(auditLog.id))
    .limit(limit);
}

/** A provider's own row has only the time of its last change, which may be another one. `by`: an admin's email. */
export async function findProviderSwitchOff(
  at: Queryable,
  providerId: string,
): Promise<{ since: Date | null; by: string | null }> {
  const isSwitch = sql`${auditLog.details} @> '{"enabled": false}'`;
  const [row] = await at
    .select({ since: auditLog.happenedAt, by: admins.email })
    .from(auditLog)
    .leftJoin(admins, eq(auditLog.actor, sql`'admin:' || ${admins.id}`))
    .where(
      and(eq(auditLog.subject, providerId), inArray(auditLog.action, ['provider.added', 'provider.changed']), isSwitch),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row ?? { since: null, by: null };
}

function idsAfter(kind: string, actors: string[]): string[] {
  return [...new Set(actors)].filter((actor) => actor.startsWith(kind)).map((actor) => actor.slice(kind.length));
}
