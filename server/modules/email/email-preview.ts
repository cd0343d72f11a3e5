// The words of a mail, for those who want to read it: as it is sent, made from what it tells of.
import type { Settings } from '../../ports/settings.ts';
import { emailOf } from './email-templates.ts';
import type { MailRow, MailsStore } from './emails.repository.ts';

export function createEmailPreview(parts: {
  store: MailsStore;
  settings: Settings;
  publicUrl: string;
  receiptPath: (orderId: string) => string;
}) {
  const { store, settings, publicUrl, receiptPath } = parts;
  /** Null where what it tells of is gone. */
  return async function wordsOfMail(mail: MailRow): Promise<{ subject: string; text: string } | null> {
    const about = await store.findAbout(mail);
    if (!about) return null;
    const { profile } = await settings.profile();
    const { subject, text } = emailOf(about, {
      profile,
      publicUrl,
      receiptPath,
      mailId: mail.id,
      recipient: mail.recipient,
    });
    return { subject, text };
  };
}
