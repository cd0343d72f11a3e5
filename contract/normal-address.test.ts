import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanAddress } from './email-address.ts';
import { emailKey, normalAddress, normalSearch } from './normal-address.ts';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

describe('D-53: one form for both spellings of a domain', () => {
  test('the sightings', () => {
    expect(normalAddress('anna@xn--mnchen-3ya.example')).toBe('anna@münchen.example');
    expect(emailKey(' JOSE\u0301@Mu\u0308nchen.Example\u200b ')).toBe('josé@münchen.example');
    expect(emailKey('Anna@XN--MNCHEN-3YA.example')).toBe(emailKey('anna@mu\u0308nchen.example'));
    expect(normalAddress('anna\uff20mail.xn--e1afmkfd.xn--p1ai')).toBe('anna@mail.пример.рф');
    expect(normalAddress('a@xn--ls8h.la')).toBe('a@💩.la');
  });

  test('every domain that exists is the same in ASCII and in Unicode', () => {
    fc.assert(
      fc.property(word, (label) => {
        const ascii = domainToASCII(`${label.normalize('NFKC').toLowerCase()}.example`);
        const unicode = domainToUnicode(ascii);
        // Else it is no domain, or one whose form is another.
        fc.pre(
          ascii.startsWith('xn--') &&
            ascii.indexOf('.') <= 63 &&
            cleanAddress(`a@${unicode}`) === `a@${unicode}` &&
            !/[!-,/:-@[-`{-~]/.test(unicode),
        );
        expect(normalAddress(`a@${ascii}`)).toBe(`a@${unicode}`);
        expect(domainToASCII(normalAddress(`a@${ascii.toUpperCase()}`).slice(2))).toBe(ascii);
      }),
    );
  });

  test('a search for a domain, or for a part of one, finds both spellings', () => {
    expect(normalSearch('xn--mnchen-3ya')).toBe('münchen');
    expect(normalSearch('xn--mnchen-3ya.ex')).toBe('münchen.ex');
    expect(normalSearch('anna@xn--mnchen-3ya')).toBe('anna@münchen');
    for (const text of ['K7QX2M9TB4VA', '@some.user', 'https://www.instagram.com/p/xn--a/', 'xn--mnchen!'])
      expect(normalSearch(text)).toBe(text);
  });

  test('what is no encoded label stays, and so does the part before the @', () => {
    for (const label of ['xn--', 'xn--a', 'xn---', 'xn--abc-', 'xn--99999999', 'xn--a_b', 'xxn--mnchen-3ya'])
      expect(normalAddress(`xn--mnchen-3ya@${label}.example`)).toBe(`xn--mnchen-3ya@${label}.example`);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,62}$/), (label) => {
        const normal = normalAddress(`a@xn--${label}.b`);
        expect(normalAddress(normal)).toBe(normal);
        expect(cleanAddress(normal)).toBe(normal);
      }),
    );
  });
});
