// Test support of the live connection: a client with fake sockets, and its page.
import { onTestFinished, vi } from 'vitest';
import { type LiveConnection, openLive } from './live.ts';

type FakeSocket = {
  address: string;
  sent: string[];
  closed: boolean;
  opens: () => void;
  receive: (message: object | string) => void;
  ends: (code: number) => void;
};

export type LiveClient = ReturnType<typeof liveClient>;

/** A client that is not started, with fake timers until the end of the test. */
export function liveClient() {
  vi.useFakeTimers();
  const client = {
    token: 'one' as string | null,
    random: 0.5,
    sockets: [] as FakeSocket[],
    /** Received message types and connection states, in order. */
    events: [] as (string | boolean)[],
    connection: null as LiveConnection | null,
    start,
    connected,
    latest,
    answerFor,
    failedAgainAfterMs,
  };
  onTestFinished(() => {
    client.connection?.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
    visit('about:blank');
  });

  function start(): void {
    client.connection = openLive({
      token: () => client.token,
      onMessage: (type) => client.events.push(type),
      onStatus: (status) => client.events.push(status),
      connect: (address) => fakeSocket(address, client.sockets),
      random: () => client.random,
    });
  }

  function connected(): void {
    start();
    latest().opens();
    latest().receive({ type: 'beat' });
  }

  function latest(): FakeSocket {
    const socket = client.sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  /** Responds to every heartbeat for this time. */
  function answerFor(ms: number): void {
    for (let passedMs = 0; passedMs < ms; passedMs += 500) {
      vi.advanceTimersByTime(500);
      if (!latest().closed && latest().sent.pop()) latest().receive({ type: 'beat' });
    }
  }

  /** Closes the connection and returns the delay until the next attempt. */
  function failedAgainAfterMs(): number {
    const before = client.sockets.length;
    latest().ends(1006);
    let waitedMs = 0;
    for (; client.sockets.length === before; waitedMs += 100) vi.advanceTimersByTime(100);
    return waitedMs;
  }

  return client;
}

export function visit(address: string): void {
  (window as unknown as { happyDOM: { setURL: (to: string) => void } }).happyDOM.setURL(address);
}

export function look(visible: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible);
  document.dispatchEvent(new Event('visibilitychange'));
}

export function network(there: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there);
  window.dispatchEvent(new Event(there ? 'online' : 'offline'));
}

function fakeSocket(address: string, sockets: FakeSocket[]): WebSocket {
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
    receive: (message) => socket.onmessage({ data: typeof message === 'string' ? message : JSON.stringify(message) }),
    ends: (code) => socket.onclose({ code }),
  };
  sockets.push(fake);
  return socket as unknown as WebSocket;
}
