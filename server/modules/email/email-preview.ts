// The text of an email for its preview, generated like the sent one.
import type { Settings } from '../../ports/settings.ts';
import { emailOf } from './email-templates.ts';
import type { MailRow, EmailsRepository } from './emails.repository.ts';

export function createEmailPreview(deps: {
  repository: EmailsRepository;
  settings: Settings;
  publicUrl: string;
  receiptPath: (orderId: string) => string;
}) {
  const { repository, settings, publicUrl, receiptPath } = deps;
  /** Null when the email's subject no longer exists. */
  return async function textOfEmail(mail: MailRow): Promise<{ subject: string; text: string } | null> {
    const about = await repository.findAbout(mail);
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
