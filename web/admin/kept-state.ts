// Text that an admin has typed, for when its part of the page fails and is mounted again. It is in the query client, which
// a sign-out clears.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** What mounted forms hold, and what forms held when their part failed. */
export const [heldKey, keptKey] = [['held state'], ['kept state']] as const;

/** Like `useState`. `name`: the same when the form is mounted again, another for another order. */
export function useKeptState<T>(name: string, first: T): [T, (value: T) => void] {
  const queries = useQueryClient();
  const [value, setValue] = useState<T>(() => queries.getQueryData<T>([...keptKey, name]) ?? first);
  useEffect(() => {
    queries.removeQueries({ queryKey: [...keptKey, name] });
    queries.setQueryData([...heldKey, name], value);
    return () => queries.removeQueries({ queryKey: [...heldKey, name] });
  }, [queries, name, value]);
  return [value, setValue];
}

/** React calls it before the effects of the failed part end. */
export function keepState(queries: QueryClient): void {
  for (const [[, name], value] of queries.getQueriesData({ queryKey: heldKey })) {
    queries.setQueryData([...keptKey, name], value);
  }
}
