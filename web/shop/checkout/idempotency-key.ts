// A random key of one attempt. `crypto.randomUUID` exists on secure pages only; this works everywhere.

export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
