// Emails to the support become messages of the inbox, or answers in the thread that they refer to.
import { contactLimits, isUrgent } from '../../../contract/contact-rules.ts';
import { emailKey } from '../../../contract/normal-address.ts';
import { orderIdsIn } from '../../../contract/order-search.ts';
import type { Tx } from '../../database/database.ts';
import { type Ids, isUuid } from '../../platform/ids.ts';
import type { EmailOutcome, IncomingEmail, IncomingEmails } from '../../ports/incoming-email.ts';
import type { Notifications } from '../../ports/notifications.ts';
import type { Live } from '../../ports/realtime.ts';
import type { Settings } from '../../ports/settings.ts';
import * as contactEmailsRepository from './contact-emails.repository.ts';
import { messageEvent } from './message-event.ts';

/** Of one sender within an hour: new messages as many as the contact form takes. Further emails stay in the mailbox. */
export const mostEmailsPerHour = { messages: 5, answers: 20 };

export function createContactEmails(deps: {
  settings: Settings;
  notifications: Notifications;
  live: Live;
  ids: Ids;
  /** The host of the store's Message-IDs. */
  mailHost: string;
  /** The sender of the store's emails; null: it sends none. */
  mailFrom: string | null;
}): IncomingEmails {
  const { settings, notifications, live, ids, mailHost, mailFrom } = deps;

  async function receive(tx: Tx, email: IncomingEmail): Promise<EmailOutcome> {
    if (await isOwn(email)) return 'own';
    if (await contactEmailsRepository.isStored(tx, email.messageId)) return 'duplicate';
    const threadId = await contactEmailsRepository.findThread(tx, email.references);
    const recent = await contactEmailsRepository.countRecent(tx, email.email);
    const outcome = threadId === null ? 'message' : 'answer';
    if (recent[`${outcome}s`] >= mostEmailsPerHour[`${outcome}s`]) return 'too_many';
    const messageId = threadId ?? (await addMessage(tx, email));
    if (threadId !== null) await contactEmailsRepository.addAnswer(tx, threadId, { id: ids.uuid(), ...email });
    await notifications.notify(tx, messageEvent(messageId));
    live.announce(tx, 'alert-update');
    return outcome;
  }

  /** The store's notice to the support, or an email of the support that came back. */
  async function isOwn({ email, messageId }: IncomingEmail): Promise<boolean> {
    const { profile } = await settings.profile();
    const own = [mailFrom, profile.support_email].map((address) => emailKey(address ?? ''));
    return own.includes(emailKey(email)) || mailIdOf(messageId) !== null;
  }

  async function addMessage(tx: Tx, { references, text, ...email }: IncomingEmail): Promise<string> {
    const mailIds = references.map(mailIdOf).filter((id) => id !== null);
    const orderId = await contactEmailsRepository.findOrderOfMail(tx, mailIds);
    const isNamed = orderId === null || orderIdsIn(`${email.subject}\n${text}`).includes(orderId);
    const suffix = isNamed ? '' : ` (${orderId})`;
    const subject = `${email.subject.slice(0, contactLimits.subject - suffix.length)}${suffix}`;
    const id = ids.uuid();
    await contactEmailsRepository.addMessage(tx, { ...email, id, subject, message: text, urgent: isUrgent(subject) });
    return id;
  }

  /** The ID in a Message-ID of the store; null in another one. */
  function mailIdOf(messageId: string): string | null {
    const [id = '', host] = messageId.split('@');
    return host === mailHost && isUuid(id) ? id : null;
  }

  return { receive };
}
