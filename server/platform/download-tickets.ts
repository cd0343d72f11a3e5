// URLs of downloads, signed for one session and one minute, since a browser download sends no token.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';

const goodForMs = 60_000;

export type Ticket<T> = { filter: T; sessionId: string };

/** `secret` is used for the downloads of this path only. */
export function createDownloadTickets<T>({ path, clock, secret }: { path: string; clock: Clock; secret: string }) {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest();

  function buildAddress({ filter, sessionId }: Ticket<T>): string {
    const untilMs = clock.now().getTime() + goodForMs;
    const payload = Buffer.from(JSON.stringify({ filter, sessionId, untilMs })).toString('base64url');
    return `${path}?ticket=${payload}.${sign(payload).toString('base64url')}`;
  }

  /** Null for a forged or expired ticket. The caller checks whether its session is live. */
  function readTicket(ticket: string): Ticket<T> | null {
    const [payload = '', signature = ''] = ticket.split('.');
    const [given, right] = [Buffer.from(signature, 'base64url'), sign(payload)];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const { filter, sessionId, untilMs } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    // Rejects times far ahead too, so that a clock set back does not extend a ticket for hours.
    const leftMs = untilMs - clock.now().getTime();
    return leftMs > 0 && leftMs <= 2 * goodForMs ? { filter, sessionId } : null;
  }

  return { path, buildAddress, readTicket };
}
