// The parameters of a message, and how a text writes them.

export type MessageParam = string | number | boolean | null | AnyMessage | readonly Words[];
export type MessageParams = { readonly [name: string]: MessageParam };

/** A message of any version of the store: its code may be unknown here. */
export type AnyMessage = { readonly code: string; readonly params?: MessageParams | undefined };

/** A message of the store, or the words of another service, which no language changes. */
export type Words = string | AnyMessage;

/** Words of another service as a sentence that others follow. */
export function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** What a text uses to write a parameter in its language. */
export type TextForms = {
  /** 123456 cents -> "$1,234.56". */
  usd(amountCents: number): string;
  /** 1234 -> "1,234". */
  count(count: number): string;
  /** "DE" -> "Germany". */
  country(code: string): string;
  /** A message inside another one. */
  text(words: Words): string;
  /** The status of a provider: the usual words have a text, others stay. */
  status(word: string): string;
};
