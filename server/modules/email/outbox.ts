// Writes emails in the caller's transaction and queues their sending.
import { isErasedEmail } from '../../../contract/retention.ts';
import { pauseLinkDays } from '../../../contract/sending-pause-rules.ts';
import type { Queryable } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Outbox, OwedMail } from '../../ports/outbox.ts';
import * as emailsRepository from './emails.repository.ts';

const hoursBetween = 12;

/**
 * What may be settled soon without an email: the buyer pays, a refund or another provider replaces what is missing.
 * `send-email.ts` checks it then.
 */
const delaySeconds: Partial<Record<OwedMail['kind'], number>> = { order_received: 900, part_missing: 900 };

/** Without a mail server, every email is stored and none is sent. */
export function createOutbox(deps: {
  jobs: Jobs;
  ids: Ids;
  hasMailServer: (at: Queryable) => Promise<boolean>;
}): Outbox {
  const { jobs, ids, hasMailServer } = deps;

  async function write(at: Queryable, owed: OwedMail[]): Promise<boolean> {
    const mails = owed
      .filter(({ recipient }) => !isErasedEmail(recipient))
      .map((mail) => ({ id: ids.uuid(), ...mail }));
    const configured = await hasMailServer(at);
    const added = await emailsRepository.addMails(at, mails, configured ? 'queued' : 'kept');
    for (const { id: mailId, kind } of configured ? added : [])
      await jobs.enqueue(at, 'send_mail', { mailId }, { key: `mail ${mailId}`, delaySeconds: delaySeconds[kind] ?? 0 });
    return added.length > 0;
  }

  return {
    post: (at, mail) => write(at, [mail]),

    postAgain: async (tx, mail) => {
      const refundNumber = await emailsRepository.nextNumber(tx, mail, hoursBetween);
      if (refundNumber !== null) await write(tx, [{ ...mail, refundNumber }]);
    },

    postOrderChanged: async (tx, { orderId, before, now }) => {
      const kind = 'order_changed' as const;
      const { number, recipients } = await emailsRepository.earlierMails(tx, { kind, orderId }, pauseLinkDays);
      const addresses = new Map([before, ...recipients].map((one) => [one.toLowerCase(), one]));
      addresses.delete(now.toLowerCase());
      const owed = [...addresses.values()].filter((one) => !isErasedEmail(one));
      const numbered = owed.map((recipient, place) => ({ kind, orderId, recipient, refundNumber: number + place + 1 }));
      await write(tx, numbered);
    },

    postPaymentReminders: async (tx, orders) => {
      await write(
        tx,
        orders.map((order) => ({ kind: 'order_received', ...order })),
      );
    },

    redirectQueuedMails: (tx, { orderId, recipient }) => emailsRepository.redirectQueuedMails(tx, orderId, recipient),

    withdrawPaymentReminder: (tx, orderId) =>
      emailsRepository.deleteQueuedMail(tx, { kind: 'order_received', orderId }),
  };
}
