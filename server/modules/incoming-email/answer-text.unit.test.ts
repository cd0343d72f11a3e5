import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { splitAnswer } from './answer-text.ts';
import { textOfHtml } from './html-text.ts';

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
    ['a signature above the quote', 'It works.\n-- \nAna\n\nOn 2 Mar 2026 Shop wrote:\n> Hello', 'It works.'],
    ['the line of a telephone', 'It works.\n\nSent from my iPhone', 'It works.'],
    ['the line of a program', 'It works.\n\nObter o Outlook para iOS<https://aka.ms/o0ukef>', 'It works.'],
  ])('ends before %s, which is folded', (_name, text, own) => {
    expect(splitAnswer(text)).toEqual({ own, rest: text.slice(own.length).trim() });
  });

  test.each([
    ['answers between the lines', 'On 2 Mar Shop wrote:\n> When?\nToday.\n> Where?\nHere.'],
    ['only a quotation', '> Hello'],
    ['a line that ends in a colon', 'These are my links:\nfirst\nsecond'],
    ['a sender in the text', 'From: my phone I cannot see it.\nPlease help.'],
    ['words about a payment', 'Nada chegou.\nEnviado via Pix ontem às 10h'],
    ['fields of a payment', 'Paguei:\n\nDe: Ana\nData: 2/3\nPara: loja\n\nQuero o reembolso.'],
    ['two dashes between lines', 'Nothing came.\n--\nI want a refund.'],
    ['a line with the name of a separator', 'Hi\n-- mensagem original da loja\nQuero o reembolso.'],
    [
      'a forwarded email',
      'See:\n---------- Forwarded message ---------\nFrom: A\nDate: 1/2\nSubject: S\nTo: B\n\nText',
    ],
    ['a device in a sentence', 'Nothing came.\nSent from my Samsung on Monday'],
  ])('keeps %s', (_name, text) => {
    expect(splitAnswer(text)).toEqual({ own: text, rest: '' });
  });

  it('keeps a list that is introduced above the quotation', () => {
    expect(splitAnswer('I need:\n\n> Hello').own).toBe('I need:');
  });

  it('is found in HTML, too', () => {
    const text =
      '<div>Thanks</div><div>On 2 Mar 2026 Shop wrote:</div><blockquote><p>Hello</p><p>there</p></blockquote>';
    expect(splitAnswer(textOfHtml(text)).own).toBe('Thanks');
  });

  it('of a forwarded email by its subject is the whole text', () => {
    const text = 'See below.\n\nFrom: A\nSent: 1/2\nTo: B\nSubject: S\n\nText';
    expect(splitAnswer(text, 'ENC: Pedido').rest).toBe('');
    expect(splitAnswer(text, 'RES: Pedido').own).toBe('See below.');
  });

  const line = fc.oneof(
    fc.constantFrom(
      ...[
        '',
        '> quoted',
        '>',
        '--',
        '-- ',
        '____',
        'Sent from my iPhone',
        'Enviado via Pix',
        'De: Ana',
        'Enviado: 2/3',
      ],
      ...[
        'Para: loja',
        'Assunto: x',
        'On 2 Mar 2026, Ana <a@b.example> wrote:',
        '-----Original Message-----',
        'From: x',
      ],
      ...['Begin forwarded message:', 'Em 2 de mar. de 2026 às 09:00', 'Quero o reembolso.'],
    ),
    fc.string({ maxLength: 20 }).map((text) => text.replaceAll('\n', ' ')),
  );

  it('and what is folded are the whole text in its order, whatever the lines are', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const { own, rest } = splitAnswer(text);
        expect(`${own}\n${rest}`.split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
        expect(own.trim() === '' && text.trim() !== '').toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never folds a last line of plain words', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
        // An email without `>` has no other end than that of the text.
        fc.pre(!lines.some((one) => /^(De|From):/.test(one)) && !lines.includes('-- '));
        expect(splitAnswer([...lines, 'Quero o reembolso.'].join('\n')).rest).toBe('');
      }),
    );
  });
});
