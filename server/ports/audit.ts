// The audit log: append-only, written in the caller's transaction.
import type { Queryable } from '../database/database.ts';

export type AuditEntry = {
  /** `system`, `visitor`, or `admin:` or `key:` and the id of the admin or API key. */
  actor: string;
  /** A verb of the trade: `order.status`, `dispatch.sent`. */
  action: string;
  /** The order, setting or session that it is about. */
  subject: string;
  details?: Record<string, unknown>;
  /** Personal data of the entry: an email, a link, a name. Stored apart, and erasable. */
  personal?: Record<string, unknown>;
};

export type Audit = {
  record(at: Queryable, entry: AuditEntry): Promise<void>;
  /** Many entries of one kind, without personal data. */
  recordAll(at: Queryable, entries: Omit<AuditEntry, 'details' | 'personal'>[]): Promise<void>;
};
