// The same against a real mail server, where one is installed (Debian: dovecot-imapd).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dovecot, hasDovecot, startDovecot } from '../../../tests/support/dovecot.ts';
import { emailSource } from '../../../tests/support/email-source.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

describe.skipIf(!hasDovecot)('a mailbox of dovecot', () => {
  let dovecot: Dovecot;
  let store: TestStore;
  beforeAll(async () => {
    dovecot = await startDovecot();
    dovecot.deliver(emailSource({ subject: 'Before the store' }));
    store = await startStore({ IMAP_URL: dovecot.url });
    await read();
  });
  afterAll(async () => {
    await store?.stop();
    await dovecot?.stop();
  });

  const read = async () => {
    await store.app.jobHandlers.read_mailbox({});
    const { rows } = await store.db.database.pool.query('select problem from mailboxes');
    expect(rows).toEqual([{ problem: null }]);
  };
  const subjects = async () =>
    (await store.admin.call('GET /api/admin/contact-messages', { query: {} })).map(({ subject }) => subject);

  test('is read from now on, once each, and stays as unread as it was', async () => {
    dovecot.deliver(emailSource({ subject: 'First', text: 'Olá, ã' }));
    dovecot.deliver(emailSource({ subject: 'Large', text: 'x'.repeat(3_000_000) }));
    await read();
    await read();
    expect((await subjects()).toSorted()).toEqual(['First', 'Large']);
    expect(dovecot.files()).toHaveLength(3);
    // A flag would follow `:2,`.
    expect(dovecot.files().filter((name) => /:2,./.test(name))).toEqual([]);
  });

  test('whose UIDs are replaced loses and doubles nothing', async () => {
    dovecot.replaceUids();
    dovecot.deliver(emailSource({ subject: 'After the change' }));
    await read();
    const found = await subjects();
    expect(found.filter((subject) => subject === 'First')).toHaveLength(1);
    expect(found).toContain('After the change');
  });

  test('refuses a wrong password in a sentence', async () => {
    const wrong = await startStore({ IMAP_URL: dovecot.url.replace('p%40ss%2Fword', 'wrong') });
    try {
      await wrong.app.jobHandlers.read_mailbox({});
      const { rows } = await wrong.db.database.pool.query('select problem from mailboxes');
      expect(rows).toEqual([{ problem: 'The mail server refused the user name or the password.' }]);
    } finally {
      await wrong.stop();
    }
  });
});
