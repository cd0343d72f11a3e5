// The one form of the addresses and links that people type, paste or send (D-53). Pure, without zod. The rest:
// `characters.ts`.

/** Format characters, fillers and the like: nothing is visible of them. The SQL function `clean_address` has them too. */
const invisible = /[\p{Cf}\p{DI}]/gu;

/** An address, or a part of one: without invisible characters, in NFC, its domain in NFKC. The store: `normal-address.ts`. */
export function cleanAddress(text: string): string {
  return (
    text
      .replace(invisible, '')
      .normalize('NFC')
      .replace(/[\uff20\ufe6b]/g, '@')
      // NFKC makes U+3002 of U+FF61, and a full stop of U+FF0E.
      .replace(/@[^@]*$/, (domain) => domain.normalize('NFKC').replaceAll('\u3002', '.'))
      .trim()
  );
}

/** A link without invisible characters, also percent-encoded ones. The API refuses a link that differs from it. */
export function cleanLink(link: string): string {
  // One character at a time: a byte that begins it, and those that follow.
  return link
    .replace(invisible, '')
    .replace(
      /%[cd].%..|%e.(%..){2}|%f[0-4](%..){3}/gi,
      (encoded) => decoded(encoded).replace(invisible, '') && encoded,
    );
}

/** Percent-encoding is read, so that encoded links match: %41 is A. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
