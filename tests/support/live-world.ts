// For the tests of the websocket: a server with a hub, sessions that can end, and pages that speak the protocol.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { createServer } from '../../server/http/server.ts';
import { silentLog } from '../../server/observability/log.ts';
import { createHub, type Hub } from '../../server/realtime/hub.ts';
import { ownOrigin, registerLive } from '../../server/realtime/websocket.routes.ts';
import { type Admin, addressKey, toNetwork } from '../../server/request-context.ts';

export type LiveWorld = {
  hub: Hub;
  url: string;
  /** The tokens that are good. */
  sessions: Set<string>;
  /** How often a token was verified. */
  verified: () => number;
  /** The effect of the next verification. */
  breakVerify: (verify: (() => Promise<Admin | null>) | null) => void;
  open(options?: PageOptions): Promise<Page>;
  /** An open page whose token was found good. */
  signedIn(options?: PageOptions): Promise<Page>;
  /** The status and body with which the upgrade is refused. */
  refused(options: PageOptions): Promise<{ status: number; body: unknown; headers: Record<string, unknown> }>;
  close(): Promise<void>;
};

export type PageOptions = { origin?: string; ip?: string; token?: string; autoPong?: boolean };

export type Page = {
  socket: WebSocket;
  heard: string[];
  send(message: object | string): void;
  /** Sends a heartbeat and waits for its response: every earlier message has arrived by then. */
  beat(): Promise<void>;
  /** The next message. */
  next(): Promise<string>;
  ended: Promise<{ code: number; reason: string }>;
};

export async function startLive(): Promise<LiveWorld> {
  const sessions = new Set(['good']);
  const pages: WebSocket[] = [];
  let count = 0;
  let instead: (() => Promise<Admin | null>) | null = null;
  const verify = async (token: string): Promise<Admin | null> => {
    count += 1;
    if (instead) return instead();
    return sessions.has(token)
      ? {
          id: token,
          email: 'o@s.test',
          sessionId: token,
          expiresAt: new Date(0),
          provedRecently: true,
          factors: ['password'],
          isBound: false,
          role: 'owner' as const,
          signedInFrom: '127.0.0.1',
          hasSecondFactor: false,
          backupCodes: null,
          lacksSecondFactor: false,
        }
      : null;
  };
  const hub = createHub({
    verify,
    verifyAgain: verify,
    allowedOrigin: ownOrigin('https://shop.example'),
    addressKey,
    toNetwork,
    log: silentLog,
  });
  const server = await createServer({ log: silentLog, trustProxy: true, https: false });
  await registerLive(server, hub);
  server.get('/other', async () => ({ fine: true }));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  function connect({ origin, ip, autoPong = true }: PageOptions): WebSocket {
    const headers = ip ? { 'x-forwarded-for': ip } : {};
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers,
      autoPong,
      ...(origin ? { origin } : {}),
    });
    socket.on('error', () => {});
    pages.push(socket);
    return socket;
  }

  async function open(options: PageOptions = {}): Promise<Page> {
    const socket = connect(options);
    const page = follow(socket);
    await once(socket, 'open');
    return page;
  }

  return {
    hub,
    url,
    sessions,
    verified: () => count,
    breakVerify: (verify) => {
      instead = verify;
    },
    open,
    signedIn: async (options = {}) => {
      const page = await open(options);
      page.send({ type: 'auth', token: options.token ?? 'good' });
      await page.beat();
      page.heard.length = 0;
      return page;
    },
    refused: async (options) => {
      const [, response] = await once(connect(options), 'unexpected-response');
      let text = '';
      for await (const chunk of response) text += chunk;
      return { status: response.statusCode, body: JSON.parse(text), headers: response.headers };
    },
    close: async () => {
      await server.close();
      for (const socket of pages) socket.terminate();
    },
  };
}

function follow(socket: WebSocket): Page {
  const received: string[] = [];
  const ended = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  socket.on('message', (data) => received.push(String(data)));
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const next = async () => {
    const [data] = await Promise.race([once(socket, 'message'), ended.then((end) => Promise.reject(failure(end)))]);
    return String(data);
  };
  return {
    socket,
    heard: received,
    ended,
    send,
    next,
    beat: async () => {
      send({ type: 'beat' });
      while ((await next()) !== '{"type":"beat"}');
    },
  };
}

function failure({ code, reason }: { code: number; reason: string }): Error {
  return new Error(`the socket was closed: ${code} ${reason}`);
}
