// THE PORT to the audit log: who did what to what. Append-only, in the caller's transaction.
import type { Queryable } from '../database/database.ts';

export type AuditEntry = {
  /** `system`, `visitor`, or `admin:` or `key:` and the id of the admin or API key. */
  actor: string;
  /** A verb of the trade: `order.status`, `dispatch.sent`. */
  action: string;
  /** The order, setting or session that it is about. */
  subject: string;
  details?: Record<string, unknown>;
  /** What of it is about a person: an email, a link, a name. Kept apart and erasable. */
  personal?: Record<string, unknown>;
};

export type Audit = {
  record(at: Queryable, entry: AuditEntry): Promise<void>;
  /** Many of one kind, which say nothing about a person. */
  recordAll(at: Queryable, entries: Omit<AuditEntry, 'details' | 'personal'>[]): Promise<void>;
};
