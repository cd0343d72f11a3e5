import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import type { SettingsProblem } from '../../../contract/settings-rules.ts';
import { StoreError } from '../../../contract/store-error.ts';
import {
  type TextCatalogue,
  type TextSettings,
  textBoundsProblems,
  textProblems,
} from '../../../contract/text-settings.ts';

/** Throws invalid_input with every problem of the texts that differ from `before`. */
export function assertTextRules(texts: TextSettings, before: TextSettings, catalogue: TextCatalogue): void {
  const problems = [...textBoundsProblems(texts), ...textProblems(texts, before, catalogue)];
  if (problems.length > 0) throw invalidSettings(problems);
}

const mostListed = 50;

/** The first problem, and all of them as `problems`, each with its code and its English text. */
export function invalidSettings(problems: readonly SettingsProblem[]): StoreError {
  const [first] = problems;
  const listed = problems.slice(0, mostListed).map(({ field, ...message }) => ({
    field,
    message: englishMessage(message),
    ...message,
  }));
  const reason = first && { code: first.code, params: first.params };
  return new StoreError('invalid_input', { field: first?.field, reason, body: { problems: listed } });
}
