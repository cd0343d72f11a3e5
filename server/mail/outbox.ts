// Owes mails: writes them down and, where a mail server is configured, queues their sending. Speaks to no mail server.
import { isErasedEmail } from '../../contract/people-rules.ts';
import type { Ids } from '../ids.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { MailsStore } from './mails-store.ts';

/** `configured`: there is a mail server. Without one every mail is kept and none is sent (D-10). */
export function createOutbox(parts: { store: MailsStore; jobs: Jobs; ids: Ids; configured: boolean }): Outbox {
  const { store, jobs, ids, configured } = parts;
  return {
    post: async (at, mail) => {
      if (isErasedEmail(mail.recipient)) return;
      if (mail.kind === 'order_received' && (await store.hasRecentReceipt(at, mail.recipient))) return;
      const mailId = await store.addMail(at, ids.uuid(), mail, configured ? 'queued' : 'kept');
      if (mailId !== null && configured) await jobs.enqueue(at, 'send_mail', { mailId }, { key: `mail ${mailId}` });
    },
  };
}
