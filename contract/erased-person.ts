// Placeholders for erased personal data. Without zod.

const host = 'erased.invalid';

/** An undeliverable address, shared by all records of one erased person. It cannot be traced to the original email. */
export function erasedEmail(randomHex: string): string {
  return `erased-${randomHex}@${host}`;
}

export function isErasedEmail(email: string): boolean {
  return /^erased-[0-9a-f]+@erased\.invalid$/.test(email);
}

/** The link that replaces another begins so, and ends with its number in its order, counted from 1. */
export const erasedLinkBase = `https://${host}/`;
