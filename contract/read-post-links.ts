// Reads the links of an order as an API may have sent them. Apart from the rules, because the checkout needs no more.

/** Reads an array, one link, or a JSON array as text. Invalid JSON counts as one link; an empty value as none. */
export function readPostLinks(sent: unknown): string[] {
  if (Array.isArray(sent)) return sent.filter((link) => typeof link === 'string' && link.trim() !== '');
  if (typeof sent !== 'string' || sent.trim() === '') return [];
  const parsed = parseJson(sent);
  if (Array.isArray(parsed)) return readPostLinks(parsed);
  if (typeof parsed === 'string') return parsed.trim() === '' ? [] : [parsed];
  return [sent];
}

function parseJson(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}
