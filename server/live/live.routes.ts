// Mounts the hub at `/ws`: whoever may not connect is refused before the upgrade.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { StoreError } from '../../contract/errors.ts';
import { largestMessageBytes, livePath } from '../../contract/live.ts';
import type { Hub, Peer } from './hub.ts';

const upgradeFirst = 'This address speaks websocket only.';

/** Wanted before any other route, so that those refuse upgrades too. The hub is closed with the server. */
export async function registerLive(server: FastifyInstance, hub: Hub): Promise<void> {
  server.addHook('preClose', () => hub.close());
  await server.register(websocket, {
    options: { maxPayload: largestMessageBytes },
    // Errors of a socket are its connection's to handle.
    errorHandler: () => {},
  });
  server.route({
    method: 'GET',
    url: livePath,
    preHandler: async (request, reply) => {
      const refusal = request.ws ? hub.refusalOf(peerOf(request)) : null;
      if (!refusal) return;
      if (refusal.status !== 403) reply.header('retry-after', '30');
      return reply.code(refusal.status).send({ message: refusal.message });
    },
    handler: async (_request, reply) =>
      reply.code(426).headers({ upgrade: 'websocket', connection: 'Upgrade' }).send({ message: upgradeFirst }),
    wsHandler: (socket, request) => hub.accept(socket, peerOf(request)),
  });
  server.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: livePath,
    onRequest: async (_request, reply) => {
      reply.header('allow', 'GET, HEAD');
      throw new StoreError('method_not_allowed');
    },
    handler: async () => null,
  });
}

function peerOf({ ip, headers, host }: FastifyRequest): Peer {
  return { ip, origin: headers.origin, host };
}
