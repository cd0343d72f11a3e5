import { expect, test } from 'vitest';
import { isCodeRequired } from './tracking-settings.ts';

test.each([
  ['automatic', true, true, true],
  ['automatic', true, false, false],
  ['automatic', false, true, false],
  ['always', false, false, true],
  ['never', true, true, false],
] as const)('D-35: %s, with a mail server %s, live %s: required %s', (rule, canMail, isLive, isRequired) => {
  expect(isCodeRequired({ ask_for_code: rule }, { canMail, isLive })).toBe(isRequired);
});
