// The only websocket of the pages (A-66, ADM-LIVE-8): says what kind of thing changed, notices a store that is gone or
// frozen within 5 s, and comes back on its own. Fetches nothing: what changed is asked for by the calls of `api.ts`.
import {
  beatAnswerMs,
  beatEveryMs,
  isLiveType,
  type LiveFromPage,
  type LiveType,
  liveClose,
  livePath,
  readLive,
} from '../contract/live.ts';

/** From the start of a connection until the store has found the token good. */
export const openWithinMs = 10_000;
/** A page that nobody has looked at for so long rests until somebody does. */
export const restAfterMs = 5 * 60_000;
/** How often to look for a token, or for another one after a refusal. */
export const lookForTokenMs = 2_000;
export const shortestDelayMs = 1_000;
export const longestDelayMs = 30_000;

export type LiveOptions = {
  /** Asked at every connection and every beat; another one than before means another connection. */
  token: () => string | null;
  onMessage: (type: LiveType) => void;
  /** After every `true`, whatever was shown before may be old: fetch it again. While false, polling is all there is. */
  onStatus?: (connected: boolean) => void;
  /** The browser's, unless a test hands in its own. */
  connect?: (address: string) => WebSocket;
  /** 0 to 1. */
  random?: () => number;
};

export type LiveConnection = {
  /** Ends it for good and says nothing more. */
  close: () => void;
};

/** The websocket of the host that served the page; secure when the page is (ADM-LIVE-9). */
export function liveAddress({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${livePath}`;
}

/** Never throws. After 4401 it stays away until the token changes; after anything else it tries again in 1 s to 30 s. */
export function openLive(options: LiveOptions): LiveConnection {
  const { token, onMessage, onStatus = () => {} } = options;
  const { connect = (address) => new WebSocket(address), random = Math.random } = options;
  const listening = new AbortController();
  let socket: WebSocket | null = null;
  let usedToken: string | null = null;
  let refusedToken: string | null = null;
  let connected = false;
  let resting = false;
  let failures = 0;
  // The one thing that is waited for: an opening, a beat, its answer, or the next attempt.
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  function next(ms: number, act: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  function start(): void {
    if (socket || resting || isOffline()) return;
    const current = token();
    if (!current || current === refusedToken) next(lookForTokenMs, start);
    else open(connect(liveAddress(window.location)), current);
  }

  function open(opened: WebSocket, current: string): void {
    socket = opened;
    usedToken = current;
    next(openWithinMs, retry);
    opened.onopen = () => {
      if (opened !== socket) return;
      send({ type: 'auth', token: current });
      // Answered once the token was found good: that is how the page knows.
      send({ type: 'beat' });
    };
    opened.onmessage = ({ data }) => {
      if (opened === socket) receive(readLive(data)?.type);
    };
    opened.onclose = ({ code }) => {
      if (opened !== socket) return;
      if (code === liveClose.unauthorized) refusedToken = current;
      retry();
    };
  }

  function receive(type: string | undefined): void {
    if (isLiveType(type)) onMessage(type);
    if (type !== 'beat') return;
    next(beatEveryMs, beat);
    failures = 0;
    if (connected) return;
    connected = true;
    onStatus(true);
  }

  function beat(): void {
    if (token() === usedToken) {
      next(beatAnswerMs, retry);
      send({ type: 'beat' });
    } else {
      drop();
      start();
    }
  }

  function send(message: LiveFromPage): void {
    socket?.send(JSON.stringify(message));
  }

  /** Lets go of the socket without waiting for the store, which may be frozen. */
  function drop(): void {
    clearTimeout(timer);
    const dropped = socket;
    socket = null;
    dropped?.close();
    if (!connected) return;
    connected = false;
    onStatus(false);
  }

  function retry(): void {
    drop();
    const mostMs = Math.min(longestDelayMs, 2 * shortestDelayMs * 2 ** Math.min(failures, 10));
    failures += 1;
    next(shortestDelayMs + random() * (mostMs - shortestDelayMs), start);
  }

  function startAtOnce(): void {
    failures = 0;
    start();
  }

  function followVisibility(): void {
    clearTimeout(restTimer);
    if (document.hidden) {
      restTimer = setTimeout(() => {
        resting = true;
        drop();
      }, restAfterMs);
    } else {
      resting = false;
      startAtOnce();
    }
  }

  const { signal } = listening;
  window.addEventListener('online', startAtOnce, { signal });
  window.addEventListener('offline', () => isOffline() && drop(), { signal });
  document.addEventListener('visibilitychange', followVisibility, { signal });
  followVisibility();
  start();

  return {
    close: () => {
      listening.abort();
      clearTimeout(restTimer);
      resting = true;
      connected = false;
      drop();
    },
  };
}

// A machine without any network still reaches itself.
function isOffline(): boolean {
  return !navigator.onLine && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(window.location.hostname);
}
