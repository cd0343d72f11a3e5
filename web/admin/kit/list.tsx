// A list: its filter and pages in the address, its states, its selection, and three ways of paging: by steps (`Pages`), by
// "Load more" (`LoadMoreList`), and by scrolling (`ScrolledList`).
import { type UseInfiniteQueryResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { CallFor } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { Icon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { LoadFailure } from '../load-failure.tsx';
import { usePageTexts, useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { type ListCall, type ListPage, pageQuery, type RowOf } from './use-api.ts';

const cursorName = 'after';

/** The cursors of the pages up to the shown one; none for the first page. */
export function readCursors(params: URLSearchParams): readonly string[] {
  return params.getAll(cursorName).filter((cursor) => /^[\w.~-]{1,500}$/.test(cursor));
}

export function withCursors(params: URLSearchParams, cursors: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(cursorName);
  for (const cursor of cursors) next.append(cursorName, cursor);
  return next;
}

type Values = Readonly<Record<string, string | undefined>>;

/** Always in the order of `values`: the scroll position is kept by the address. An empty value leaves it. */
export function withValues(params: URLSearchParams, values: Values): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of Object.keys(values)) next.delete(name);
  for (const [name, value] of Object.entries(values)) if (value) next.append(name, value);
  return next;
}

/** Filter, page and open row of a list in the address. `openName`: the parameter of the row that is open. */
export function useListAddress(openName: string) {
  const [params, setParams] = useSearchParams();
  /** Another filter or page closes the open row. */
  const closed = withValues(params, { [openName]: '' });
  return {
    params,
    cursors: readCursors(params),
    /** Another filter starts at the first page. `filter`: all its values, in the order of the address. */
    narrow: (filter: Values) => setParams(withValues(withCursors(closed, []), filter), { replace: true }),
    go: (cursors: readonly string[]) => {
      setParams(withCursors(closed, cursors));
      window.scrollTo(0, 0);
    },
    open: (id: string | null, how: { replace: boolean }) =>
      setParams(withValues(params, { [openName]: id ?? '' }), how),
  };
}

/** The fields of a filter. They apply by themselves. */
export function SearchForm({ className, children }: { className: string; children: Elements }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: older supported browsers lack the search element
    <form role="search" onSubmit={(event) => event.preventDefault()} className={className}>
      {children}
    </form>
  );
}

type RefreshButtonProps = {
  query: Pick<UseQueryResult, 'isRefetching' | 'isFetching'>;
  className?: string;
  onClick: () => void;
};

export function RefreshButton({ query: { isRefetching, isFetching }, className, onClick }: RefreshButtonProps) {
  const { common } = useTexts();
  return (
    <Button
      size="sm"
      className={className}
      icon={<Icon name="refresh" />}
      waiting={isRefetching}
      disabled={isFetching}
      onClick={onClick}
    >
      {common.refresh}
    </Button>
  );
}

type ListProps<Page> = {
  query: Pick<UseQueryResult<Page>, 'data' | 'isPending' | 'isPlaceholderData'>;
  skeleton: Elements;
  /** Shown when no row matches. */
  none: Elements;
  children: (page: Page) => Elements;
};

/** The rows of a page, or what stands in their place. The page before stays until the next one is loaded. */
export function List<Page extends { items: readonly unknown[] }>(props: ListProps<Page>): Elements {
  const { data, isPending, isPlaceholderData } = props.query;
  if (isPending) return props.skeleton;
  if (!data) return null;
  const rows: Elements = props.children(data);
  if (data.items.length > 0) return rows;
  return isPlaceholderData ? null : props.none;
}

type NoRowsProps = {
  title: string;
  help: string;
  /** The button that clears the filter; null without one. */
  clear?: { label: string; run: () => void } | null;
};

/** The empty state of a list. */
export function NoRows({ title, help, clear = null }: NoRowsProps) {
  return (
    <div className={emptyLook}>
      <p className="font-semibold">{title}</p>
      <p className="mt-1 text-sm text-muted">{help}</p>
      {clear ? (
        <Button size="sm" className="mt-4" onClick={clear.run}>
          {clear.label}
        </Button>
      ) : null}
    </div>
  );
}

/** Rows of the first paint, so that it follows a click soon. */
const firstRows = 16;

