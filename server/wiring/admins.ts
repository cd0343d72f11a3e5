// Who may: sign-in, what proves a person, what watches over it.
import { createApiKeys } from '../api-keys/api-keys.ts';
import { createApiKeysStore } from '../api-keys/api-keys-store.ts';
import { createAccounts } from '../auth/accounts.ts';
import { createAccountsStore } from '../auth/accounts-store.ts';
import { createAuth } from '../auth/auth.ts';
import { createAuthStore } from '../auth/auth-store.ts';
import { createDevices } from '../auth/devices.ts';
import { createDevicesStore } from '../auth/devices-store.ts';
import { createGuesses } from '../auth/guesses.ts';
import { createPasskeys } from '../auth/passkeys.ts';
import { createPasskeysStore } from '../auth/passkeys-store.ts';
import { createPasswords } from '../auth/passwords.ts';
import { createSecondFactor } from '../auth/second-factor.ts';
import { createSecondFactorStore } from '../auth/second-factor-store.ts';
import { createTokens } from '../auth/tokens.ts';
import { createSuspiciousOrders } from '../security/suspicious-orders.ts';
import { createWatch } from '../security/watch.ts';
import type { Foundation } from './foundation.ts';

export type AdminParts = Awaited<ReturnType<typeof wireAdmins>>;

export async function wireAdmins(foundation: Foundation) {
  const { ports, config, database, jwtSecret: secret, sealer, addressCodes, storeName } = foundation;
  const authStore = createAuthStore(database);
  const passwords = await createPasswords();
  const devicesStore = createDevicesStore(database);
  const devices = createDevices({ ...ports, store: devicesStore });
  const guesses = createGuesses({ ...ports, store: authStore, secret, factor: config.rateLimitFactor });
  const { noteSecondFactor } = authStore;
  const secondFactor = createSecondFactor({
    ...ports,
    sealer,
    secret,
    noteSecondFactor,
    store: createSecondFactorStore(database),
    storeName,
  });
  const passkeysStore = createPasskeysStore(database);
  const passkeys = createPasskeys({
    ...ports,
    store: passkeysStore,
    noteSecondFactor,
    publicUrl: config.publicUrl,
    storeName,
  });
  const tokens = createTokens(secret);
  const auth = createAuth({
    ...ports,
    store: authStore,
    passwords,
    guesses,
    secondFactor,
    passkeys,
    tokens,
    devices: { ...devicesStore, ...devices },
  });
  const accounts = createAccounts({
    ...ports,
    store: createAccountsStore(database),
    devices: devicesStore,
    passwords,
  });
  return {
    auth,
    authStore,
    passwords,
    tokens,
    devicesStore,
    passkeysStore,
    apiKeys: createApiKeys({ ...ports, store: createApiKeysStore(database) }),
    accounts: { accounts, devices, secondFactor, passkeys },
    watch: createWatch({ ...ports, readToken: tokens.read }),
    lookForSuspiciousOrders: createSuspiciousOrders({ ...ports, addressCodes }),
  };
}
