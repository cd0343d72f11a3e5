import fc from 'fast-check';
import { expect, test } from 'vitest';
import { domainOf, isAcceptableEmail, suggestEmail } from './email-address.ts';

test.each([
  ['ana@gmial.com', 'gmail.com'],
  ['ana@gmai.com', 'gmail.com'],
  ['ana@gmal.com', 'gmail.com'],
  ['ana@gnail.com', 'gmail.com'],
  ['ana@gmaill.com', 'gmail.com'],
  ['Ana.Souza+2@GMIAL.COM', 'gmail.com'],
  ['ana@gmail.con', 'gmail.com'],
  ['ana@gmail.co', 'gmail.com'],
  ['ana@gmail.cm', 'gmail.com'],
  ['ana@gmail.comm', 'gmail.com'],
  ['ana@gmail.com.br', 'gmail.com'],
  ['ana@gmail,com', 'gmail.com'],
  ['ana@gmail..com', 'gmail.com'],
  ['ana@gmail.com.', 'gmail.com'],
  ['ana@gmailcom', 'gmail.com'],
  ['ana@gmail', 'gmail.com'],
  ['ana@hotmial.con', 'hotmail.com'],
  ['ana@hotmal.com.br', 'hotmail.com.br'],
  ['ana@homail.com', 'hotmail.com'],
  ['ana@outlok.com', 'outlook.com'],
  ['ana@outloook.com.br', 'outlook.com.br'],
  ['ana@yaho.com.br', 'yahoo.com.br'],
  ['ana@yahoo.com.b', 'yahoo.com.br'],
  ['ana@yahoo.co', 'yahoo.com'],
  ['ana@iclod.com', 'icloud.com'],
  ['ana@uol.com.vr', 'uol.com.br'],
  ['ana@bol.con.br', 'bol.com.br'],
  ['ana@terra.combr', 'terra.com.br'],
  ['ana@empresa.con', 'empresa.com'],
  ['ana@mail.empresa.cmo', 'mail.empresa.com'],
  ['ana@@gmail.com', 'gmail.com'],
  ['ana@ gmail.com', 'gmail.com'],
  ['ana@gmail .com', 'gmail.com'],
  ['ana@gmail com', 'gmail.com'],
  ['ana@ｇｍａｌ.com', 'gmail.com'],
  ['ana@protonmial.com', 'protonmail.com'],
])('A-14: for %s the page suggests %s', (email, domain) => {
  const suggested = suggestEmail(email);
  expect(suggested && domainOf(suggested)).toBe(domain);
  expect(suggested?.split('@')[0]).toBe(email.split('@')[0]);
});

test.each([
  'ana@gmail.com',
  'ANA@Gmail.com',
  'ana@googlemail.com',
  'ana@hotmail.com',
  'ana@hotmail.com.br',
  'ana@hotmail.co.uk',
  'ana@hotmail.fr',
  'ana@outlook.com.br',
  'ana@outlook.pt',
  'ana@yahoo.com.br',
  'ana@yahoo.co.jp',
  'ana@yahoo.ca',
  'ana@ymail.com',
  'ana@mail.com',
  'ana@email.com',
  'ana@gmx.com',
  'ana@aol.com',
  'ana@uol.com.br',
  'ana@bol.com.br',
  'ana@globo.com',
  'ana@icloud.com',
  'ana@me.com',
  'ana@proton.me',
  'ana@protonmail.com',
  'ana@protonmail.ch',
  'ana souza@gmail.com',
  'ana or bia@gmail.com',
  'ana@empresa.com.br',
  'ana@startup.co',
  'ana@gov.om',
  'ana@buyer.example',
  'ana@gmail.empresa.com.br',
  'ana',
  'ana@',
  '@gmial.com',
  'ana@empresa',
  '',
])('A-14: %s is left as it is', (email) => {
  expect(suggestEmail(email)).toBeNull();
});

test('A-14: a suggestion is an acceptable address, and needs no other suggestion', () => {
  const domains = fc.stringMatching(/^(gma?i?l|hot[mail]{2,4}|yaho{1,3}|[a-z]{2,8})[.,]{0,2}(com?n?|con|co)?(\.br?)?$/);
  fc.assert(
    fc.property(fc.oneof(domains, fc.domain(), fc.string()), (domain) => {
      const suggested = suggestEmail(`ana@${domain}`);
      if (suggested === null) return;
      expect(isAcceptableEmail(suggested)).toBe(true);
      expect(suggestEmail(suggested)).toBeNull();
    }),
  );
});
