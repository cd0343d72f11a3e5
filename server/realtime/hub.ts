// The open pages of this process: who may connect, how many, and how often they get messages. Independent of the store.
import type { WebSocket } from 'ws';
import { type LiveType, liveClose, liveTypes } from '../../contract/live.ts';
import type { Log } from '../observability/log.ts';
import type { Admin } from '../request-context.ts';
import { type Connection, openConnection } from './connection.ts';
import { createThrottle } from './throttle.ts';

/** Pages of one admin, wherever they are open. */
export const mostPerAdmin = 50;
export const sendEveryMs = 1_000;

export type HubOptions = {
  /** Null for a token that is malformed, forged, expired or revoked, or without its cookie. */
  verify: (token: string, sessionSecrets: readonly string[]) => Promise<Admin | null>;
  /** The same for an open socket, whose cookie was checked: a step-up replaces the cookie. */
  verifyAgain: (token: string) => Promise<Admin | null>;
  /** Whether a page of this origin, undefined for no page at all, may connect to this host. */
  allowedOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  /** The identity of a caller. */
  addressKey: (address: string) => string;
  /** The network of a caller. */
  toNetwork: (address: string) => string;
  log: Log;
};

export type Peer = {
  ip: string;
  origin: string | undefined;
  host: string | undefined;
  /** Of the cookie in the upgrade request. */
  sessionSecrets: readonly string[];
};
export type Refusal = {
  error: 'foreign_origin' | 'unavailable';
  /** Ends a socket that is open already. */
  code: number;
  message: string;
};

export type Hub = {
  /** Why this peer may not connect now, or null. */
  findRefusal(peer: Peer): Refusal | null;
  /**
   * Accepts an open socket, or closes it when the peer is refused. Until its token is verified it counts among the
   * unverified ones; then for its admin alone.
   */
  accept(socket: WebSocket, peer: Peer): void;
  /** Open connections of this process. */
  count(): number;
  /** Announces a change to every authenticated page of this process; at most once a second and type. */
  broadcast(type: LiveType): void;
  /** Ends every socket (1001), takes no more; done when the last one is gone. */
  close(): Promise<void>;
};

export function createHub({ verify, verifyAgain, allowedOrigin, addressKey, toNetwork, log }: HubOptions): Hub {
  const connections = new Set<Connection>();
  const unverified = createUnverifiedSockets((victim) => victim.cutOff(liveClose.later, tooMany));
  const countByAdmin = new Map<string, number>();
  const paces = liveTypes.map((type) => ({ type, pace: createThrottle(sendEveryMs, () => broadcast(type)) }));
  let closing = false;

  function findRefusal({ origin, host }: Peer): Refusal | null {
    if (!allowedOrigin(origin, host)) return refusals.origin;
    return closing ? refusals.closing : null;
  }

  function accept(socket: WebSocket, peer: Peer): void {
    const refusal = findRefusal(peer);
    if (refusal) {
      socket.close(refusal.code, refusal.message);
      return;
    }
    const connection: Connection = openConnection(socket, {
      verify: (token) => verify(token, peer.sessionSecrets),
      verifyAgain,
      log,
      onVerified: ({ id }) => {
        const count = countByAdmin.get(id) ?? 0;
        if (count >= mostPerAdmin) return false;
        countByAdmin.set(id, count + 1);
        unverified.remove(connection);
        void connection.ended.then(() => leaveAdmin(id));
        return true;
      },
    });
    connections.add(connection);
    unverified.add(connection, addressKey(peer.ip), toNetwork(peer.ip));
    void connection.ended.then(() => {
      connections.delete(connection);
      unverified.remove(connection);
    });
  }

  function leaveAdmin(id: string): void {
    const left = (countByAdmin.get(id) ?? 1) - 1;
    if (left > 0) countByAdmin.set(id, left);
    else countByAdmin.delete(id);
  }

  function broadcast(type: LiveType): void {
    for (const connection of connections) connection.tell(type);
  }

  async function close(): Promise<void> {
    closing = true;
    for (const { pace } of paces) pace.stop();
    for (const connection of connections) connection.close(liveClose.leaving, 'the store stops');
    await Promise.all([...connections].map((connection) => connection.ended));
  }

  return {
    findRefusal,
    accept,
    count: () => connections.size,
    broadcast: (type) => {
      if (!closing) paces.find((each) => each.type === type)?.pace.call();
    },
    close,
  };
}

const tooMany = 'Too many open connections. Please try again later.';

const refusals = {
  origin: { error: 'foreign_origin', code: liveClose.misuse, message: 'Pages of other sites may not connect here.' },
  closing: { error: 'unavailable', code: liveClose.leaving, message: 'The store is stopping.' },
} as const satisfies Record<string, Refusal>;

// The sockets whose token is not verified yet. They share a total; where it is used up, a newcomer takes the place of
// another one instead of being refused, so that strangers cannot keep an admin out.

export const mostUnverifiedPerAddress = 5;
export const mostUnverified = 200;

export type UnverifiedSockets = {
  /** Ends the sockets that the newcomer takes the place of. */
  add(connection: Connection, address: string, network: string): void;
  /** Repeats without harm. */
  remove(connection: Connection): void;
};

type Entry = { connection: Connection; address: string; network: string };

/** `evict` ends a socket immediately. */
export function createUnverifiedSockets(evict: (connection: Connection) => void): UnverifiedSockets {
  // In the order of their arrival.
  const entries = new Map<Connection, Entry>();

  function makeRoom(among: Entry[]): void {
    // One that has sent its token is likely an admin, and is judged within a moment.
    const victim = among.find(({ connection }) => connection.isWaiting()) ?? among[0];
    if (!victim) return;
    entries.delete(victim.connection);
    evict(victim.connection);
  }

  return {
    add: (connection, address, network) => {
      const all = [...entries.values()];
      const ofAddress = all.filter((entry) => entry.address === address);
      if (ofAddress.length >= mostUnverifiedPerAddress) makeRoom(ofAddress);
      else if (all.length >= mostUnverified) makeRoom(largestGroup(largestGroup(all, 'network'), 'address'));
      entries.set(connection, { connection, address, network });
    },
    remove: (connection) => void entries.delete(connection),
  };
}

/** The entries of the address or network that has most of them; of two, the one that came first. */
function largestGroup(among: Entry[], by: 'address' | 'network'): Entry[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of among) {
    const group = groups.get(entry[by]);
    if (group) group.push(entry);
    else groups.set(entry[by], [entry]);
  }
  return [...groups.values()].reduce<Entry[]>((most, group) => (group.length > most.length ? group : most), []);
}