/** How many rows of a page are rendered: at first those in sight. The others follow without blocking the page. */
export function useShownRows(count: number): number {
  return useDeferredValue(count, firstRows);
}

const emptyLook = 'rounded-card border border-dashed border-hairline px-6 py-14 text-center';

/** The rows of a page that are selected. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(nothingChosen);
  return {
    chosen,
    setChosen,
    isWhole: ids.every((id) => chosen.has(id)),
    choose: (id: string, isChosen: boolean) =>
      setChosen(isChosen ? new Set([...chosen, id]) : new Set([...chosen].filter((other) => other !== id))),
    choosePage: () => setChosen(new Set([...chosen, ...ids])),
    clear: () => setChosen(nothingChosen),
  };
}

const nothingChosen: ReadonlySet<string> = new Set();

type SelectPageProps = {
  label: string;
  state: 'none' | 'some' | 'all';
  onChange: (isChosen: boolean) => void;
};

/** The checkbox above a list that selects the rows of its page. */
export function SelectPage({ label, state, onChange }: SelectPageProps) {
  return (
    <label className="flex items-center gap-2 px-4 text-muted sm:pr-0">
      <input
        type="checkbox"
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-ink"
      />
      <span>{label}</span>
    </label>
  );
}

type PagesProps = {
  cursors: readonly string[];
  nextCursor: string | null;
  busy: boolean;
  onGo: (cursors: readonly string[]) => void;
};

/** The steps between the pages of a list whose URL holds the cursors. */
export function Pages({ cursors, nextCursor, busy, onGo }: PagesProps) {
  const { orderList, common } = usePageTexts();
  return (
    <nav aria-label={orderList.pages} className="mt-4 flex items-center justify-center gap-3 text-sm empty:hidden">
      {cursors.length > 0 ? (
        <Button size="sm" disabled={busy} onClick={() => onGo(cursors.slice(0, -1))}>
          {common.previous}
        </Button>
      ) : null}
      {cursors.length > 0 || nextCursor ? (
        <span className="text-muted tabular-nums">{orderList.page(formatCount(cursors.length + 1))}</span>
      ) : null}
      {nextCursor ? (
        <Button size="sm" disabled={busy} onClick={() => onGo([...cursors, nextCursor])}>
          {common.next}
        </Button>
      ) : null}
    </nav>
  );
}

type LoadMoreListProps = {
  query: UseInfiniteQueryResult<unknown>;
  /** The title of the error state. */
  failure: string;
  /** The text of the empty state; null when there are rows. */
  nothing: string | null;
  /** The panel around the list has the border of the empty state. */
  isInPanel?: boolean;
  /** The loaded rows. They stay when the next ones fail. */
  children: Elements;
};

