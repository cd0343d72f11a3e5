// What the document says of the store: its name, and whether money moves. Written there by the server.
import { defaultStoreProfile } from '../../contract/store-profile.ts';

export type ShownStore = { name: string; sandbox: boolean };

/** Never throws: a document without the data shows the first name of the store and no notice. */
export function storeOfDocument(pageData: string | null | undefined): ShownStore {
  const data = parse(pageData);
  return { name: data?.store?.name ?? defaultStoreProfile.name, sandbox: data?.sandbox === true };
}

function parse(pageData: string | null | undefined): { sandbox?: boolean; store?: { name?: string } } | null {
  try {
    return JSON.parse(pageData ?? 'null');
  } catch {
    return null;
  }
}
