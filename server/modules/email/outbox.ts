// Writes emails in the caller's transaction and queues their sending.

import { emailKey } from '../../../contract/normal-address.ts';
import { isErasedEmail } from '../../../contract/retention.ts';
import { pauseLinkDays } from '../../../contract/sending-pause-rules.ts';
import type { Queryable } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Outbox, OwedMail } from '../../ports/outbox.ts';
import type { NewReceipt } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';

const hoursBetween = 12;

/** `configured`: a mail server is configured. Without one, every email is stored and none is sent. */
export function createOutbox(deps: { jobs: Jobs; ids: Ids; configured: boolean }): Outbox {
  const { jobs, ids, configured } = deps;
  const state = configured ? 'queued' : 'kept';

  async function write(at: Queryable, owed: OwedMail[]): Promise<void> {
    const mails = owed
      .filter(({ recipient }) => !isErasedEmail(recipient))
      .map((mail) => ({ id: ids.uuid(), ...mail }));
    await sendLater(at, await emailsRepository.addMails(at, mails, state));
  }

  async function sendLater(at: Queryable, mailIds: string[]): Promise<void> {
    if (!configured) return;
    for (const mailId of mailIds) await jobs.enqueue(at, 'send_mail', { mailId }, { key: `mail ${mailId}` });
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

    postReceipts: async (tx, orders) => {
      const first = new Map<string, NewReceipt>();
      for (const order of orders) {
        const address = emailKey(order.recipient);
        if (!isErasedEmail(address) && !first.has(address)) first.set(address, { id: ids.uuid(), address, ...order });
      }
      await sendLater(tx, await emailsRepository.addReceipts(tx, [...first.values()], state));
    },
  };
}
