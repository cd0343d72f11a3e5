// A dense table: its header stays in sight, wide content scrolls inside it, and on a phone each row becomes a card.
import type { MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column = {
  label: string;
  align?: 'end';
  /** A class; of a paged table, whose rows come and go. */
  width?: string;
};

type TableProps = {
  /** What the table lists; read out, not shown. */
  caption: string;
  columns: readonly Column[];
  /** Many columns: scrolls inside itself on all but large screens. */
  wide?: boolean;
  /** Its rows are being renewed. */
  busy?: boolean;
  /** Its children are bodies with the look of `pageOfRows`; its columns keep their width. */
  paged?: boolean;
  children: ReactNode;
};

export function Table({ caption, columns, wide = false, busy = false, paged = false, children }: TableProps) {
  return (
    <div
      className={classNames(
        'rounded-card border border-hairline bg-surface',
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
            {columns.map(({ label, align, width }) => (
              <th
                key={label}
                scope="col"
                className={classNames(
                  'sticky top-0 z-10 border-b border-hairline bg-surface py-2.5 font-semibold text-muted',
                  wide ? `px-2 first:pl-4 last:pr-4 ${headStaysInSight}` : 'px-4',
                  'first:rounded-tl-card last:rounded-tr-card',
                  align === 'end' ? 'text-right' : 'text-left',
                  width,
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

/** Of the last cell of a wide row: it lies over the others while they scroll. */
export const staysInSight = 'sm:max-xl:sticky sm:max-xl:right-0 sm:max-xl:border-l sm:max-xl:bg-surface';

/** The look of one of several bodies: its first row has a line above it as any other. */
export const pageOfRows =
  'max-sm:block max-sm:not-first-of-type:border-t border-hairline sm:not-first-of-type:[&>tr:first-child>td]:border-t';

type RowProps = {
  /** A click anywhere on the row, for the mouse only: the row must hold a link to the same place. */
  onOpen?: () => void;
  children: ReactNode;
};

/** A row that lights up under the pointer; on a phone a card of two columns. */
export function Row({ onOpen, children }: RowProps) {
  return (
    <tr
      onClick={(event) => {
        if (onOpen && isPlainClick(event)) onOpen();
      }}
      className={classNames(
        'group hover:bg-sunken/60 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1',
        'max-sm:border-t max-sm:border-hairline max-sm:px-4 max-sm:py-3 max-sm:first:border-t-0',
        onOpen && 'cursor-pointer',
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

/** Not on something that acts by itself, not with a key held, not at the end of selecting text. */
function isPlainClick(event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a, button, input, select, label')) return false;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  return !window.getSelection()?.toString();
}
