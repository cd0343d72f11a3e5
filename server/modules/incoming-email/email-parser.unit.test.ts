// An email beyond the limits of time or memory becomes a message all the same, and the next one is read.
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, test, vi } from 'vitest';
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
    parser.close();
  });

  test('keeps its sender and subject, and the next email is read', async () => {
    const parser = createEmailParser({ parseMs: 60_000, heapMb: 24 });
    expect(await parser.parse(bomb, '1.2')).toMatchObject({
      email: 'ana@mail.example',
      subject: 'Hi',
      isIncomplete: true,
    });
    expect(await parser.parse(raw('When?'), '1.3')).toMatchObject({ text: 'When?', isIncomplete: false });
    parser.close();
  });

  test('and that is automatic is none', async () => {
    const parser = createEmailParser({ parseMs: 60_000, heapMb: 24 });
    expect(await parser.parse(raw('<p>x'.repeat(150_000), { ...html, Precedence: 'auto_reply' }), '1.2')).toBeNull();
    parser.close();
  });
});

test('a process that ended between two emails is replaced', async () => {
  const parser = createEmailParser();
  await parser.parse(raw('One'), '1.1');
  const [child] = childrenOf(process.pid);
  process.kill(child ?? 0, 'SIGKILL');
  await vi.waitUntil(() => childrenOf(process.pid).length === 0);
  expect(await parser.parse(raw('Two'), '1.2')).toMatchObject({ text: 'Two', isIncomplete: false });
  parser.close();
});

test.runIf(process.platform === 'linux')(
  'no thread of the process competes with the store, and it has no secret',
  async () => {
    const parser = createEmailParser();
    await parser.parse(raw('One'), '1.1');
    const [child = 0] = childrenOf(process.pid);
    const threads = readdirSync(`/proc/${child}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(0);
    expect(threads.map((thread) => getPriority(thread)).filter((priority) => priority < 10)).toEqual([]);
    expect(
      readFileSync(`/proc/${child}/environ`, 'utf8')
        .split('\0')
        .filter((entry) => !/^NODE_CHANNEL_|^$/.test(entry)),
    ).toEqual([]);
    parser.close();
  },
);

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
