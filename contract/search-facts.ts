// The facts of an order that a search of the order lists names instead of a text. Pure.
import { languageTags } from './languages.ts';

/** A day without `year` is the latest one until today. */
export type SearchedDay = { year: number | null; month: number; day: number };
/** All that is not null must match. */
export type SearchFacts = { amountCents: number | null; day: SearchedDay | null; cardLast4: string | null };

const largestCents = 100_000_000;
/** The names of the months in each language. */
const months = Object.values(languageTags).map((tag) => {
  const format = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => plain(format.format(Date.UTC(2026, month))));
});

type Reader = { pattern: RegExp; read: (parts: (string | undefined)[]) => Partial<SearchFacts> | null };

/** Each reads one fact at the beginning of a text in lower case without accents. */
const readers: readonly Reader[] = [
  // $31.20, US$ 31,20, 31.20$, 31.20, 1,234.50
  {
    pattern: /^(?:(?:us)?\$\s*(\d[\d.,]*)|(\d[\d.,]*)\s*\$|(\d[\d.,]*[.,]\d\d))(?=[\s,]|$)/,
    read: ([before, after, bare]) => {
      const amountCents = readCents(before ?? after ?? bare ?? '');
      return amountCents === null ? null : { amountCents };
    },
  },
  { pattern: /^(20\d\d)-(\d\d)-(\d\d)(?=[\s,]|$)/, read: ([year, month, day]) => readDay(day, month, year) },
  // 28/11, 11/28, 28/11/2025: the day first, where both are possible.
  {
    pattern: /^(\d{1,2})\/(\d{1,2})(?:\/(20\d\d|\d\d))?(?=[\s,]|$)/,
    read: ([one, two, year]) => (Number(two) > 12 ? readDay(two, one, year) : readDay(one, two, year)),
  },
  // nov 28, November 28, 2025
  {
    pattern: /^([a-z]{3,9})\.?\s+(\d{1,2})(?:,?\s+(20\d\d))?(?=[\s,]|$)/,
    read: ([month, day, year]) => readDay(day, monthNumber(month), year),
  },
  // 28 nov, 28 de novembro de 2025
  {
    pattern: /^(\d{1,2})\s+(?:de\s+)?([a-z]{3,9})\.?(?:,?\s+(?:de\s+)?(20\d\d))?(?=[\s,]|$)/,
    read: ([day, month, year]) => readDay(day, monthNumber(month), year),
  },
  // 4242, •••• 4242, card 4242, cartão final 4242
  {
    pattern: /^(?:(?:card|cartao|ending|in|final|com)\s+)*(?:[•·*]+\s*|x{2,}\s*)?(\d{4})(?=[\s,]|$)/,
    read: ([cardLast4]) => ({ cardLast4: cardLast4 ?? null }),
  },
];

/** Null for a text that consists of more than an amount, a day and a card, or that has one of them twice. */
export function readSearchFacts(typed: string): SearchFacts | null {
  const facts: Partial<SearchFacts> = {};
  let rest = plain(typed).trim();
  if (rest === '') return null;
  while (rest !== '') {
    const found = readFirst(rest);
    if (!found || Object.keys(found.fact).some((name) => name in facts)) return null;
    Object.assign(facts, found.fact);
    rest = rest.slice(found.length).replace(/^[\s,]+/, '');
  }
  return { amountCents: null, day: null, cardLast4: null, ...facts };
}

/** `today`: a day as YYYY-MM-DD, in the store's time zone. */
export function completeDay({ year, month, day }: SearchedDay, today: string): string {
  const end = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (year !== null) return `${year}-${end}`;
  const thisYear = Number(today.slice(0, 4));
  const latest = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((ago) => `${thisYear - ago}-${end}`)
    .find((each) => isUntil(each, today));
  return latest ?? `${thisYear}-${end}`;
}

/** February 29 is in leap years only. */
function isUntil(day: string, today: string): boolean {
  return day <= today && new Date(day).toISOString().startsWith(day);
}

function readFirst(text: string): { fact: Partial<SearchFacts>; length: number } | null {
  for (const { pattern, read } of readers) {
    const match = pattern.exec(text);
    const fact = match && read(match.slice(1));
    if (fact) return { fact, length: match[0].length };
  }
  return null;
}

/** The last two digits are cents where a separator precedes them. */
function readCents(text: string): number | null {
  const [, dollars, cents = ''] = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text) ?? [];
  if (dollars === undefined) return null;
  const amountCents = Number(dollars.replace(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'));
  return amountCents > 0 && amountCents <= largestCents ? amountCents : null;
}

function readDay(day = '', month = '', year?: string): { day: SearchedDay } | null {
  const found = {
    year: year === undefined ? null : Number(year) + (year.length === 2 ? 2000 : 0),
    month: Number(month),
    day: Number(day),
  };
  const last = new Date(Date.UTC(found.year ?? 2024, found.month, 0)).getUTCDate();
  return found.month >= 1 && found.month <= 12 && found.day >= 1 && found.day <= last ? { day: found } : null;
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** '0' for a word that is no month. */
function monthNumber(word = ''): string {
  const at = months.map((names) => names.findIndex((name) => name.startsWith(word)));
  return String(Math.max(...at) + 1);
}
