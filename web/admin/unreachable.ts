// A store that cannot be reached: one bar on the page shows it, and the parts that failed keep their earlier data.
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ApiError, NetworkError } from '../api.ts';

const retryEveryMs = 10_000;

/** No response, or that of a store that is busy, stopping, or behind a proxy without it. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof NetworkError;
  return error.status === 503 || ((error.status === 502 || error.status === 504) && error.body.code === undefined);
}

/** Null while the store responds, else the time of the oldest data on the page: 0 without any. Tries again meanwhile. */
export function useStaleSince(): number | null {
  const queries = useQueryClient();
  const subscribe = useCallback((listen: () => void) => queries.getQueryCache().subscribe(listen), [queries]);
  const staleSince = useSyncExternalStore(subscribe, () => {
    const failed = queries
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ state }) => isUnreachable(state.error) });
    if (failed.length === 0) return null;
    const times = failed.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
    return times.length === 0 ? 0 : Math.min(...times);
  });
  const isStale = staleSince !== null;
  useEffect(() => {
    if (!isStale) return;
    const timer = setInterval(() => {
      const predicate = ({ state }: Query) => isUnreachable(state.error);
      // A pending request goes on: canceled each time, it would never fail.
      void queries.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });
    }, retryEveryMs);
    return () => clearInterval(timer);
  }, [isStale, queries]);
  return staleSince;
}
