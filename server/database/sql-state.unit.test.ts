import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../tests/support/free-port.ts';
import { problemOfDatabase } from './sql-state.ts';

const refused = (code: string, words: string) => Object.assign(new Error(words), { code });

describe('what keeps a store from its database', () => {
  test.each([
    ['28P01', 'password authentication failed for user "applaud"', /this user with this password. Mend DATABASE_URL/],
    ['3D000', 'database "applaud" does not exist', /is not there. Make it \(createdb/],
    ['42501', 'permission denied for schema public', /does not belong to the user of DATABASE_URL/],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN nohost.example', /cannot be resolved/],
  ])('%s is one sentence, with the words of whoever refused', (code, words, sentence) => {
    expect(problemOfDatabase(refused(code, words))).toMatch(sentence);
    const wrapped = new Error('Failed query', { cause: refused(code, words) });
    expect(problemOfDatabase(wrapped)).toMatch(new RegExp(`\\(${words}\\)$`));
  });

  test('a server that is not there, at a name with several addresses too', async () => {
    const port = await freePort();
    for (const host of ['127.0.0.1', 'localhost']) {
      const error = await new pg.Client({ host, port }).connect().catch((caught: unknown) => caught);
      expect(problemOfDatabase(error)).toMatch(/does not answer at its address.*ECONNREFUSED/);
    }
  });

  test('a mistake of the store is none of these', () => {
    expect(problemOfDatabase(refused('42P01', 'relation "orders" does not exist'))).toBeNull();
    expect(problemOfDatabase(new TypeError('x is not a function'))).toBeNull();
    expect(problemOfDatabase('words')).toBeNull();
  });
});
