// Placeholders for erased personal data. Without zod.

const host = 'erased.invalid';

/** An undeliverable address, shared by all records of one erased person. It cannot be traced to the original email. */
export function erasedEmail(randomHex: string): string {
  return `erased-${randomHex}@${host}`;
}

export function isErasedEmail(email: string): boolean {
  return /^erased-[0-9a-f]+@erased\.invalid$/.test(email);
}

/** Replaces the link at `position`, counted from 0. */
export function erasedLink(position: number): string {
  return `https://${host}/${position + 1}`;
}
