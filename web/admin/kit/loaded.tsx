// What a query shows: a placeholder, a failure with a retry, its data, or a failure above earlier data.
import type { UseQueryResult } from '@tanstack/react-query';
import type { Elements } from '../../ui/elements.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../load-failure.tsx';

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'refetch'>;
  /** The title of the failure. */
  failed: string;
  /** The placeholder: an element, or the size of a skeleton in class names. */
  skeleton?: Elements | string;
  children: (data: Data) => Elements;
};

export function Loaded<Data>({ query, failed, skeleton = 'my-2 h-12 w-full', children }: LoadedProps<Data>) {
  const { data, isPending } = query;
  const placeholder: Elements = typeof skeleton === 'string' ? <Skeleton className={skeleton} /> : skeleton;
  const content: Elements = data === undefined ? null : children(data);
  return (
    <>
      {isPending ? placeholder : null}
      <QueryFailure title={failed} query={query} />
      {content}
    </>
  );
}
