// Test helper: the HTTP server of a fake service, with the failures that every channel is tested with.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ChannelTrouble } from '../conformance/channel.conformance.ts';
import { holdTimeouts, passTimeouts } from '../support/client-timeouts.ts';
import { listen } from './fake-server.ts';

export type StandInCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  text: string;
  /** The body as received. */
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a fake reads any JSON
  json: any;
};
export type StandInAnswer = { status: number; body: object | string; headers?: Record<string, string> };

export type StandInServer = {
  url: string;
  calls: StandInCall[];
  meet(trouble: ChannelTrouble): void;
  stop(): Promise<void>;
};

/** `answer`: what the service does without a failure. */
export async function startStandInServer(answer: (call: StandInCall) => StandInAnswer): Promise<StandInServer> {
  const calls: StandInCall[] = [];
  let trouble: ChannelTrouble | null = null;
  const server = createServer(async (request, response) => {
    const call = await callOf(request);
    calls.push(call);
    if (trouble === null) return reply(response, answer(call));
    if (trouble === 'lost_answer') answer(call);
    misbehaviours[trouble](response, call);
  });
  const { url, stop } = await listen(server);
  return {
    url,
    calls,
    meet: (kind) => {
      if (kind === 'slow_answer') holdTimeouts();
      trouble = kind;
    },
    stop,
  };
}

const page = '<html>\n<body>Welcome\u0000 to the hotel</body>\n</html>';
const misbehaviours: Record<ChannelTrouble, (response: ServerResponse, call: StandInCall) => void> = {
  lost_answer: (response) => response.socket?.destroy(),
  slow_answer: passTimeouts,
  reset_mid_body: (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 });
    response.write('{"ok":true', () => response.socket?.resetAndDestroy());
  },
  html_page: (response) => reply(response, { status: 200, body: page }),
  oversized: (response) => reply(response, { status: 200, body: { ok: true, id: '1', filler: 'x'.repeat(600_000) } }),
  redirect: (response) => reply(response, { status: 307, body: '', headers: { location: '/elsewhere' } }),
  server_error: (response) => reply(response, { status: 502, body: page }),
  echo: (response, { path, query, headers, text }) =>
    reply(response, { status: 400, body: `Cannot read ${path}?${query} ${JSON.stringify(headers)} ${text}` }),
};

function reply(response: ServerResponse, { status, body, headers = {} }: StandInAnswer): void {
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function callOf(request: IncomingMessage): Promise<StandInCall> {
  const bytes = await buffer(request);
  const text = bytes.toString('utf8');
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
  const isJson = request.headers['content-type'] === 'application/json';
  const headers = request.headers as Record<string, string>;
  const method = request.method ?? '';
  return {
    method,
    path: pathname,
    query: searchParams,
    headers,
    text,
    bytes,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
