import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildBrCode, isPixAmount, pixLimits, readPixKey, toEmvText } from './pix.ts';

type Records = Record<string, string>;

/** The records of a text, read apart from the code that writes them. */
function readRecords(text: string): Records {
  const found: Records = {};
  for (let at = 0; at < text.length; ) {
    const [id, length] = [text.slice(at, at + 2), text.slice(at + 2, at + 4)];
    expect(length).toMatch(/^\d\d$/);
    found[id] = text.slice(at + 4, at + 4 + Number(length));
    expect(found[id]).toHaveLength(Number(length));
    at += 4 + Number(length);
  }
  return found;
}

/** By a table of the bytes, as another program would. */
function crcByTable(text: string): string {
  const table = Array.from({ length: 256 }, (_, byte) => {
    let entry = byte << 8;
    for (let bit = 0; bit < 8; bit += 1) entry = entry & 0x8000 ? (entry << 1) ^ 0x1021 : entry << 1;
    return entry & 0xffff;
  });
  const crc = Buffer.from(text, 'latin1').reduce(
    (known, byte) => ((known << 8) ^ (table[(known >> 8) ^ byte] ?? 0)) & 0xffff,
    0xffff,
  );
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const sample = { key: '123e4567-e12b-12d1-a456-426655440000', name: 'Fulano de Tal', city: 'BRASILIA' };

describe('the BR Code', () => {
  test('D-101: is the one of the manual of Pix', () => {
    expect(buildBrCode({ ...sample, txid: null, amountCents: null })).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal' +
        '6008BRASILIA62070503***63041D3D',
    );
  });

  test('D-101: has the amount where there is one, and the ID of the transaction', () => {
    const records = readRecords(buildBrCode({ ...sample, txid: 'K7PX2M9T', amountCents: 9_900 }));
    expect(records).toMatchObject({ 53: '986', 54: '99.00', 62: '0508K7PX2M9T' });
  });

  test('D-101: any key, name, city and amount give records that read back, with the right checksum', () => {
    const text = fc
      .tuple(fc.constantFrom('A', 'é', 'ß', '5'), fc.string({ unit: 'grapheme', maxLength: 60 }))
      .map((parts) => parts.join(''));
    const input = fc.record({
      key: fc.stringMatching(/^[a-z0-9@.+-]{1,77}$/),
      name: text,
      city: text,
      txid: fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/)),
      amountCents: fc.option(fc.integer({ min: 1, max: pixLimits.amountCents })),
    });
    fc.assert(
      fc.property(input, (given) => {
        const code = buildBrCode(given);
        expect(code).toMatch(/^[\x20-\x7e]+$/);
        const records = readRecords(code);
        expect(records).toMatchObject({
          '00': '01',
          52: '0000',
          53: '986',
          58: 'BR',
          63: crcByTable(code.slice(0, -4)),
        });
        expect(readRecords(records[26] ?? '')).toEqual({ '00': 'br.gov.bcb.pix', '01': given.key });
        expect(readRecords(records[62] ?? '')).toEqual({ '05': given.txid ?? '***' });
        expect(records[54] ?? null).toBe(given.amountCents === null ? null : (given.amountCents / 100).toFixed(2));
        expect(Object.keys(records)).toHaveLength(given.amountCents === null ? 9 : 10);
        expect((records[59] ?? '').length).toBeLessThanOrEqual(25);
        expect((records[60] ?? '').length).toBeLessThanOrEqual(15);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['an empty name', { name: '日本' }],
    ['an empty city', { city: ' ' }],
    ['a long key', { key: 'a'.repeat(78) }],
    ['an ID with a sign', { txid: 'a-b' }],
    ['no amount', { amountCents: 0 }],
    ['half a cent', { amountCents: 1.5 }],
  ])('D-101: does not exist for %s', (_, part) => {
    expect(() => buildBrCode({ ...sample, txid: null, amountCents: null, ...part })).toThrow(RangeError);
  });

  test('D-101: an amount has whole cents and ten digits before them', () => {
    expect([1, 999_999_999_999].every(isPixAmount)).toBe(true);
    expect([0, -1, 0.5, 1_000_000_000_000, Number.NaN].some(isPixAmount)).toBe(false);
  });
});

describe('names and cities', () => {
  test.each([
    ['São Paulo', 'Sao Paulo'],
    ['Straße Ærø Łódź', 'Strasse AEro Lo'],
    ['  João\t da\nConceição ', 'Joao da Conceic'],
    ['Loja 日本 Ltda', 'Loja Ltda'],
    ['ﬁm №5', 'fim No5'],
    ['日本', ''],
  ])('D-101: %s becomes %s', (typed, plain) => {
    expect(toEmvText(typed, 15)).toBe(plain);
  });

  test('D-101: any text becomes printable ASCII without outer blanks, and stays as it is then', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const plain = toEmvText(text, 25);
        expect(plain).toMatch(/^([\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?)?$/);
        expect(plain.length).toBeLessThanOrEqual(25);
        expect(toEmvText(plain, 25)).toBe(plain);
      }),
    );
  });
});

describe('keys', () => {
  test.each([
    ['529.982.247-25', 'cpf', '52998224725'],
    ['11.222.333/0001-81', 'cnpj', '11222333000181'],
    ['12.abc.345/01de-35', 'cnpj', '12ABC34501DE35'],
    ['+55 (61) 91234-5678', 'phone', '+5561912345678'],
    ['+55 61 3123-4567', 'phone', '+556131234567'],
    [' Pay@Store.example.com ', 'email', 'pay@store.example.com'],
    ['123E4567-E12B-12D1-A456-426655440000', 'random', '123e4567-e12b-12d1-a456-426655440000'],
    ['123e4567e12b12d1a456426655440000', 'random', '123e4567-e12b-12d1-a456-426655440000'],
    ['５２９.９８２.２４７-２５', 'cpf', '52998224725'],
  ])('D-101: %s is a key of kind %s', (typed, kind, key) => {
    expect(readPixKey(typed)).toEqual({ kind, key });
  });

  test.each([
    ['529.982.247-26', 'pix_cpf_invalid'],
    ['111.111.111-11', 'pix_cpf_invalid'],
    ['11.222.333/0001-82', 'pix_cnpj_invalid'],
    ['+55 61 1234-5678', 'pix_phone_invalid'],
    ['+1 202 555 0100', 'pix_phone_invalid'],
    ['pay@store', 'pix_email_invalid'],
    [`${'a'.repeat(70)}@example.com`, 'pix_email_invalid'],
    ['josé@example.com', 'pix_email_invalid'],
    ['61912345', 'pix_key_unknown'],
    ['', 'pix_key_unknown'],
  ])('D-101: %s is refused as %s', (typed, problem) => {
    expect(readPixKey(typed)).toEqual({ problem });
  });

  test('D-101: one changed digit of a CPF or a CNPJ is found', () => {
    const known = fc.constantFrom('52998224725', '11222333000181');
    fc.assert(
      fc.property(known, fc.nat(), fc.integer({ min: 1, max: 9 }), (key, place, by) => {
        const at = place % key.length;
        const changed = [...key]
          .map((digit, index) => (index === at ? String((Number(digit) + by) % 10) : digit))
          .join('');
        expect(readPixKey(changed)).toHaveProperty('problem');
      }),
    );
  });

  test('D-101: a key that was read is read as the same one again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), (typed) => {
        const read = readPixKey(typed);
        if ('key' in read) expect(readPixKey(read.key)).toEqual(read);
      }),
    );
  });
});
