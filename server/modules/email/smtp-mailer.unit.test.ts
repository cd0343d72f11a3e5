import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Replies, startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import type { ExternalError } from '../../ports/external-error.ts';
import type { Email } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

let server: TestMailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.stop());

const letter: Email = {
  messageId: 'one@shop.example',
  fromName: 'Applaud',
  recipient: 'buyer@example.com',
  references: [],
  isAutomatic: true,
  replyTo: null,
  subject: 'Your order',
  text: 'Line one\n.\nLine three\n',
  html: null,
};
const from = 'shop@example.com';
type Options = { smtpUrl?: string; from?: string; name?: string; limitMs?: number };
const send = (change: Partial<Email> = {}, { from: address = from, name, ...options }: Options = {}) =>
  createSmtpMailer({ smtpUrl: server.url, from: { address, name: name ?? null }, ...options }).send({
    ...letter,
    ...change,
  });

async function faultWhen(replies: Replies, limitMs = 10_000): Promise<ExternalError> {
  server.reply(replies);
  return send({}, { limitMs }).then(
    () => {
      throw new Error('It was sent.');
    },
    (error) => error,
  );
}

describe('handing a letter to a mail server', () => {
  test('D-10: sender, recipient, headers and text arrive as they are', async () => {
    expect(await send({ replyTo: { name: '', address: 'ana@example.com' } })).toBe('250 taken');
    expect(server.taken).toHaveLength(1);
    const [{ from: sender, to, source }] = server.taken as [TestMailServer['taken'][number]];
    expect([sender, to]).toEqual([from, [letter.recipient]]);
    const [head = '', text] = source.split('\r\n\r\n');
    for (const line of [
      'From: Applaud <shop@example.com>',
      'To: buyer@example.com',
      'Reply-To: ana@example.com',
      'Subject: Your order',
      'Message-ID: <one@shop.example>',
      'Auto-Submitted: auto-generated',
    ])
      expect(head.split('\r\n')).toContain(line);
    // A line of one dot would end the letter: it travels doubled.
    expect(text).toContain('Line one\r\n..\r\nLine three');
  });

  test('D-10: a letter with HTML arrives as both, the plain text first, and loads nothing', async () => {
    await send({ html: '<p>Line one</p>' });
    const source = server.taken[0]?.source ?? '';
    expect(source).toMatch(/^Content-Type: multipart\/alternative;/m);
    const types = [...source.matchAll(/^Content-Type: (text\/\w+)/gm)].map(([, type]) => type);
    expect(types).toEqual(['text/plain', 'text/html']);
    expect(source).toContain('<p>Line one</p>');
  });

  test('D-53: a domain travels in ASCII, in the envelope and in every header', async () => {
    const recipient = 'anna@m\u00fcnchen.example';
    const replyTo = { name: '', address: 'eva@b\u00fccher.example' };
    await send({ recipient, replyTo }, { from: 'shop@k\u00f6ln.example' });
    const [{ from: sender, to, source }] = server.taken as [TestMailServer['taken'][number]];
    expect([sender, to]).toEqual(['shop@xn--kln-sna.example', ['anna@xn--mnchen-3ya.example']]);
    for (const line of [
      'From: Applaud <shop@xn--kln-sna.example>',
      'To: anna@xn--mnchen-3ya.example',
      'Reply-To: eva@xn--bcher-kva.example',
    ])
      expect(source.split('\r\n')).toContain(line);
  });

  test.each([
    ['Loja, Inc.', 'From: "Loja, Inc." <shop@example.com>'],
    ['The "Shop"', String.raw`From: "The \"Shop\"" <shop@example.com>`],
    ['São João', 'From: =?UTF-8?Q?S=C3=A3o_Jo=C3=A3o?= <shop@example.com>'],
    ['店', 'From: =?UTF-8?B?5bqX?= <shop@example.com>'],
  ])('the name of MAIL_FROM stands instead of the name of the store: %s', async (name, line) => {
    await send({}, { name });
    const [{ from: sender, source }] = server.taken as [TestMailServer['taken'][number]];
    expect(sender).toBe(from);
    expect(source.split('\r\n')).toContain(line);
  });

  test('D-53: letters of another script before the @ travel where the server offers SMTPUTF8', async () => {
    server.reply({ EHLO: '250-mail.test\r\n250 SMTPUTF8' });
    await send({ recipient: 'jos\u00e9@m\u00fcnchen.example' });
    const [{ to, source }] = server.taken as [TestMailServer['taken'][number]];
    expect(to).toEqual(['jos\u00e9@xn--mnchen-3ya.example']);
    expect(source.split('\r\n')).toContain('To: jos\u00e9@xn--mnchen-3ya.example');
  });

  test('D-53: without SMTPUTF8 such an email is refused for good, and the server gets nothing of it', async () => {
    const refused = send({ recipient: 'jos\u00e9@example.com' });
    await expect(refused).rejects.toMatchObject({ fault: 'refused', message: expect.stringContaining('SMTPUTF8') });
    expect([server.taken, server.handedOver]).toEqual([[], []]);
    // The writer of a message is named in its text.
    await send({ replyTo: { name: '', address: 'jos\u00e9@example.com' } });
    expect(server.taken[0]?.source).not.toMatch(/^Reply-To/m);
  });

  test('D-53: a domain that cannot exist is refused for good', async () => {
    await expect(send({ recipient: 'anna@\u00fc..example%.com' })).rejects.toMatchObject({ fault: 'refused' });
    expect(server.connections()).toBe(0);
  });

  test('S-18: nothing that is written into a header becomes another header', async () => {
    await send({
      subject: 'Hi\r\nBcc: all@example.com',
      fromName: 'Shop\r\nX-Bad: 1',
      replyTo: { name: 'Eve\r\nX-Worse: 1', address: 'eve@example.com' },
    });
    const head = server.taken[0]?.source.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    expect(head.filter((line) => /^(bcc|x-bad|x-worse):/i.test(line))).toEqual([]);
    expect(server.taken[0]?.to).toEqual([letter.recipient]);
  });

  test.each<[string, Replies]>([
    ['the recipient', { RCPT: '550 5.1.1 <buyer@example.com> unknown' }],
    ['the letter', { 'DATA END': '554 5.7.1 not wanted' }],
  ])('D-10: a final no to %s is refused, in words without an address', async (_name, replies) => {
    const error = await faultWhen(replies);
    expect(error).toMatchObject({ name: 'ExternalError', fault: 'refused' });
    expect(error.message).toMatch(/5\.[17]\.1/);
    expect(error.message).not.toContain('buyer@');
  });

  test.each<[string, Replies]>([
    ['greylisting', { RCPT: '451 4.7.1 try again later' }],
    ['a busy greeting', { GREETING: '421 busy' }],
    ['a no to the sender, which the operator mends', { MAIL: '553 sender not allowed' }],
    ['a no for now to the letter', { 'DATA END': '452 no room' }],
    ['a drop at the greeting', { GREETING: null }],
    ['a drop before the letter', { RCPT: null }],
    ['a drop instead of the go-ahead', { DATA: null }],
  ])('D-10: %s is unavailable: nothing was taken, a repeat is safe', async (_name, replies) => {
    expect(await faultWhen(replies)).toMatchObject({ name: 'ExternalError', fault: 'unavailable' });
    expect(server.taken).toEqual([]);
  });

  test('D-10: a drop after the letter was handed over is unknown', async () => {
    expect(await faultWhen({ 'DATA END': null })).toMatchObject({ name: 'ExternalError', fault: 'unknown' });
    expect(server.handedOver).toHaveLength(1);
  });

  test('D-10: a server that never speaks is given up, and nothing was sent', async () => {
    const silent = { GREETING: '' };
    expect(await faultWhen(silent, 200)).toMatchObject({ fault: 'unavailable' });
  });

  test('a port where nobody listens is unavailable', async () => {
    await server.stop();
    const gone = server.url;
    server = await startMailServer();
    await expect(send({}, { smtpUrl: gone })).rejects.toMatchObject({ fault: 'unavailable' });
  });
});
