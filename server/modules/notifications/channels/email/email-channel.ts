// Messages to an email address, through the mail server of the store.
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import type { NotificationChannel, NotificationMessage } from '../../../../ports/notification-channel.ts';

/** Resolves with the mail server's reply; throws ExternalError. Null: no mail server is configured. */
export type MailNotification = ((address: string, message: NotificationMessage) => Promise<string>) | null;

export function createEmailChannel(
  { address }: ChannelConfigs['email'],
  { mail }: { mail: MailNotification },
): NotificationChannel {
  return {
    send: async (message) => {
      if (!mail) return { outcome: 'refused', answer: 'No mail server is configured.', isGone: false };
      try {
        return { outcome: 'ok', answer: `The mail server answered: ${await mail(address, message)}` };
      } catch (error) {
        const { fault, message: words } =
          error instanceof ExternalError ? error : new ExternalError('unknown', 'The email could not be written.');
        const answer = `The mail server did not accept the email: ${words}`;
        if (fault === 'unavailable') return { outcome: fault, answer, retryAfterMs: null };
        return fault === 'refused' ? { outcome: fault, answer, isGone: false } : { outcome: fault, answer };
      }
    },
  };
}
