// How many answers a second a server gives for one cached page, beside a bare one that sends the same bytes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { medianOf } from './median.ts';

const connections = 32;
const warmUpMs = 1_000;
const measuredMs = 3_000;
const rounds = 5;

export type Rates = { storePerSecond: number; barePerSecond: number; bytes: number };

/** Medians of rounds in which the two take turns, so that what else the machine does weighs on both. */
export async function ratesOf(storeUrl: string): Promise<Rates> {
  const answer = await answerOf(storeUrl);
  const bare = await startBare(answer);
  try {
    const store: number[] = [];
    const beside: number[] = [];
    await rateOf(storeUrl, warmUpMs);
    await rateOf(bare.url, warmUpMs);
    for (let round = 0; round < rounds; round += 1) {
      store.push(await rateOf(storeUrl, measuredMs));
      beside.push(await rateOf(bare.url, measuredMs));
    }
    return { storePerSecond: medianOf(store), barePerSecond: medianOf(beside), bytes: answer.body.length };
  } finally {
    bare.stop();
  }
}

type Answer = { headers: Record<string, string>; body: Buffer };

/** The answer as it is sent to a browser, with every header but those that node:http writes by itself. */
async function answerOf(url: string): Promise<Answer> {
  const sent = request(url, { headers: { 'accept-encoding': 'gzip' } });
  sent.end();
  const [response] = await once(sent, 'response');
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
  const headers = Object.entries(response.headers as Record<string, string>).filter(([name]) => !own.has(name));
  return { headers: Object.fromEntries(headers), body: await buffer(response) };
}

/** Sends one fixed answer to every request. */
export async function startBare(answer: Answer): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [join(process.cwd(), 'bench', 'bare-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const stop = () => void child.kill('SIGKILL');
  process.once('exit', stop);
  child.stdin.end(JSON.stringify({ headers: answer.headers, body: answer.body.toString('base64') }));
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${Number(port)}/`, stop };
}

/** Answers a second over kept connections, the next question after each whole answer. */
async function rateOf(url: string, forMs: number): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const question = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: gzip\r\n\r\n`;
  let answers = 0;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname);
    // Every answer has the length of the first; only its length is looked at, so that the client costs next to nothing.
    let length = 0;
    let arrived = 0;
    socket.on('connect', () => socket.write(question));
    socket.on('data', (chunk) => {
      if (length === 0) length = lengthOf(chunk);
      arrived += chunk.length;
      if (arrived < length) return;
      arrived = 0;
      answers += 1;
      socket.write(question);
    });
    return socket;
  });
  const startedAt = performance.now();
  await Promise.race([
    wait(forMs),
    ...sockets.map((socket) =>
      once(socket, 'close').then(() => {
        throw new Error(`${url} closed a connection.`);
      }),
    ),
  ]);
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const socket of sockets) socket.removeAllListeners('close').destroy();
  return answers / seconds;
}

function lengthOf(start: Buffer): number {
  const end = start.indexOf('\r\n\r\n');
  const head = start.subarray(0, end).toString('latin1');
  const body = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  if (end < 0 || !head.startsWith('HTTP/1.1 200') || !body) throw new Error(`An unexpected answer: ${head}`);
  return end + 4 + body;
}
