// A stored secret is sent only to the origin that it was saved for, so that an edited address cannot be used to read it.
import type { SecretName } from '../../contract/message-texts/en-connections.ts';
import { StoreError } from '../../contract/store-error.ts';
import { storeMessage } from '../../contract/store-messages.ts';

/** Scheme, host and port, as browsers compare them; null for what is no URL. */
export function parseOrigin(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

export function isSameOrigin(one: string, other: string): boolean {
  const origin = parseOrigin(one);
  return origin !== null && origin === parseOrigin(other);
}

/**
 * For a stored secret that a change of its address keeps. Throws invalid_input with the field of the secret for another
 * origin.
 */
export function assertSameOrigin(
  { savedFor, goesTo }: { savedFor: string; goesTo: string },
  { field, secret }: { field: string; secret: SecretName },
): void {
  if (isSameOrigin(savedFor, goesTo)) return;
  throw new StoreError('invalid_input', { field, reason: storeMessage('secret_needed', { secret }) });
}
