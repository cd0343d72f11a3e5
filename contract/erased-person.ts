// What stands in place of a person's data once it was erased. Usable without zod.

const host = 'erased.invalid';

/** No mail can ever go there; the same for everything of one erased person, and found by nobody who knew the person. */
export function erasedEmail(randomHex: string): string {
  return `erased-${randomHex}@${host}`;
}

export function isErasedEmail(email: string): boolean {
  return /^erased-[0-9a-f]+@erased\.invalid$/.test(email);
}

/** In place of the link at `position`, from 0. */
export function erasedLink(position: number): string {
  return `https://${host}/${position + 1}`;
}
