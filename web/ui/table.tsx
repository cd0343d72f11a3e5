// A compact table with a sticky header. Wide content scrolls horizontally; on a phone each row becomes a card.
import type { MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';

export type Column = {
  label: string;
  align?: 'end';
  /** More about its cells, as a tooltip. */
  title?: string;
  /** Classes of the header cell: a width for a paged table whose rows change, or where the column is hidden. */
  className?: string;
};

type TableProps = {
  /** Describes the table for screen readers; visually hidden. */
  caption: string;
  columns: readonly Column[];
  /** For many columns: scrolls horizontally on all but large screens. */
  wide?: boolean;
  /** True while its rows are refetched. */
  busy?: boolean;
  /** The children are table bodies with the class `pageOfRows`. Column widths are fixed. */
  paged?: boolean;
  children: Elements;
};

export function Table({ caption, columns, wide = false, busy = false, paged = false, children }: TableProps) {
  return (
    <div
      className={classNames(
        'rounded-card border border-hairline bg-surface print:overflow-visible',
        wide ? 'max-xl:overflow-x-auto' : 'max-lg:overflow-x-auto',
      )}
    >
      <table
        aria-busy={busy}
        className={classNames(
          'w-full border-separate border-spacing-0 text-sm max-sm:block',
          paged && 'min-w-160 table-fixed max-sm:min-w-0',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-sm:sr-only">
          <tr>
            {columns.map(({ label, align, title, className }) => (
              <th
                key={label}
                scope="col"
                title={title}
                className={classNames(
                  'sticky top-0 z-10 border-b border-hairline bg-surface py-2.5 font-semibold text-muted',
                  wide ? `px-1.5 first:pl-4 last:pr-4 lg:px-2 lg:first:pl-4 lg:last:pr-4 ${headStaysInSight}` : 'px-4',
                  'first:rounded-tl-card last:rounded-tr-card',
                  align === 'end' ? 'text-right' : 'text-left',
                  className,
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {paged ? children : <tbody className={classNames('max-sm:block', busy && 'opacity-60')}>{children}</tbody>}
      </table>
    </div>
  );
}

const headStaysInSight = 'sm:max-xl:last:right-0 sm:max-xl:last:z-20 sm:max-xl:last:border-l';

/** The class of a sticky last cell. It covers the other cells while they scroll. */
export const staysInSight = 'sm:max-xl:sticky sm:max-xl:right-0 sm:max-xl:border-l sm:max-xl:bg-surface';

/** The class of each table body when there are several, so that its first row has a top border. */
export const pageOfRows =
  'max-sm:block max-sm:not-first-of-type:border-t border-hairline sm:not-first-of-type:[&>tr:first-child>td]:border-t';

type RowProps = {
  /** A click anywhere on the row. Mouse only, so the row must also contain a link to the same page. */
  onOpen?: () => void;
  /** The row that a side panel shows. */
  isCurrent?: boolean;
  /** On a phone two lines of full width instead of a card: a cell that fills the row, and one of actions. */
  isShort?: boolean;
  children: Elements;
};

/** A row with a hover style; on a phone a card of two columns. */
export function Row({ onOpen, isCurrent = false, isShort = false, children }: RowProps) {
  return (
    <tr
      aria-current={isCurrent || undefined}
      onClick={(event) => {
        if (onOpen && isPlainClick(event)) onOpen();
      }}
      className={classNames(
        'group hover:bg-sunken/60 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto]',
        'max-sm:border-t max-sm:border-hairline max-sm:first:border-t-0',
        isShort
          ? 'max-sm:min-h-[44px] max-sm:gap-x-1 max-sm:pr-1 max-sm:pl-3'
          : 'max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3',
        onOpen && 'cursor-pointer',
        isCurrent && 'bg-blue-soft',
      )}
    >
      {children}
    </tr>
  );
}

export function Cell({ align, children, className }: { align?: 'end'; children: ReactNode; className?: string }) {
  return (
    <td
      className={classNames(
        'border-hairline px-4 py-2.5 align-top sm:group-not-first:border-t max-sm:p-0',
        align === 'end' && 'text-right tabular-nums',
        className,
      )}
    >
      {children}
    </td>
  );
}

const interactive = 'a, button, input, select, label, dialog, [data-menu]';

/** False in an interactive element, a menu or a dialog, with a modifier key, and after a text selection. */
function isPlainClick(event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest(interactive)) return false;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  return !window.getSelection()?.toString();
}
