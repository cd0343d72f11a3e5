// Sentences of the server in the shown language. They are known by their English text, with `{}` for a part that
import { formatCount, formatUsd } from '../amounts.ts';
// varies: an API answer has one text, whatever a browser shows.

/** English and the translation, with the varying parts in the same order. */
export type ServerMessages = readonly (readonly [english: string, translation: string])[];

type Pattern = { matches: RegExp; translation: string };

/** A sentence that is not listed stays as it is. */
export function createTranslator(messages: ServerMessages): (sentence: string) => string {
  const whole = new Map(messages.filter(([english]) => !english.includes('{}')));
  const patterns = messages.filter(([english]) => english.includes('{}')).map(patternOf);

  function translate(sentence: string): string {
    const fixed = whole.get(sentence);
    if (fixed !== undefined) return fixed;
    const found = patterns.find(({ matches }) => matches.test(sentence));
    if (!found) return inLanguage(sentence);
    const parts = found.matches.exec(sentence)?.slice(1) ?? [];
    // In quotes stands what somebody else wrote.
    return found.translation.replaceAll(/"?\{\}/g, (hole) => {
      const part = parts.shift() ?? '';
      return hole.startsWith('"') ? `"${part}` : translate(part);
    });
  }
  return translate;
}

function patternOf([english, translation]: readonly [string, string]): Pattern {
  const literal = english.split('{}').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return { matches: new RegExp(`^${literal.join('(.+?)')}$`, 's'), translation };
}

/** A part that is an amount or a count gets the form of the shown language. */
function inLanguage(part: string): string {
  const amount = /^\$([\d,]+\.\d\d)$/.exec(part)?.[1];
  if (amount !== undefined) return formatUsd(Math.round(Number(amount.replaceAll(',', '')) * 100));
  return /^\d{1,3}(,\d{3})+$/.test(part) ? formatCount(Number(part.replaceAll(',', ''))) : part;
}
