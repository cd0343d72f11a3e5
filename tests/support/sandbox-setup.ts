// A sandbox on its own port for tests, with the calls of an adapter.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';

export type Json = Record<string, unknown>;

interface Reply {
  status: number;
  body: Json;
  text: string;
  headers: Headers;
}

export interface SandboxSetup {
  origin: string;
  base: string;
  dataDir: string;
  warnings: string[];
  setClock(now: Date): void;
  later(ms: number): void;
  rest(method: string, path: string, body?: unknown, password?: string): Promise<Reply>;
  openSession(order?: Json, interaction?: Json): Promise<Reply>;
  provider(fields: Record<string, string>): Promise<Reply>;
  control(path: string, body?: Json): Promise<Reply>;
  inspect(path: string): Promise<Reply>;
  stop(): Promise<void>;
}

export const newFolder = () => mkdtemp(join(tmpdir(), 'sandbox-'));
export const dropFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 });

export async function startSandboxSetup(dataDir: string, options: Partial<SandboxOptions> = {}): Promise<SandboxSetup> {
  let now = new Date('2026-06-01T12:00:00.000Z');
  const warnings: string[] = [];
  const sandbox = await createSandbox({
    dataDir,
    clock: () => now,
    log: { info: () => undefined, warn: (obj, msg) => warnings.push(`${msg} ${JSON.stringify(obj)}`) },
    merchantId: 'SHOP',
    apiPassword: 'pass',
    webhookSecret: 'hook-secret',
    providerKey: 'panel-key',
    ...options,
  });
  const server = createServer(sandbox.handle);
  const origin = await listen(server);
  const base = `${origin}${options.prefix ?? ''}`;

  async function send(url: string, init: RequestInit): Promise<Reply> {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    return { status: response.status, body: parse(text), text, headers: response.headers };
  }

  const setup: SandboxSetup = {
    origin,
    base,
    dataDir,
    warnings,
    setClock(to) {
      now = to;
    },
    later(ms) {
      now = new Date(now.getTime() + ms);
    },
    rest: (method, path, body, password = 'pass') =>
      send(`${base}/gateway/api/rest/version/100/merchant/SHOP${path}`, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`merchant.SHOP:${password}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    openSession: (order = {}, interaction = {}) => setup.rest('POST', '/session', checkout(order, interaction)),
    provider: (fields) =>
      send(`${base}/provider/api/v2`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ key: 'panel-key', ...fields }).toString(),
      }),
    async control(path, body = {}) {
      const reply = await send(`${base}/control/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (reply.status !== 200) throw new Error(`control ${path}: ${reply.status} ${reply.text}`);
      return reply;
    },
    inspect: (path) => send(`${base}/control/${path}`, { method: 'GET' }),
    async stop() {
      await sandbox.close();
      await shut(server);
    },
  };
  return setup;
}

export function checkout(order: Json = {}, interaction: Json = {}): Json {
  return {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE', merchant: { name: 'Shop' }, ...interaction },
    order: { id: 'order-1', amount: '30.00', currency: 'USD', description: 'Two posts', ...order },
    customer: { email: 'buyer@example.com' },
  };
}

export interface Hook {
  url: string;
  received: { headers: IncomingHttpHeaders; body: Json }[];
  /** Status codes of the next responses; null never responds. */
  answers: (number | null)[];
  stop(): Promise<void>;
}

/** A merchant endpoint for notifications. Responds with 200 unless `answers` has another status. */
export async function startHook(): Promise<Hook> {
  const hook: Hook = { url: '', received: [], answers: [], stop: async () => undefined };
  const server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk) => {
      text += chunk;
    });
    req.on('end', () => {
      hook.received.push({ headers: req.headers, body: parse(text) });
      const status = hook.answers.length > 0 ? hook.answers.shift() : 200;
      if (status !== null) res.writeHead(status ?? 200).end();
    });
  });
  hook.url = `${await listen(server)}/hook`;
  hook.stop = () => shut(server);
  return hook;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
