import { describe, expect, test } from 'vitest';
import { parseMailSender } from './config.ts';

describe('the sender of emails', () => {
  test.each([
    ['shop@example.com', null, 'shop@example.com'],
    ['<shop@example.com>', null, 'shop@example.com'],
    ['Shop <shop@example.com>', 'Shop', 'shop@example.com'],
    ['  Shop of Ana   < shop@example.com > ', 'Shop of Ana', 'shop@example.com'],
    ["Ana's Shop & Co. <shop@example.com>", "Ana's Shop & Co.", 'shop@example.com'],
    ['"Shop, Inc." <shop@example.com>', 'Shop, Inc.', 'shop@example.com'],
    [
      String.raw`"The \"Shop\" <one> \\" <shop@example.com>`,
      String.raw`The "Shop" <one> \ `.trim(),
      'shop@example.com',
    ],
    ['"" <shop@example.com>', null, 'shop@example.com'],
    ['Loja São João 🛍 <loja@münchen.example>', 'Loja São João 🛍', 'loja@münchen.example'],
    ['店 <shop@example.com>', '店', 'shop@example.com'],
  ])('%s', (text, name, address) => {
    expect(parseMailSender(text)).toEqual({ name, address });
  });

  test.each([
    'Shop',
    'Shop shop@example.com',
    'Shop <shop>',
    'Shop <>',
    'Shop <a@example.com> <b@example.com>',
    'Shop <a@example.com>, b@example.com',
    'a@example.com, b@example.com',
    'a@example.com <b@example.com>',
    'Shop, Inc. <shop@example.com>',
    'Shop "One" <shop@example.com>',
    '"Shop <shop@example.com>',
    '"Shop\\" <shop@example.com>',
    'Shop (one) <shop@example.com>',
    `${'n'.repeat(101)} <shop@example.com>`,
  ])('is refused with a sentence: %s', (text) => {
    expect(parseMailSender(text)).toEqual({ problem: expect.stringMatching(/^must .*\.$/) });
  });

  test('S-18: no sign that ends a line begins another header', () => {
    for (const end of ['\r\n', '\n', '\r', '\u2028', '\u2029', '\0', '\u0085', '\t']) {
      for (const text of [
        `Shop${end}Bcc: all@example.com <shop@example.com>`,
        `"Shop${end}Bcc: all@example.com" <shop@example.com>`,
        `Shop <shop@example.com${end}Bcc: all@example.com>`,
        `shop@example.com${end}Bcc: all@example.com`,
      ])
        expect(parseMailSender(text), JSON.stringify(text)).toEqual({ problem: expect.any(String) });
    }
  });
});
