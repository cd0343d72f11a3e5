// The question for a recent proof: one dialog for all calls that wait for it.
import type { Factor } from '../../../contract/auth.ts';

export type Proof = {
  /** Opens the dialog, or joins the open one. True once the store accepted the proof; false when the admin closed it. */
  ask(factors: readonly Factor[]): Promise<boolean>;
  /** Ends the question for all calls that wait. */
  end(isProved: boolean): void;
  subscribe(listener: () => void): () => void;
  isAsked(): boolean;
  /** What the admin may prove it with, the strongest first. */
  factors(): readonly Factor[];
};

export function createProof(): Proof {
  const listeners = new Set<() => void>();
  let factors: readonly Factor[] = [];
  let waiting: ((isProved: boolean) => void)[] = [];

  function announce(): void {
    for (const listener of listeners) listener();
  }

  return {
    ask: (accepted) =>
      new Promise((resolve) => {
        factors = accepted;
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
    factors: () => factors,
  };
}
