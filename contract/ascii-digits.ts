// Digits of any script as ASCII: Arabic, Devanagari, full-width and all others. Without zod: pages and server use it.

const digit = /\p{Nd}/u;

/** Other characters stay as they are. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (one) => String(digitValue(one.codePointAt(0) ?? 0)));
}

/** Unicode lists the ten digits of a script in a row, from zero on. Rows may follow each other without a gap. */
function digitValue(code: number): number {
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
