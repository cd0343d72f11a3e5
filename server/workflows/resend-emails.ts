// Emails are sent again: one, or those that were not sent. Each has a transaction of its own.
import { eq } from 'drizzle-orm';
import type { CodeWithoutParams } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import type { Queryable, Tx } from '../database/database.ts';
import * as contactRepository from '../modules/contact/contact.repository.ts';
import { contactReplies } from '../modules/contact/contact.schema.ts';
import type { MailRow } from '../modules/email/emails.repository.ts';
import * as emailsRepository from '../modules/email/emails.repository.ts';
import { computeDue, type EmailSwitches, readSwitches } from '../modules/email/send-email.ts';
import type { Admin } from '../request-context.ts';

export type ResendResult = { row: MailRow; refused: CodeWithoutParams | null };

/**
 * Queues an email with a new start. Null: there is none. `onlyUnsent`: skips one that was sent or queued meanwhile, so that a
 * repeat sends nothing twice, and one that is too old to be sent with the others.
 */
export async function resendEmail(
  ctx: StoreContext,
  id: string,
  admin: Admin,
  { onlyUnsent = false } = {},
): Promise<ResendResult | null> {
  const switches = await readSwitches(ctx);
  return ctx.database.transaction(async (tx) => {
    const row = await emailsRepository.lockMail(tx, id, 0);
    if (!row) return null;
    if (row.state === 'sending') return { row, refused: 'mail_sending' };
    if (onlyUnsent && !(await emailsRepository.isUnsent(tx, id))) return { row, refused: 'mail_not_due' };
    if (!(await isDue(ctx, tx, row, switches))) return { row, refused: 'mail_not_due' };
    // A new start: the earlier attempts do not count.
    const fresh = { state: 'queued', attempts: 0, lastError: null } as const;
    await emailsRepository.changeMail(tx, id, {
      ...fresh,
      unknownOutcomes: 0,
      // An email without an attempt counts as requested now, so that the limit of one email an hour does not delete it.
      claimedAt: row.claimedAt ?? ctx.database.now(),
    });
    await ctx.jobs.enqueue(tx, 'send_mail', { mailId: id }, { key: `mail ${id}` });
    if (row.contactReplyId !== null) await markAnswered(tx, row.contactReplyId);
    ctx.live.announce(tx, 'alert-update');
    await ctx.audit.record(tx, {
      actor: `admin:${admin.id}`,
      action: 'mail.resent',
      subject: row.orderId ?? id,
      details: { kind: row.kind, mail: id },
    });
    return { row: { ...row, ...fresh }, refused: null };
  });
}

// A message whose reply was only stored is unanswered until then.
async function markAnswered(tx: Tx, replyId: string): Promise<void> {
  const { contactMessageId } = contactReplies;
  const [reply] = await tx.select({ contactMessageId }).from(contactReplies).where(eq(contactReplies.id, replyId));
  if (reply) await contactRepository.markMessage(tx, reply.contactMessageId, { answered: true });
}

/** The unsent emails of the newest days that are still due, newest first, and the number of the others. */
export async function listUnsentEmails(ctx: StoreContext): Promise<{ due: MailRow[]; notDue: number }> {
  const switches = await readSwitches(ctx);
  const rows = await emailsRepository.listUnsent(ctx.database.db);
  const due: MailRow[] = [];
  for (const row of rows) if (await isDue(ctx, ctx.database.db, row, switches)) due.push(row);
  return { due, notDue: rows.length - due.length };
}

/** False also where the subject is gone: a revoked invitation, for example. */
async function isDue(ctx: StoreContext, at: Queryable, row: MailRow, switches: EmailSwitches): Promise<boolean> {
  const about = await emailsRepository.findAbout(ctx, at, row);
  return about !== null && computeDue(about, switches) === 'yes';
}
