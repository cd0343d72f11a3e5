// The two halves of a stop. After `leave` everything is still answered, but callers are sent to another process. From the
// close of the server on, new requests are refused with 503 in the shape of every refusal.
import type { FastifyInstance } from 'fastify';
import { StoreError } from '../../contract/store-error.ts';

export type Draining = {
  /** From now on `/readyz` returns 503, and connections close after their response. */
  leave(): void;
  isLeaving(): boolean;
};

/** By then another process, or this one after its restart, is likely to answer. */
export const retryAfterSeconds = 5;

/** Before the routes that it is to hold for. The server needs `return503OnClosing: false`. */
export function prepareDraining(server: FastifyInstance): Draining {
  let leaving = false;
  let closing = false;
  server.addHook('preClose', async () => {
    leaving = true;
    closing = true;
  });
  server.addHook('onRequest', async () => {
    if (closing) throw new StoreError('unavailable', { retryAfterSeconds });
  });
  server.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close');
  });
  return {
    leave: () => {
      leaving = true;
    },
    isLeaving: () => leaving,
  };
}
