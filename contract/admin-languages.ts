// The languages of what operators read: the admin, its messages, the digest and the evidence of an order. A language of the
// public pages (`languages.ts`) needs none of these texts.
import type { Language } from './languages.ts';

export const adminLanguages = ['en', 'pt'] as const satisfies readonly Language[];
export type AdminLanguage = (typeof adminLanguages)[number];
export const defaultAdminLanguage: AdminLanguage = 'en';

export function isAdminLanguage(text: unknown): text is AdminLanguage {
  return (adminLanguages as readonly unknown[]).includes(text);
}
