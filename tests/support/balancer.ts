// A small balancer before several processes of one store: asks each whether it is ready, hands requests round on connections
// that it keeps, and goes to another one only where a connection was refused, so nothing had been sent.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Balancer = {
  url: string;
  /** The addresses that it hands requests to now. */
  ready(): string[];
  /** Answers of its own: no process took the request, or a connection broke under it. */
  failures: string[];
  close(): Promise<void>;
};

export async function startBalancer(backends: readonly string[], checkEveryMs = 100): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const healthy = new Set<string>();
  const failures: string[] = [];
  let closing = false;
  let turn = 0;

  async function check(backend: string): Promise<void> {
    while (!closing) {
      const answer = await fetch(`${backend}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
      if (answer?.ok) healthy.add(backend);
      else healthy.delete(backend);
      await answer?.arrayBuffer().catch(() => {});
      await wait(checkEveryMs);
    }
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tried: readonly string[]): void {
    const choice = [...healthy].filter((backend) => !tried.includes(backend));
    turn += 1;
    const backend = choice[turn % choice.length];
    if (!backend) {
      fail(outgoing, 'no process is ready');
      return;
    }
    const { method, headers, url } = incoming;
    const onward = request(`${backend}${url}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
      answer.pipe(outgoing);
      answer.once('error', () => fail(outgoing, 'the answer broke off'));
    });
    onward.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') {
        healthy.delete(backend);
        pass(incoming, outgoing, body, [...tried, backend]);
      } else fail(outgoing, `${method} ${error.code ?? error.message}`);
    });
    onward.end(body);
  }

  function fail(outgoing: ServerResponse, problem: string): void {
    failures.push(problem);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(problem);
  }

  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    pass(incoming, outgoing, Buffer.concat(chunks), []);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const checks = backends.map(check);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => [...healthy],
    failures,
    close: async () => {
      closing = true;
      await Promise.all(checks);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      agent.destroy();
    },
  };
}

function withoutConnection(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection: _hop, 'keep-alive': _alive, ...rest } = headers;
  return rest;
}
