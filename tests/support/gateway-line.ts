// The line between a store and something outside: it can be cut, lose answers, and tell of every call that passes.
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

export type Line = {
  /** Where the other side seems to be. */
  url: string;
  /** Nobody answers at all, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** The next call whose method and path match is performed, and its answer lost. */
  loseAnswer(matching: RegExp): void;
  /** False: the call does not pass, its caller hears nothing. */
  passOnly(may: (what: string) => boolean): void;
  /** Leads to somewhere else from now on. */
  leadTo(url: string): void;
  calls: string[];
  close(): Promise<void>;
};

export async function startLine(target: string): Promise<Line> {
  const port = await freePort();
  const calls: string[] = [];
  let leadsTo = target;
  let losing: RegExp | null = null;
  let may: (what: string) => boolean = () => true;
  let server: Server | null = null;

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const what = `${request.method} ${request.url}`;
    if (!may(what)) return void request.socket.destroy();
    calls.push(what);
    const lose = losing?.test(what) ?? false;
    if (lose) losing = null;
    const to = new URL(request.url ?? '/', leadsTo);
    const headers = { ...request.headers, host: to.host, connection: 'close' };
    const passed = ask(to, { method: request.method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (lose || request.socket.destroyed) return void request.socket.destroy();
        // No connection is kept: the next call is seen to succeed or fail by itself.
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
        response.end(Buffer.concat(chunks));
      });
    });
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  }

  async function up(): Promise<void> {
    const opened = createServer(pass);
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
    server = opened;
  }

  async function down(): Promise<void> {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    server?.closeAllConnections();
    server = null;
    await closed;
  }

  await up();
  return {
    url: `http://127.0.0.1:${port}`,
    up,
    down,
    calls,
    close: down,
    loseAnswer: (matching) => {
      losing = matching;
    },
    passOnly: (rule) => {
      may = rule;
    },
    leadTo: (url) => {
      leadsTo = url;
    },
  };
}
