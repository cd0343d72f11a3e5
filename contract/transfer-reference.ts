// The reference of a bank transfer: eight characters that a person types and a bank statement keeps. Pure, without zod.

/** Without 0 O Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, M W and U, which look like another: 23 characters, a prime number. */
export const referenceAlphabet = '23456789ACDEFHJKNPRTVXY';
export const referenceLength = 8;

/** Seven characters and one that finds each wrong character, and each two that are swapped. `draws`: whole numbers. */
export function buildReference(draws: readonly number[]): string {
  const values = draws.slice(0, referenceLength - 1).map((draw) => draw % referenceAlphabet.length);
  const check = (referenceAlphabet.length - weigh(values)) % referenceAlphabet.length;
  return [...values, check].map((value) => referenceAlphabet[value]).join('');
}

/** In the form of `buildReference`. One of digits alone could be an amount or a number of an account. */
export function isReference(text: string): boolean {
  const values = [...text].map((sign) => referenceAlphabet.indexOf(sign));
  return (
    values.length === referenceLength &&
    !values.includes(-1) &&
    weigh(values) === 0 &&
    text.replace(/\d/g, '').length >= 2
  );
}

/** From 8 down to 1, so that the last character weighs 1 and each differs from its neighbors. */
function weigh(values: readonly number[]): number {
  return values.reduce((sum, value, at) => sum + value * (referenceLength - at), 0) % referenceAlphabet.length;
}

/** Longer texts are cut: a bank keeps less. */
const mostCharacters = 500;

/** All references that a text may contain. Banks change case, and add and remove blanks and dashes. */
export function findReferences(text: string): string[] {
  const plain = text
    .slice(0, mostCharacters)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  const found = new Set<string>();
  for (let at = 0; at + referenceLength <= plain.length; at += 1) {
    const part = plain.slice(at, at + referenceLength);
    if (isReference(part)) found.add(part);
  }
  return [...found];
}
