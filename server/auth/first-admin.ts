// The first admin: from the environment, or in sandbox mode made up and told once.
import type { Ids } from '../ids.ts';
import type { Audit } from '../ports/audit.ts';
import type { Database } from '../store/database.ts';
import type { AuthStore } from './auth-store.ts';
import type { Passwords } from './passwords.ts';

export type FirstAdmin = { email: string; password: string };

/**
 * Makes the first admin where there is none; an existing one is never changed. Answers the login when it was made up
 * here, so that the caller can print it once. Null otherwise. Safe when two processes start together.
 */
export async function ensureFirstAdmin(
  parts: { database: Database; store: AuthStore; passwords: Passwords; ids: Ids; audit: Audit },
  configured: FirstAdmin | null,
  mayInvent: boolean,
): Promise<FirstAdmin | null> {
  const { database, store, passwords, ids, audit } = parts;
  if (await store.hasAdmin()) return null;
  const admin = configured ?? (mayInvent ? { email: 'admin@applaud.example', password: ids.secretHex(8) } : null);
  if (!admin) return null;
  const passwordHash = await passwords.hash(admin.password);
  const id = ids.uuid();
  const made = await database.transaction(async (tx) => {
    await store.lockGuesses(tx, ['first admin']);
    if (!(await store.addFirstAdmin(tx, { id, email: admin.email, passwordHash }))) return false;
    await audit.record(tx, { actor: 'system', action: 'admin.created', subject: id });
    return true;
  });
  return made && !configured ? admin : null;
}
