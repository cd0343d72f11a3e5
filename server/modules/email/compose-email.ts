// Emails from their content and what the store has: its name, texts and paths.
import type { StoreContext } from '../../context.ts';
import type { Queryable } from '../../database/database.ts';
import { type EmailTemplateInput, emailOf } from './email-templates.ts';
import type { MailRow } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';
import type { Email } from './mailer.ts';

/** What is the same in every email of the store. */
export async function readCommonInput({
  config,
  settings,
  receiptLinks,
}: StoreContext): Promise<Pick<EmailTemplateInput, 'profile' | 'publicUrl' | 'receiptPath' | 'orderPath'>> {
  const { profile } = await settings.profile();
  return {
    profile,
    publicUrl: config.publicUrl,
    receiptPath: receiptLinks.pathOf,
    orderPath: receiptLinks.orderPathOf,
  };
}

/** As it is sent, but without its code and its link that pauses the order. Null when its subject no longer exists. */
export async function previewMail(
  ctx: StoreContext,
  mail: MailRow,
  at: Queryable = ctx.database.db,
): Promise<Email | null> {
  const about = await emailsRepository.findAbout(at, mail);
  return about && emailOf(about, { ...(await readCommonInput(ctx)), mailId: mail.id, recipient: mail.recipient });
}
