// Sends one email in a job: claims it, hands it over outside of any transaction, stores the result.
import { isPlainAddress } from '../../../contract/email-address.ts';
import { emailKey, normalAddress } from '../../../contract/normal-address.ts';
import { computeMailDue, type MailDue } from '../../../contract/order-mail.ts';
import { unpaidHours } from '../../../contract/payment-status.ts';
import { isErasedEmail } from '../../../contract/retention.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { ExternalError } from '../../ports/external-error.ts';
import { readCommonInput } from './compose-email.ts';
import { composeEmail } from './email-templates.ts';
import type { MailAbout, MailRow } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';
import type { Mailer } from './mailer.ts';

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

/** Delay between two checks of an email that is due later. */
const laterSeconds = 900;
/** A stranger's address may be typed into these forms: at most one such email an hour and address (D-24). */
const limitedKinds: readonly string[] = ['order_received', 'transfer_instructions', 'contact_received'];

/** Of these, the others are sent later and not withdrawn: each has an amount and a reference of its own. */
const delayedKinds: ReadonlySet<string> = new Set(['transfer_instructions']);

/** withdrawn: the email is not due any more. */
type Outcome = { state: 'sent' | 'refused' | 'unavailable' | 'unknown' | 'withdrawn'; words: string | null };

/** Safe to repeat: skips emails that are sent, failed or kept. */
export async function sendMail(ctx: StoreContext, mailId: string): Promise<void> {
  const claimId = ctx.ids.uuid();
  const [switches, mailer] = await ctx.database.retryWhileAway(() =>
    Promise.all([readSwitches(ctx), ctx.findMailer()]),
  );
  const claimed = await ctx.database.retryWhileAway(() =>
    ctx.database.transaction((tx) => claim(ctx, tx, { mailId, claimId, switches, mailer })),
  );
  if (!claimed) return;
  const outcome = await handOver(ctx, claimed, { switches, mailer });
  // Retries, because an email without a stored result would be sent again.
  await ctx.database.retryWhileAway(() => ctx.database.transaction((tx) => settle(ctx, tx, claimed, outcome)));
  const { kind } = claimed;
  if (outcome.state === 'withdrawn') return;
  if (outcome.state === 'sent') ctx.log.info({ mailId, kind }, 'a mail was sent');
  else ctx.log.warn({ mailId, kind, outcome: outcome.state, words: outcome.words }, 'an email was not sent');
}

/** The switches by kind of email. Kinds without a switch are always on. */
export type EmailSwitches = Readonly<Partial<Record<MailAbout['kind'], boolean>>>;

export async function readSwitches({ settings }: StoreContext): Promise<EmailSwitches> {
  return (await settings.current()).emails;
}

/** Whether the email is due now. Kinds without a condition always are. */
export function computeDue(about: MailAbout, switches: EmailSwitches): MailDue {
  // The email about a completed order with a refund is mandatory.
  const statesRefund = about.kind === 'order_completed' && about.order.refundedCents > 0;
  if (!statesRefund && switches[about.kind] === false) return 'no';
  return 'facts' in about ? computeMailDue(about.kind, about.facts) : 'yes';
}

type Sending = { switches: EmailSwitches; mailer: Mailer | null };
type Claiming = Sending & { mailId: string; claimId: string };

async function claim(
  ctx: StoreContext,
  tx: Tx,
  { mailId, claimId, switches, mailer }: Claiming,
): Promise<MailRow | null> {
  await emailsRepository.lockUnpaidOrder(tx, mailId);
  const mail = await emailsRepository.lockMail(tx, mailId, staleClaimSeconds);
  if (!mail || (mail.state !== 'queued' && mail.state !== 'sending')) return null;
  // The claim was committed, but the response to the commit was lost.
  if (mail.claimId === claimId) return mail;
  if (mail.state === 'sending') {
    if (!mail.stale) return again(ctx, tx, mail, staleClaimSeconds);
    // The process that claimed it died: the email may have been sent.
    const unknownOutcomes = mail.unknownOutcomes + 1;
    if (unknownOutcomes > mostUnknown) return fail(ctx, tx, mail, 'A stop interrupted the sending.', unknownOutcomes);
    await emailsRepository.changeMail(tx, mailId, { unknownOutcomes });
    mail.unknownOutcomes = unknownOutcomes;
  }
  if (!mailer) {
    await emailsRepository.changeMail(tx, mailId, { state: 'kept' });
    return null;
  }
  if (isErasedEmail(mail.recipient)) return withdraw(tx, mail);
  const about = await emailsRepository.findAbout(ctx, tx, mail);
  // An invitation that was accepted, revoked, or has expired is not sent, and that is no failure.
  const due = about ? computeDue(about, switches) : mail.kind === 'admin_invitation' ? 'no' : 'yes';
  const hours = (ctx.clock.now().getTime() - mail.createdAt.getTime()) / 3_600_000;
  if (due === 'later' && hours < unpaidHours) {
    // Otherwise the next check would count the lost claim of a dead process again.
    await emailsRepository.changeMail(tx, mailId, { state: 'queued' });
    return again(ctx, tx, mail, laterSeconds);
  }
  if (due !== 'yes') return withdraw(tx, mail);
  if (await isTooSoon(tx, mail)) {
    const isNeeded = delayedKinds.has(mail.kind) && hours < unpaidHours;
    return isNeeded ? again(ctx, tx, mail, laterSeconds) : withdraw(tx, mail);
  }
  await emailsRepository.claimMail(tx, mailId, claimId);
  return { ...mail, claimId, attempts: mail.attempts + 1 };
}

