// What the authenticator app on an admin's phone shows.
import { Secret, TOTP } from 'otpauth';
import type { TestStore } from './store.ts';

/** The code of a secret by the store's clock, or a while before or after. */
export function codeOf(store: Pick<TestStore, 'db'>, secret: string, aheadMs = 0): string {
  const timestamp = Date.now() + store.db.clockOffsetMs() + aheadMs;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
