// Messages to the support: stored once, reported by email, marked by admins.

import {
  type ContactFailure,
  type ContactFields,
  checkContact,
  cleanContact,
  contactLimits,
  isUrgent,
} from '../../../contract/contact-rules.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { oncePerContext, type StoreContext } from '../../context.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Admin } from '../../request-context.ts';
import type { Marks, MessageRow } from './contact.repository.ts';
import * as contactRepository from './contact.repository.ts';
import { messageEvent } from './message-event.ts';

const repeatSeconds = 60;

/** How many messages of robots were dropped. */
const trapped = oncePerContext(() => ({ count: 0 }));

/** The host of the Message-IDs. */
export function mailHostOf({ config }: StoreContext): string {
  return new URL(config.publicUrl).hostname;
}

/**
 * Stores a message and enqueues its email to the support in one transaction. The same message within a minute is
 * stored once; one that fills the honeypot field is dropped with the same response. Throws invalid_input with the
 * field.
 */
export async function receiveMessage(ctx: StoreContext, fields: ContactFields, trap: string): Promise<void> {
  if (trap.trim() !== '') {
    trapped(ctx).count += 1;
    ctx.log.info({ trapped: trapped(ctx).count }, 'a contact message that filled the trap field was dropped');
    return;
  }
  const [failure] = checkContact(fields);
  if (failure) throw invalid(failure);
  const clean = cleanContact(fields);
  const { profile } = await ctx.settings.profile();
  await ctx.database.transaction(async (tx) => {
    await contactRepository.holdMessage(tx, clean);
    if (await contactRepository.hasRecentMessage(tx, clean, repeatSeconds)) return;
    const id = ctx.ids.uuid();
    const messageId = `${id}@${mailHostOf(ctx)}`;
    await contactRepository.addMessage(tx, { ...clean, id, messageId, urgent: isUrgent(clean.subject) });
    await ctx.outbox.post(tx, { kind: 'contact', contactMessageId: id, recipient: profile.support_email });
    await ctx.notifications.notify(tx, messageEvent(id));
    ctx.live.announce(tx, 'alert-update');
  });
}

/** Throws not_found, and invalid_input when no change is requested. */
export async function markMessage(ctx: StoreContext, id: string, marks: Marks, admin: Admin): Promise<MessageRow> {
  const { read, answered } = marks;
  if (read === undefined && answered === undefined)
    throw new StoreError('invalid_input', { field: 'read', reason: 'mark_missing' });
  return ctx.database.transaction(async (tx) => {
    const marked = isUuid(id) ? await contactRepository.markMessage(tx, id, marks) : null;
    if (!marked) throw new StoreError('not_found', { reason: 'message_unknown' });
    const details = { ...(read === undefined ? {} : { read }), ...(answered === undefined ? {} : { answered }) };
    await ctx.audit.record(tx, { actor: `admin:${admin.id}`, action: 'contact.marked', subject: id, details });
    ctx.live.announce(tx, 'alert-update');
    return marked;
  });
}

function invalid({ field, reason }: ContactFailure): StoreError {
  const limit = { field, most: contactLimits[field] };
  return new StoreError('invalid_input', {
    field,
    reason: reason === 'contact_too_long' ? storeMessage(reason, limit) : reason,
  });
}
