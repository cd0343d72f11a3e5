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
import type { Database } from '../../database/database.ts';
import type { Log } from '../../observability/log.ts';
import { type Ids, isUuid } from '../../platform/ids.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Notifications } from '../../ports/notifications.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { Live } from '../../ports/realtime.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Admin } from '../../request-context.ts';
import type { Marks, MessageRow } from './contact.repository.ts';
import * as contactRepository from './contact.repository.ts';
import { messageEvent } from './message-event.ts';

export type Contact = ReturnType<typeof createContact>;

const repeatSeconds = 60;

export function createContact(deps: {
  database: Database;
  outbox: Outbox;
  audit: Audit;
  settings: Settings;
  notifications: Notifications;
  live: Live;
  ids: Ids;
  log: Log;
  /** The host of the Message-IDs. */
  mailHost: string;
}) {
  const { database, outbox, audit, settings, notifications, live, ids, log, mailHost } = deps;
  let trapped = 0;

  /**
   * Stores a message and enqueues its email to the support in one transaction. The same message within a minute is
   * stored once; one that fills the honeypot field is dropped with the same response. Throws invalid_input with the
   * field.
   */
  async function receive(fields: ContactFields, trap: string): Promise<void> {
    if (trap.trim() !== '') {
      trapped += 1;
      log.info({ trapped }, 'a contact message that filled the trap field was dropped');
      return;
    }
    const [failure] = checkContact(fields);
    if (failure) throw invalid(failure);
    const clean = cleanContact(fields);
    const { profile } = await settings.profile();
    await database.transaction(async (tx) => {
      await contactRepository.holdMessage(tx, clean);
      if (await contactRepository.hasRecentMessage(tx, clean, repeatSeconds)) return;
      const id = ids.uuid();
      const messageId = `${id}@${mailHost}`;
      await contactRepository.addMessage(tx, { ...clean, id, messageId, urgent: isUrgent(clean.subject) });
      await outbox.post(tx, { kind: 'contact', contactMessageId: id, recipient: profile.support_email });
      await notifications.notify(tx, messageEvent(id));
      live.announce(tx, 'alert-update');
    });
  }

  /** Throws not_found, and invalid_input when no change is requested. */
  async function mark(id: string, marks: Marks, admin: Admin): Promise<MessageRow> {
    const { read, answered } = marks;
    if (read === undefined && answered === undefined)
      throw new StoreError('invalid_input', { field: 'read', reason: 'mark_missing' });
    return database.transaction(async (tx) => {
      const marked = isUuid(id) ? await contactRepository.markMessage(tx, id, marks) : null;
      if (!marked) throw new StoreError('not_found', { reason: 'message_unknown' });
      const details = { ...(read === undefined ? {} : { read }), ...(answered === undefined ? {} : { answered }) };
      await audit.record(tx, { actor: `admin:${admin.id}`, action: 'contact.marked', subject: id, details });
      live.announce(tx, 'alert-update');
      return marked;
    });
  }

  return { receive, mark };
}

function invalid({ field, reason }: ContactFailure): StoreError {
  const limit = { field, most: contactLimits[field] };
  return new StoreError('invalid_input', {
    field,
    reason: reason === 'contact_too_long' ? storeMessage(reason, limit) : reason,
  });
}
