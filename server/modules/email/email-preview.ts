// The text of an email for its preview, generated like the sent one.
import type { Settings } from '../../ports/settings.ts';
import { emailOf } from './email-templates.ts';
import type { EmailsRepository, MailRow } from './emails.repository.ts';
import type { OrderPaths } from './order-email.ts';

export function createEmailPreview(
  deps: OrderPaths & { repository: EmailsRepository; settings: Settings; publicUrl: string },
) {
  const { repository, settings, publicUrl, receiptPath, orderPath } = deps;
  /** Null when the email's subject no longer exists. */
  return async function textOfEmail(mail: MailRow): Promise<{ subject: string; text: string } | null> {
    const about = await repository.findAbout(mail);
    if (!about) return null;
    const { profile } = await settings.profile();
    const { subject, text } = emailOf(about, {
      profile,
      publicUrl,
      receiptPath,
      orderPath,
      mailId: mail.id,
      recipient: mail.recipient,
    });
    return { subject, text };
  };
}
