// Changes something in the store: proof, lost answers, toasts, fresh answers, the pending state and double clicks.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { AnswerFor, CallFor, EndpointKey } from '../../../contract/index.ts';
import { type Api, ApiError } from '../../api.ts';
import { type ToastNotice, useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { type Found, isUnclear, useCertainAct } from '../lost-answer.ts';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/proof.ts';
import { type PlainRead, type ReadCall, renewCalls } from './use-api.ts';

type ActCall = Exclude<EndpointKey, ReadCall>;

export type ActOptions<Input, Answer> = {
  /** The read with the same response as the act. The response replaces the data of that read at once. */
  answers?: PlainRead<NoInfer<Answer>>;
  /** The calls whose answers are read again after the act, also after a failure. */
  renews?: readonly ReadCall[];
  /** Runs after a success and before the toast. `answer` is null when the answer was lost and `verify` found the act done. */
  onDone?: (answer: Answer | null, input: Input) => void;
  /** The toast after a success. */
  done?: ToastNotice | ((answer: Answer | null, input: Input) => ToastNotice);
  /** The title of a toast after a failure, or the whole toast; null for none. Without it, the caller shows `failure`. */
  failed?: string | ((error: Error, input: Input) => ToastNotice | null);
  /** Reads after a lost answer whether the act was done. Without it, a lost answer is a failure. */
  verify?: (input: Input, api: Api) => Promise<Found>;
};

export type Act<Input, Answer = unknown> = {
  /** Ignored while the act is pending. */
  run: (input: Input) => void;
  /** From the click until the answers of `renews` are there. */
  isPending: boolean;
  /** The input of the pending or last run. */
  input: Input | undefined;
  /** The answer of the last run. */
  answer: Answer | null | undefined;
  /** The sentence about the last failure. Null without one, and when the admin did not give the proof. */
  failure: string | null;
  /** The field of the input that the store refused; null for none. */
  failedField: string | null;
  error: Error | null;
  reset: () => void;
};

/** An act that is one call of the store, or a function of several. Input: that of the call. */
export function useAct<K extends ActCall>(
  call: K,
  options?: ActOptions<CallFor<K>, AnswerFor<K>>,
): Act<CallFor<K>, AnswerFor<K>>;
export function useAct<Input, Answer>(
  call: (api: Api, input: Input) => Promise<Answer>,
  options?: ActOptions<Input, Answer>,
): Act<Input, Answer>;
export function useAct<K extends ActCall>(
  call: K | ((api: Api, input: CallFor<K>) => Promise<AnswerFor<K>>),
  options: ActOptions<CallFor<K>, AnswerFor<K>> = {},
): Act<CallFor<K>, AnswerFor<K>> {
  const { answers, renews = [], onDone, done, failed, verify } = options;
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const certain = useCertainAct();
  const isRunning = useRef(false);
  const [isRenewing, setRenewing] = useState(false);

  const mutation = useMutation({
    mutationFn: (input: CallFor<K>) => {
      const send = () => (typeof call === 'string' ? api.call(call, input) : call(api, input));
      return verify ? certain<AnswerFor<K>>(send, () => verify(input, api)) : send();
    },
    onSuccess: (answer, input) => {
      if (answers && answer !== null) queries.setQueryData<unknown>([answers, {}], answer);
      onDone?.(answer, input);
      if (done) toast({ tone: 'success', ...(typeof done === 'function' ? done(answer, input) : done) });
    },
    onError: (error, input) => {
      if (failed === undefined || isUnclear(error) || needsPassword(error)) return;
      const notice =
        typeof failed === 'string' ? { title: failed, description: queryFailure(error) } : failed(error, input);
      if (notice) toast({ tone: 'error', ...notice });
    },
    // Answer and failure are shown at once; the act stays pending until the page shows what it changed.
    onSettled: () => {
      setRenewing(true);
      void renewCalls(queries, renews).finally(() => {
        isRunning.current = false;
        setRenewing(false);
      });
    },
  });

  const { mutate, error } = mutation;
  const run = useCallback(
    (input: CallFor<K>) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(input);
    },
    [mutate],
  );
  const field = error instanceof ApiError ? error.body.field : null;

  return {
    run,
    isPending: mutation.isPending || isRenewing,
    input: mutation.variables,
    answer: mutation.data,
    failure: error && !needsPassword(error) ? queryFailure(error) : null,
    failedField: typeof field === 'string' ? field : null,
    error,
    reset: mutation.reset,
  };
}
