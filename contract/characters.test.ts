import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanCode, cleanLine, cleanName, cleanText, isBlank, isPlainName, normalPassword } from './characters.ts';
import { cleanAddress, cleanLink, isAcceptableEmail } from './email-address.ts';

const all = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
const classOf = (pattern: RegExp) => all.filter((character) => pattern.test(character));
const formats = classOf(/\p{Cf}/u);
const fillers = ['\u115f', '\u1160', '\u3164', '\uffa0'];
const invisible = [...new Set([...formats, ...fillers, ...classOf(/\p{DI}/u)])];
const digits = classOf(/\p{Nd}/u);
const anyText = fc.string({ unit: 'binary', maxLength: 20 });
const someInvisible = fc.array(fc.constantFrom(...invisible), { maxLength: 4 }).map((list) => list.join(''));

/** The text with something between each two of its characters. */
function between(text: string, parts: readonly string[]): string {
  return Array.from(text, (character, at) => (parts[at % Math.max(1, parts.length)] ?? '') + character).join('');
}

describe('D-53: an address', () => {
  test('loses every invisible character, wherever it stands', () => {
    for (const one of invisible) {
      expect(cleanAddress(between('anna@example.com', [one]) + one), one.codePointAt(0)?.toString(16)).toBe(
        'anna@example.com',
      );
    }
  });

  test('is the same in NFC and NFD, and its domain in every width', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.array(someInvisible, { maxLength: 5 }), (local, domain, parts) => {
        const address = `${local}@${domain}`;
        const clean = cleanAddress(address);
        expect(cleanAddress(address.normalize('NFD'))).toBe(clean);
        expect(cleanAddress(`${local}@${domain.normalize('NFKC')}`)).toBe(clean);
        expect(cleanAddress(between(address, parts))).toBe(clean);
        expect(cleanAddress(clean)).toBe(clean);
      }),
      { numRuns: 2_000 },
    );
    for (const stop of ['.', '\u3002', '\uff0e', '\uff61'])
      expect(cleanAddress(`Anna@\uff25xample${stop}com`)).toBe('Anna@Example.com');
  });

  test('keeps each plain address, the case of it, and the letters of every language', () => {
    for (const address of ['Anna.Lee+1@Example.com', 'josé@münchen.example', '用户@例子.广告', 'ﬁ@example.com', ''])
      expect(cleanAddress(address)).toBe(address);
    expect(cleanAddress('anna\uff20example.com')).toBe('anna@example.com');
  });

  test('is acceptable in the form that is stored', () => {
    for (const address of ['an\u200bna@example.com', 'anna@example\u3002com', '\ufeffanna@example.com '])
      expect(isAcceptableEmail(address)).toBe(true);
    for (const address of ['\u200b', '\u3164@example.com', 'anna@b\ufe6bd.com'])
      expect(isAcceptableEmail(address)).toBe(false);
  });
});

describe('D-53: a name', () => {
  test('is refused with every format character and filler, at every place of a Latin name', () => {
    for (const one of [...formats, ...fillers]) {
      for (const name of [`${one}Ana`, `A${one}na`, `Ana${one}`, one]) expect(isPlainName(name)).toBe(false);
      expect(cleanName(`${one}A${one}na${one}`)).toBe('Ana');
    }
  });

  test('keeps the joiners of scripts that join letters, and of emoji', () => {
    for (const name of [
      'علی\u200cرضا',
      '\u0915\u094d\u200d\u0937',
      '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}',
      '\u2764\ufe0f\u200d\u{1f525}',
    ]) {
      expect(isPlainName(name)).toBe(true);
      expect(cleanName(name)).toBe(name.normalize('NFC'));
    }
    for (const name of ['علی\u202eرضا', '\u200cعلی', '\u{1f469}\u200d', 'a\u200d\u{1f4bb}'])
      expect(isPlainName(name)).toBe(false);
  });

  test('is plain once it is clean, unless nothing of it is visible', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), someInvisible, (text, extra) => {
        const clean = cleanName(text + extra);
        expect(isPlainName(clean)).toBe(true);
        expect(cleanName(clean)).toBe(clean);
        expect(clean).not.toMatch(/[\n\t\p{Cc}]/u);
      }),
    );
    expect(isPlainName('\u2800')).toBe(false);
    expect(isPlainName('')).toBe(true);
  });
});

describe('D-53: a text', () => {
  test('of which nothing is visible is empty', () => {
    const blanks = [...invisible, ...classOf(/[\s\p{Cc}]/u), '\u2800'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...blanks), { maxLength: 30 }), (list) => {
        expect(isBlank(list.join(''))).toBe(true);
        expect(cleanText(list.join(''))).toBe('');
        expect(cleanLine(list.join(''))).toBe('');
      }),
    );
    for (const visible of ['.', 'a', 'é', '١', '\u{1f600}', 'क']) expect(isBlank(`\u200b${visible}`)).toBe(false);
  });

  test('has no control that reorders it, and keeps its words and lines', () => {
    for (const control of classOf(/\p{Bidi_C}/u)) expect(cleanText(`a${control}b\n${control}c`)).toBe('ab\nc');
    expect(cleanText(' a\r\nb\u2028c\0 \u{1f469}\u200d\u{1f4bb} ')).toBe('a\nb\nc \u{1f469}\u200d\u{1f4bb}');
    expect(cleanLine('Hi\r\nBcc: x')).toBe('Hi Bcc: x');
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text));
        expect(cleanText(text)).not.toMatch(/\p{Bidi_C}|[^\P{Cc}\n\t]/u);
      }),
    );
  });
});

describe('D-53: a link', () => {
  test('loses every invisible character, also a percent-encoded one, and nothing else', () => {
    const link = 'https://www.instagram.com/p/Cx1yz/?q=%C3%A9%20%E4%BE%8B';
    expect(cleanLink(link)).toBe(link);
    for (const one of invisible) {
      expect(cleanLink(between(link.slice(0, 30), [one]) + link.slice(30))).toBe(link);
      for (const encoded of [encodeURIComponent(one), encodeURIComponent(one).toLowerCase()])
        expect(cleanLink(`${link}${encoded}`)).toBe(link);
    }
    for (const broken of ['%', '%E2%80', '%FF%8B', '%zz']) expect(cleanLink(broken)).toBe(broken);
    expect(cleanLink('%FF%E2%80%8B')).toBe('%FF');
  });
});

describe('D-53: a code', () => {
  test('is read in the digits of every script', () => {
    for (const digit of digits) expect(cleanCode(digit)).toMatch(/^[0-9]$/);
    const zeros = digits.filter((digit) => cleanCode(digit) === '0');
    expect(zeros.length * 10).toBe(digits.length);
    for (const zero of zeros) {
      const row = Array.from({ length: 10 }, (_, at) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + at));
      expect(cleanCode(row.join(''))).toBe('0123456789');
    }
  });

  test('loses the spaces, dashes and invisible characters of a person', () => {
    const ignored = [...invisible, ...classOf(/\s|\p{Zs}|\p{Pd}/u), '\u2212'];
    for (const one of ignored) expect(cleanCode(`12${one}3${one} 456`)).toBe('123456');
    expect(cleanCode('AB12C-３４５')).toBe('ab12c345');
    expect(cleanCode('12.34')).toBe('12.34');
  });
});

test('D-53: a password is the same in every normal form', () => {
  fc.assert(
    fc.property(anyText, (typed) => {
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
        expect(normalPassword(typed.normalize(form))).toBe(normalPassword(typed));
    }),
  );
});
