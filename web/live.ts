// The websocket client of the pages. It reports the kind of change, detects a dead connection within 5 s, and
// reconnects. It fetches no data: callers refetch through `api.ts`.
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

/** Timeout from the start of a connection until the server has verified the token. */
export const openWithinMs = 10_000;
/** A hidden page disconnects after this time and reconnects when it becomes visible. */
export const restAfterMs = 5 * 60_000;
/** Interval of checks for a token, or for a new one after a rejection. */
export const lookForTokenMs = 2_000;
export const shortestDelayMs = 1_000;
export const longestDelayMs = 30_000;

export type LiveOptions = {
  /** Read at every connection and every heartbeat. A changed token causes a reconnect. */
  token: () => string | null;
  onMessage: (type: LiveType) => void;
  /** After every `true`, shown data may be outdated: refetch it. While false, only polling updates the page. */
  onStatus?: (connected: boolean) => void;
  /** The browser's WebSocket; tests pass a fake. */
  connect?: (address: string) => WebSocket;
  /** 0 to 1. */
  random?: () => number;
};

export type LiveConnection = {
  /** Closes the connection permanently, without a further status callback. */
  close: () => void;
};

/** The websocket URL on the host of the page; `wss:` on a secure page. */
export function liveAddress({ protocol, host }: { protocol: string; host: string }): string {
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}${livePath}`;
}

/** Never throws. After close code 4401 it waits for a new token; after any other close it retries in 1 s to 30 s. */
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
  // The only pending timer: connection timeout, next heartbeat, heartbeat timeout, or next retry.
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
      // The server responds to it only after it has verified the token.
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

  /** Drops the socket without waiting for the close handshake, because the server may hang. */
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

// `localhost` is reachable without a network.
function isOffline(): boolean {
  return !navigator.onLine && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(window.location.hostname);
}
