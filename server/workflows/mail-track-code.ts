// Mails the code that opens the orders of an address. A job does it after the answer, so that neither the answer nor its
// time shows whether the address has orders.

import { isPlainAddress } from '../../contract/email-address.ts';
import type { Language } from '../../contract/languages.ts';
import type { StoreContext } from '../context.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import * as trackingRepository from '../modules/tracking/tracking.repository.ts';
import { codeMinutes } from '../modules/tracking/tracking.repository.ts';
import { plainEmail } from '../modules/tracking/tracking-codes.ts';

type Request = { email: string; language: Language; atMs: number };

const purpose = 'request of a tracking code';
/** As many as a search shows. */
const mostTracked = 100;

/** The same work for every address. The queue holds the address encrypted. */
export async function requestCode(ctx: StoreContext, email: string, language: Language): Promise<void> {
  const request: Request = { email, language, atMs: ctx.clock.now().getTime() };
  const payload = { request: ctx.sealer.seal(JSON.stringify(request), purpose) };
  // Keyed by the hash: repeated requests of an address wait as one job.
  await ctx.jobs.enqueue(ctx.database.db, 'mail_track_code', payload, {
    key: `track code ${ctx.trackingCodes.computeKey(email)}`,
  });
}

/** A repeat mails another code, and the first one ends. */
export async function mailTrackCode(ctx: StoreContext, sealed: string): Promise<void> {
  const opened = ctx.sealer.open(sealed, purpose);
  if (opened === null) return;
  const { email, language, atMs } = JSON.parse(opened) as Request;
  if (!isPlainAddress(email)) return;
  // Nobody waits for a code any more that was requested before an outage.
  if (ctx.clock.now().getTime() - atMs > codeMinutes * 60_000) return;
  const found = await ordersRepository.ordersOfEmail(ctx.database.db, email, mostTracked);
  const isKnown = found.some(({ customerEmail }) => plainEmail(customerEmail) === plainEmail(email));
  const codeId = ctx.ids.uuid();
  await ctx.database.transaction(async (tx) => {
    // A row of its own counts the mailbox. No code opens it, because no address has its key.
    const mailbox = { emailKey: ctx.trackingCodes.computeMailboxKey(email), codeId: ctx.ids.uuid(), language };
    if (!(await trackingRepository.renewCode(tx, mailbox))) return;
    // An unknown address gets a row too: a try of its code is refused in the same way.
    const isNew = await trackingRepository.renewCode(tx, {
      emailKey: ctx.trackingCodes.computeKey(email),
      codeId,
      language,
    });
    if (isNew && isKnown) await ctx.outbox.post(tx, { kind: 'track_code', trackingCodeId: codeId, recipient: email });
  });
}
