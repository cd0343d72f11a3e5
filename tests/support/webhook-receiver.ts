// Test helper: receives webhooks, records each call, and responds as the test sets.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type ReceivedWebhook = { id: string; body: string; headers: Record<string, string>; path: string };
export type Receiver = {
  url: string;
  received: ReceivedWebhook[];
  /** Uses each response once, then 204. */
  answerNext(...answers: ((response: ServerResponse) => void)[]): void;
  close(): Promise<void>;
};

export const answering =
  (status: number, text = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end(text);

/** The server receives the webhook, but the sender gets no response. */
export const hangingUp = (response: ServerResponse): void => void response.destroy();
export const neverAnswering = (): void => {};

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const answers: ((response: ServerResponse) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const body = Buffer.concat(chunks).toString();
      received.push({ id: headers['webhook-id'] ?? '', body, headers, path: request.url ?? '' });
      (answers.shift() ?? answering(204))(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`,
    received,
    answerNext: (...next) => void answers.push(...next),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** By the package of the standard. The clock of a test may be ahead, so the age of the request does not matter. */
export function isSigned({ id, headers, body }: ReceivedWebhook, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return headers['webhook-signature'] === new Webhook(secret).sign(id, at, body);
}
