// Handles lost responses: the request may have succeeded, so the state is read again before a result is shown.
import { ApiError, NetworkError } from '../api.ts';
import { useToast } from '../ui/toast.tsx';

/** The result of reading the state. `unclear`: the action is still running, or the state cannot be read. */
export type Found = 'done' | 'not_done' | 'unclear';

/** The response was lost, and the action failed or its result is unknown. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
  readonly found: Exclude<Found, 'done'>;

  constructor(found: Exclude<Found, 'done'>) {
    super(sentences[found]);
    this.found = found;
  }
}

const sentences = {
  not_done: 'The answer was lost, and it did not happen. Try again.',
  unclear: 'It may have happened: the answer was lost. Load the page again before you repeat it.',
};

/** True when the result is unknown: the page must not report a failure. */
export function isUnclear(error: unknown): boolean {
  return error instanceof LostAnswer && error.found === 'unclear';
}

/** True for a network error or an error of a proxy. Errors of the store itself carry a code or a message. */
export function isAnswerLost(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || ![502, 503, 504].includes(error.status)) return false;
  return error.body.code === undefined && error.body.message === undefined;
}

/** Delays before each read of the state, because the store may still process the request. */
const looksAfterMs = [0, 2_000, 5_000];

/**
 * Runs an action. After a lost response, `look` reads the state: the result is null when the action succeeded.
 * Throws LostAnswer when it failed or is unclear. Errors of the store are rethrown.
 */
export function useCertainAct() {
  const toast = useToast();
  return async function act<A>(call: () => Promise<A>, look: () => Promise<Found>): Promise<A | null> {
    try {
      return await call();
    } catch (error) {
      if (!isAnswerLost(error)) throw error;
      const notice = { id: 'lost answer', title: 'It may have happened' };
      toast({
        ...notice,
        title: `${notice.title}. Looking again...`,
        description: 'The answer of the store was lost.',
      });
      const found = await lookAgain(look);
      if (found === 'done') {
        toast({ ...notice, title: 'It happened', description: 'Only the answer of the store was lost.' });
        return null;
      }
      const lost = new LostAnswer(found);
      toast({ ...notice, title: found === 'not_done' ? 'It did not happen' : notice.title, description: lost.message });
      throw lost;
    }
  };
}

async function lookAgain(look: () => Promise<Found>): Promise<Found> {
  let found: Found = 'unclear';
  for (const afterMs of looksAfterMs) {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    found = await look().catch(() => 'unclear' as const);
    if (found === 'done') break;
  }
  return found;
}
