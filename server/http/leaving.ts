// The time between being asked to stop and taking no more requests: everything is still answered, but whoever asks is told to
// come to another process from now on.
import type { FastifyInstance } from 'fastify';

export type Leaving = {
  /** From here on `/readyz` says no, and no connection is kept for a further request. */
  leave(): void;
  isLeaving(): boolean;
};

/** Before the routes that it is to hold for. */
export function prepareLeaving(server: FastifyInstance): Leaving {
  let leaving = false;
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
