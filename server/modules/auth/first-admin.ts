// The first admin: from the environment, or in sandbox mode with a generated login that is shown once.

import { normalPassword } from '../../../contract/characters.ts';
import type { StoreContext } from '../../context.ts';
import * as authRepository from './auth.repository.ts';
import { hashPassword, isCommonInStore, matchesPassword } from './passwords.ts';

export type FirstAdmin = { email: string; password: string };

/** `invented`: the generated login, to be shown once; else null. `nobody`: there is no admin at all. */
export type FirstAdminOutcome = { invented: FirstAdmin | null; nobody: boolean };

/** Creates the first admin unless one exists. Safe when two processes start together. */
export async function ensureFirstAdmin({
  audit,
  config,
  database,
  ids,
}: Pick<StoreContext, 'audit' | 'config' | 'database' | 'ids'>): Promise<FirstAdminOutcome> {
  if (await authRepository.hasAdmin(database.db)) return { invented: null, nobody: false };
  const invented =
    config.firstAdmin === null && config.mode === 'sandbox'
      ? { email: 'admin@applaud.example', password: ids.secretHex(8) }
      : null;
  const admin = config.firstAdmin ?? invented;
  if (!admin) return { invented: null, nobody: true };
  const passwordHash = await hashPassword(admin.password);
  const id = ids.uuid();
  const made = await database.transaction(async (tx) => {
    await authRepository.lockAttempts(tx, ['first admin']);
    if (!(await authRepository.addFirstAdmin(tx, { id, email: admin.email, passwordHash }))) return false;
    await audit.record(tx, { actor: 'system', action: 'admin.created', subject: id });
    return true;
  });
  return { invented: made ? invented : null, nobody: false };
}

/** Whether the account of the environment still has its password, and that is among the first that others try. */
export async function hasCommonFirstPassword(
  ctx: Pick<StoreContext, 'config' | 'database' | 'settings'>,
): Promise<boolean> {
  const { firstAdmin } = ctx.config;
  if (firstAdmin === null) return false;
  const { email, password } = firstAdmin;
  if (!(await isCommonInStore(ctx, normalPassword(password), email))) return false;
  const admin = await authRepository.findAdmin(ctx.database.db, email);
  return admin !== null && matchesPassword(password, admin.passwordHash);
}
