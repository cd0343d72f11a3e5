// Failures of an external service, in the three kinds that matter to the caller.
import { type Sentence, sentenceOf } from '../../contract/sentences.ts';
import type { Words } from '../../contract/store-messages.ts';

/**
 * refused: a repeat will be refused again. unavailable: nothing happened there; a repeat is safe. unknown: something
 * may have happened; query the service before anything else.
 */
export type ExternalFault = 'refused' | 'unavailable' | 'unknown';

/** Thrown by adapters. Its sentence contains no secret and no personal data. */
export class ExternalError extends Error {
  override readonly name = 'ExternalError';
  readonly fault: ExternalFault;
  readonly sentence: Sentence;

  constructor(fault: ExternalFault, words: Words, options?: { cause?: unknown }) {
    const sentence = sentenceOf(words);
    super(sentence.text, options);
    this.fault = fault;
    this.sentence = sentence;
  }
}
