// The mail servers and the folder for backups that are in use now: of the environment, else as an owner saved them.
import type { Queryable } from '../database/database.ts';

/** `name`: null if emails show the name of the store. */
type MailServer = { smtpUrl: string; from: { address: string; name: string | null } };
/** `keep`: the number of backups that stay. `hour`: of the daily backup, in UTC. */
type BackupSettings = { folder: string; keep: number; hour: number };

/** Each is read when it is needed, so that a change needs no restart. `at`: the caller's transaction. */
export type Infrastructure = {
  /** Null: emails are stored and not sent. */
  mail(at?: Queryable): Promise<MailServer | null>;
  /** The mailbox whose emails come into the inbox; null: none is read. */
  imapUrl(): Promise<string | null>;
  /** Null: no backup is made. */
  backup(): Promise<BackupSettings | null>;
};
