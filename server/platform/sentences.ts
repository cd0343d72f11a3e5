// Sentences that are stored and returned: a message of the store with its English text, or the words of another service.
import { englishMessage } from '../../contract/message-texts/english-message.ts';
import type { StoreError } from '../../contract/store-error.ts';
import type { AnyMessage, Words } from '../../contract/store-messages.ts';

/** `coded`: missing for the words of another service, and for a row of before. */
export type Sentence = { text: string; coded?: AnyMessage | null | undefined };

export function sentenceOf(words: Words): Sentence {
  return typeof words === 'string' ? { text: words } : { text: englishMessage(words), coded: words };
}

export function wordsOf({ text, coded }: Sentence): Words {
  return coded ?? text;
}

export function refusalSentence({ reason, code }: StoreError): Sentence {
  return sentenceOf(reason ?? { code });
}

/** The columns of a sentence. The text is still written, in English, for the version before. */
export function sentenceColumns<N extends string>(
  name: N,
  sentence: Sentence | null,
): { [F in N]: string | null } & { [F in `${N}Coded`]: AnyMessage | null } {
  const columns = { [name]: sentence?.text ?? null, [`${name}Coded`]: sentence?.coded ?? null };
  return columns as ReturnType<typeof sentenceColumns<N>>;
}

/** The fields of a sentence in an answer. */
export function sentenceFields<N extends string, T extends string | null>(
  name: N,
  text: T,
  coded: AnyMessage | null | undefined,
): { [F in N]: T } & { [F in `${N}_coded`]?: AnyMessage } {
  const fields = { [name]: text, ...(coded ? { [`${name}_coded`]: coded } : {}) };
  return fields as ReturnType<typeof sentenceFields<N, T>>;
}
