// Emails of the mailbox become messages to the support, or answers in their threads.
import type { StoreContext } from '../context.ts';
import { receiveEmail } from '../modules/contact/contact.service.ts';

/** Reads the mailbox, where one is set up; each email becomes a message of its thread, once. Run on a schedule. */
export async function receiveEmails(ctx: StoreContext): Promise<void> {
  const imapUrl = await ctx.infrastructure.imapUrl();
  if (imapUrl === null) return;
  // The packages for IMAP and MIME are loaded by those who use them only.
  const { readMailbox } = await import('../modules/incoming-email/read-mailbox.ts');
  await readMailbox(ctx, imapUrl, (tx, email) => receiveEmail(ctx, tx, email));
}
