// Runs one manual provider test at a time and keeps the last result.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdmin } from '../admin-context.tsx';
import { providerKeys, type TryBody } from './provider-queries.ts';
import { endOf, endOfFailure, type TestEnd, type TestKind } from './test-end.ts';

export type Ended = TestEnd & { parameters: [string, string][] };

export function useTest() {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const [ended, setEnded] = useState<Ended | null>(null);
  const call = useMutation({
    mutationFn: ({ body }: { kind: TestKind; body: TryBody; maskedKey: string }) =>
      api.call('POST /api/proxy', { body }),
    onMutate: () => setEnded(null),
    onSuccess: (answer, { kind, body, maskedKey }) =>
      setEnded({ ...endOf(kind, answer), parameters: shownParameters(body, maskedKey) }),
    onError: (error, { kind, body, maskedKey }) =>
      setEnded({ ...endOfFailure(kind, error), parameters: shownParameters(body, maskedKey) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: providerKeys.tests }),
  });
  return {
    ended,
    running: call.isPending ? call.variables.kind : null,
    run: (kind: TestKind, body: TryBody, maskedKey: string) => call.mutate({ kind, body, maskedKey }),
  };
}

/** Masks the key in the shown parameters too. */
function shownParameters({ api_key, ...body }: TryBody, maskedKey: string): [string, string][] {
  const key: [string, string] = ['key', api_key ? '********' : maskedKey || '********'];
  return [key, ...Object.entries(body).map(([name, value]): [string, string] => [name, String(value)])];
}
