// A provider of a kind that only a newer version has. It sends nothing, so every operation is safe to repeat.
import { type Sentence, sentenceOf, wordsOf } from '../../../contract/sentences.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import { ExternalError } from '../../ports/external-error.ts';
import type { Provider } from './provider.ts';

export function unknownKindProblem(kind: string): Sentence {
  return sentenceOf(storeMessage('provider_kind_unknown', { kind }));
}

export function createUnknownKindProvider(kind: string): Provider {
  const problem = unknownKindProblem(kind);
  const refuse = async (): Promise<never> => {
    throw new ExternalError('unavailable', wordsOf(problem));
  };
  return {
    place: async () => ({ outcome: 'unreachable', ...problem }),
    tryCall: async () => ({ outcome: 'not_sent', httpStatus: null, data: null, ...problem }),
    statuses: refuse,
    refill: refuse,
    refills: refuse,
    refillStatuses: refuse,
    cancel: refuse,
    services: refuse,
    balance: refuse,
  };
}
