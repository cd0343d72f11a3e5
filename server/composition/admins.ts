// Who may: sign-in, what proves a person, what watches over it.

import { createApiKeysRepository } from '../modules/api-keys/api-keys.repository.ts';
import { createApiKeys } from '../modules/api-keys/api-keys.service.ts';
import { createAccountsRepository } from '../modules/auth/accounts.repository.ts';
import { createAccounts } from '../modules/auth/accounts.ts';
import { createAuthRepository } from '../modules/auth/auth.repository.ts';
import { createAuth } from '../modules/auth/auth.service.ts';
import { createDevicesRepository } from '../modules/auth/devices.repository.ts';
import { createDevices } from '../modules/auth/devices.ts';
import { createLoginThrottle } from '../modules/auth/login-throttle.ts';
import { createPasskeysRepository } from '../modules/auth/passkeys.repository.ts';
import { createPasskeys } from '../modules/auth/passkeys.ts';
import { createPasswords } from '../modules/auth/passwords.ts';
import { createSecondFactorRepository } from '../modules/auth/second-factor.repository.ts';
import { createSecondFactor } from '../modules/auth/second-factor.ts';
import { createTokens } from '../modules/auth/tokens.ts';
import { createSuspiciousOrders } from '../modules/security/suspicious-orders.ts';
import { createWatch } from '../modules/security/watch.ts';
import type { Core } from './core.ts';

export type AdminServices = Awaited<ReturnType<typeof wireAdmins>>;

export async function wireAdmins(core: Core) {
  const { ports, config, database, jwtSecret: secret, sealer, addressCodes, storeName } = core;
  const authRepository = createAuthRepository(database);
  const passwords = await createPasswords();
  const devicesRepository = createDevicesRepository(database);
  const devices = createDevices({ ...ports, repository: devicesRepository });
  const guesses = createLoginThrottle({ ...ports, repository: authRepository, secret, factor: config.rateLimitFactor });
  const { noteSecondFactor } = authRepository;
  const secondFactor = createSecondFactor({
    ...ports,
    sealer,
    secret,
    noteSecondFactor,
    repository: createSecondFactorRepository(database),
    storeName,
  });
  const passkeysRepository = createPasskeysRepository(database);
  const passkeys = createPasskeys({
    ...ports,
    repository: passkeysRepository,
    noteSecondFactor,
    publicUrl: config.publicUrl,
    storeName,
  });
  const tokens = createTokens(secret);
  const auth = createAuth({
    ...ports,
    repository: authRepository,
    passwords,
    guesses,
    secondFactor,
    passkeys,
    tokens,
    devices: { ...devicesRepository, ...devices },
  });
  const accounts = createAccounts({
    ...ports,
    repository: createAccountsRepository(database),
    devices: devicesRepository,
    passwords,
  });
  return {
    auth,
    authRepository,
    passwords,
    tokens,
    devicesRepository,
    passkeysRepository,
    apiKeys: createApiKeys({ ...ports, repository: createApiKeysRepository(database) }),
    accounts: { accounts, devices, secondFactor, passkeys },
    watch: createWatch({ ...ports, readToken: tokens.read }),
    lookForSuspiciousOrders: createSuspiciousOrders({ ...ports, addressCodes }),
  };
}
