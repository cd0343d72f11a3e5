// Emails to the support become messages of the inbox, or answers in the thread that they refer to.

import { contactLimits, isUrgent } from '../../../contract/contact-rules.ts';
import { emailKey } from '../../../contract/normal-address.ts';
import { orderIdsIn } from '../../../contract/order-search.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import type { EmailOutcome, IncomingEmail } from '../../ports/incoming-email.ts';
import { mailHostOf } from './contact.service.ts';
import * as contactEmailsRepository from './contact-emails.repository.ts';
import { messageEvent } from './message-event.ts';

/** Of one sender within an hour: new messages as many as the contact form takes. Further emails stay in the mailbox. */
export const mostEmailsPerHour = { messages: 5, answers: 20 };

/** Stores an email once, by its Message-ID. One transaction at a time. */
export async function receiveEmail(ctx: StoreContext, tx: Tx, email: IncomingEmail): Promise<EmailOutcome> {
  if (await isOwn(ctx, email)) return 'own';
  if (await contactEmailsRepository.isStored(tx, email.messageId)) return 'duplicate';
  const threadId = await contactEmailsRepository.findThread(tx, email.references);
  const recent = await contactEmailsRepository.countRecent(tx, email.email);
  const outcome = threadId === null ? 'message' : 'answer';
  if (recent[`${outcome}s`] >= mostEmailsPerHour[`${outcome}s`]) return 'too_many';
  const messageId = threadId ?? (await addMessage(ctx, tx, email));
  if (threadId !== null) await contactEmailsRepository.addAnswer(tx, threadId, { id: ctx.ids.uuid(), ...email });
  await ctx.notifications.notify(tx, messageEvent(messageId));
  ctx.live.announce(tx, 'alert-update');
  return outcome;
}

/** The store's notice to the support, or an email of the support that came back. */
async function isOwn(ctx: StoreContext, { email, messageId }: IncomingEmail): Promise<boolean> {
  const { profile } = await ctx.settings.profile();
  const own = [ctx.config.mail?.from, profile.support_email].map((address) => emailKey(address ?? ''));
  return own.includes(emailKey(email)) || mailIdOf(ctx, messageId) !== null;
}

async function addMessage(ctx: StoreContext, tx: Tx, { references, text, ...email }: IncomingEmail): Promise<string> {
  const mailIds = references.map((id) => mailIdOf(ctx, id)).filter((id) => id !== null);
  const orderId = await contactEmailsRepository.findOrderOfMail(tx, mailIds);
  const isNamed = orderId === null || orderIdsIn(`${email.subject}\n${text}`).includes(orderId);
  const suffix = isNamed ? '' : ` (${orderId})`;
  const subject = `${email.subject.slice(0, contactLimits.subject - suffix.length)}${suffix}`;
  const id = ctx.ids.uuid();
  await contactEmailsRepository.addMessage(tx, { ...email, id, subject, message: text, urgent: isUrgent(subject) });
  return id;
}

/** The ID in a Message-ID of the store; null in another one. */
function mailIdOf(ctx: StoreContext, messageId: string): string | null {
  const [id = '', host] = messageId.split('@');
  return host === mailHostOf(ctx) && isUuid(id) ? id : null;
}
