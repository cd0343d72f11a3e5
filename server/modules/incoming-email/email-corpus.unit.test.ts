// No program loses a word of its senders here, and no email takes long.
import { expect, test } from 'vitest';
import { emailCorpus } from '../../../tests/support/email-corpus.ts';
import { createEmailParser } from './email-parser.ts';

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}<>$&½€]+/gu) ?? [];

test('D-5: the corpus has at least 80 emails', () => {
  expect(emailCorpus.length).toBeGreaterThanOrEqual(80);
  expect(new Set(emailCorpus.map(({ name }) => name)).size).toBe(emailCorpus.length);
});

test('D-5: no word of the corpus is lost, own words are shown, and no email takes half a second', async () => {
  const parser = createEmailParser();
  await parser.parse({ source: Buffer.from('Subject: x\r\n\r\nwarm'), isWhole: true }, 'warm');
  const problems: string[] = [];
  for (const { name, source, own, folded = '', isAutomatic = false } of emailCorpus) {
    const report = (problem: string) => problems.push(`${name}: ${problem}`);
    const before = process.cpuUsage();
    const parsed = await parser.parse({ source, isWhole: true }, name);
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
  await parser.close();
  expect(problems).toEqual([]);
});
