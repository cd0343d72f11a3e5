// The building blocks of the evidence page: a section, labeled values and a table. Each is made for screen and print.

import { type ReactNode, useId } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { classNames } from '../../ui/class-names.ts';
import type { LoadedEvidenceTexts } from '../texts/evidence-texts.ts';
import type { EvidenceFormat } from './evidence-format.ts';

export type Evidence = AnswerFor<'GET /api/admin/orders/{id}/evidence'>;

/** What each part of the document gets. */
export type PartProps = { evidence: Evidence; texts: LoadedEvidenceTexts; format: EvidenceFormat };

type SectionProps = {
  title: string;
  note?: string | null;
  id?: string;
  /** True: may be longer than a page. Any other section is on one page as a whole. */
  isLong?: boolean;
  className?: string;
  children: ReactNode;
};

export function Section({ title, note, id, isLong = false, className, children }: SectionProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      id={id}
      className={classNames('mt-7 scroll-mt-4', !isLong && 'break-inside-avoid', className)}
    >
      <h2 id={titleId} className="break-after-avoid border-b border-hairline pb-1.5 text-base font-semibold">
        {title}
      </h2>
      {note ? <p className="mt-2 break-after-avoid text-sm text-muted">{note}</p> : null}
      <div className="mt-3">{children}</div>
    </section>
  );
}

export type FactEntry = [name: string, value: ReactNode];

/** Omits what has no value. */
export function FactGrid({ facts }: { facts: readonly FactEntry[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2 print:grid-cols-2">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="break-inside-avoid">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** `lead`: a line of its own above the cells, for a text that is too long for a column. */
export type SheetRow = { key: string; lead?: string; cells: readonly ReactNode[] };

type SheetProps = { label: string; columns: readonly string[]; rows: readonly SheetRow[]; none: string };

/** A table that scrolls on a phone. No page break is inside a row and its lead. */
export function Sheet({ label, columns, rows, none }: SheetProps) {
  if (rows.length === 0) return <p className="text-sm">{none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table
        className={classNames(
          'w-full text-left text-sm tabular-nums print:min-w-0',
          columns.length > 5 ? 'min-w-3xl' : 'min-w-lg',
        )}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="py-1 pr-4 align-bottom text-xs font-semibold text-muted last:pr-0"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map(({ key, lead, cells }) => (
          <tbody key={key} className="break-inside-avoid border-t border-hairline">
            {lead === undefined ? null : (
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className="pt-1.5 font-semibold break-all">
                  {lead}
                </th>
              </tr>
            )}
            <tr>
              {columns.map((column, at) => (
                <td key={column} className="py-1.5 pr-4 align-top break-words last:pr-0">
                  {cells[at] ?? '–'}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  );
}
