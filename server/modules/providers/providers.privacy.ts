import { inArray, sql } from 'drizzle-orm';
import type { Erase } from '../../ports/module-parts.ts';
import { providerTests } from './providers.schema.ts';

/** Test calls of admins with one of the links. */
export const eraseProviderTests: Erase = async (tx, { links }) => {
  await tx
    .update(providerTests)
    .set({ parameters: sql`${providerTests.parameters} - 'link'`, words: '', wordsCoded: null })
    .where(inArray(sql`${providerTests.parameters} ->> 'link'`, links));
  return {};
};
