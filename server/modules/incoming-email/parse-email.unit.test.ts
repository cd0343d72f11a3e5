import { afterAll, describe, expect, it, test } from 'vitest';
import { emailSource } from '../../../tests/support/email-source.ts';
import { createEmailParser } from './email-parser.ts';
import { parseEmail } from './parse-email.ts';

const toBytes = (source: string) => Buffer.from(source.replace(/\r?\n/g, '\r\n'));
const parsed = (source: string, isWhole = true) => parseEmail({ source: toBytes(source), isWhole });
const html = (text: string) => emailSource({ text, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

/** A mixed email with these parts, each with its headers. */
const mixed = (...parts: string[]) =>
  emailSource({
    headers: { 'Content-Type': 'multipart/mixed; boundary=b' },
    text: [...parts.map((part) => `--b\n${part}`), '--b--'].join('\n'),
  });

describe('an email', () => {
  it('gives sender, subject, text and the emails that it answers', async () => {
    const source = emailSource({
      from: '=?utf-8?q?Ana_Concei=C3=A7=C3=A3o?= <Ana@mail.example>',
      subject: '=?utf-8?B?T2zDoQ==?=',
      messageId: 'one@mail.example',
      text: 'When?\n\nThanks',
      headers: { References: '<a@shop>\n <b@shop>', 'In-Reply-To': '<c@shop>' },
    });
    expect(await parsed(source)).toEqual({
      messageId: 'one@mail.example',
      references: ['a@shop', 'b@shop', 'c@shop'],
      name: 'Ana Conceição',
      email: 'Ana@mail.example',
      replyTo: null,
      subject: 'Olá',
      text: 'When?\n\nThanks',
      rest: null,
      isIncomplete: false,
    });
  });

  it('of HTML alone becomes plain text', async () => {
    const source = html('<head><style>p{}</style></head><p>Where is<br>it &amp; when?</p><script>x</script><b>A</b>');
    expect((await parsed(source))?.text).toBe('Where is\nit & when?\nA');
  });

  it('names its attachments and drops them, HTML and forwarded emails too', async () => {
    const source = mixed(
      'Content-Type: text/plain\n\nSee the picture.',
      'Content-Type: image/png; name="screen.png"\nContent-Disposition: attachment; filename="screen.png"\n\nAAAA',
      'Content-Type: text/html\nContent-Disposition: attachment; filename="page.html"\n\n<b>page</b>',
      'Content-Type: message/rfc822\n\nSubject: Inner\n\nInner text.',
    );
    expect((await parsed(source))?.text).toBe(
      'See the picture.\n\n[Attachments, not stored: screen.png, page.html, message/rfc822]',
    );
  });

  it('has the address for answers beside the sender, where that is another one', async () => {
    const replyTo = (address: string) =>
      parsed(emailSource({ from: 'ana@mail.example', headers: { 'Reply-To': address } }));
    expect((await replyTo('Ana <ana.lima@other.example>'))?.replyTo).toBe('ana.lima@other.example');
    expect((await replyTo('Ana <ANA@mail.example>'))?.replyTo).toBe(null);
    expect((await replyTo('nobody'))?.replyTo).toBe(null);
  });

  it('keeps its end below the limit of a message, and says what is nowhere', async () => {
    const words = Array.from({ length: 3_000 }, (_, at) => `word${at}`);
    const from = `"${'n'.repeat(300)}" <a@b.example>`;
    const long = await parsed(emailSource({ from, subject: 's'.repeat(400), text: words.join(' ') }));
    expect([long?.name.length, long?.subject.length]).toEqual([100, 150]);
    expect(long?.text.length).toBeGreaterThan(4_700);
    expect(long?.text.length).toBeLessThanOrEqual(5_000);
    expect(`${long?.text} ${long?.rest}`.split(/\s+/)).toEqual(words);
    expect(long?.isIncomplete).toBe(false);
    const partial = await parsed(emailSource({ text: 'Short.' }), false);
    expect(partial?.text).toBe('Short.\n\n[The email is longer. Download it or read the rest in the mailbox.]');
    expect(partial?.isIncomplete).toBe(true);
    const longest = await parsed(emailSource({ text: 'x'.repeat(300_000) }));
    expect(longest).toMatchObject({ isIncomplete: true, text: expect.stringContaining('The email is longer.') });
  });

  it('without subject, text, name, sender or Message-ID is a message too', async () => {
    expect(await parsed('From: <ana@mail.example>\nSubject:\n\n')).toMatchObject({
      name: 'ana@mail.example',
      subject: '(no subject)',
      text: 'This email has no text.',
      messageId: expect.stringMatching(/^[0-9a-f]{64}@message-id\.invalid$/),
    });
    expect(await parsed('Subject: Hi\n\nText')).toMatchObject({ email: 'unknown@sender.invalid', text: 'Text' });
  });

  it('that cannot be parsed keeps sender and subject', async () => {
    let deep = 'Content-Type: text/plain\n\nText';
    for (let depth = 0; depth < 40; depth += 1) {
      deep = `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${deep}\n--b${depth}--`;
    }
    expect(await parsed(`From: Ana <ana@mail.example>\nSubject: Deep\n${deep}`)).toMatchObject({
      email: 'ana@mail.example',
      subject: 'Deep',
      text: 'The text of this email could not be read. Download it to read it.',
      isIncomplete: true,
    });
    expect(await parsed('\0\0\0')).toMatchObject({ email: 'unknown@sender.invalid' });
  });

  it('S-18: has no control characters, and no line breaks in name and subject', async () => {
    const email = await parsed(
      emailSource({ subject: '=?utf-8?q?A=0D=0ABcc:_x=00?=', text: 'a\u0000b\u001b[31m\u0007\r\nc' }),
    );
    expect(email?.subject).toBe('A Bcc: x');
    expect(email?.text).toBe('ab[31m\nc');
  });

  test.each([
    ['an auto-reply', { 'Auto-Submitted': 'auto-replied (vacation)' }],
    ['an email of the store', { 'Auto-Submitted': 'auto-generated' }],
    ['a mailing list', { Precedence: 'List' }],
    ['bulk', { Precedence: 'bulk' }],
    ['an answering machine', { Precedence: 'auto_reply' }],
    ['an autoresponder', { 'X-Autoreply': 'yes' }],
    ['another one', { 'X-Autorespond': 'Away' }],
    ['a group', { 'List-Id': '<news.example>' }],
    ['a bounce without a sender', { 'Return-Path': '<>' }],
    ['a delivery report', { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' }],
  ])('of %s is ignored', async (_name, headers) => {
    expect(await parsed(emailSource({ headers }))).toBeNull();
  });

  it('of the mail system is ignored; one that a person sent is not', async () => {
    expect(await parsed(emailSource({ from: 'MAILER-DAEMON@mx.example' }))).toBeNull();
    expect(
      await parsed(
        emailSource({ headers: { 'Auto-Submitted': 'No', Precedence: 'first-class', 'X-Autoreply': 'no' } }),
      ),
    ).not.toBeNull();
  });

  const parser = createEmailParser({ parseMs: 60_000, heapMb: 128 });
  afterAll(() => parser.close());
  const most = 190_000;
  test.each([
    ['open brackets', html('<'.repeat(most))],
    ['open links', html('<a '.repeat(most / 3))],
    ['open comments', html('<!--'.repeat(most / 4))],
    ['open styles', html('<style>'.repeat(most / 7))],
    ['paragraphs', html('<p>x'.repeat(most / 4))],
    ['ampersands', html('&'.repeat(most))],
    ['lines', emailSource({ text: '\n>'.repeat(500_000) })],
    ['blanks', emailSource({ text: `x\n${' '.repeat(most)}x\n${' '.repeat(most)}` })],
    ['dashes', emailSource({ text: `x\n${'-'.repeat(most)}\n${'_'.repeat(most)}x` })],
    ['words in References', emailSource({ headers: { References: 'x'.repeat(most) } })],
    ['parts', mixed(...Array.from({ length: 20_000 }, () => 'Content-Type: image/png\n\nA'))],
  ])('with very many %s is read in time', async (_name, source) => {
    const before = process.cpuUsage();
    expect(await parser.parse({ source: toBytes(source), isWhole: true }, 'x')).not.toBeNull();
    // Processor time: a busy machine needs no more of it.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});
