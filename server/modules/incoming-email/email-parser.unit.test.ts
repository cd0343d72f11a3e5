// An email beyond the limits of time or memory becomes a message all the same, and the next one is read.
import { describe, expect, test } from 'vitest';
import { emailSource } from '../../../tests/support/email-source.ts';
import { createEmailParser } from './email-parser.ts';

const raw = (text: string, headers = {}) => ({
  source: Buffer.from(emailSource({ from: 'ana@mail.example', subject: 'Hi', text, headers }).replaceAll('\n', '\r\n')),
  isWhole: true,
});
const html = { 'Content-Type': 'text/html' };
const bomb = raw('<p>x'.repeat(150_000), html);

describe('an email beyond the limits', () => {
  test.each([
    ['of time', { parseMs: 50, heapMb: 128 }],
    ['of memory', { parseMs: 60_000, heapMb: 16 }],
  ])('%s is unreadable, or nameless where even its headers are', async (_name, limits) => {
    const parser = createEmailParser(limits);
    const parsed = await parser.parse(bomb, '1.2');
    expect(parsed).toMatchObject({ text: expect.stringContaining('could not be read'), isIncomplete: true });
    await parser.close();
  });

  test('keeps its sender and subject, and the next email is read', async () => {
    const parser = createEmailParser({ parseMs: 60_000, heapMb: 24 });
    expect(await parser.parse(bomb, '1.2')).toMatchObject({
      email: 'ana@mail.example',
      subject: 'Hi',
      isIncomplete: true,
    });
    expect(await parser.parse(raw('When?'), '1.3')).toMatchObject({ text: 'When?', isIncomplete: false });
    await parser.close();
  });

  test('and that is automatic is none', async () => {
    const parser = createEmailParser({ parseMs: 60_000, heapMb: 24 });
    expect(await parser.parse(raw('<p>x'.repeat(150_000), { ...html, Precedence: 'auto_reply' }), '1.2')).toBeNull();
    await parser.close();
  });
});
