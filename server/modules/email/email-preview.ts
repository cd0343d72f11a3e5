// The text of an email for its preview, generated like the sent one.
import type { Database } from '../../database/database.ts';
import type { Settings } from '../../ports/settings.ts';
import { emailOf } from './email-templates.ts';
import type { MailRow } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';
import type { OrderPaths } from './order-email.ts';

export function createEmailPreview(deps: OrderPaths & { database: Database; settings: Settings; publicUrl: string }) {
  const { database, settings, publicUrl, receiptPath, orderPath } = deps;
  /** Null when the email's subject no longer exists. */
  return async function textOfEmail(mail: MailRow): Promise<{ subject: string; text: string } | null> {
    const about = await emailsRepository.findAbout(database.db, mail);
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
