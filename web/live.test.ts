import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beatAnswerMs, beatEveryMs, liveClose } from '../contract/live.ts';
import {
  type LiveConnection,
  liveAddress,
  longestDelayMs,
  lookForTokenMs,
  openLive,
  openWithinMs,
  restAfterMs,
  shortestDelayMs,
} from './live.ts';

type FakeSocket = {
  address: string;
  sent: string[];
  closed: boolean;
  opens: () => void;
  hears: (message: object | string) => void;
  ends: (code: number) => void;
};

const auth = '{"type":"auth","token":"one"}';
const beat = '{"type":"beat"}';
let sockets: FakeSocket[];
let token: string | null;
let random: number;
let told: (string | boolean)[];
let live: LiveConnection | null;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  token = 'one';
  random = 0.5;
  told = [];
  live = null;
});

afterEach(() => {
  live?.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  visit('about:blank');
});

describe('the address', () => {
  it('ADM-LIVE-8: is /ws on the same host', () => {
    visit('http://shop.example:3000/admin?tab=live');
    connected();
    expect(latest().address).toBe('ws://shop.example:3000/ws');
  });

  it('ADM-LIVE-9: is secure when the page is secure', () => {
    expect(liveAddress({ protocol: 'https:', host: 'shop.example' })).toBe('wss://shop.example/ws');
    expect(liveAddress({ protocol: 'http:', host: 'shop.example' })).toBe('ws://shop.example/ws');
  });
});

describe('a good connection', () => {
  it('A-66: says the token first, and is connected once the store has answered a beat', () => {
    start();
    expect(latest().sent).toEqual([]);
    latest().opens();
    expect(latest().sent).toEqual([auth, beat]);
    expect(told).toEqual([]);
    latest().hears({ type: 'beat' });
    expect(told).toEqual([true]);
  });

  it('D-28, ADM-LIVE-7: hands on the three types and nothing else', () => {
    connected();
    for (const type of ['user-update', 'order-update', 'alert-update', 'other', 'beat']) latest().hears({ type });
    for (const odd of ['', '{', 'null', '{"type":7}']) latest().hears(odd);
    expect(told).toEqual([true, 'user-update', 'order-update', 'alert-update']);
  });

  it('lasts as long as every beat is answered', () => {
    connected();
    answerFor(60_000);
    expect(sockets).toHaveLength(1);
    expect(told).toEqual([true]);
  });

  it('is made anew when the token changes', () => {
    connected();
    token = 'two';
    vi.advanceTimersByTime(beatEveryMs);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.closed).toBe(true);
    latest().opens();
    expect(latest().sent[0]).toBe('{"type":"auth","token":"two"}');
  });

  it('ends with the token, and waits for the next one', () => {
    connected();
    token = null;
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([true, false]);
    expect(sockets).toHaveLength(1);
    token = 'two';
    vi.advanceTimersByTime(lookForTokenMs);
    expect(sockets).toHaveLength(2);
  });
});

describe('a store that is gone', () => {
  it('A-66: is noticed within 5 s when it is frozen, although the socket stays open', () => {
    connected();
    vi.advanceTimersByTime(beatEveryMs + beatAnswerMs);
    expect(beatEveryMs + beatAnswerMs).toBeLessThanOrEqual(5_000);
    expect(told).toEqual([true, false]);
    expect(latest().closed).toBe(true);
    vi.advanceTimersByTime(2 * shortestDelayMs);
    expect(sockets).toHaveLength(2);
  });

  it('says nothing more through the old socket', () => {
    connected();
    const [old] = sockets;
    vi.advanceTimersByTime(beatEveryMs + beatAnswerMs + 2 * shortestDelayMs);
    old?.hears({ type: 'user-update' });
    old?.hears({ type: 'beat' });
    old?.ends(4401);
    latest().opens();
    latest().hears({ type: 'beat' });
    expect(told).toEqual([true, false, true]);
    expect(sockets).toHaveLength(2);
  });

  it('is given up when it never opens, or never answers the token', () => {
    start();
    vi.advanceTimersByTime(openWithinMs / 2);
    latest().opens();
    vi.advanceTimersByTime(openWithinMs / 2);
    expect(latest().closed).toBe(true);
    vi.advanceTimersByTime(2 * shortestDelayMs);
    expect(sockets).toHaveLength(2);
    expect(told).toEqual([]);
  });

  it('A-66: is tried again after 1 s at least, ever more rarely, and every 30 s at last', () => {
    random = 1;
    start();
    const delays = Array.from({ length: 7 }, failedAgainAfterMs);
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, longestDelayMs, longestDelayMs, longestDelayMs]);
    random = 0;
    expect(failedAgainAfterMs()).toBe(shortestDelayMs);
  });

  it('is tried soon again after a connection that was good', () => {
    random = 1;
    start();
    for (let times = 0; times < 5; times += 1) failedAgainAfterMs();
    latest().opens();
    latest().hears({ type: 'beat' });
    expect(failedAgainAfterMs()).toBe(2_000);
  });

  it.each(Object.values(liveClose).filter((code) => code !== 4401))('is tried again after the code %i', (code) => {
    connected();
    latest().ends(code);
    vi.advanceTimersByTime(2 * shortestDelayMs);
    expect(sockets).toHaveLength(2);
  });
});