/** A list that grows by "Load more". */
export function LoadMoreList({ query, failure, nothing, isInPanel = false, children }: LoadMoreListProps) {
  const { inbox } = usePageTexts();
  const { isError, isPending, isSuccess, isFetchNextPageError, isFetchingNextPage, hasNextPage } = query;
  const failed = isError ? (
    <LoadFailure
      title={failure}
      error={query.error}
      hasData={query.isRefetchError}
      onRetry={() => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
    />
  ) : null;
  return (
    <>
      {isFetchNextPageError ? null : failed}
      {isPending ? <Skeleton className={isInPanel ? 'h-24 w-full' : 'h-40 w-full'} /> : null}
      {isSuccess && nothing !== null ? (
        <p className={isInPanel ? 'py-2 text-sm text-muted' : emptyLook}>{nothing}</p>
      ) : null}
      {nothing === null ? children : null}
      {/* Beside the button that was pressed. */}
      {isFetchNextPageError ? <div className="mt-4">{failed}</div> : null}
      {hasNextPage ? (
        <Button
          size="sm"
          className={isInPanel ? 'mt-3' : 'mx-auto mt-4 flex'}
          waiting={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {inbox.loadMore}
        </Button>
      ) : null}
    </>
  );
}

type ScrolledListProps<K extends ListCall> = {
  call: K;
  input: CallFor<K>;
  className: string;
  failure: string;
  /** The placeholder while a page loads. */
  skeleton: Elements;
  children: (rows: readonly RowOf<K>[]) => Elements;
};

/** A page that returns to the viewport within this time is not refetched. Websocket messages invalidate it earlier. */
const freshMs = 30_000;

/** A page of a scrolled list. The header of the list reads the first page for the total count. */
export function useScrolledPage<K extends ListCall>(
  call: K,
  input: CallFor<K>,
  cursor: string | null = null,
  enabled = true,
) {
  const { api } = useAdmin();
  return useQuery({ ...pageQuery(api, call, input, cursor), staleTime: freshMs, enabled });
}

/**
 * The pages of a table as one `tbody` each. Pages near the viewport are rendered and refetched; a spacer of the same height
 * replaces all others. The next page loads on scroll or on a button.
 */
export function ScrolledList<K extends ListCall>(props: ScrolledListProps<K>) {
  return <PagesFrom {...props} cursor={null} before={0} all="" />;
}

type PagesFromProps<K extends ListCall> = ScrolledListProps<K> & {
  cursor: string | null;
  /** The number of rows before this page. */
  before: number;
  /** "of 180" when the total is known; else empty. */
  all: string;
};

/** Renders a page and, recursively, the pages after it: each response holds the cursor of the next page. */
function PagesFrom<K extends ListCall>(props: PagesFromProps<K>) {
  const { common } = useTexts();
  const { call, input, className, failure, skeleton, children, cursor, before } = props;
  const element = useRef<HTMLTableSectionElement>(null);
  const { isNear, heightPx, bring } = useNear(element, before === 0);
  const { data, error, isPlaceholderData, isFetching, refetch } = useScrolledPage(call, input, cursor, isNear);
  const shown = before + (data?.items.length ?? 0);
  const all = data ? totalOf(data, shown, common) : props.all;

  const isGap = !isNear && heightPx !== null;

  function content(): Elements {
    if (isGap) return null;
    if (data) return children(data.items);
    if (error && !isFetching) {
      return (
        <WholeRow>
          <LoadFailure title={failure} error={error} onRetry={() => void refetch()} />
        </WholeRow>
      );
    }
    if (isNear) return skeleton;
    return (
      <WholeRow>
        <span className="flex flex-wrap items-center justify-center gap-3 text-sm text-muted tabular-nums">
          <span>{common.shown(formatCount(before), all)}</span>
          <Button size="sm" onClick={bring}>
            {common.loadMore}
          </Button>
        </span>
      </WholeRow>
    );
  }

  return (
    <>
      <tbody
        ref={element}
        aria-busy={isPlaceholderData}
        className={isGap ? undefined : classNames(className, isPlaceholderData && 'opacity-60')}
        style={isGap ? { display: 'block', height: heightPx } : undefined}
      >
        {content()}
      </tbody>
      {data?.nextCursor ? <PagesFrom {...props} cursor={data.nextCursor} before={shown} all={all} /> : null}
    </>
  );
}

function totalOf(
  { total, isCapped, nextCursor }: ListPage<unknown>,
  shown: number,
  { ofAll, ofMoreThan }: Texts['common'],
): string {
  if (total === null) return '';
  if (!isCapped) return ofAll(formatCount(total));
  return nextCursor ? ofMoreThan(formatCount(Math.max(total, shown))) : ofAll(formatCount(shown));
}

/** At least the number of columns of the widest table. */
const allColumns = 20;

function WholeRow({ children }: { children: Elements }) {
  return (
    <tr>
      <td colSpan={allColumns} className="border-t border-hairline p-4">
        {children}
      </td>
    </tr>
  );
}

/** Distance above and below the viewport that counts as near, so that pages load before they are visible. */
const nearPx = 600;

type Nearness = {
  isNear: boolean;
  /** Null until the element leaves the viewport for the first time. */
  heightPx: number | null;
  /** Loads the element without scrolling. */
  bring: () => void;
};

function useNear(element: RefObject<Element | null>, isFirst: boolean): Nearness {
  const [isNear, setIsNear] = useState(isFirst);
  const [heightPx, setHeightPx] = useState<number | null>(null);
  const wasNear = useRef(isNear);
  useEffect(() => {
    wasNear.current = isNear;
  }, [isNear]);

  useEffect(() => {
    const { current } = element;
    if (!current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (!last) return;
        if (!last.isIntersecting && wasNear.current) setHeightPx(last.boundingClientRect.height);
        setIsNear(last.isIntersecting);
      },
      { rootMargin: `${nearPx}px 0px` },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);

  return { isNear, heightPx, bring: () => setIsNear(true) };
}
