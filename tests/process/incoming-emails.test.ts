// The built store reads emails in its worker, whose file is an entry of the build.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailSource } from '../support/email-source.ts';
import { type ImapServer, startImapServer } from '../support/imap-server.ts';
import { type StoreProcess, startProcess } from '../support/process.ts';

let imap: ImapServer;
let store: StoreProcess;
beforeAll(async () => {
  imap = await startImapServer();
  store = await startProcess({ env: { IMAP_URL: imap.url } });
});
afterAll(async () => {
  await store.close();
  await imap.stop();
});

async function read(): Promise<void> {
  await store.sql("select graphile_worker.add_job('read_mailbox', '{}', job_key := 'read')");
  await expect
    .poll(() => store.sql("select 1 from graphile_worker._private_jobs where key = 'read'"), { timeout: 30_000 })
    .toEqual([]);
}

test('D-5: an email in HTML becomes a message of the built store', async () => {
  await read();
  const headers = { 'Content-Type': 'text/html' };
  imap.deliver(emailSource({ subject: 'Built', text: '<p>Ol&aacute;, I got < 100 likes', headers }));
  await read();
  expect(await store.sql("select message from contact_messages where subject = 'Built'")).toEqual([
    { message: 'Olá, I got < 100 likes' },
  ]);
});
