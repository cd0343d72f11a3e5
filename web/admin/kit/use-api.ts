// Reads the store. The cache key of an answer is its call and the input of the call.
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { AnswerFor, CallFor, EndpointKey } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';

export type ReadCall = Extract<EndpointKey, `GET ${string}`>;
/** Calls that answer a page of a list, with the cursor of the next one in `Link`. */
export type ListCall = { [K in ReadCall]: AnswerFor<K> extends readonly unknown[] ? K : never }[ReadCall];

/** Reads without input that return this type. */
export type PlainRead<Answer> = {
  [K in ReadCall]: Record<never, never> extends CallFor<K> ? (Answer extends AnswerFor<K> ? K : never) : never;
}[ReadCall];

type QueryRest<K extends ReadCall> = Omit<UseQueryOptions<AnswerFor<K>>, 'queryKey' | 'queryFn' | 'select'>;

/** For `useQuery`, `fetchQuery` and `prefetchQuery`; in a component `useApi` is shorter. */
export function apiQuery<K extends ReadCall>(api: Api, call: K, input: CallFor<K>) {
  return queryOptions<AnswerFor<K>>({
    queryKey: [call, input],
    queryFn: ({ signal }) => api.call(call, input, { signal }),
  });
}

/** The answer of a call, read again whenever an act or a live update concerns the call. */
export function useApi<K extends ReadCall>(call: K, input: CallFor<K>, rest?: QueryRest<K>) {
  const { api } = useAdmin();
  return useQuery({ ...apiQuery(api, call, input), ...rest });
}

/** A page of a list. `total`: null where the store does not count; `isCapped`: there are more than `total`. */
export type ListPage<Row> = {
  items: readonly Row[];
  total: number | null;
  isCapped: boolean;
  nextCursor: string | null;
};
export type RowOf<K extends ListCall> = AnswerFor<K> extends readonly (infer Row)[] ? Row : never;

/** One page of a list. Without a cursor it is the first. */
export async function readListPage<K extends ListCall>(
  api: Api,
  call: K,
  input: CallFor<K>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ListPage<RowOf<K>>> {
  const { query } = input as { query?: Record<string, unknown> };
  const paged = cursor === null ? input : { ...input, query: { ...query, cursor } };
  const { data, headers } = await api.request(call, paged, signal ? { signal } : {});
  return {
    items: Array.isArray(data) ? (data as RowOf<K>[]) : [],
    total: readTotal(headers.get('x-total-count')),
    isCapped: headers.get('x-total-capped') === 'true',
    nextCursor: readNextCursor(headers.get('link')),
  };
}

/** A page with what was requested: the page before stays until another one is loaded. */
export type RequestedPage<K extends ListCall> = ListPage<RowOf<K>> & { input: CallFor<K>; cursor: string | null };

/** One page of a list, for `useQuery`. */
export function pageQuery<K extends ListCall>(api: Api, call: K, input: CallFor<K>, cursor: string | null) {
  return queryOptions({
    queryKey: [call, 'page', input, cursor],
    queryFn: async ({ signal }): Promise<RequestedPage<K>> => ({
      ...(await readListPage(api, call, input, cursor, signal)),
      input,
      cursor,
    }),
    placeholderData: keepPreviousData,
  });
}

type ListRest<K extends ListCall> = {
  enabled?: boolean;
  /** In milliseconds; false while nothing changes by itself. */
  refetchInterval?: (loaded: readonly RowOf<K>[]) => number | false;
};

/** A list that grows page by page. `rows` are the loaded ones, `total` is that of the first page. */
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

/** Reads the answers of these calls again, whatever their input. */
export async function renewCalls(queries: QueryClient, calls: readonly ReadCall[]): Promise<void> {
  await Promise.all(calls.map((call) => queries.invalidateQueries({ queryKey: [call] })));
}

/** The cursor in `<...?cursor=abc>; rel="next"`; null on the last page. */
export function readNextCursor(link: string | null): string | null {
  const next = link?.split(',').find((part) => /;\s*rel="?next"?/i.test(part));
  const address = next?.match(/<([^>]*)>/)?.[1];
  if (!address || !URL.canParse(address, 'http://store.invalid')) return null;
  return new URL(address, 'http://store.invalid').searchParams.get('cursor');
}

/** Parses the X-Total-Count header. */
export function readTotal(sent: string | null): number | null {
  return sent !== null && /^\d+$/.test(sent) ? Number(sent) : null;
}
