// Emails to the operator through a notification channel. They are sent at once: notifications have an outbox of their own.
import { cleanLine } from '../../../contract/characters.ts';
import type { NotificationMessage } from '../../ports/notification-channel.ts';
import type { Settings } from '../../ports/settings.ts';
import { onlyParagraphs, renderEmail } from './email-template.ts';
import type { Mailer } from './mailer.ts';

type Sender = { mailer: Mailer; settings: Pick<Settings, 'profile'>; publicUrl: string };

/** Resolves with the mail server's reply. Throws ExternalError like `Mailer`. */
export async function mailNotification(
  { mailer, settings, publicUrl }: Sender,
  address: string,
  message: NotificationMessage,
): Promise<string> {
  const { profile } = await settings.profile();
  const { title, body, link, language, id } = message;
  const fromName = cleanLine(profile.name);
  const written = renderEmail({
    ...onlyParagraphs,
    language,
    storeName: fromName,
    subject: cleanLine(title),
    paragraphs: (body || title).split('\n'),
    actions: link ? [{ label: link.text, href: link.url }] : [],
  });
  return mailer.send({
    ...written,
    // The same for every attempt, so that mailboxes show a repeat once.
    messageId: `${id}@${new URL(publicUrl).hostname}`,
    fromName,
    recipient: address,
    references: [],
    isAutomatic: true,
    replyTo: null,
  });
}
