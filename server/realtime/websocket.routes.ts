// Mounts the hub at `/ws`. A caller that may not connect is refused before the upgrade.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { largestMessageBytes, livePath } from '../../contract/live.ts';
import { StoreError } from '../../contract/store-error.ts';
import { readSessionCookies } from '../session-cookie.ts';
import type { Hub, Peer } from './hub.ts';

/** Registered before any other route, so that those refuse upgrades, too. The hub is closed with the server. */
export async function registerLive(server: FastifyInstance, hub: Hub): Promise<void> {
  server.addHook('preClose', () => hub.close());
  await server.register(websocket, {
    options: { maxPayload: largestMessageBytes },
    // Errors of a socket are its connection's to handle.
    errorHandler: () => {},
  });
  // The library's own refusal has no body and no headers: the server answers as it does to any malformed request.
  server.websocketServer.on('wsClientError', (error, socket) => server.server.emit('clientError', error, socket));
  server.route({
    method: 'GET',
    url: livePath,
    preHandler: async (request) => {
      const refusal = request.ws ? hub.findRefusal(readPeer(request)) : null;
      if (!refusal) return;
      if (refusal.error === 'foreign_origin') throw new StoreError('foreign_origin');
      throw new StoreError('unavailable', { reason: 'store_stopping', retryAfterSeconds: 30 });
    },
    handler: async (_request, reply) => {
      reply.headers({ upgrade: 'websocket', connection: 'Upgrade' });
      throw new StoreError('upgrade_required');
    },
    wsHandler: (socket, request) => hub.accept(socket, readPeer(request)),
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

function readPeer({ ip, headers, host }: FastifyRequest): Peer {
  return { ip, origin: headers.origin, host, sessionSecrets: readSessionCookies(headers.cookie) };
}

// The origins that may open the websocket: the store's public address, or the requested host.

/** The rule for `createHub`. No origin at all is no page: then the token alone decides. */
export function ownOrigin(publicUrl: string): (origin: string | undefined, host: string | undefined) => boolean {
  const own = parse(publicUrl);
  return (origin, host) => {
    if (origin === undefined) return true;
    const page = parse(origin);
    // Sandboxed and local pages send "null".
    if (!page || !/^https?:$/.test(page.protocol)) return false;
    if (page.origin === own?.origin) return true;
    // Under the page's scheme, so that a named default port and none are the same host.
    return host !== undefined && parse(`${page.protocol}//${host}`)?.host === page.host;
  };
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
