import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { StoreError } from '../../contract/store-error.ts';
import { CommandRefusal, describeFailure } from './command.ts';

const caught = (work: Promise<unknown>) => work.then(null, (error: unknown) => error);

test('what an operator can mend is one sentence: a mistake of the command, of the database, of a folder', async () => {
  expect(describeFailure(new CommandRefusal('Usage.'), 'It failed')).toBe('Usage.');
  const refused = new StoreError('conflict', { reason: 'admin_exists' });
  expect(describeFailure(refused, 'It failed')).toBe('An admin with this email already exists.');
  expect(describeFailure(new StoreError('not_found'), 'It failed')).toBe('Not found.');
  const stranger = Object.assign(new Error('role "shop" does not exist'), { code: '28000' });
  expect(describeFailure(stranger, 'It failed')).toMatch(
    /^The database does not let this user in.*DATABASE_URL[^\n]*$/,
  );
  const folder = await caught(mkdir('/dev/null/backups'));
  expect(describeFailure(folder, 'There is no backup')).toMatch(/^There is no backup: E[A-Z]+: [^\n]*backups'$/);
});

test('what nobody foresaw keeps the place in the code where it happened', () => {
  expect(describeFailure(new TypeError('x is not a function'), 'It failed')).toMatch(
    /^It failed: TypeError: x[^\n]*\n {4}at /,
  );
});

test('a failed query is shown by its cause, without the parameters, which may name buyers', () => {
  const cause = new Error('canceling statement due to statement timeout');
  const failed = Object.assign(new Error('Failed query: insert\nparams: ana@example.com', { cause }), {
    params: ['ana@example.com'],
  });
  const sentence = describeFailure(failed, 'Seeding failed');
  expect(sentence).toMatch(/^Seeding failed: Error: canceling statement due to statement timeout\n {4}at /);
  expect(sentence).not.toContain('ana@example.com');
});
