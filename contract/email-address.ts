// The addresses and links that people type, paste or send: which texts are email addresses, their one form (D-53), and what
// a mistyped one meant. Pure, without zod. The form in which the store keeps addresses: `normal-address.ts`; other texts:
// `characters.ts`.

/** At most 254 characters, and a domain with a dot, so that emails can be sent to it. */
export function isAcceptableEmail(email: string): boolean {
  const clean = cleanAddress(email);
  return clean.length <= 254 && isPlainAddress(clean) && /@.*\./.test(clean);
}

/** One plain mailbox: nothing that a mail server could parse as several addresses or as a display name. */
export function isPlainAddress(address: string): boolean {
  return !/[\s\p{Cc}\p{Cs}"(),:;<>[\]\\]/u.test(address) && /^[^@]+@[^@.]+(\.[^@.]+)*$/.test(address);
}

/** Mailbox providers whose names are corrected. */
const providers = ['gmail', 'hotmail', 'outlook', 'yahoo', 'icloud', 'protonmail'];

/** The address with the domain that was probably meant, or null. A suggestion never blocks an order. */
export function suggestEmail(email: string): string | null {
  const clean = cleanAddress(email);
  const [, mailbox, typed] = /^([^\s@]+)@+([^@]+)$/.exec(clean) ?? [];
  if (mailbox === undefined || typed === undefined) return null;
  const suggested = `${mailbox}@${meantDomain(typed.toLowerCase())}`;
  const isChanged = suggested.toLowerCase() !== clean.toLowerCase();
  return isChanged && isAcceptableEmail(suggested) ? suggested : null;
}

/** The part behind the @. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

function meantDomain(typed: string): string {
  const domain = typed
    .replace(/[\s.,;]+/g, '.')
    .replace(/^\.|\.$/g, '')
    // None of these endings exists.
    .replace(/\.(con|comm|cmo|ocm|coom|vom|xom|cpm|clm|cim|c0m)(?=$|\.br$)/, '.com')
    .replace(/\.com\.?(b|r|vr|rb)$|\.combr$/, '.com.br');
  const [, name = '', ending = ''] = /^([^.]+?)(?:\.(.+)|com)?$/.exec(domain) ?? [];
  const provider = providers.find((known) => isTypo(name, known));
  if (provider === undefined || ending.split('.').length > 2) return domain;
  // Gmail has one domain. The others also have national ones, such as yahoo.com.br.
  const isOther = provider !== 'gmail' && ending !== '' && distance(ending, 'com') > 1;
  return `${provider}.${isOther ? ending : 'com'}`;
}

/** The same first letter keeps mail.com and ymail.com, which exist, apart from gmail.com. */
function isTypo(name: string, known: string): boolean {
  return name[0] === known[0] && distance(name, known) <= (known.length > 6 ? 2 : 1);
}

/** Insertions, deletions, replacements and swaps of neighbors (optimal string alignment). */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const steps = [at(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(at(i - 2, j - 2) + 1);
      row.push(Math.min(...steps));
    }
    rows.push(row);
  }
  return at(a.length, b.length);

  function at(i: number, j: number): number {
    return rows[i]?.[j] ?? 0;
  }
}

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
