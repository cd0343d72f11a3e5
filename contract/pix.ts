// The static BR Code of a Pix key: a QR code of EMV, as records of ID, length and value, with a checksum. Pure, without zod.
import { decimalFromCents } from './money.ts';
import { asciiDigits } from './number-inputs.ts';

export const pixKeyKinds = ['cpf', 'cnpj', 'phone', 'email', 'random'] as const;
export type PixKeyKind = (typeof pixKeyKinds)[number];

/** In characters, as the manual of the BR Code has them. `amountCents`: ten digits and two decimals. */
export const pixLimits = { key: 77, name: 25, city: 15, txid: 25, amountCents: 999_999_999_999 } as const;

export type PixKeyProblem =
  | 'pix_cpf_invalid'
  | 'pix_cnpj_invalid'
  | 'pix_phone_invalid'
  | 'pix_email_invalid'
  | 'pix_key_unknown';

export type PixKey = { kind: PixKeyKind; key: string };

/** The key in the form of the directory of Pix, or what is wrong with it. */
export function readPixKey(typed: string): PixKey | { problem: PixKeyProblem } {
  const text = asciiDigits(typed.normalize('NFKC'))
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (text.includes('@')) return readEmail(text.toLowerCase());
  if (/^\{?[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\}?$/i.test(text)) return { kind: 'random', key: toUuid(text) };
  if (/^\(?\+/.test(text)) return readPhone(text);
  const plain = text.replace(/[\s./-]/g, '').toUpperCase();
  if (/^\d{11}$/.test(plain)) return hasCheckDigits(plain, 11) ? { kind: 'cpf', key: plain } : failed('cpf');
  if (/^[0-9A-Z]{12}\d{2}$/.test(plain)) {
    return hasCheckDigits(plain, 9) ? { kind: 'cnpj', key: plain } : failed('cnpj');
  }
  return { problem: 'pix_key_unknown' };
}

function failed(kind: 'cpf' | 'cnpj' | 'phone' | 'email'): { problem: PixKeyProblem } {
  return { problem: `pix_${kind}_invalid` };
}

function readEmail(email: string): PixKey | { problem: PixKeyProblem } {
  const isPlain = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(email);
  return isPlain && email.length <= pixLimits.key ? { kind: 'email', key: email } : failed('email');
}

/** Brazil: two digits of the area, then eight or nine. */
function readPhone(text: string): PixKey | { problem: PixKeyProblem } {
  const plain = text.replace(/[\s().-]/g, '');
  return /^\+55[1-9][1-9](9\d{8}|[2-8]\d{7})$/.test(plain) ? { kind: 'phone', key: plain } : failed('phone');
}

function toUuid(text: string): string {
  const digits = text.replace(/[^0-9a-f]/gi, '').toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The last two digits, modulo 11. `most`: the highest weight. A letter counts as its code less 48, as a digit does. */
function hasCheckDigits(text: string, most: number): boolean {
  if (/^(.)\1*$/.test(text)) return false;
  const values = [...text].map((sign) => sign.charCodeAt(0) - 48);
  return [2, 1].every((left) => computeCheckDigit(values.slice(0, -left), most) === values.at(-left));
}

function computeCheckDigit(values: readonly number[], most: number): number {
  const sum = values.reduceRight(
    (total, value, at) => total + value * (2 + ((values.length - 1 - at) % (most - 1))),
    0,
  );
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** Letters that have no plain form beside a mark. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
};

/** The printable ASCII form on one line, cut. Empty: no character has one. */
export function toEmvText(text: string, most: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (sign) => spelled[sign] ?? sign)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim()
    .slice(0, most)
    .trimEnd();
}

export type BrCodeInput = {
  /** In the form of `readPixKey`. */
  key: string;
  name: string;
  city: string;
  /** Letters and digits; null: `***`, the receiver has none. */
  txid: string | null;
  /** Cents of a real; null: the payer enters the amount. */
  amountCents: number | null;
};

/** The text that a payer copies or scans. Throws for what has no BR Code: the settings and the store check it before. */
export function buildBrCode({ key, name, city, txid, amountCents }: BrCodeInput): string {
  const [payee, place] = [toEmvText(name, pixLimits.name), toEmvText(city, pixLimits.city)];
  if (key === '' || key.length > pixLimits.key || payee === '' || place === '') throw new RangeError('No BR Code.');
  if (txid !== null && !/^[A-Za-z0-9]{1,25}$/.test(txid)) throw new RangeError('No ID of a transaction.');
  if (amountCents !== null && !isPixAmount(amountCents)) throw new RangeError('No amount of Pix.');
  const records = [
    record(0, '01'),
    record(26, record(0, 'br.gov.bcb.pix') + record(1, key)),
    record(52, '0000'),
    record(53, '986'),
    ...(amountCents === null ? [] : [record(54, decimalFromCents(amountCents))]),
    record(58, 'BR'),
    record(59, payee),
    record(60, place),
    record(62, record(5, txid ?? '***')),
  ];
  const unsigned = `${records.join('')}6304`;
  return unsigned + computeCrc(unsigned);
}

export function isPixAmount(amountCents: number): boolean {
  return Number.isSafeInteger(amountCents) && amountCents >= 1 && amountCents <= pixLimits.amountCents;
}

function record(id: number, value: string): string {
  return `${pad(id)}${pad(value.length)}${value}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xffff. */
function computeCrc(text: string): string {
  let crc = 0xffff;
  for (const sign of text) {
    crc ^= sign.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
