// Sends one email in a job: claims it, hands it over outside of any transaction, stores the result.
import { isPlainAddress } from '../../../contract/email-address.ts';
import { isErasedEmail } from '../../../contract/erased-person.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import type { Ids } from '../../platform/ids.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Live } from '../../ports/realtime.ts';
import type { Settings } from '../../ports/settings.ts';
import { emailOf } from './email-templates.ts';
import type { MailRow } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';
import type { Mailer } from './mailer.ts';
import type { OrderPaths, PausePath } from './order-email.ts';

/** Delays between failed attempts: minutes for greylisting, up to a day for a broken server. After the last: failed. */
export const retryDelaysSeconds = [60, 300, 900, 3600, 14_400, 43_200, 86_400] as const;
/** Longer than any call to the mail server: the process of an older claim has died. */
export const staleClaimSeconds = 180;
/**
 * SMTP cannot be queried for a result. After a lost response the email is sent once more, because a lost one is worse
 * than a duplicate (both have the same Message-ID). Never more than once: a server that accepts emails and drops
 * connections would fill a mailbox.
 */
const mostUnknown = 1;

type Outcome = { state: 'sent' | 'refused' | 'unavailable' | 'unknown'; words: string | null };

export type SendMailDeps = OrderPaths & {
  database: Database;
  jobs: Jobs;
  live: Live;
  settings: Settings;
  ids: Ids;
  log: Log;
  publicUrl: string;
  pausePath: PausePath;
  /** The digits of a code for My Orders. */
  codeOf: (codeId: string) => string;
  /** Null without a configured mail server. */
  mailer: Mailer | null;
};

/** Safe to repeat: skips emails that are sent, failed or kept. */
export function createSendMail(deps: SendMailDeps) {
  const { database, settings, ids, log } = deps;

  return async function sendMail(mailId: string): Promise<void> {
    const claimId = ids.uuid();
    const claimed = await database.retryWhileAway(() => database.transaction((tx) => claim(tx, mailId, claimId)));
    if (!claimed) return;
    const outcome = await handOver(claimed);
    // Retries, because an email without a stored result would be sent again.
    await database.retryWhileAway(() => database.transaction((tx) => settle(tx, claimed, outcome)));
    const { kind } = claimed;
    if (outcome.state === 'sent') log.info({ mailId, kind }, 'a mail was sent');
    else log.warn({ mailId, kind, outcome: outcome.state, words: outcome.words }, 'an email was not sent');
  };

  async function claim(tx: Tx, mailId: string, claimId: string): Promise<MailRow | null> {
    const mail = await emailsRepository.lockMail(tx, mailId, staleClaimSeconds);
    if (!mail || (mail.state !== 'queued' && mail.state !== 'sending')) return null;
    // The claim was committed, but the response to the commit was lost.
    if (mail.claimId === claimId) return mail;
    if (mail.state === 'sending') {
      if (!mail.stale) return again(tx, mail, staleClaimSeconds);
      // The process that claimed it died: the email may have been sent.
      const unknownOutcomes = mail.unknownOutcomes + 1;
      if (unknownOutcomes > mostUnknown) return fail(tx, mail, 'A stop interrupted the sending.', unknownOutcomes);
      await emailsRepository.changeMail(tx, mailId, { unknownOutcomes });
      mail.unknownOutcomes = unknownOutcomes;
    }
    if (!deps.mailer) {
      await emailsRepository.changeMail(tx, mailId, { state: 'kept' });
      return null;
    }
    await emailsRepository.claimMail(tx, mailId, claimId);
    return { ...mail, claimId, attempts: mail.attempts + 1 };
  }

  async function handOver(mail: MailRow): Promise<Outcome> {
    const about = await database.retryWhileAway(() => emailsRepository.findAbout(database.db, mail));
    if (!about || !deps.mailer) return { state: 'refused', words: 'The subject of this email was deleted.' };
    const { id: mailId } = mail;
    // One of the version before may have been written in another form.
    const recipient = normalAddress(mail.recipient);
    if (isErasedEmail(recipient)) return { state: 'refused', words: null };
    if (!isPlainAddress(recipient)) return { state: 'refused', words: 'This address cannot receive email.' };
    const { profile } = await database.retryWhileAway(() => settings.profile());
    const { publicUrl, receiptPath, orderPath, pausePath, codeOf } = deps;
    try {
      await deps.mailer.send(
        emailOf(about, { profile, publicUrl, receiptPath, orderPath, pausePath, codeOf, mailId, recipient }),
      );
      return { state: 'sent', words: null };
    } catch (error) {
      if (!(error instanceof ExternalError)) throw error;
      return { state: error.fault, words: error.message };
    }
  }

  async function settle(tx: Tx, claimed: MailRow, { state, words: told }: Outcome): Promise<void> {
    const mail = await emailsRepository.lockMail(tx, claimed.id, staleClaimSeconds);
    // Another process treated this claim as stale and claimed the email: that process records the result.
    if (mail?.state !== 'sending' || mail.claimId !== claimed.claimId) return;
    // The reply of a mail server may contain the address of a person who was erased meanwhile.
    const words = isErasedEmail(mail.recipient) ? null : told;
    const unknownOutcomes = mail.unknownOutcomes + (state === 'unknown' ? 1 : 0);
    const delaySeconds = retryDelaysSeconds[mail.attempts - 1];
    if (state === 'sent') {
      await emailsRepository.changeMail(tx, mail.id, { state: 'sent', sentAt: database.now(), lastError: null });
    } else if (state === 'refused' || unknownOutcomes > mostUnknown || delaySeconds === undefined) {
      await fail(tx, mail, words, unknownOutcomes);
    } else {
      await emailsRepository.changeMail(tx, mail.id, { state: 'queued', lastError: words, unknownOutcomes });
      await again(tx, mail, delaySeconds);
    }
  }

  async function again(tx: Tx, { id: mailId }: MailRow, delaySeconds: number): Promise<null> {
    await deps.jobs.enqueue(tx, 'send_mail', { mailId }, { key: `mail ${mailId}`, delaySeconds });
    return null;
  }

  async function fail(tx: Tx, mail: MailRow, words: string | null, unknownOutcomes: number): Promise<null> {
    await emailsRepository.changeMail(tx, mail.id, { state: 'failed', lastError: words, unknownOutcomes });
    // An admin must act now.
    deps.live.announce(tx, 'alert-update');
    return null;
  }
}
