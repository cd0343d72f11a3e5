// The open pages of this process: who may connect, how many, and how often they are told. Knows nothing of the store.
import type { WebSocket } from 'ws';
import { type LiveType, liveClose, liveTypes } from '../../contract/live.ts';
import type { Admin } from '../caller.ts';
import type { Log } from '../log.ts';
import { type Connection, openConnection } from './connection.ts';
import { createPace } from './pace.ts';

export const mostPerAddress = 5;
export const mostInAll = 200;
export const tellEveryMs = 1_000;

export type HubParts = {
  /** Null for a token that is malformed, forged, expired or revoked. */
  verify: (token: string) => Promise<Admin | null>;
  /** Whether a page of this origin, undefined for no page at all, may connect to this host. */
  allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** What counts as one caller. */
  addressKey: (address: string) => string;
  log: Log;
};

export type Peer = { ip: string; origin: string | undefined; host: string | undefined };
export type Refusal = {
  error: 'foreign_origin' | 'rate_limited' | 'unavailable';
  /** Ends a socket that is open already. */
  code: number;
  message: string;
};

export type Hub = {
  /** Why this peer may not connect now, or null. */
  refusalOf(peer: Peer): Refusal | null;
  /** Takes over an open socket; ends it at once where the peer is refused. */
  accept(socket: WebSocket, peer: Peer): void;
  /** Open connections of this process. */
  count(): number;
  /** Tells every authenticated page of this process that something changed; once a second and type at most. */
  broadcast(type: LiveType): void;
  /** Ends every socket (1001), takes no more; done when the last one is gone. */
  close(): Promise<void>;
};

/** A-66, S-14. */
export function createHub({ verify, allowedOrigin, addressKey, log }: HubParts): Hub {
  const connections = new Set<Connection>();
  const countByAddress = new Map<string, number>();
  const paces = liveTypes.map((type) => ({ type, pace: createPace(tellEveryMs, () => tellAll(type)) }));
  let closing = false;

  function refusalOf({ ip, origin, host }: Peer): Refusal | null {
    if (!allowedOrigin(origin, host)) return refusals.origin;
    if (closing) return refusals.closing;
    if ((countByAddress.get(addressKey(ip)) ?? 0) >= mostPerAddress) return refusals.address;
    return connections.size >= mostInAll ? refusals.full : null;
  }

  function accept(socket: WebSocket, peer: Peer): void {
    const refusal = refusalOf(peer);
    if (refusal) socket.close(refusal.code, refusal.message);
    else void keep(openConnection(socket, { verify, log }), addressKey(peer.ip));
  }

  async function keep(connection: Connection, key: string): Promise<void> {
    connections.add(connection);
    countByAddress.set(key, (countByAddress.get(key) ?? 0) + 1);
    await connection.ended;
    connections.delete(connection);
    const left = (countByAddress.get(key) ?? 1) - 1;
    if (left > 0) countByAddress.set(key, left);
    else countByAddress.delete(key);
  }

  function tellAll(type: LiveType): void {
    for (const connection of connections) connection.tell(type);
  }

  async function close(): Promise<void> {
    closing = true;
    for (const { pace } of paces) pace.stop();
    for (const connection of connections) connection.close(liveClose.leaving, 'the store stops');
    await Promise.all([...connections].map((connection) => connection.ended));
  }

  return {
    refusalOf,
    accept,
    count: () => connections.size,
    broadcast: (type) => {
      if (!closing) paces.find((each) => each.type === type)?.pace.want();
    },
    close,
  };
}

const refusals = {
  origin: { error: 'foreign_origin', code: liveClose.misuse, message: 'Pages of other sites may not connect here.' },
  address: { error: 'rate_limited', code: liveClose.later, message: 'Too many open connections from your address.' },
  full: { error: 'unavailable', code: liveClose.later, message: 'Too many open connections. Please try again later.' },
  closing: { error: 'unavailable', code: liveClose.leaving, message: 'The store is stopping.' },
} as const satisfies Record<string, Refusal>;
