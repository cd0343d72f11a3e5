// The prefixes of a post link: the rule of the form. `post-links.ts` has the other rules.

/** In this order; the error message lists the first three. Compared in lower case after trimming. */
export const allowedPrefixes: readonly string[] = [
  'https://www.instagram.com/',
  'https://instagram.com/',
  'www.instagram.com/',
  'instagram.com/',
];

/** The form's rule: an allowed prefix. An empty field counts as valid while typing. */
export function hasAllowedPrefix(link: string): boolean {
  const lower = link.trim().toLowerCase();
  return lower === '' || allowedPrefixes.some((prefix) => lower.startsWith(prefix));
}
