// The caller of a request, and the shape of a module's handlers.
import { isIPv4, isIPv6 } from 'node:net';
import { isAllowed, type Role } from '../contract/account-rules.ts';
import type { ApiScope } from '../contract/api-access.ts';
import type { Factor } from '../contract/auth.ts';
import type { InputOf, OutputOf } from '../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../contract/index.ts';
import { StoreError } from '../contract/store-error.ts';
import { type CodeWithoutParams, type StoreMessage, storeMessage } from '../contract/store-messages.ts';

/** The admin behind a live session. */
export type Admin = {
  id: string;
  email: string;
  role: Role;
  sessionId: string;
  expiresAt: Date;
  /** True: one of `factors` was verified in this session less than ten minutes ago. */
  provedRecently: boolean;
  /** How the admin can prove the session again, the strongest first. */
  factors: readonly Factor[];
  /** True: the session needs its cookie beside the token, and the call carried it. */
  isBound: boolean;
  /** The address at which the session began. */
  signedInFrom: string;
  /** The admin has a second factor, and proved it in this session. */
  hasSecondFactor: boolean;
  /** How many backup codes are left; null without a second factor. */
  backupCodes: number | null;
  /** True: the store requires a second factor, and this admin has none: only its setup is allowed. */
  lacksSecondFactor: boolean;
};

/** The program behind an API key that is good. */
export type KeyHolder = { id: string; name: string; scopes: readonly ApiScope[] };

/** The actor of a call: an admin, or a program with a key. */
export type Actor = {
  /** As the audit names it: `admin:` or `key:`, and the id. */
  actor: string;
  /** As people read it: an email, or "API key" and its name. */
  name: string;
  /** The admin behind a session: some limits depend on the role. */
  admin?: Pick<Admin, 'id' | 'role'>;
};

/** The context of a call beyond its input. */
export type Call = {
  admin: Admin | null;
  /** Grants the fields for admins. */
  keyHolder: KeyHolder | null;
  /** The caller's address, as far as proxies are trusted. */
  ip: string;
  userAgent: string;
  headers: Record<string, string | string[] | undefined>;
  /** The body as sent, where the call declares it; else empty. */
  rawBody: string;
  /** Sets a header of the answer. */
  answerHeader(name: string, value: string): void;
};

export type Handler<N extends EndpointName> = (
  input: InputOf<Endpoints[N]>,
  call: Call,
) => Promise<OutputOf<Endpoints[N]>>;

/** A module's handlers by the names of the contract. */
export type Handlers<N extends EndpointName> = { [K in N]: Handler<K> };

/** The admin of a call that only an admin may make. Throws `unauthorized` for anybody else. */
export function getAdmin({ admin }: Call): Admin {
  if (!admin) throw new StoreError('unauthorized');
  return admin;
}

/** Who acts, where the call's declaration lets a key act too. Throws `unauthorized` for a stranger. */
export function getActor({ admin, keyHolder }: Pick<Call, 'admin' | 'keyHolder'>): Actor {
  if (admin) return { actor: `admin:${admin.id}`, name: admin.email, admin };
  if (keyHolder) return { actor: `key:${keyHolder.id}`, name: keyName(keyHolder.name) };
  throw new StoreError('unauthorized');
}

/** True for admins, and for programs that a key admits: they see all fields. */
export function seesAll({ admin, keyHolder }: Call): boolean {
  return admin !== null || keyHolder !== null;
}

/** True for an admin, whose role admitted the call, and for a key with this scope beside the one of the call. */
export function mayRead({ admin, keyHolder }: Call, scope: ApiScope): boolean {
  return admin !== null || (keyHolder?.scopes.includes(scope) ?? false);
}

/** True for an owner: the only one who reads channels, webhooks, API keys and the owner's address. */
export function isOwner({ admin }: Call): boolean {
  return admin !== null && isAllowed(admin.role, 'owner');
}

