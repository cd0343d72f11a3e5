// A list that grows page by page. Apart from `use-api.ts`, because the first screen has none.
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallFor } from '../../../contract/index.ts';
import { useAdmin } from '../admin-context.tsx';
import { type ListCall, type ListPage, type RowOf, readListPage } from './use-api.ts';

type ListRest<K extends ListCall> = {
  enabled?: boolean;
  /** In milliseconds; false while nothing changes by itself. */
  refetchInterval?: (loaded: readonly RowOf<K>[]) => number | false;
};

/** `rows` are the loaded ones, `total` is that of the first page. */
export function useApiList<K extends ListCall>(
  call: K,
  input: CallFor<K>,
  { enabled = true, refetchInterval }: ListRest<K> = {},
) {
  const { api } = useAdmin();
  const query = useInfiniteQuery({
    queryKey: [call, 'pages', input],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<ListPage<RowOf<K>>> => readListPage(api, call, input, pageParam, signal),
    getNextPageParam: (page) => page.nextCursor,
    enabled,
    refetchInterval: ({ state }) => refetchInterval?.(rowsOf(state.data)) ?? false,
  });
  return { query, rows: rowsOf(query.data), total: query.data?.pages[0]?.total ?? null };
}

function rowsOf<Row>(data: InfiniteData<ListPage<Row>> | undefined): Row[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}
