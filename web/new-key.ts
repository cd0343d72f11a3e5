// A random idempotency key. `crypto.randomUUID` needs a secure context; this works on plain HTTP too.

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
