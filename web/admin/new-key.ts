// A fresh random name for one act (D-31). `crypto.randomUUID` exists on secure pages only; this works everywhere.

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
