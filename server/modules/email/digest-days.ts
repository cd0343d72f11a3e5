// Days and weeks of the digest in words: "Wed 25 Nov", "16–22 Nov".
import { type Language, languageTags } from '../../../contract/languages.ts';

const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {};

/** `day`: YYYY-MM-DD, in whatever time zone. */
export function dayText(day: string, language: Language): string {
  const { weekday, date, month } = partsOf(day, language);
  return `${weekday} ${date} ${month}`;
}

/** One day, or the days from the first to the last. */
export function spanText({ from, to }: { from: string; to: string }, language: Language): string {
  if (from === to) return dayText(from, language);
  const [first, last] = [partsOf(from, language), partsOf(to, language)];
  const begin = first.month === last.month ? first.date : `${first.date} ${first.month}`;
  return `${begin}–${last.date} ${last.month}`;
}

function partsOf(day: string, language: Language) {
  formats[language] ??= new Intl.DateTimeFormat(languageTags[language], {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const parts = formats[language].formatToParts(new Date(`${day}T00:00:00Z`));
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    (parts.find(({ type }) => type === wanted)?.value ?? '').replace('.', '');
  return { weekday: part('weekday'), date: part('day'), month: part('month') };
}
