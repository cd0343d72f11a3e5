// The mailbox is read in runs: nothing is lost or doubled, whatever fails.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actionItemSteps } from '../../../tests/support/action-item-steps.ts';
import { contactSteps } from '../../../tests/support/contact-steps.ts';
import { emailSource } from '../../../tests/support/email-source.ts';
import { type ImapServer, startImapServer } from '../../../tests/support/imap-server.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';
import { mostEmailsPerRun } from './read-mailbox.ts';

let imap: ImapServer;
let store: TestStore;
beforeAll(async () => {
  imap = await startImapServer();
  imap.deliver(emailSource({ subject: 'Before the store' }));
  store = await startStore({ IMAP_URL: imap.url });
  await read();
});
beforeEach(() => imap.fail('', 'drop', 0));
afterAll(async () => {
  await store.stop();
  await imap.stop();
});

const { rows } = contactSteps(() => store);
const read = () => store.app.jobHandlers.read_mailbox({});
const ofSubject = async (subject: string) =>
  (await store.admin.call('GET /api/admin/contact-messages', { query: { limit: 200 } })).filter(
    (message) => message.subject === subject,
  );
const { all, aside } = actionItemSteps(() => store);
const failing = async () => (await all()).find(({ kind }) => kind === 'mailbox_failing');

describe('a mailbox', () => {
  test('is read from its first reading on', async () => {
    imap.deliver(emailSource({ subject: 'After the first reading' }));
    await read();
    expect(await ofSubject('After the first reading')).toHaveLength(1);
    expect(await ofSubject('Before the store')).toEqual([]);
  });

  test('with more new emails than one run takes is read in several runs', async () => {
    for (let sent = 0; sent < mostEmailsPerRun + 2; sent += 1) imap.deliver(emailSource({ subject: 'Many' }));
    await read();
    expect(await ofSubject('Many')).toHaveLength(mostEmailsPerRun);
    await read();
    expect(await ofSubject('Many')).toHaveLength(mostEmailsPerRun + 2);
  });

  test('that breaks off in the middle of a run loses and doubles nothing', async () => {
    for (let sent = 0; sent < 3; sent += 1) imap.deliver(emailSource({ subject: 'Broken off' }));
    imap.fail('UID FETCH', 'half', 1);
    await read();
    expect(await ofSubject('Broken off')).toHaveLength(0);
    await read();
    expect(await ofSubject('Broken off')).toHaveLength(3);
    await read();
    expect(await ofSubject('Broken off')).toHaveLength(3);
  });

  test('is read by one process at a time, and by the next one after a stop in the middle', async () => {
    imap.deliver(emailSource({ subject: 'By one' }));
    const commands = imap.commands.length;
    await rows("update mailboxes set busy_until = now() + interval '9 days'");
    await read();
    expect(imap.commands).toHaveLength(commands);
    await rows("update mailboxes set busy_until = now() - interval '9 days'");
    await Promise.all([read(), read(), read()]);
    expect(await ofSubject('By one')).toHaveLength(1);
  });

  test('whose UIDs were replaced is read again from the last days, and doubles nothing', async () => {
    imap.deliver(emailSource({ subject: 'Before the change' }));
    await read();
    const kept = imap.emails.splice(0);
    imap.uidValidity += 1;
    imap.deliver(emailSource({ subject: 'Years old' }), new Date('2020-01-01T00:00:00Z'));
    for (const { source } of kept.slice(-2)) imap.deliver(source);
    imap.deliver(emailSource({ subject: 'During the change' }));
    await read();
    expect(await ofSubject('Before the change')).toHaveLength(1);
    expect(await ofSubject('Years old')).toHaveLength(0);
    expect(await ofSubject('During the change')).toHaveLength(1);
    imap.deliver(emailSource({ subject: 'After the change' }));
    await read();
    expect(await ofSubject('After the change')).toHaveLength(1);
  });

  test('D-10: that fails for an hour is shown once, with the reason, until it can be read', async () => {
    imap.fail('LOGIN', 'refuse');
    await read();
    store.advance(3_500_000);
    await read();
    expect(await failing()).toBeUndefined();
    store.advance(200_000);
    await read();
    expect(await failing()).toMatchObject({
      count: 1,
      items: [{ words: 'The mail server refused the user name or the password.' }],
    });
    const subject = (await failing())?.items[0]?.subject ?? '';
    expect((await aside('mailbox_failing', subject)).status).toBe(200);
    await read();
    expect(await failing()).toBeUndefined();
    imap.fail('', 'drop', 0);
    imap.deliver(emailSource({ subject: 'During the outage' }));
    await read();
    expect(await ofSubject('During the outage')).toHaveLength(1);
    expect(await rows('select failing_since, problem from mailboxes')).toEqual([
      { failing_since: null, problem: null },
    ]);
  });

  test('that is configured no more is not shown as failing', async () => {
    imap.fail('LOGIN', 'refuse');
    await read();
    store.advance(3_700_000);
    await read();
    expect(await failing()).toBeDefined();
    store.advance(1_000_000);
    expect(await failing()).toBeUndefined();
    imap.fail('', 'drop', 0);
    await read();
  });
});

test('without a mailbox the job does nothing', async () => {
  const plain = await startStore();
  try {
    expect(plain.app.schedule).toContainEqual({ job: 'read_mailbox', pattern: '* * * * *' });
    await plain.app.jobHandlers.read_mailbox({});
    expect((await plain.db.database.pool.query('select from mailboxes')).rows).toEqual([]);
  } finally {
    await plain.stop();
  }
});
