// Text that an admin has typed, for when its part of the page fails and is mounted again, and for when the session ends. It
// is in the query client: a sign-out clears it, and another admin never gets it.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

/** What mounted forms hold, and what forms held when their part failed or the session ended. */
export const [heldKey, keptKey] = [['held state'], ['kept state']] as const;

/** Like `useState`. `name`: the same when the form is mounted again, another for another order. */
export function useKeptState<T>(name: string, first: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const queries = useQueryClient();
  const [untouched] = useState<T>(first);
  const [value, setValue] = useState<T>(() => queries.getQueryData<T>([...keptKey, name]) ?? untouched);
  useEffect(() => {
    queries.removeQueries({ queryKey: [...keptKey, name] });
    // What nobody changed follows the store.
    if (!Object.is(value, untouched)) queries.setQueryData([...heldKey, name], value);
    return () => queries.removeQueries({ queryKey: [...heldKey, name] });
  }, [queries, name, value, untouched]);
  return [value, setValue];
}

/** React calls it before the effects of the failed part end. */
export function keepState(queries: QueryClient): void {
  for (const [[, name], value] of queries.getQueriesData({ queryKey: heldKey })) {
    queries.setQueryData([...keptKey, name], value);
  }
}

/** Removes all data of an admin except what was typed, which the same admin gets back. */
export function clearButKept(queries: QueryClient): void {
  keepState(queries);
  const kept = queries.getQueriesData({ queryKey: keptKey });
  queries.clear();
  for (const [key, value] of kept) queries.setQueryData(key, value);
}
