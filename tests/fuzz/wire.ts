// Sends a request as it is, and tells what came back: nothing is mended on the way, nothing is followed.
import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FuzzRequest } from './fuzz.ts';

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  tookMs: number;
};
/** `lost`: the line was cut before an answer came. */
export type Outcome = Answer | { lost: string; tookMs: number };

const patienceMs = 10_000;
/** Of a body that is sent slowly. */
const [pieces, pauseMs] = [10, 20];

export type Wire = { send(hostile: FuzzRequest): Promise<Outcome>; close(): void };

export function openWire(url: string, lines: number): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: lines });
  const { hostname, port } = new URL(url);
  return {
    close: () => agent.destroy(),
    send: ({ method, path, headers, body, isSlow }) => {
      const began = performance.now();
      const tookMs = () => performance.now() - began;
      return new Promise((resolve) => {
        const signal = AbortSignal.timeout(patienceMs);
        const lose = (error: Error & { code?: string }) =>
          resolve({ lost: error.code ?? error.message, tookMs: tookMs() });
        // Which Node adds only where the method usually has a body.
        const length = body && headers['content-length'] === undefined ? { 'content-length': String(body.length) } : {};
        const sent = request(
          { agent, hostname, port, method, path, headers: { ...headers, ...length }, signal },
          (response) => {
            const pieces: Buffer[] = [];
            response.on('data', (piece: Buffer) => pieces.push(piece));
            response.on('error', lose);
            response.on('end', () => {
              const { statusCode = 0, headers: answered } = response;
              resolve({ status: statusCode, headers: answered, body: Buffer.concat(pieces), tookMs: tookMs() });
            });
          },
        );
        sent.on('error', lose);
        if (isSlow && body) sendSlowly(sent, body);
        else sent.end(body ?? undefined);
      });
    },
  };
}

async function sendSlowly(sent: ClientRequest, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length && !sent.destroyed; at += size) {
    sent.write(body.subarray(at, at + size));
    await wait(pauseMs);
  }
  sent.end();
}
