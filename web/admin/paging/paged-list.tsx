// A virtualized list with cursor pagination. Pages near the viewport are rendered and refetched; a spacer of the same
// height replaces all others. The next page loads on scroll or on a button.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatCount } from '../amounts.ts';
import { LoadFailure } from '../load-failure.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { useNear } from './use-near.ts';

export type Page<Item> = {
  items: readonly Item[];
  total: number | null;
  /** True when the count stopped at `total` and more items exist. */
  isCapped?: boolean;
  nextCursor: string | null;
};

/** The loader of the pages and their cache key. */
export type PageSource<Item> = {
  key: readonly unknown[];
  loadPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>;
};

type PagedListProps<Item> = {
  source: PageSource<Item>;
  /** The element of one page: table rows or a list. */
  as: 'tbody' | 'ul';
  /** The label of the list. A table page has none. */
  label?: string;
  className?: string;
  failure: string;
  /** The placeholder while a page loads. */
  skeleton: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
};

/** A page that returns to the viewport within this time is not refetched. Websocket messages invalidate it earlier. */
const freshMs = 30_000;

/** One page. The header of a list reads the first page for the total count. */
export function usePage<Item>({ key, loadPage }: PageSource<Item>, cursor: string | null = null, isEnabled = true) {
  return useQuery({
    queryKey: [...key, cursor],
    queryFn: ({ signal }) => loadPage(cursor, signal),
    enabled: isEnabled,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}

export function PagedList<Item>(props: PagedListProps<Item>) {
  return <PagesFrom {...props} cursor={null} before={0} all="" />;
}

type PagesFromProps<Item> = PagedListProps<Item> & {
  cursor: string | null;
  /** The number of rows before this page. */
  before: number;
  /** "of 180" when the total is known; else empty. */
  all: string;
};

/** Renders a page and, recursively, the pages after it: each response holds the cursor of the next page. */
function PagesFrom<Item>(props: PagesFromProps<Item>) {
  const { common } = useTexts();
  const { source, as: As, label, className, failure, skeleton, children, cursor, before } = props;
  const element = useRef<HTMLTableSectionElement & HTMLUListElement>(null);
  const { isNear, heightPx, bring } = useNear(element, before === 0);
  const { data, error, isPlaceholderData, isFetching, refetch } = usePage(source, cursor, isNear);
  const shown = before + (data?.items.length ?? 0);
  const all = data ? totalOf(data, shown, common) : props.all;

  const isGap = !isNear && heightPx !== null;

  function content(): ReactNode {
    if (isGap) return null;
    if (data) return children(data.items);
    if (error && !isFetching) {
      return (
        <Note as={As}>
          <LoadFailure title={failure} error={error} onRetry={() => void refetch()} />
        </Note>
      );
    }
    if (isNear) return skeleton;
    return (
      <Note as={As}>
        <span className="flex flex-wrap items-center justify-center gap-3 text-sm text-muted tabular-nums">
          <span>{common.shown(formatCount(before), all)}</span>
          <Button size="sm" onClick={bring}>
            {common.loadMore}
          </Button>
        </span>
      </Note>
    );
  }

  return (
    <>
      <As
        ref={element}
        aria-label={label && (before === 0 ? label : `${label}, from ${formatCount(before + 1)} on`)}
        aria-busy={isPlaceholderData}
        className={isGap ? undefined : classNames(className, isPlaceholderData && 'opacity-60')}
        style={isGap ? { display: 'block', height: heightPx } : undefined}
      >
        {content()}
      </As>
      {data?.nextCursor ? <PagesFrom {...props} cursor={data.nextCursor} before={shown} all={all} /> : null}
    </>
  );
}

function totalOf<Item>(
  { total, isCapped, nextCursor }: Page<Item>,
  shown: number,
  { ofAll, ofMoreThan }: Texts['common'],
): string {
  if (total === null) return '';
  if (!isCapped) return ofAll(formatCount(total));
  return nextCursor ? ofMoreThan(formatCount(Math.max(total, shown))) : ofAll(formatCount(shown));
}

/** At least the number of columns of the widest table. */
const allColumns = 20;

function Note({ as, children }: { as: 'tbody' | 'ul'; children: ReactNode }) {
  if (as === 'ul') return <li className="py-4">{children}</li>;
  return (
    <tr>
      <td colSpan={allColumns} className="border-t border-hairline p-4">
        {children}
      </td>
    </tr>
  );
}
