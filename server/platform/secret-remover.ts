// Removes secrets from texts that another program returned, before they are stored, shown or logged.

/** Replaces every spelling of the secrets by `[removed]`. Call it before the text is shortened. */
export function secretRemover(...secrets: readonly string[]): (text: string) => string {
  // The longest first, because a shorter one may be part of it.
  const spellings = [...new Set(secrets.flatMap(listSpellings))].filter((spelling) => spelling !== '');
  spellings.sort((one, other) => other.length - one.length);
  return (text) => spellings.reduce((cleaned, spelling) => cleaned.replaceAll(spelling, '[removed]'), text);
}

function listSpellings(secret: string): string[] {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' } as Record<string, string>;
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    quoted,
    quoted.replaceAll('/', '\\/'),
    quoted.replace(/[^\w\\]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
    secret.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
    secret.replace(/[&<>"']/g, (sign) => named[sign] ?? sign),
  ];
}
