import { describe, expect, it, test } from 'vitest';
import { emailSource } from '../../../tests/support/email-source.ts';
import { extractAnswer } from './answer-text.ts';
import { textOfHtml } from './html-text.ts';
import { parseEmail } from './parse-email.ts';

const parsed = (source: string, isWhole = true) =>
  parseEmail({ source: Buffer.from(source.replace(/\r?\n/g, '\r\n')), isWhole });
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
      subject: 'Olá',
      text: 'When?\n\nThanks',
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

  it('is cut to the limits of a message, and says so', async () => {
    const long = await parsed(
      emailSource({ from: `"${'n'.repeat(300)}" <a@b.example>`, subject: 's'.repeat(400), text: 'x'.repeat(9000) }),
    );
    expect([long?.name.length, long?.subject.length, long?.text.length]).toEqual([100, 150, 5000]);
    expect(long?.text).toContain('Read the rest in the mailbox.');
    const partial = await parsed(emailSource({ text: 'Short.' }), false);
    expect(partial?.text).toBe('Short.\n\n[The email is longer. Read the rest in the mailbox.]');
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
      text: 'The text of this email could not be read. Read it in the mailbox.',
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
    ['a bounce without a sender', { 'Return-Path': '<>' }],
    ['a delivery report', { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' }],
  ])('of %s is ignored', async (_name, headers) => {
    expect(await parsed(emailSource({ headers }))).toBeNull();
  });

  it('of the mail system is ignored; one that a person sent is not', async () => {
    expect(await parsed(emailSource({ from: 'MAILER-DAEMON@mx.example' }))).toBeNull();
    expect(
      await parsed(emailSource({ headers: { 'Auto-Submitted': 'No', Precedence: 'first-class' } })),
    ).not.toBeNull();
  });

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
    expect(await parsed(source)).not.toBeNull();
    // Processor time: a busy machine needs no more of it.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});

describe('the answer in an email', () => {
  test.each([
    [
      'a quoted email',
      'Thanks!\n\nOn Mon, Mar 2, 2026 at 9:00 AM Shop <s@x.example> wrote:\n> Hello\n>\n> there\n',
      'Thanks!',
    ],
    [
      'a wrapped line above it',
      'Obrigada\n\nEm seg., 2 de mar. de 2026 às 09:00,\nLoja <s@x.example> escreveu:\n\n> Olá',
      'Obrigada',
    ],
    ['an original message', 'No.\n\n-----Original Message-----\nFrom: Shop\nHello', 'No.'],
    [
      'the header of Outlook',
      'Yes.\n\n________________\nDe: Loja\nEnviado: segunda\nPara: Ana\nAssunto: Re\n\nOlá',
      'Yes.',
    ],
    ['a signature', 'It works.\n-- \nAna Lima\nACME', 'It works.'],
    ['a signature above the quote', 'It works.\n--\nAna\n\nOn 2 Mar 2026 Shop wrote:\n> Hello', 'It works.'],
    ['the line of a telephone', 'It works.\n\nSent from my iPhone', 'It works.'],
  ])('ends before %s', (_name, text, answer) => {
    expect(extractAnswer(text)).toBe(answer);
  });

  test.each([
    ['answers between the lines', 'On 2 Mar Shop wrote:\n> When?\nToday.\n> Where?\nHere.'],
    ['only a quotation', '> Hello'],
    ['a line that ends in a colon', 'These are my links:\nfirst\nsecond'],
    ['a sender in the text', 'From: my phone I cannot see it.\nPlease help.'],
  ])('keeps %s', (_name, text) => {
    expect(extractAnswer(text)).toBe(text);
  });

  it('keeps a list that is introduced above the quotation', () => {
    expect(extractAnswer('I need:\n\n> Hello')).toBe('I need:');
  });

  it('is found in HTML, too', () => {
    const text =
      '<div>Thanks</div><div>On 2 Mar 2026 Shop wrote:</div><blockquote><p>Hello</p><p>there</p></blockquote>';
    expect(extractAnswer(textOfHtml(text))).toBe('Thanks');
  });
});
