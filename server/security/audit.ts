// Keeps the audit log: append-only, held so by the database.
import type { Audit } from '../ports/audit.ts';
import type { Database } from '../store/database.ts';
import { auditLog } from '../store/schema.ts';

export function createAudit(database: Database): Audit {
  return {
    record: async (at, { actor, action, subject, details = {} }) => {
      // Appends who did what to what.
      await at.insert(auditLog).values({ happenedAt: database.now(), actor, action, subject, details });
    },
  };
}
