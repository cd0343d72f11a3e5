// Sessions beside the first owner's: the lower roles, and a page's session with its cookie and without it.

import { isAllowed, type Role } from '../../contract/account-rules.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Random } from '../../server/demo/random.ts';
import { bindSession } from '../support/bound-session.ts';
import type { Client } from '../support/client.ts';
import { owner, type TestStore } from '../support/store.ts';
import type { Headers } from './edge-words.ts';

/** Null: a session that needs a cookie and comes without it. */
export type Caller = Role | null;
type Session = { role: Role; token: string; cookie: string | null };
export type Callers = ReturnType<typeof createCallers>;

const password = 'a password of this admin';
const wanted = [
  { role: 'viewer', isBound: false },
  { role: 'support', isBound: false },
  { role: 'manager', isBound: false },
  { role: 'manager', isBound: true },
] as const;

export function createCallers(store: TestStore) {
  let sessions: Session[] = [];
  let made = 0;

  async function signIn(admin: Client, { role, isBound }: (typeof wanted)[number]): Promise<Session> {
    made += 1;
    const login = { email: `${role}${made}@shop.example`, password };
    await admin.call('POST /api/admin/admins', { body: { ...login, role } });
    if (!isBound)
      return { role, cookie: null, ...(await store.visitor.call('POST /api/admin/login', { body: login })) };
    const { token, cookie } = await bindSession(store, login);
    return { role, token, cookie: cookie() };
  }

  async function isGood({ role, token, cookie }: Session): Promise<boolean> {
    const headers: Record<string, string> = cookie === null ? {} : { cookie };
    const { status, body } = await store.as(token).ask('GET /api/admin/verify', {}, headers);
    return status === 200 && body.user.access === role;
  }

  return {
    /** Replaces the sessions that a request ended, or whose role one changed. */
    async renew(admin: Client): Promise<void> {
      const renewed: Session[] = [];
      for (const [at, one] of wanted.entries()) {
        const session = sessions[at];
        renewed.push(session && (await isGood(session)) ? session : await signIn(admin, one));
      }
      sessions = renewed;
    },

    /** The headers of one of them. */
    pick(random: Random): Headers {
      const { token, cookie } = random.pick(sessions);
      return { authorization: `Bearer ${token}`, ...(cookie !== null && random.chance(0.5) ? { cookie } : {}) };
    },

    /** Undefined for everybody else. */
    callerOf({ authorization, cookie }: Headers): Caller | undefined {
      const session = sessions.find(({ token }) => authorization === `Bearer ${token}`);
      return session && (session.cookie === null || session.cookie === cookie ? session.role : null);
    },

    /** A proof of the admin renews the cookie of its session. */
    keepCookie({ authorization }: Headers, setCookie: string | string[] | undefined): void {
      const session = sessions.find(({ token }) => authorization === `Bearer ${token}`);
      const [cookie] = [setCookie ?? []].flat();
      if (session?.cookie && cookie) session.cookie = cookie.split(';')[0] ?? '';
    },
  };
}

/** A request may have demoted the admin of the run, where it made another owner. */
export async function restoreOwner({ db }: TestStore): Promise<void> {
  await db.database.pool.query("update admins set role = 'owner' where email = $1", [owner.email]);
}

/** Refusals that need no session. */
const beforeRoles: readonly number[] = [400, 404, 405, 413, 415, 431];

/** A call above the caller's role is refused, whatever else is wrong with the request. */
export function callerFaults(caller: Caller | undefined, declared: Endpoint | null, status: number, code: unknown) {
  if (caller === undefined || !declared?.role || beforeRoles.includes(status)) return [];
  if (caller !== null && isAllowed(caller, declared.role)) return [];
  // The session may have been ended meanwhile.
  if (status === 401 || (caller !== null && status === 403 && code === 'no_role')) return [];
  return [
    `${caller ?? 'a session without its cookie'} gets ${status} ${code ?? ''}, and the call needs ${declared.role}`,
  ];
}