/** False for an admin whose role sees no costs (D-95). A key sees those of the calls that its scopes admit. */
export function seesCosts({ admin }: Call): boolean {
  return admin === null || isAllowed(admin.role, 'manager');
}

/** In place of a datum that the caller may not read. */
export const hiddenDatum = '***';

/** The text with every email address hidden. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"'()]+@[^\s<>"'()]+[^\s<>"'().,]/g, hiddenDatum);
}

const anyKey = 'API key';

/** How a key is called beside admins. */
export function keyName(name: string): string {
  return `${anyKey} ${name}`;
}

/** Who acted, as the caller may read it: the names of keys are for owners, and a key reads its own. */
export function shownActor(name: string, call: Call): string {
  const isOwn = call.keyHolder !== null && name === keyName(call.keyHolder.name);
  return isOwn || isOwner(call) || !name.startsWith(`${anyKey} `) ? name : anyKey;
}

/** Throws no_role (403) for an admin whose role is lower than the needed one. */
export function assertRole({ role }: Pick<Admin, 'role'>, needed: Role): void {
  if (!isAllowed(role, needed)) throw new StoreError('no_role', { reason: roleReason(needed) });
}

/**
 * The step-up of an irreversible action, where not every use of a call needs it (else `stepUp` in its declaration).
 * Throws step_up (403) for an admin whose last proof is older.
 */
export function assertStepUp(admin: Pick<Admin, 'provedRecently' | 'factors' | 'hasSecondFactor'>): void {
  if (!admin.provedRecently) throw proofRefusal('step_up', admin);
}

function roleReason(role: Role): CodeWithoutParams | StoreMessage {
  return role === 'owner' ? 'owner_required' : storeMessage('role_required', { role });
}

/** Names the factors that count. `password_only`: the session never proved one of them. */
export function proofRefusal(
  code: 'step_up' | 'stronger_factor',
  { factors, hasSecondFactor }: Pick<Admin, 'factors' | 'hasSecondFactor'>,
): StoreError {
  const isPasswordOnly = !hasSecondFactor && !factors.includes('password');
  const reason = storeMessage('proof_required', { factors, isPasswordOnly });
  return new StoreError(code, { reason, body: { code, factors, ...(isPasswordOnly ? { password_only: true } : {}) } });
}

/** 1 to 255 printable characters, or none. Throws invalid_input for anything else. */
export function readIdempotencyKey({ headers }: Call): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw new StoreError('invalid_input', { reason: 'idempotency_key_invalid' });
}

/**
 * The identity of a caller for limits: an IPv4 address, or the /64 of an IPv6 one. Proxies write addresses in many
 * ways, some with a port; all invalid addresses count as one caller.
 */
export function addressKey(written: string): string {
  const address = plainAddress(written);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'unknown';
  const groups = parseGroups(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The stored form of an address: truncated to its network, or full; empty for an invalid one. */
export function storedIp(written: string, whole: boolean): string {
  if (!whole) return toNetwork(written);
  const key = addressKey(written);
  if (isIPv4(key)) return key;
  return key === 'unknown' ? '' : plainAddress(written).toLowerCase();
}

/** An address truncated to its network, /24 or /48; empty for an invalid one. */
export function toNetwork(written: string): string {
  const key = addressKey(written);
  if (isIPv4(key)) return key.replace(/\d+$/, '0');
  return key === 'unknown' ? '' : `${key.split(':').slice(0, 3).join(':')}::`;
}

/** The browser sends Do Not Track or Global Privacy Control. */
export function doNotTrackSignal(headers: Call['headers']): 'gpc' | 'dnt' | null {
  if (headers['sec-gpc'] === '1') return 'gpc';
  return headers.dnt === '1' ? 'dnt' : null;
}

// Without brackets, port and zone.
function plainAddress(written: string): string {
  return written
    .trim()
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '');
}

// The eight numbers of an IPv6 address; the last two may be written as an IPv4 one.
function parseGroups(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(missing).fill('0'), ...right].map((group) => Number.parseInt(group, 16));
}