describe('a token that is refused', () => {
  it('A-66: is not tried again; another one is', () => {
    start();
    latest().opens();
    latest().ends(4401);
    vi.advanceTimersByTime(600_000);
    expect(sockets).toHaveLength(1);
    token = 'two';
    vi.advanceTimersByTime(lookForTokenMs);
    expect(sockets).toHaveLength(2);
  });

  it('A-66: is not tried again because somebody looks at the page', () => {
    connected();
    latest().ends(4401);
    look(true);
    look(false);
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(600_000);
    expect(sockets).toHaveLength(1);
    expect(told).toEqual([true, false]);
  });

  it('that is missing is waited for', () => {
    token = null;
    start();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(0);
    token = 'one';
    vi.advanceTimersByTime(lookForTokenMs);
    expect(sockets).toHaveLength(1);
  });
});

describe('a page that is away', () => {
  it('rests after five minutes in which nobody looked, and comes back at once', () => {
    connected();
    look(false);
    answerFor(restAfterMs);
    expect(told).toEqual([true, false]);
    vi.advanceTimersByTime(600_000);
    expect(sockets).toHaveLength(1);
    look(true);
    expect(sockets).toHaveLength(2);
  });

  it('stays connected when somebody looks again before', () => {
    connected();
    look(false);
    answerFor(restAfterMs - 10_000);
    look(true);
    answerFor(restAfterMs);
    expect(sockets).toHaveLength(1);
    expect(told).toEqual([true]);
  });

  it('that opened in the background connects, and rests later', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    connected();
    answerFor(restAfterMs);
    expect(told).toEqual([true, false]);
  });

  it('does not try while there is no network, and tries at once when there is', () => {
    visit('https://shop.example/admin');
    connected();
    network(false);
    expect(told).toEqual([true, false]);
    vi.advanceTimersByTime(600_000);
    expect(sockets).toHaveLength(1);
    network(true);
    expect(sockets).toHaveLength(2);
  });

  it('that comes from the same machine needs no network', () => {
    visit('http://127.0.0.1:3000/admin');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    connected();
    network(false);
    expect(told).toEqual([true]);
  });
});

describe('closing', () => {
  it('ends the socket and everything that waits', () => {
    connected();
    live?.close();
    expect(latest().closed).toBe(true);
    look(true);
    network(true);
    vi.advanceTimersByTime(600_000);
    latest().hears({ type: 'user-update' });
    expect(sockets).toHaveLength(1);
    expect(told).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

function start(): void {
  live = openLive({
    token: () => token,
    onMessage: (type) => told.push(type),
    onStatus: (status) => told.push(status),
    connect: (address) => fakeSocket(address),
    random: () => random,
  });
}

function visit(address: string): void {
  (window as unknown as { happyDOM: { setURL: (to: string) => void } }).happyDOM.setURL(address);
}

function connected(): void {
  start();
  latest().opens();
  latest().hears({ type: 'beat' });
}

function latest(): FakeSocket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
}

/** A store that answers every beat in time. */
function answerFor(ms: number): void {
  for (let passedMs = 0; passedMs < ms; passedMs += 500) {
    vi.advanceTimersByTime(500);
    if (!latest().closed && latest().sent.pop()) latest().hears({ type: 'beat' });
  }
}

/** The connection ends; how long until the next one begins. */
function failedAgainAfterMs(): number {
  const before = sockets.length;
  latest().ends(1006);
  let waitedMs = 0;
  for (; sockets.length === before; waitedMs += 100) vi.advanceTimersByTime(100);
  return waitedMs;
}

function look(visible: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible);
  document.dispatchEvent(new Event('visibilitychange'));
}

function network(there: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there);
  window.dispatchEvent(new Event(there ? 'online' : 'offline'));
}

function fakeSocket(address: string): WebSocket {
  const socket = {
    onopen: () => {},
    onmessage: (_event: { data: string }) => {},
    onclose: (_event: { code: number }) => {},
    send: (text: string) => void fake.sent.push(text),
    close: () => {
      fake.closed = true;
    },
  };
  const fake: FakeSocket = {
    address,
    sent: [],
    closed: false,
    opens: () => socket.onopen(),
    hears: (message) => socket.onmessage({ data: typeof message === 'string' ? message : JSON.stringify(message) }),
    ends: (code) => socket.onclose({ code }),
  };
  sockets.push(fake);
  return socket as unknown as WebSocket;
}
