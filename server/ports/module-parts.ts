// THE PORTS by which a module takes part in data privacy, the list of action items and the metrics.
import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { ActionItemKind, SellingItemKind } from '../../contract/action-item-kinds.ts';
import type { AnswerFor } from '../../contract/index.ts';
import type { RetentionName } from '../../contract/retention.ts';
import type { Tx } from '../database/database.ts';

/** Kinds of action items that a query lists. The others come from what a process has, or need values of the settings. */
export type QueriedKind = Exclude<
  ActionItemKind,
  'dead_job' | 'database_unwritable' | 'delivery_stalled' | SellingItemKind
>;
/**
 * Lists the open items of one kind, on a small index of its own: subject, order_id, position (the place of a link), at,
 * and words as jsonb. A settled matter disappears; one that returns after a dismissal has another subject. Matters
 * without money are dropped after 90 days.
 */
export type ActionItemQuery = (now: SQL<Date>) => SQL;
/** Those of one module. */
export type ActionItemQueries = { [K in QueriedKind]?: ActionItemQuery };

/** The buyers of `orderIds`, or one person with everything under their email. */
export type DataSubject = {
  /** Null: the buyers of old orders, of whom only these orders are erased. */
  email: string | null;
  orderIds: string[];
  /** Links of these orders. */
  links: string[];
  /** Messages to support. */
  messageIds: string[];
};
export type Person = DataSubject & { email: string };

export type PersonalData = Omit<AnswerFor<'POST /api/admin/people/export'>, 'email' | 'exported_at'>;

/** Erased rows by what they are. */
export type Erased = {
  mails: number;
  alerts: number;
  messages: number;
  auditDetails: number;
  /** Includes tags. */
  customerNotes: number;
  orders: number;
};
/** Erases in the caller's transaction, which holds the orders. `pseudonymOf` computes the address that replaces one. */
export type Erase = (tx: Tx, subject: DataSubject, pseudonymOf: (email: SQL) => SQL) => Promise<Partial<Erased>>;

/** The rows of one retention period. */
export type OldRows = {
  /** Their ids, oldest first. Sorted by an indexed time, except where rows are few. */
  select: (now: SQL<Date>, days: number) => SQL;
  /** The table to delete them from; without one, the module or a workflow does it. */
  table?: PgTable;
};

/** Data privacy over all modules. */
export type PersonalDataOfAll = {
  read: (tx: Tx, person: Person) => Promise<PersonalData>;
  erase: (...input: Parameters<Erase>) => Promise<Erased>;
  oldRows: Record<RetentionName, OldRows>;
};

/** Gauges of the database, the same on every process. */
export type ModuleMetrics = {
  /** By their name in Prometheus. */
  gauges: Record<string, { help: string; label?: string }>;
  /** One row: a column for each gauge, with its number, or with a label a JSON object of numbers. */
  query: (now: SQL<Date>) => SQL;
};