// The limit does not apply to a retry, or to an email that an admin requested.
async function isTooSoon(tx: Tx, mail: MailRow): Promise<boolean> {
  if (!limitedKinds.includes(mail.kind) || mail.claimedAt !== null) return false;
  return emailsRepository.hasRecent(tx, mail, emailKey(mail.recipient));
}

/**
 * Deletes an email that was never offered to the mail server. A sent email that an admin resends stays sent. An email that may
 * have arrived stays in the log as sent.
 */
async function withdraw(tx: Tx, { id, sentAt, claimedAt, unknownOutcomes }: MailRow): Promise<null> {
  if (sentAt !== null) await emailsRepository.changeMail(tx, id, { state: 'sent' });
  else if (unknownOutcomes > 0) await emailsRepository.changeMail(tx, id, { state: 'sent', sentAt: claimedAt });
  else await emailsRepository.deleteMail(tx, id);
  return null;
}

async function handOver(ctx: StoreContext, mail: MailRow, { switches, mailer }: Sending): Promise<Outcome> {
  const about = await ctx.database.retryWhileAway(() => emailsRepository.findAbout(ctx, ctx.database.db, mail));
  if (!about || !mailer) return { state: 'refused', words: 'The subject of this email was deleted.' };
  // Paid since it was claimed, for example.
  if (computeDue(about, switches) === 'no') return { state: 'withdrawn', words: null };
  const { id: mailId } = mail;
  // One of the version before may have been written in another form.
  const recipient = normalAddress(mail.recipient);
  if (isErasedEmail(recipient)) return { state: 'refused', words: null };
  if (!isPlainAddress(recipient)) return { state: 'refused', words: 'This address cannot receive email.' };
  const input = await ctx.database.retryWhileAway(() => readCommonInput(ctx));
  const logo = await ctx.database.retryWhileAway(() =>
    emailsRepository.findLogo(ctx.database.db, input.profile.brand.logo),
  );
  const { pauseLinks, trackingCodes, invitationLinks } = ctx;
  const secret = {
    pausePath: pauseLinks.buildPath,
    computeCode: trackingCodes.computeCode,
    invitationPath: invitationLinks.buildPath,
  };
  try {
    await mailer.send(composeEmail(about, { ...input, ...secret, ...(logo ? { logo } : {}), mailId, recipient }));
    return { state: 'sent', words: null };
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    return { state: error.fault, words: error.message };
  }
}

async function settle(ctx: StoreContext, tx: Tx, claimed: MailRow, { state, words: told }: Outcome): Promise<void> {
  const mail = await emailsRepository.lockMail(tx, claimed.id, staleClaimSeconds);
  // Another process treated this claim as stale and claimed the email: that process records the result.
  if (mail?.state !== 'sending' || mail.claimId !== claimed.claimId) return;
  // The reply of a mail server may contain the address of a person who was erased meanwhile.
  const words = isErasedEmail(mail.recipient) ? null : told;
  const unknownOutcomes = mail.unknownOutcomes + (state === 'unknown' ? 1 : 0);
  const delaySeconds = retryDelaysSeconds[mail.attempts - 1];
  if (state === 'withdrawn') {
    await withdraw(tx, mail);
  } else if (state === 'sent') {
    await emailsRepository.changeMail(tx, mail.id, { state: 'sent', sentAt: ctx.database.now(), lastError: null });
  } else if (state === 'refused' || unknownOutcomes > mostUnknown || delaySeconds === undefined) {
    await fail(ctx, tx, mail, words, unknownOutcomes);
  } else {
    await emailsRepository.changeMail(tx, mail.id, { state: 'queued', lastError: words, unknownOutcomes });
    await again(ctx, tx, mail, delaySeconds);
  }
}

async function again(ctx: StoreContext, tx: Tx, { id: mailId }: MailRow, delaySeconds: number): Promise<null> {
  await ctx.jobs.enqueue(tx, 'send_mail', { mailId }, { key: `mail ${mailId}`, delaySeconds });
  return null;
}

async function fail(
  ctx: StoreContext,
  tx: Tx,
  mail: MailRow,
  words: string | null,
  unknownOutcomes: number,
): Promise<null> {
  await emailsRepository.changeMail(tx, mail.id, { state: 'failed', lastError: words, unknownOutcomes });
  // An admin must act now.
  ctx.live.announce(tx, 'alert-update');
  return null;
}
