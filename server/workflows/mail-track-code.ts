// Mails the code that opens the orders of an address. A job does it after the answer, so that neither the answer nor its
// time tells whether the address has orders.
import { isPlainAddress } from '../../contract/email-address.ts';
import type { Language } from '../../contract/languages.ts';
import type { Database } from '../database/database.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as trackingRepository from '../modules/tracking/tracking.repository.ts';
import { codeMinutes } from '../modules/tracking/tracking.repository.ts';
import { plainEmail, type TrackingCodes } from '../modules/tracking/tracking-codes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { Sealer } from '../platform/secrets.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Outbox } from '../ports/outbox.ts';

export type MailTrackCodeDeps = {
  database: Database;
  codes: TrackingCodes;
  sealer: Sealer;
  jobs: Jobs;
  outbox: Outbox;
  ids: Ids;
  clock: Clock;
};

type Request = { email: string; language: Language; atMs: number };

const purpose = 'request of a tracking code';
/** As many as a search shows. */
const mostTracked = 100;

export function createMailTrackCode(deps: MailTrackCodeDeps) {
  const { database, codes, sealer, jobs, outbox, ids, clock } = deps;

  /** The same work for every address. The queue holds the address encrypted. */
  async function requestCode(email: string, language: Language): Promise<void> {
    const request: Request = { email, language, atMs: clock.now().getTime() };
    const payload = { request: sealer.seal(JSON.stringify(request), purpose) };
    // Keyed by the hash: repeated requests of an address wait as one job.
    await jobs.enqueue(database.db, 'mail_track_code', payload, { key: `track code ${codes.keyOf(email)}` });
  }

  /** A repeat mails another code, and the first one ends. */
  async function mailTrackCode(sealed: string): Promise<void> {
    const opened = sealer.open(sealed, purpose);
    if (opened === null) return;
    const { email, language, atMs } = JSON.parse(opened) as Request;
    if (!isPlainAddress(email)) return;
    // Nobody waits for a code any more that was requested before an outage.
    if (clock.now().getTime() - atMs > codeMinutes * 60_000) return;
    const found = await ordersRepository.ordersOfEmail(database.db, email, mostTracked);
    const isKnown = found.some(({ customerEmail }) => plainEmail(customerEmail) === plainEmail(email));
    const codeId = ids.uuid();
    await database.transaction(async (tx) => {
      // A row of its own counts the mailbox. No code opens it, because no address has its key.
      const mailbox = { emailKey: codes.mailboxKeyOf(email), codeId: ids.uuid(), language };
      if (!(await trackingRepository.renewCode(tx, mailbox))) return;
      // An unknown address gets a row too: a try of its code is refused in the same way.
      const isNew = await trackingRepository.renewCode(tx, { emailKey: codes.keyOf(email), codeId, language });
      if (isNew && isKnown) await outbox.post(tx, { kind: 'track_code', trackingCodeId: codeId, recipient: email });
    });
  }

  return { requestCode, mailTrackCode };
}
