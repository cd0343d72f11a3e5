// What a query shows: a placeholder, a failure with a retry, its data, or a failure above data of before.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LoadFailure } from '../load-failure.tsx';

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isError' | 'refetch'>;
  /** The title of the failure. */
  failed: string;
  /** The placeholder: an element, or the size of a skeleton in class names. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

export function Loaded<Data>({ query, failed, skeleton = 'my-2 h-12 w-full', children }: LoadedProps<Data>) {
  const { data, error, isPending, isError, refetch } = query;
  const placeholder = typeof skeleton === 'string' ? <Skeleton className={skeleton} /> : skeleton;
  return (
    <>
      {isPending ? placeholder : null}
      {isError ? <LoadFailure title={failed} error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : children(data)}
    </>
  );
}
