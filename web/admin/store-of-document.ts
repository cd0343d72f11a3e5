// What the document says of the store: its name, its time zone, and whether money moves. Written there by the server.
import { defaultStoreProfile } from '../../contract/store-profile.ts';

/** `timeZone`: null where the document does not say it. */
export type ShownStore = { name: string; sandbox: boolean; timeZone: string | null };

/** Never throws: a document without the data shows the first name of the store and no notice. */
export function storeOfDocument(pageData: string | null | undefined): ShownStore {
  const data = parse(pageData);
  const { name = defaultStoreProfile.name, timeZone = null } = data?.store ?? {};
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
