// A message to the support with its replies. A reply is written once, and sent by the outbox to the writer only.
import { cleanText } from '../../../contract/characters.ts';
import { emailKey } from '../../../contract/normal-address.ts';
import { orderIdsIn } from '../../../contract/order-search.ts';
import { pathOf } from '../../../contract/pages.ts';
import { type PlaceholderValues, replyLimits, unfilledPlaceholders } from '../../../contract/reply-placeholders.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { type CodeWithoutParams, type StoreMessage, storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import { detectLanguage } from '../../platform/detect-language.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Admin } from '../../request-context.ts';
import type { OrderRow } from '../orders/order-rows.ts';
import type { EmailRow, FullMessageRow, MessageRow, ReplyRow } from './contact.repository.ts';
import * as contactRepository from './contact.repository.ts';
import { getMailHost } from './contact.service.ts';

/** To one address within an hour: a message may give the address of a stranger. */
const mostRepliesPerHour = 20;
/** A message may consist of numbers. */
const mostNamedOrders = 10;
const mostShown = 5;

/** Throws not_found. */
export async function getMessage({ database }: StoreContext, id: string): Promise<FullMessageRow> {
  const message = isUuid(id) ? await contactRepository.findMessage(database.db, id) : null;
  if (!message) throw unknownMessage();
  return message;
}

/** The email in base64. Throws not_found, also for one that is stored in full as text. */
export async function getEmailSource({ database }: StoreContext, id: string): Promise<string> {
  const source = isUuid(id) ? await contactRepository.findSource(database.db, id) : null;
  if (source === null) throw unknownMessage();
  return source;
}

/** A message with its replies and what the store has of its writer. */
export async function readThread(ctx: StoreContext, message: FullMessageRow) {
  const emails = await contactRepository.listEmails(ctx.database.db, message.id);
  const [replies, namedOrders, customer, newestOrders, otherMessages, { profile }] = await Promise.all([
    contactRepository.listReplies(ctx.database.db, message.id),
    contactRepository.findOrders(ctx.database.db, namedIn(message, emails)),
    contactRepository.findCustomer(ctx.database.db, message.email),
    contactRepository.newestOrders(ctx.database.db, message.email, mostShown),
    contactRepository.otherMessages(ctx.database.db, message, mostShown),
    ctx.settings.profile(),
  ]);
  const language = detectLanguage(joinTexts(message, emails));
  const placeholders: PlaceholderValues = {
    name: message.name,
    store: profile.name,
    support_email: profile.support_email,
    track: `${ctx.config.publicUrl}${pathOf('client', language)}`,
  };
  const meant = orderMeantBy(message, namedOrders, newestOrders);
  if (meant) placeholders.order = meant.id;
  return {
    message,
    replies,
    emails,
    language,
    namedOrders,
    customer,
    newestOrders,
    otherMessages,
    placeholders,
    canReply: await canReply(ctx),
  };
}

/**
 * Writes a reply, its email and the mark in one transaction. The same key and text return the same reply. A message
 * whose reply is not going to be sent stays unanswered. Throws not_found, invalid_input, conflict (no mail server),
 * idempotency_mismatch, rate_limited.
 */
export async function replyToMessage(
  ctx: StoreContext,
  id: string,
  typed: string,
  key: string,
  admin: Admin,
): Promise<ReplyRow> {
  const text = checkedText(typed);
  return ctx.database.transaction(async (tx) => {
    const message = isUuid(id) ? await contactRepository.findMessage(tx, id, 'update') : null;
    if (!message) throw unknownMessage();
    const earlier = (await contactRepository.listReplies(tx, id)).find(({ idempotencyKey }) => idempotencyKey === key);
    if (earlier && earlier.text !== text) throw new StoreError('idempotency_mismatch');
    if (earlier) return earlier;
    if (!(await canReply(ctx))) throw new StoreError('conflict', { reason: 'mail_server_missing' });
    await contactRepository.lockAddress(tx, message.email);
    if ((await contactRepository.countRecentReplies(tx, message.email)) >= mostRepliesPerHour) throw tooMany();
    const replyId = ctx.ids.uuid();
    await contactRepository.addReply(tx, {
      id: replyId,
      contactMessageId: id,
      idempotencyKey: key,
      text,
      messageId: `${replyId}@${getMailHost(ctx)}`,
      writtenBy: admin.email,
    });
    await ctx.outbox.post(tx, { kind: 'contact_reply', contactReplyId: replyId, recipient: message.email });
    const named = await contactRepository.findOrders(tx, namedIn(message, await contactRepository.listEmails(tx, id)));
    for (const subject of [id, ...named.map((order) => order.id)]) {
      const entry = { actor: `admin:${admin.id}`, action: 'contact.replied', subject };
      await ctx.audit.record(tx, { ...entry, details: { message: id } });
    }
    ctx.live.announce(tx, 'alert-update');
    if (named.length > 0) ctx.live.announce(tx, 'order-update');
    const written = (await contactRepository.listReplies(tx, id)).find((one) => one.id === replyId);
    if (!written) throw new Error('The reply was not stored.');
    await contactRepository.markMessage(tx, id, written.mail?.state === 'queued' ? { answered: true } : { read: true });
    return written;
  });
}

/** A mail server is configured, or the store is a sandbox, which keeps its emails. */
async function canReply({ config, infrastructure }: StoreContext): Promise<boolean> {
  return config.mode === 'sandbox' || (await infrastructure.mail()) !== null;
}

function checkedText(typed: string): string {
  const text = cleanText(typed);
  const wrong = (reason: CodeWithoutParams | StoreMessage) =>
    new StoreError('invalid_input', { field: 'text', reason });
  if (text === '') throw wrong('reply_empty');
  if (text.length > replyLimits.text) throw wrong(storeMessage('reply_too_long', { most: replyLimits.text }));
  const [unfilled] = unfilledPlaceholders(text);
  if (unfilled !== undefined) throw wrong(storeMessage('reply_unfilled', { placeholder: unfilled }));
  return text;
}

/** Also in what is folded. */
function namedIn(message: FullMessageRow, emails: EmailRow[]): string[] {
  const folded = [message, ...emails].map(({ rest }) => rest ?? '');
  return orderIdsIn([joinTexts(message, emails), ...folded].join('\n')).slice(0, mostNamedOrders);
}

function joinTexts({ subject, message }: MessageRow, emails: EmailRow[]): string {
  return [subject, message, ...emails.map(({ text }) => text)].join('\n');
}

/** The first one of the writer that the message names; else their only order. Never an order of another customer. */
function orderMeantBy({ email }: MessageRow, named: OrderRow[], own: OrderRow[]): OrderRow | undefined {
  const isOwn = ({ customerEmail }: OrderRow) => emailKey(customerEmail) === emailKey(email);
  return named.find(isOwn) ?? (own.length === 1 ? own[0] : undefined);
}

function unknownMessage(): StoreError {
  return new StoreError('not_found', { reason: 'message_unknown' });
}

function tooMany(): StoreError {
  const reason = storeMessage('too_many_replies', { most: mostRepliesPerHour });
  return new StoreError('rate_limited', { reason, retryAfterSeconds: 3600 });
}
