// Handles lost responses: the request may have succeeded, so the state is read again before a result is shown.
import { ApiError, NetworkError } from '../api.ts';
import { useToast } from '../ui/toast.tsx';
import { shownTexts } from './texts/shown-texts.ts';

/** The result of reading the state. `unclear`: the action is still running, or the state cannot be read. */
export type Found = 'done' | 'not_done' | 'unclear';

/** The response was lost, and the action failed or its result is unknown. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
  readonly found: Exclude<Found, 'done'>;

  constructor(found: Exclude<Found, 'done'>) {
    super(shownTexts().lostAnswer[found === 'unclear' ? 'unclearHelp' : 'notDoneHelp']);
    this.found = found;
  }
}

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
/** Then, where nothing could be read. */
const patientLookMs = 5_000;

/**
 * Runs an action. After a lost response, `look` reads the state: the result is null when the action succeeded.
 * Throws LostAnswer when it failed or is unclear. Errors of the store are rethrown.
 * `isPatient`: while it returns true, a store that cannot be reached is read again until it can.
 */
export function useCertainAct() {
  const toast = useToast();
  return async function act<A>(
    call: () => Promise<A>,
    look: () => Promise<Found>,
    isPatient: () => boolean = () => false,
  ): Promise<A | null> {
    try {
      return await call();
    } catch (error) {
      if (!isAnswerLost(error)) throw error;
      const id = 'lost answer';
      const { lostAnswer } = shownTexts();
      toast({ id, title: lostAnswer.checking, description: lostAnswer.checkingHelp });
      const found = await lookAgain(look, isPatient);
      if (found === 'done') {
        toast({ id, title: lostAnswer.done, description: lostAnswer.doneHelp });
        return null;
      }
      const lost = new LostAnswer(found);
      toast({
        id,
        title: found === 'not_done' ? lostAnswer.notDone : lostAnswer.unclear,
        description: lost.message,
      });
      throw lost;
    }
  };
}

async function lookAgain(look: () => Promise<Found>, isPatient: () => boolean): Promise<Found> {
  async function lookAfter(afterMs: number): Promise<Found | 'unread'> {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    return look().catch((error: unknown) => (isAnswerLost(error) ? 'unread' : 'unclear'));
  }
  let found: Found | 'unread' = 'unread';
  for (const afterMs of looksAfterMs) {
    found = await lookAfter(afterMs);
    if (found === 'done') break;
  }
  while (found === 'unread' && isPatient()) found = await lookAfter(patientLookMs);
  return found === 'unread' ? 'unclear' : found;
}
