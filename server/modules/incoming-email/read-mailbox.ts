// Reads new emails of the mailbox in a job: at least once each, stored once.
import { type Database, sqlStateOf, type Tx } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { IncomingEmails } from '../../ports/incoming-email.ts';
import type { Folder, Mailbox, RawEmail } from './mailbox.ts';
import type { MailboxRow } from './mailboxes.repository.ts';
import * as mailboxesRepository from './mailboxes.repository.ts';
import { type ParsedEmail, unreadableEmail } from './parse-email.ts';

export const mostEmailsPerRun = 50;
/** A run starts no further email then; the next one goes on. */
const longestRunMs = 45_000;
/** Longer than a run can take: the process of an older claim has died. */
const claimSeconds = 120;
const overlapMs = 2 * 86_400_000;

export type ReadMailboxDeps = {
  database: Database;
  mailbox: Mailbox;
  /** Null: an automatic email, which is not stored. */
  parseEmail: (email: RawEmail) => Promise<ParsedEmail | null>;
  emails: IncomingEmails;
  log: Log;
};

export function createReadMailbox({ database, mailbox, parseEmail, emails, log }: ReadMailboxDeps) {
  const { key } = mailbox;

  return async function readMailbox(): Promise<void> {
    if (!(await mailboxesRepository.claim(database.db, key, claimSeconds))) return;
    try {
      await mailbox.open(readFolder);
      await mailboxesRepository.recordSuccess(database.db, key);
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error;
      log.warn({ problem: error.message }, 'the mailbox could not be read');
      await mailboxesRepository.recordFailure(database.db, key, error.message);
    } finally {
      await mailboxesRepository.release(database.db, key);
    }
  };

  async function readFolder(folder: Folder): Promise<void> {
    const endsAtMs = performance.now() + longestRunMs;
    const { lastUid, since } = await findPosition(folder);
    const uids = await folder.listAfter(lastUid, since);
    for (const uid of uids.slice(0, mostEmailsPerRun)) {
      if (performance.now() > endsAtMs) return;
      await readEmail(folder, uid);
    }
  }

  /**
   * The first reading starts after the emails of before. Where the server replaced its UIDs, emails of the last days are
   * read again; those that are stored are found by their Message-ID.
   */
  async function findPosition(folder: Folder): Promise<Pick<MailboxRow, 'lastUid' | 'since'>> {
    const lastUid = await folder.findLastUid();
    return database.transaction(async (tx) => {
      const stored = await lock(tx);
      const { uidValidity } = folder;
      if (stored.uidValidity === uidValidity) return stored;
      const { readAt } = stored;
      const position = readAt
        ? { uidValidity, lastUid: 0, since: new Date(readAt.getTime() - overlapMs) }
        : { uidValidity, lastUid, since: null };
      await mailboxesRepository.setPosition(tx, key, position);
      return position;
    });
  }

  async function readEmail(folder: Folder, uid: number): Promise<void> {
    const raw = await folder.fetch(uid);
    const email = raw && (await parseEmail(raw));
    try {
      await store(folder, uid, email);
    } catch (error) {
      if (!isBadData(error)) throw error;
      // One email must not hold up all later ones.
      log.error({ uid, code: sqlStateOf(error) }, 'an incoming email could not be stored as it is');
      await store(folder, uid, unreadableEmail(`${folder.uidValidity}.${uid}`));
    }
  }

  /** Stores the email and the position in one transaction: a stop in the middle neither loses nor doubles it. */
  async function store(folder: Folder, uid: number, email: ParsedEmail | null): Promise<void> {
    const { uidValidity } = folder;
    const outcome = await database.transaction(async (tx) => {
      const position = await lock(tx);
      // Another process went on after this one seemed dead.
      if (position.uidValidity !== uidValidity || position.lastUid >= uid) return 'duplicate';
      await mailboxesRepository.setPosition(tx, key, { uidValidity, lastUid: uid });
      return email ? emails.receive(tx, email) : 'automatic';
    });
    log.info({ uid, outcome }, 'an incoming email was read');
  }

  async function lock(tx: Tx): Promise<MailboxRow> {
    const stored = await mailboxesRepository.lock(tx, key);
    if (!stored) throw new Error('The mailbox has no row.');
    return stored;
  }
}

/** The database refuses the values, not the connection. */
function isBadData(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error) ?? '');
}
