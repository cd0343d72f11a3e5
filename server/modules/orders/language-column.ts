// The column of an order's language. The contract's list validates it, so a new language needs no migration.
import { customType } from 'drizzle-orm/pg-core';
import { defaultLanguage, isLanguage, type Language } from '../../../contract/languages.ts';

/** A language that only a newer version has is read as the default one. */
export const languageColumn = customType<{ data: Language; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => (isLanguage(stored) ? stored : defaultLanguage),
});
