// An act whose answer was lost may have happened: the state is read again before anything is said of it.
import { ApiError, NetworkError } from '../api.ts';
import { useToast } from '../ui/toast.tsx';

/** What the state says of an act. unclear: it is not over, or the state cannot be read either. */
export type Found = 'done' | 'not_done' | 'unclear';

/** The act did not happen, or nobody can tell. */
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

/** True where a failure may not be told: the page would say "failed" beside what was done. */
export function isUnclear(error: unknown): boolean {
  return error instanceof LostAnswer && error.found === 'unclear';
}

/** No answer of the store, which names its refusals: the connection broke, or what stands before the store answered. */
export function isAnswerLost(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || ![502, 503, 504].includes(error.status)) return false;
  return error.body.code === undefined && error.body.message === undefined;
}

/** The store may still be at it: so long it is looked at. */
const looksAfterMs = [0, 2_000, 5_000];

/**
 * Does an act. Where its answer is lost, `look` reads the state again: null where that says that it happened. Throws
 * LostAnswer where it did not, or where nobody can tell, and every refusal as it came.
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
