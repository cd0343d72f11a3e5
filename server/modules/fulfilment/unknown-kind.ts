// A provider of a kind that only a newer version has. It sends nothing, so every operation is safe to repeat.
import { ExternalError } from '../../ports/external-error.ts';
import type { Provider } from './provider.ts';

/** One sentence for the operator. */
export function unknownKindText(kind: string): string {
  return `This version of the store does not know the provider kind "${kind}": update the store, or turn this provider off.`;
}

export function createUnknownKindProvider(kind: string): Provider {
  const text = unknownKindText(kind);
  const refuse = async (): Promise<never> => {
    throw new ExternalError('unavailable', text);
  };
  return {
    place: async () => ({ outcome: 'unreachable', text }),
    tryCall: async () => ({ outcome: 'not_sent', httpStatus: null, data: null, text }),
    statuses: refuse,
    refill: refuse,
    refills: refuse,
    refillStatuses: refuse,
    cancel: refuse,
    services: refuse,
    balance: refuse,
  };
}
