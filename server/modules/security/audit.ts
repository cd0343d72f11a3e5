// The audit log: append-only, enforced by the database. Personal data of entries is stored apart and can be erased.
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import type { Audit } from '../../ports/audit.ts';
import { auditLog, auditPersonal } from './security.schema.ts';

export function createAudit(database: Database): Audit {
  return {
    record: async (at, { actor, action, subject, details = {}, personal }) => {
      const [added] = await at
        .insert(auditLog)
        .values({ happenedAt: database.now(), actor, action, subject, details })
        .returning({ id: auditLog.id });
      if (added && personal && Object.keys(personal).length > 0) {
        await at.insert(auditPersonal).values({ auditId: added.id, details: personal });
      }
    },

    recordAll: async (at, entries) => {
      if (entries.length === 0) return;
      await database.prepared(at).execute(sql`
        insert into ${auditLog} (happened_at, actor, action, subject, details)
        select ${database.now()}, actor, action, subject, '{}'
        from json_to_recordset(${JSON.stringify(entries)}) as done(actor text, action text, subject text)`);
    },
  };
}

/** Whether an admin or an API key changed something: all of that is in the audit log. */
export function changedWithin({ now }: Pick<Database, 'now'>, seconds: number): SQL<boolean> {
  return sql`exists(select from ${auditLog}
    where (${auditLog.actor} like 'admin:%' or ${auditLog.actor} like 'key:%')
      and ${auditLog.happenedAt} > ${now()} - ${seconds} * interval '1 second')`;
}
