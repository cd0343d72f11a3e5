// Reads the store. The cache key of an answer is its call and the input of the call.
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
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

/** The rows of a page of a list with steps. */
export const pageSize = 50;

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
