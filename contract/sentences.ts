// Sentences that are stored and returned: a message of the store with its English text, or the words of another service.
import { englishMessage } from './message-texts/english-message.ts';
import type { StoreError } from './store-error.ts';
import type { AnyMessage, Words } from './store-messages.ts';

/** `coded`: missing for the words of another service, and for an older row. */
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
