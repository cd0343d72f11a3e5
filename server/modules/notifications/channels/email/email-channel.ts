// Messages to an email address, through the mail server of the store.
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import { wordsOf } from '../../../../../contract/sentences.ts';
import { storeMessage } from '../../../../../contract/store-messages.ts';
import { ExternalError } from '../../../../ports/external-error.ts';
import type { NotificationChannel, NotificationMessage } from '../../../../ports/notification-channel.ts';

/** Resolves with the mail server's reply, or with null without a mail server; throws ExternalError. */
export type MailNotification = (address: string, message: NotificationMessage) => Promise<string | null>;

export function createEmailChannel(
  { address }: ChannelConfigs['email'],
  { mail }: { mail: MailNotification },
): NotificationChannel {
  return {
    send: async (message) => {
      try {
        const words = await mail(address, message);
        if (words === null) return { outcome: 'refused', answer: { code: 'mail_server_missing' }, isGone: false };
        return { outcome: 'ok', answer: storeMessage('mail_server_answered', { words }) };
      } catch (error) {
        const { fault, sentence } =
          error instanceof ExternalError ? error : new ExternalError('unknown', { code: 'mail_not_written' });
        const answer = storeMessage('mail_not_accepted', { words: wordsOf(sentence) });
        if (fault === 'unavailable') return { outcome: fault, answer, retryAfterMs: null };
        return fault === 'refused' ? { outcome: fault, answer, isGone: false } : { outcome: fault, answer };
      }
    },
  };
}
