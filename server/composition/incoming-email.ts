// Reads the mailbox of the support, where one is configured.
import type { IncomingEmails } from '../ports/incoming-email.ts';
import type { Core } from './core.ts';

/** The packages for IMAP and MIME are loaded by those who use them only. */
export function wireReadMailbox(
  { config: { imapUrl }, database, log }: Core,
  emails: IncomingEmails,
): () => Promise<void> {
  if (imapUrl === null) return async () => {};
  return async () => {
    const [{ createImapMailbox }, { createReadMailbox }, { parseEmail }] = await Promise.all([
      import('../modules/incoming-email/imap-mailbox.ts'),
      import('../modules/incoming-email/read-mailbox.ts'),
      import('../modules/incoming-email/parse-email.ts'),
    ]);
    const mailbox = createImapMailbox(imapUrl);
    await createReadMailbox({ database, mailbox, parseEmail, emails, log })();
  };
}
