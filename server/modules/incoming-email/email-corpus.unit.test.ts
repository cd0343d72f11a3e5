// No program loses a word of its senders here, and no email takes long.
import { expect, test, vi } from 'vitest';
import { emailCorpus } from '../../../tests/support/email-corpus.ts';
import { JoinedBytes } from './joined-bytes.ts';
import { parseEmail } from './parse-email.ts';

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}<>$&½€]+/gu) ?? [];

test('D-5: the corpus has at least 80 emails', () => {
  expect(emailCorpus.length).toBeGreaterThanOrEqual(80);
  expect(new Set(emailCorpus.map(({ name }) => name)).size).toBe(emailCorpus.length);
});

test('D-5: no word of the corpus is lost, own words are shown, and no email takes half a second', async () => {
  vi.stubGlobal('Blob', JoinedBytes);
  const problems: string[] = [];
  for (const { name, source, own, folded = '', isAutomatic = false } of emailCorpus) {
    const report = (problem: string) => problems.push(`${name}: ${problem}`);
    const before = process.cpuUsage();
    const parsed = await parseEmail({ source, isWhole: true });
    const milliseconds = process.cpuUsage(before).user / 1_000;
    if (milliseconds > 500) report(`${milliseconds} ms`);
    if (isAutomatic !== (parsed === null)) report('is automatic or not');
    const lost = (expected: string, text: string | null | undefined) => {
      const words = new Set(wordsOf(text ?? ''));
      return wordsOf(expected).filter((word) => !words.has(word));
    };
    const [hidden, unfolded] = [lost(own, parsed?.text), lost(folded, parsed?.rest)];
    if (hidden.length > 0) report(`not shown: ${hidden}`);
    if (unfolded.length > 0) report(`not folded: ${unfolded}`);
    if (parsed?.isIncomplete) report('is incomplete');
  }
  vi.unstubAllGlobals();
  expect(problems).toEqual([]);
});
