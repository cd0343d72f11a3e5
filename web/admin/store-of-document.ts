// Store data that the server embeds in the document: name, time zone, and sandbox mode.
import { firstStoreName } from '../../contract/first-store-name.ts';

/** `timeZone`: null when the document has none. */
export type ShownStore = { name: string; sandbox: boolean; timeZone: string | null };

/** Never throws: a document without the data returns the default name and no sandbox notice. */
export function storeOfDocument(pageData: string | null | undefined): ShownStore {
  const data = parse(pageData);
  const { name = firstStoreName, timeZone = null } = data?.store ?? {};
  return { name, sandbox: data?.sandbox === true, timeZone };
}

function parse(
  pageData: string | null | undefined,
): { sandbox?: boolean; store?: { name?: string; timeZone?: string } } | null {
  try {
    return JSON.parse(pageData ?? 'null');
  } catch {
    return null;
  }
}
