// Who calls, as every feature may know it, and the form in which a feature hands over its answers.
import type { InputOf, OutputOf } from '../contract/endpoint.ts';
import { StoreError } from '../contract/errors.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';

/** The admin behind a live session. */
export type Admin = { id: string; email: string; sessionId: string; expiresAt: Date };

/** What a handler may know of the call beyond its input. */
export type Call = {
  admin: Admin | null;
  /** The caller's address, as far as proxies are trusted. */
  ip: string;
  userAgent: string;
  headers: Record<string, string | string[] | undefined>;
  /** Sets a header of the answer. */
  answerHeader(name: string, value: string): void;
};

export type Handler<N extends EndpointName> = (
  input: InputOf<Endpoints[N]>,
  call: Call,
) => Promise<OutputOf<Endpoints[N]>>;

/** A feature's handlers by the names of the contract. */
export type Handlers<N extends EndpointName> = { [K in N]: Handler<K> };

/** The admin of a call that only an admin may make. Throws `unauthorized` for anybody else. */
export function adminOf({ admin }: Call): Admin {
  if (!admin) throw new StoreError('unauthorized');
  return admin;
}

/** D-31: 1 to 255 printable characters, or none. Throws invalid_input for anything else. */
export function readIdempotencyKey({ headers }: Call): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new StoreError('invalid_input', { message: 'The Idempotency-Key must be 1 to 255 printable characters.' });
}

/** What counts as one caller: an IPv4 address, or the /64 of an IPv6 one (D-23). */
export function addressKey(address: string): string {
  const mapped = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const missing = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0;
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}
