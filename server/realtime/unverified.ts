// The sockets whose token is not verified yet. They share a total; where it is used up, a newcomer takes the place of
// another one instead of being refused, so that strangers cannot keep an admin out.
import type { Connection } from './connection.ts';

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
