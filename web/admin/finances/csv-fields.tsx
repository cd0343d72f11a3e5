// The parts of an import of a CSV file: the choice of the file, and of its columns.
import { useRef } from 'react';
import { type DayOrder, dayOrders } from '../../../contract/finance-rules.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { readTextFile } from './read-text-file.ts';

export type ChosenFile = { name: string; text: string };
type CsvFileButtonProps = {
  chosen: ChosenFile | null;
  /** In characters. */
  most: number;
  disabled: boolean;
  /** Null: the file is too large. */
  onFile: (file: ChosenFile | null) => void;
};

export function CsvFileButton({ chosen, most, disabled, onFile }: CsvFileButtonProps) {
  const { finances } = usePageTexts();
  const texts = finances.file;
  const input = useRef<HTMLInputElement>(null);

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    const text = file.size > 4 * most ? null : await readTextFile(file);
    onFile(text !== null && text.length <= most ? { name: file.name, text } : null);
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" disabled={disabled} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      <span className="min-w-0 break-all">{chosen ? texts.chosen(chosen.name) : null}</span>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={texts.choose}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
    </div>
  );
}

type CsvColumnsProps<Column extends string> = {
  names: readonly Column[];
  labels: Readonly<Record<Column, string>>;
  headings: readonly string[];
  columns: Readonly<Record<Column, number | null>>;
  dayOrder: DayOrder;
  onColumns: (columns: Record<Column, number | null>) => void;
  onDayOrder: (order: DayOrder) => void;
};

/** A field for each column, and one for the order of the days. */
export function CsvColumns<Column extends string>(props: CsvColumnsProps<Column>) {
  const { names, labels, headings, columns, dayOrder, onColumns, onDayOrder } = props;
  const { finances } = usePageTexts();
  const texts = finances.file;
  const shownHeadings = headings.map((heading, at) => ({ value: `${at}`, label: texts.heading(at + 1, heading) }));
  return (
    <>
      {names.map((name) => (
        <SelectField
          key={name}
          label={labels[name]}
          options={[{ value: '', label: texts.noColumn }, ...shownHeadings]}
          value={`${columns[name] ?? ''}`}
          onChange={(at) => onColumns({ ...columns, [name]: at === '' ? null : Number(at) })}
        />
      ))}
      <SelectField
        label={texts.dayOrder}
        options={dayOrders.map((order) => ({ value: order, label: texts.dayOrders[order] }))}
        value={dayOrder}
        onChange={onDayOrder}
      />
    </>
  );
}
