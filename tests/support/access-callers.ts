// Every kind of caller that the contract distinguishes, each with a live token or key, and what it may call.

import { isAllowed, type Role, roles } from '../../contract/account-rules.ts';
import { type ApiScope, apiScopes } from '../../contract/api-access.ts';
import { alwaysStepsUp, type Endpoint } from '../../contract/endpoint.ts';
import type { TestStore } from './store.ts';

export type AccessCaller = { name: string; token: string | null } & (
  | { kind: 'visitor' }
  | { kind: 'admin'; email: string; role: Role; isFresh: boolean }
  | { kind: 'key'; scope: ApiScope }
);

const password = 'a password of this admin';
export const keyNameMark = 'Zephyrine key';

/** A visitor; an admin of each role with a fresh and with an old proof; a key with each scope alone. */
export async function accessCallers(store: TestStore): Promise<AccessCaller[]> {
  const callers: AccessCaller[] = [{ kind: 'visitor', name: 'a visitor', token: null }];
  const admins = roles.map(async (role): Promise<AccessCaller[]> => {
    const email = `${role}@callers.example`;
    await store.admin.call('POST /api/admin/admins', { body: { email, password, role } });
    const signIn = async () => (await store.visitor.call('POST /api/admin/login', { body: { email, password } })).token;
    const stale = await signIn();
    await store.db.database.pool.query(
      `update admin_sessions set login_at = now() - interval '11 minutes', stepped_up_at = null
       where admin_id = (select id from admins where email = $1)`,
      [email],
    );
    return [
      { kind: 'admin', name: `${role}, just proved`, email, role, isFresh: true, token: await signIn() },
      { kind: 'admin', name: `${role}, proved 11 minutes ago`, email, role, isFresh: false, token: stale },
    ];
  });
  callers.push(...(await Promise.all(admins)).flat());
  for (const scope of apiScopes) {
    const body = { name: `${keyNameMark} ${scope}`, scopes: [scope], expiresInDays: null };
    const { key } = await store.admin.call('POST /api/admin/api-keys', { body });
    callers.push({ kind: 'key', name: `a key for ${scope}`, scope, token: key });
  }
  return callers;
}

/** The code of the refusal that the declaration asks for before the input is read; null where the call goes on. */
export function refusalFor(
  { access, role, scope, stepUp }: Pick<Endpoint, 'access' | 'role' | 'scope' | 'stepUp'>,
  caller: AccessCaller,
): string | null {
  if (access === 'public') return null;
  if (caller.kind === 'visitor') return access === 'either' ? null : 'unauthorized';
  if (caller.kind === 'key') return scope === caller.scope ? null : 'no_scope';
  if (!isAllowed(caller.role, role ?? 'owner')) return 'no_role';
  return alwaysStepsUp({ stepUp }) && !caller.isFresh ? 'step_up' : null;
}
