// The question for a recent proof: one dialog for all calls that wait for it.
import type { Factor } from '../../../contract/auth.ts';
import { ApiError } from '../../api.ts';

/** `isPasswordOnly`: the session never proved a second factor that the admin has. */
type Question = { factors: readonly Factor[]; isPasswordOnly: boolean };

export type Proof = {
  /** Opens the dialog, or joins the open one. True once the store accepted the proof; false when the admin closed it. */
  ask(refusal: Pick<ApiError, 'body'>): Promise<boolean>;
  /** Ends the question for all calls that wait. */
  end(isProved: boolean): void;
  subscribe(listener: () => void): () => void;
  isAsked(): boolean;
  /** What the admin may prove it with, the strongest first, and why. */
  question(): Question;
};

/** True for a call that waited for the proof, and whose dialog was closed. */
export function needsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.body.code === 'step_up';
}

export function createProof(): Proof {
  const listeners = new Set<() => void>();
  let question: Question = { factors: [], isPasswordOnly: false };
  let waiting: ((isProved: boolean) => void)[] = [];

  function announce(): void {
    for (const listener of listeners) listener();
  }

  return {
    ask: ({ body: { factors, password_only } }) =>
      new Promise((resolve) => {
        question = { factors: Array.isArray(factors) ? factors : ['password'], isPasswordOnly: password_only === true };
        waiting = [...waiting, resolve];
        announce();
      }),
    end: (isProved) => {
      const all = waiting;
      waiting = [];
      announce();
      for (const resolve of all) resolve(isProved);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isAsked: () => waiting.length > 0,
    question: () => question,
  };
}
