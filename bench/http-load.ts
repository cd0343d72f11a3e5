// Sends requests to one server over open connections, as fast as it responds or at a steady rate, and measures latencies.
// Raw sockets: the load generator must cost little on the machine of the server.
import { connect, type Socket } from 'node:net';
import { loadavg } from 'node:os';

export type LoadPlan = {
  url: string;
  connections: number;
  forMs: number;
  /** So many requests, and then no more, whatever time is left. */
  most?: number;
  /** Without it, each connection sends its next request after each response. */
  perSecond?: number;
  /** The next whole request; `requestOf` writes one. */
  next: () => string;
  /** Each answer as it came. `dueMs`: when its request was due. */
  onResponse?: (status: number, body: string, atMs: number, dueMs: number) => void;
};

export type Loaded = {
  answers: number;
  /** By status; 200 alone is a success. */
  refused: number;
  perSecond: number;
  /** The latency of each success, from the time when it was due: it includes the wait for a free connection. */
  latenciesMs: number[];
  /** Of the machine, one minute, at the end. */
  machineLoad: number;
};

/** One request of HTTP/1.1. */
export function requestOf(
  { method, url, headers = {} }: { method: string; url: string; headers?: Record<string, string> },
  body?: unknown,
): string {
  const { host, pathname, search } = new URL(url);
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host,
    ...headers,
    ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** Ends when the time is over and every request has its response. */
export async function putLoad(plan: LoadPlan): Promise<Loaded> {
  const { hostname, port } = new URL(plan.url);
  const lines = await Promise.all(Array.from({ length: plan.connections }, () => openLine(Number(port), hostname)));
  const began = performance.now();
  const latenciesMs: number[] = [];
  let refused = 0;
  let started = 0;
  const isOver = () => performance.now() - began >= plan.forMs || started >= (plan.most ?? Number.POSITIVE_INFINITY);

  async function send(line: Line, dueMs: number): Promise<void> {
    const { status, body } = await line.send(plan.next());
    const now = performance.now();
    if (status === 200) latenciesMs.push(now - dueMs);
    else refused += 1;
    plan.onResponse?.(status, body, now, dueMs);
  }

  async function sendRepeatedly(line: Line): Promise<void> {
    while (!isOver()) {
      started += 1;
      await send(line, performance.now());
    }
  }

  async function sendAtRate(line: Line, perSecond: number): Promise<void> {
    while (!isOver()) {
      const dueMs = began + (started * 1_000) / perSecond;
      started += 1;
      await untilMs(dueMs);
      await send(line, dueMs);
    }
  }

  const { perSecond } = plan;
  await Promise.all(lines.map((line) => (perSecond ? sendAtRate(line, perSecond) : sendRepeatedly(line))));
  const seconds = (performance.now() - began) / 1_000;
  for (const line of lines) line.close();
  const answers = latenciesMs.length;
  return { answers, refused, perSecond: answers / seconds, latenciesMs, machineLoad: loadavg()[0] ?? Number.NaN };
}

async function untilMs(dueMs: number): Promise<void> {
  const leftMs = dueMs - performance.now();
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

export type Line = { send(request: string): Promise<{ status: number; body: string }>; close(): void };
type Answer = Awaited<ReturnType<Line['send']>>;

/** A kept connection: one question at a time. */
export async function openLine(port: number, host: string): Promise<Line> {
  const socket = connect(port, host).setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  readAnswers(socket, (answer) => settle?.resolve(answer));
  socket.on('error', () => {});
  socket.on('close', () => settle?.reject(new Error('The server closed a connection.')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        if (socket.destroyed) reject(new Error('The server closed a connection.'));
        else socket.write(request);
      }),
    close: () => {
      settle = null;
      socket.destroy();
    },
  };
}

// Answers with a content-length, one after the other.
function readAnswers(socket: Socket, onAnswer: (answer: Answer) => void): void {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text = text ? text + chunk : chunk;
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) return void socket.destroy(new Error('An answer without a length.'));
    if (text.length < headEnd + 4 + length) return;
    const body = text.slice(headEnd + 4, headEnd + 4 + length);
    const status = Number(text.slice(9, 12));
    text = '';
    onAnswer({ status, body });
  });
}
