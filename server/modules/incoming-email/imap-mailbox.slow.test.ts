import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { emailSource } from '../../../tests/support/email-source.ts';
import { account, type ImapServer, startImapServer } from '../../../tests/support/imap-server.ts';
import { createImapMailbox } from './imap-mailbox.ts';
import { largestEmailBytes } from './mailbox.ts';

let server: ImapServer;
beforeEach(async () => {
  server = await startImapServer();
});
afterEach(() => server.stop());

const short = { answerMs: 400, wholeMs: 2_000 };
const mailbox = (url = server.url, limits?: typeof short) => createImapMailbox(url, limits);
const uids = (folder = mailbox()) => folder.open((opened) => opened.listAfter(0, null));

describe('the mailbox', () => {
  test('lists and reads emails, and changes nothing in it', async () => {
    const first = server.deliver(emailSource({ text: 'First' }));
    const second = server.deliver(emailSource({ text: 'Second' }), new Date('2026-01-05T12:00:00Z'));
    const third = server.deliver(emailSource({ text: 'x'.repeat(2 * largestEmailBytes) }));
    await mailbox().open(async (folder) => {
      expect(folder.uidValidity).toBe(1);
      expect(await folder.findLastUid()).toBe(third);
      expect(await folder.listAfter(0, null)).toEqual([first, second, third]);
      expect(await folder.listAfter(first, null)).toEqual([second, third]);
      // An IMAP range with * holds the last email, also below its beginning.
      expect(await folder.listAfter(third, null)).toEqual([]);
      expect(await folder.listAfter(0, new Date('2026-01-06T00:00:00Z'))).toEqual([first, third]);
      const read = await folder.fetch(first);
      expect([read?.source.toString().includes('First'), read?.isWhole]).toEqual([true, true]);
      const large = await folder.fetch(third);
      expect([large?.source.byteLength, large?.isWhole]).toEqual([largestEmailBytes, false]);
      expect(await folder.fetch(99)).toBeNull();
    });
    const verbs = server.commands.map((command) => command.replace(/^((UID )?\w+).*/, '$1'));
    expect(new Set(verbs)).toEqual(
      new Set([
        'CAPABILITY',
        'ID',
        'LOGIN',
        'NAMESPACE',
        'LIST',
        'LSUB',
        'EXAMINE',
        'UID SEARCH',
        'UID FETCH',
        'LOGOUT',
      ]),
    );
  });

  test.each([
    [
      'a wrong password',
      () => server.url.replace(encodeURIComponent(account.password), 'wrong'),
      /refused the user name/,
    ],
    ['a folder that is missing', () => `${server.url}/Nowhere`, /no folder Nowhere/],
    ['a server that is gone', () => server.url.replace(/:\d+$/, ':1'), /cannot be reached \(ECONNREFUSED\)/],
    ['a server without TLS', () => server.url.replace('imap:', 'imaps:'), /connection to the mail server failed/],
  ])('S-18: %s is reported without the password and the user name', async (_name, url, sentence) => {
    const error = await uids(mailbox(url())).catch((one: Error) => one);
    expect(error).toMatchObject({ name: 'ExternalError', message: expect.stringMatching(sentence) });
    expect(JSON.stringify(error) + String(error)).not.toMatch(/support@shop|p@ss|wrong/);
  });

  test.each(['GREETING', 'CAPABILITY', 'LOGIN', 'EXAMINE', 'UID SEARCH'])(
    'a server that hangs at %s is left after the limit',
    async (command) => {
      server.fail(command, 'hang');
      await expect(uids(mailbox(server.url, short))).rejects.toThrow('The mail server did not answer in time.');
    },
  );

  test.each(['GREETING', 'LOGIN', 'EXAMINE', 'UID SEARCH'])('a server that breaks off at %s fails', async (command) => {
    server.fail(command, 'drop');
    await expect(uids(mailbox(server.url, short))).rejects.toMatchObject({ name: 'ExternalError' });
  });

  test('a connection that is lost in the middle of an email gives no part of it', async () => {
    const uid = server.deliver(emailSource({ text: 'x'.repeat(1000) }));
    server.fail('UID FETCH', 'half');
    await expect(mailbox(server.url, short).open((folder) => folder.fetch(uid))).rejects.toMatchObject({
      name: 'ExternalError',
    });
  });

  test('S-15: without TLS the password leaves this machine for no server', async () => {
    const seen: string[] = [];
    const plain = createServer((socket) => {
      socket.write('* OK ready\r\n');
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          seen.push(chunk.toString());
          const [tag] = chunk.toString().split(' ');
          socket.write(`* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n`);
        });
    });
    await new Promise<void>((resolve) => plain.listen(0, '0.0.0.0', resolve));
    const { port } = plain.address() as { port: number };
    // Another name of this machine, which is none of its loopback names.
    const url = `imap://support:secret@0.0.0.0:${port}`;
    await expect(uids(mailbox(url, short))).rejects.toThrow(/no encrypted connection/);
    expect(seen.join('')).not.toMatch(/LOGIN|AUTHENTICATE/);
    await new Promise((resolve) => plain.close(resolve));
  });

  test('two folders, users or servers are two mailboxes; a new password is none', () => {
    const key = (url: string) => mailbox(url).key;
    const base = key('imaps://u:a@mail.example');
    expect(key('imaps://u:b@mail.example:993/INBOX')).toBe(base);
    const others = ['imaps://v:a@mail.example', 'imaps://u:a@other.example', 'imaps://u:a@mail.example/Support'];
    expect(new Set([base, ...others.map(key)]).size).toBe(4);
  });
});
