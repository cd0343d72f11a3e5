// One websocket: the token first, then heartbeats; pinged, and verified again while it lives.
import type { RawData, WebSocket } from 'ws';
import {
  authWithinMs,
  type LiveFromStore,
  type LiveType,
  largestMessageBytes,
  liveClose,
  readLive,
} from '../../contract/live.ts';
import type { Log } from '../observability/log.ts';
import type { Admin } from '../request-context.ts';

export const pingEveryMs = 25_000;
export const verifyEveryMs = 60_000;
/** So long a token may take to be verified. */
export const verifyWithinMs = 10_000;
/** How long a page may take over the closing handshake. */
export const closeWithinMs = 1_000;
/** A page with more unread bytes than this is closed as gone. */
const mostUnreadBytes = 64 * 1024;

export type ConnectionOptions = {
  /** Null for a token that is malformed, forged, expired or revoked. Throws when that cannot be checked now. */
  verify: (token: string) => Promise<Admin | null>;
  /** The same later on, without the cookie. */
  verifyAgain: (token: string) => Promise<Admin | null>;
  /** Called once, when the token is good. False: this admin has too many sockets already. */
  onVerified: (admin: Admin) => boolean;
  log: Log;
};

export type Connection = {
  /** Announces a change of this type; nothing to an unauthenticated socket. */
  tell(type: LiveType): void;
  /** Ends it with a code of the contract; by force where the page does not answer. */
  close(code: number, reason: string): void;
  /** Ends it immediately, without waiting for the page's close. */
  cutOff(code: number, reason: string): void;
  /** True until the token has come. */
  isWaiting(): boolean;
  /** The socket is gone. */
  ended: Promise<void>;
};

export function openConnection(
  socket: WebSocket,
  { verify, verifyAgain, onVerified, log }: ConnectionOptions,
): Connection {
  let state: 'waiting' | 'verifying' | 'live' | 'closing' = 'waiting';
  let token = '';
  let ponged = true;
  let beatWaits = false;
  const timers = new Set<NodeJS.Timeout>();

  function after(ms: number, act: () => void): void {
    timers.add(setTimeout(act, ms));
  }

  function every(ms: number, act: () => void): void {
    timers.add(setInterval(act, ms));
  }

  function stopTimers(): void {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }

  function close(code: number, reason: string): void {
    if (state === 'closing') return;
    state = 'closing';
    stopTimers();
    socket.close(code, reason);
    after(closeWithinMs, () => socket.terminate());
  }

  function send(message: LiveFromStore): void {
    if (socket.bufferedAmount > mostUnreadBytes) socket.terminate();
    else socket.send(JSON.stringify(message));
  }

  function onMessage(data: RawData, isBinary: boolean): void {
    const text = isBinary ? '' : String(data);
    const message = text.length > largestMessageBytes ? null : readLive(text);
    if (state === 'waiting' && message?.type === 'auth' && typeof message.token === 'string') {
      token = message.token;
      void authenticate();
    } else if (state === 'waiting' || message?.type !== 'beat') close(liveClose.misuse, 'unexpected message');
    else if (state === 'verifying') beatWaits = true;
    else if (state === 'live') send({ type: 'beat' });
  }

  async function authenticate(): Promise<void> {
    state = 'verifying';
    after(verifyWithinMs, () => {
      if (state === 'verifying') close(liveClose.later, 'try again later');
    });
    const judged = await judge(verify);
    if (state !== 'verifying') return;
    if (judged === 'bad') return close(liveClose.unauthorized, 'sign in first');
    if (judged === 'unknown') return close(liveClose.later, 'try again later');
    if (!onVerified(judged)) return close(liveClose.later, 'Too many open pages of this admin.');
    state = 'live';
    if (beatWaits) send({ type: 'beat' });
    every(verifyEveryMs, () => void judgeAgain());
  }

  // A session that was ended elsewhere loses its socket. An unavailable database ends no session.
  async function judgeAgain(): Promise<void> {
    if ((await judge(verifyAgain)) === 'bad') close(liveClose.unauthorized, 'the session has ended');
  }

  async function judge(check: ConnectionOptions['verify']): Promise<Admin | 'bad' | 'unknown'> {
    try {
      return (await check(token)) ?? 'bad';
    } catch (error) {
      log.warn({ problem: error instanceof Error ? error.message : 'unknown' }, 'a live token could not be verified');
      return 'unknown';
    }
  }

  function ping(): void {
    if (ponged) socket.ping();
    else socket.terminate();
    ponged = false;
  }

  socket.on('message', onMessage);
  socket.on('pong', () => {
    ponged = true;
  });
  // A protocol error or a message that is too large: the library closes the socket with the code for it.
  socket.on('error', () => close(liveClose.misuse, ''));
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      state = 'closing';
      stopTimers();
      resolve();
    });
  });
  after(authWithinMs, () => {
    if (state === 'waiting') close(liveClose.authMissing, 'no token came');
  });
  every(pingEveryMs, ping);

  return {
    tell: (type) => {
      if (state === 'live') send({ type });
    },
    close,
    cutOff: (code, reason) => {
      close(code, reason);
      socket.terminate();
    },
    isWaiting: () => state === 'waiting',
    ended,
  };
}
