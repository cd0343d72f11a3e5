// The name of an email kind in the shown texts.
import { shownPageTexts } from '../texts/shown-texts.ts';

/** A kind without a name is shown as it is. */
export function mailKindName(kind: string): string {
  return (shownPageTexts().inbox.kinds as Partial<Record<string, string>>)[kind] ?? kind;
}
