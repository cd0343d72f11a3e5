// Finds recent changes by admins and API keys, all of which are in the audit log.
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { auditLog } from './security.schema.ts';

export function changedWithin({ now }: Pick<Database, 'now'>, seconds: number): SQL<boolean> {
  return sql`exists(select from ${auditLog}
    where (${auditLog.actor} like 'admin:%' or ${auditLog.actor} like 'key:%')
      and ${auditLog.happenedAt} > ${now()} - ${seconds} * interval '1 second')`;
}
