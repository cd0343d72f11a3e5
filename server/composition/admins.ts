// Sign-in, second factors, sessions, and alerts about them.

import type { Tx } from '../database/database.ts';
import { apiKeyAnswer } from '../modules/api-keys/api-keys.routes.ts';
import { createApiKeys } from '../modules/api-keys/api-keys.service.ts';
import * as accountsRepository from '../modules/auth/accounts.repository.ts';
import { createAccounts } from '../modules/auth/accounts.ts';
import { createAuth } from '../modules/auth/auth.service.ts';
import { createBackupCodes } from '../modules/auth/backup-codes.ts';
import { createDevices } from '../modules/auth/devices.ts';
import { hasCommonPassword } from '../modules/auth/first-admin.ts';
import { createLoginThrottle } from '../modules/auth/login-throttle.ts';
import { createPasskeys } from '../modules/auth/passkeys.ts';
import { isCommonPassword } from '../modules/auth/password-guesses.ts';
import { createPasswords } from '../modules/auth/passwords.ts';
import { createSecondFactor } from '../modules/auth/second-factor.ts';
import { createTokens } from '../modules/auth/tokens.ts';
import { createSuspiciousOrders } from '../modules/security/suspicious-orders.ts';
import { createWatch } from '../modules/security/watch.ts';
import type { Admin } from '../request-context.ts';
import type { Core } from './core.ts';

export type AdminServices = Awaited<ReturnType<typeof wireAdmins>>;

/** `disableWebhooksOf`: switches off the webhooks of an admin. */
export async function wireAdmins(
  core: Core,
  disableWebhooksOf: (tx: Tx, adminId: string, by: string) => Promise<unknown>,
) {
  const { config, jwtSecret: secret, sealer, addressCodes, storeName } = core;
  const { database, alerts, audit, clock, ids, log } = core;
  const passwords = await createPasswords();
  const isCommon = async (password: string, email: string) =>
    isCommonPassword(password, [email, await storeName(), new URL(config.publicUrl).hostname]);
  const devices = createDevices({ database, ids, audit });
  const guesses = createLoginThrottle({
    database,
    alerts,
    clock,
    secret,
    factor: config.rateLimitFactor,
  });
  const backupCodes = createBackupCodes({ database, ids, audit, secret });
  const secondFactor = createSecondFactor({
    database,
    sealer,
    backupCodes,
    clock,
    audit,
    storeName,
  });
  const passkeys = createPasskeys({
    database,
    backupCodes,
    audit,
    publicUrl: config.publicUrl,
    storeName,
  });
  const tokens = createTokens(secret);
  const auth = createAuth({
    database,
    ids,
    audit,
    passwords,
    guesses,
    secondFactor,
    passkeys,
    tokens,
    devices,
  });
  const apiKeys = createApiKeys({
    database,
    keepOwner: accountsRepository.keepOwner,
    ids,
    audit,
  });
  const accounts = createAccounts({
    database,
    passwords,
    isCommonPassword: isCommon,
    endAccess: async (tx, id, by) => {
      await apiKeys.revokeKeysOf(tx, id, by);
      await disableWebhooksOf(tx, id, by);
    },
    ids,
    audit,
  });
  return {
    auth,
    passwords,
    tokens,
    apiKeys,
    hasCommonFirstPassword: async () =>
      config.firstAdmin !== null && hasCommonPassword({ database, passwords, isCommon }, config.firstAdmin),
    accounts: {
      accounts,
      devices,
      secondFactor,
      backupCodes,
      passkeys,
      apiKeysOf: async (admin: Admin) => (await apiKeys.listOwn(admin)).map((key) => apiKeyAnswer(key, admin.id)),
    },
    watch: createWatch({
      database,
      alerts,
      readToken: tokens.read,
      countRefusal: (actor, windowMs) => core.limitCounts.countOne('access_refused', actor, windowMs),
      clock,
      log,
    }),
    lookForSuspiciousOrders: createSuspiciousOrders({ database, alerts, addressCodes }),
  };
}
