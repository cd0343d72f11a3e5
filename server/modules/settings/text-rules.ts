import { StoreError } from '../../../contract/store-error.ts';
import {
  type TextCatalogue,
  type TextSettings,
  textBoundsProblems,
  textProblems,
} from '../../../contract/text-settings.ts';

/** Throws invalid_input with every problem of the texts that differ from `before`. */
export function holdToTextRules(texts: TextSettings, before: TextSettings, catalogue: TextCatalogue): void {
  const problems = [...textBoundsProblems(texts), ...textProblems(texts, before, catalogue)];
  const [first] = problems;
  if (first) throw new StoreError('invalid_input', { ...first, body: { problems: problems.slice(0, 50) } });
}
