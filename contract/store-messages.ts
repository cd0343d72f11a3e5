// The messages of the server to people: a code with its parameters. The sentence is made where a person reads it, from the
// texts of a language (`message-texts/`). Pure, without zod.
import type { AdminLanguage } from './admin-languages.ts';
import { languageTags } from './languages.ts';
import type { EnglishTexts } from './message-texts/en.ts';
import type { AnyMessage, MessageParams, TextForms, Words } from './message-texts/forms.ts';
import { usualStatus } from './message-texts/usual-statuses.ts';
import { formatUsd } from './money.ts';
import { countText } from './numbers.ts';

export type { AnyMessage, Words } from './message-texts/forms.ts';
export type MessageCode = keyof EnglishTexts;
export type ParamsOf<C extends MessageCode> = EnglishTexts[C] extends (params: infer P, ...rest: never[]) => string
  ? P
  : never;

export type CodeWithoutParams = {
  [C in MessageCode]: EnglishTexts[C] extends string ? C : never;
}[MessageCode];

/** Made by `storeMessage` alone, so that a code has its parameters. */
export type StoreMessage<C extends MessageCode = MessageCode> = AnyMessage & { readonly code: C };

export function storeMessage<C extends MessageCode>(
  code: C,
  ...[params]: EnglishTexts[C] extends string ? [] : [params: ParamsOf<C>]
): StoreMessage<C> {
  return params === undefined ? { code } : { code, params: params as MessageParams };
}

/** The texts of a language: a code without its text, or with other parameters, does not compile. */
export type MessageTexts = {
  readonly [C in MessageCode]: EnglishTexts[C] extends string
    ? string
    : (params: ParamsOf<C>, forms: TextForms) => string;
};

type AnyText = string | ((params: MessageParams, forms: TextForms) => string);

/** Null for a code of another version, also in a parameter: the stored sentence is shown then. */
export function formatMessage(texts: MessageTexts, lang: AdminLanguage, message: AnyMessage): string | null {
  if (!Object.hasOwn(texts, message.code)) return null;
  const text = texts[message.code as MessageCode] as AnyText;
  if (typeof text === 'string') return text;
  let areKnown = true;
  const written = text(message.params ?? {}, {
    usd: (amountCents) => formatUsd(amountCents, lang),
    count: (count) => countText(count, lang),
    country: (code) => nameCountry(code, lang),
    text: textOf,
    status: (word) => textOf(usualStatus(word) ?? word),
  });
  return areKnown ? written : null;

  function textOf(inner: Words): string {
    const text = typeof inner === 'string' ? inner : formatMessage(texts, lang, inner);
    areKnown &&= text !== null;
    return text ?? '';
  }
}

/** The code itself where it has no name, as from another version of the store. */
function nameCountry(code: string, lang: AdminLanguage): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(languageTags[lang], { type: 'region' }).of(code) ?? code;
}
