// The mail servers and the folder for backups that are in use now: of the environment, else as an owner saved them.
import type { Config } from '../config/config.ts';
import type { Queryable } from '../database/database.ts';

/** Each is read when it is needed, so that a change needs no restart. `at`: the caller's transaction. */
export type Infrastructure = {
  /** Null: emails are stored and not sent. */
  mail(at?: Queryable): Promise<Config['mail']>;
  /** The mailbox whose emails come into the inbox; null: none is read. */
  imapUrl(): Promise<string | null>;
  /** Null: no backup is made. `hour`: of the daily backup, in UTC. */
  backup(): Promise<(NonNullable<Config['backup']> & { hour: number }) | null>;
};
