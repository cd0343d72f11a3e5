// The texts of the evidence page in one language, apart from the set that the admin shows: an acquirer reads it.
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { EvidenceTexts } from './en.ts';
import { loadEvidenceWords, loadTexts } from './text-sets.ts';
import type { Texts } from './texts.ts';

/** `shared`: the set of that language, for the words of states. */
export type LoadedEvidenceTexts = { own: EvidenceTexts; shared: Texts };

export async function loadEvidenceTexts(language: AdminLanguage): Promise<LoadedEvidenceTexts> {
  const [own, shared] = await Promise.all([loadEvidenceWords(language), loadTexts(language)]);
  return { own, shared };
}
