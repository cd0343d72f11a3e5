// Calls that come at the same time, done together: one transaction for all of them costs little more than for one.
import { AsyncResource } from 'node:async_hooks';

export type Batcher<Input, Answer> = (input: Input) => Promise<Answer>;

export type BatcherOptions<Input, Answer> = {
  /** In one batch. */
  most: number;
  /** Concurrent batches; a call that arrives meanwhile joins the next one. */
  atOnce: number;
  /** Returns results or errors in the order of the input. It does all of a batch or, when it throws, nothing of it. */
  work: (batch: Input[]) => Promise<(Answer | Error)[]>;
  /**
   * True for an error that every call would meet: all waiting calls fail with it. After any other failure of a batch,
   * each of its calls runs alone.
   */
  isCommon: (error: unknown) => boolean;
  /** Refuses calls while the other side stalls, and those that waited for longer than its limit. */
  stall?: WaitLimit;
};

/** `StallWatch` of the database is one. */
type WaitLimit = {
  /** Why no call can be done now; null: it can. */
  refusal(): Error | null;
  /** Calls `check` again and again while calls may wait. */
  onTick(check: (nowMs: number) => void): void;
  /** Of a call whose batch has not begun. */
  limitMs: number;
  noAnswer(): Error;
};

type Waiting<Input, Answer> = {
  input: Input;
  sinceMs: number;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
  /** The context of the caller: a trace shows a batch under its first call. */
  origin: AsyncResource;
};

/** A single call does not wait: a batch begins at the end of this turn of the event loop. */
export function createBatcher<Input, Answer>(options: BatcherOptions<Input, Answer>): Batcher<Input, Answer> {
  const { most, atOnce, work, isCommon, stall } = options;
  const queue: Waiting<Input, Answer>[] = [];
  let underWay = 0;
  let begins = false;

  stall?.onTick((nowMs) => {
    const inTime = queue.findIndex(({ sinceMs }) => nowMs - sinceMs < stall.limitMs);
    for (const { reject } of queue.splice(0, inTime < 0 ? queue.length : inTime)) reject(stall.noAnswer());
  });

  function beginSoon(): void {
    if (begins || underWay >= atOnce || queue.length === 0) return;
    begins = true;
    setImmediate(() => {
      begins = false;
      void runNext();
    });
  }

  async function runNext(): Promise<void> {
    underWay += 1;
    const batch = queue.splice(0, most);
    beginSoon();
    await batch[0]?.origin.runInAsyncScope(run, null, batch);
    underWay -= 1;
    beginSoon();
  }

  async function run(batch: Waiting<Input, Answer>[]): Promise<void> {
    try {
      const outcomes = await work(batch.map(({ input }) => input));
      for (const [at, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[at];
        if (outcome === undefined) reject(new Error('A batch gave no answer to one of its calls.'));
        else if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      }
    } catch (error) {
      const common = isCommon(error);
      if (batch.length > 1 && !common) for (const one of batch) await run([one]);
      else for (const { reject } of [...batch, ...(common ? queue.splice(0) : [])]) reject(error);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const refusal = stall?.refusal();
      if (refusal) return reject(refusal);
      queue.push({ input, sinceMs: performance.now(), resolve, reject, origin: new AsyncResource('Batched') });
      beginSoon();
    });
}
