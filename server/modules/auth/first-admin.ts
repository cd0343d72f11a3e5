// The first admin: from the environment, or in sandbox mode with a generated login that is shown once.

import { normalPassword } from '../../../contract/characters.ts';
import type { Database } from '../../database/database.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Audit } from '../../ports/audit.ts';
import * as authRepository from './auth.repository.ts';
import type { Passwords } from './passwords.ts';

export type FirstAdmin = { email: string; password: string };

/** `invented`: the generated login, to be shown once; else null. `nobody`: there is no admin at all. */
export type FirstAdminOutcome = { invented: FirstAdmin | null; nobody: boolean };

/** Creates the first admin unless one exists. Safe when two processes start together. */
export async function ensureFirstAdmin(
  deps: { database: Database; passwords: Passwords; ids: Ids; audit: Audit },
  configured: FirstAdmin | null,
  mayInvent: boolean,
): Promise<FirstAdminOutcome> {
  const { database, passwords, ids, audit } = deps;
  if (await authRepository.hasAdmin(database.db)) return { invented: null, nobody: false };
  const admin = configured ?? (mayInvent ? { email: 'admin@applaud.example', password: ids.secretHex(8) } : null);
  if (!admin) return { invented: null, nobody: true };
  const passwordHash = await passwords.hash(admin.password);
  const id = ids.uuid();
  const made = await database.transaction(async (tx) => {
    await authRepository.lockAttempts(tx, ['first admin']);
    if (!(await authRepository.addFirstAdmin(tx, { id, email: admin.email, passwordHash }))) return false;
    await audit.record(tx, { actor: 'system', action: 'admin.created', subject: id });
    return true;
  });
  return { invented: made && !configured ? admin : null, nobody: false };
}

/** Whether the account of the environment still has its password, and that is among the first that others try. */
export async function hasCommonPassword(
  deps: {
    database: Database;
    passwords: Pick<Passwords, 'matches'>;
    isCommon: (password: string, email: string) => Promise<boolean>;
  },
  { email, password }: FirstAdmin,
): Promise<boolean> {
  if (!(await deps.isCommon(normalPassword(password), email))) return false;
  const admin = await authRepository.findAdmin(deps.database.db, email);
  return admin !== null && deps.passwords.matches(password, admin.passwordHash);
}
