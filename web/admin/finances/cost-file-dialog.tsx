// Imports a CSV file with costs: the columns, a preview with each refused line and its reason, then the import.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BesideSaved,
  besideSaved,
  costColumns,
  costFileLimits,
  type DayOrder,
  type OtherCostKind,
} from '../../../contract/finance-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { useToast } from '../../ui/toast.tsx';
import { formatCount } from '../amounts.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAct } from '../kit/use-act.ts';
import { renewCalls } from '../kit/use-api.ts';
import { providerAmount } from '../provider/provider-amount.ts';
import { shownMessage, usePageTexts } from '../texts/shown-texts.ts';
import { costCalls, KindField } from './cost-fields.tsx';
import { type ChosenFile, CsvColumns, CsvFileButton } from './csv-fields.tsx';

type Preview = AnswerFor<'POST /api/admin/finances/costs/import'>;
type Choice = { columns?: Preview['columns']; dayOrder: DayOrder; kind: OtherCostKind };
type Request = Choice & { file: string; save: boolean; beside?: BesideSaved | undefined };

export function CostFileDialog({ onClose }: { onClose: () => void }) {
  const { finances } = usePageTexts();
  const texts = finances.file;
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [kind, setKind] = useState<OtherCostKind>('ads');
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [beside, setBeside] = useState<BesideSaved | ''>('');
  const queries = useQueryClient();
  const toast = useToast();
  const act = useAct(
    (api, { file: text, columns, dayOrder, kind: kindOfAll, beside: choice, save }: Request) =>
      api.call('POST /api/admin/finances/costs/import', {
        body: {
          file: text,
          ...(columns ? { columns } : {}),
          ...(choice ? { beside_saved: choice } : {}),
          day_order: dayOrder,
          kind: kindOfAll,
          save,
        },
      }),
    {
      onDone: (answer) => {
        if (answer && !answer.saved) setPreview(answer);
        if (!answer?.saved) return;
        void renewCalls(queries, costCalls);
        toast({ tone: 'success', title: texts.saved(answer.added, formatCount(answer.added)) });
        onClose();
      },
    },
  );

  function choose(chosen: ChosenFile | null): void {
    setPreview(null);
    setBeside('');
    setProblem(chosen ? null : texts.tooLong);
    setFile(chosen);
    act.reset();
    if (chosen) act.run({ file: chosen.text, dayOrder: 'ymd', kind, save: false });
  }

  function read(changed: Partial<Choice>): void {
    if (!file || !preview) return;
    const next = { columns: preview.columns, dayOrder: preview.day_order, kind, ...changed };
    // The choice shows at once; the answer replaces the rest.
    setPreview({ ...preview, columns: next.columns, day_order: next.dayOrder });
    setKind(next.kind);
    act.run({ ...next, file: file.text, save: false });
  }

  return (
    <FormDialog
      title={texts.title}
      act={act}
      label={texts.save}
      failure={problem ?? act.failure}
      // After a failed preview the counts are those of an earlier choice.
      incomplete={
        !preview ||
        preview.refused > 0 ||
        preview.added === 0 ||
        (preview.beside > 0 && beside === '') ||
        act.failure !== null
      }
      onClose={onClose}
      onSubmit={() => {
        if (file && preview) {
          const choice = preview.beside > 0 && beside !== '' ? beside : undefined;
          const { columns, day_order: dayOrder } = preview;
          act.run({ file: file.text, columns, dayOrder, kind, beside: choice, save: true });
        }
      }}
    >
      <p className="text-muted">{texts.help}</p>
      <CsvFileButton chosen={file} most={costFileLimits.characters} disabled={act.isPending} onFile={choose} />
      {preview ? <Mapping preview={preview} kind={kind} isDisabled={act.isPending} onChoice={read} /> : null}
      {preview ? <Result preview={preview} /> : null}
      {preview && preview.refused === 0 && preview.beside > 0 ? (
        <Beside preview={preview} choice={beside} onChoice={setBeside} />
      ) : null}
    </FormDialog>
  );
}

type MappingProps = {
  preview: Preview;
  kind: OtherCostKind;
  /** While the file is read with the last choice. */
  isDisabled: boolean;
  onChoice: (choice: Partial<Choice>) => void;
};

function Mapping({ preview, kind, isDisabled, onChoice }: MappingProps) {
  const { finances } = usePageTexts();
  const texts = finances.file;
  const { columns, headings } = preview;
  return (
    <fieldset disabled={isDisabled} className="grid gap-3 sm:grid-cols-2">
      <CsvColumns
        names={costColumns}
        labels={texts.columns}
        headings={headings}
        columns={columns}
        dayOrder={preview.day_order}
        onColumns={(chosen) => onChoice({ columns: chosen })}
        onDayOrder={(dayOrder) => onChoice({ dayOrder })}
      />
      <KindField label={texts.kindOfAll} kind={kind} onKind={(chosen) => onChoice({ kind: chosen })} />
    </fieldset>
  );
}

type BesideProps = { preview: Preview; choice: BesideSaved | ''; onChoice: (choice: BesideSaved | '') => void };

/** Lines that may be saved costs with a corrected amount: the operator chooses what becomes of them. */
function Beside({ preview: { beside, saved_costs: lines }, choice, onChoice }: BesideProps) {
  const { finances, dates } = usePageTexts();
  const texts = finances.file;
  return (
    <div className="grid gap-2">
      <p className="font-semibold text-yellow-ink">{texts.beside(beside, formatCount(beside))}</p>
      <ul className="grid max-h-48 gap-1.5 overflow-y-auto rounded-card border border-hairline p-3">
        {lines.map(({ line, day, kind, source, amount, currency, saved_amount, saved_currency }) => (
          <li key={line}>
            {texts.besideLine(
              formatCount(line),
              [dates.span(day, day), finances.costs.kinds[kind], source].filter(Boolean).join(', '),
              providerAmount(saved_amount, saved_currency),
              providerAmount(amount, currency),
            )}
          </li>
        ))}
      </ul>
      {beside > lines.length ? <p className="text-muted">{texts.firstOf(formatCount(lines.length))}</p> : null}
      <SelectField
        label={texts.besideChoice}
        options={(['', ...besideSaved] as const).map((value) => ({
          value,
          label: value === '' ? texts.besideNone : texts.besideChoices[value],
        }))}
        value={choice}
        onChange={onChoice}
      />
    </div>
  );
}

function Result({ preview }: { preview: Preview }) {
  const { finances, dates } = usePageTexts();
  const texts = finances.file;
  const { added, known, refused, problems } = preview;
  const counts = [
    ...(added > 0 ? [texts.toAdd(added, formatCount(added))] : []),
    ...(known > 0 ? [texts.known(known, formatCount(known))] : []),
    ...(refused > 0 ? [texts.refused(refused, formatCount(refused))] : []),
  ];
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold tabular-nums">
        {added === 0 && refused === 0 && known > 0 ? texts.nothingNew : counts.join(', ')}
      </p>
      {refused > 0 ? (
        <div className="grid gap-2">
          <p>{texts.nothingSaved}</p>
          <ul className="grid max-h-48 gap-1.5 overflow-y-auto rounded-card border border-hairline p-3">
            {problems.map(({ line, text, message, code, params }) => (
              <li key={line}>
                <span className="block text-red-ink">
                  {texts.problem(formatCount(line), shownMessage({ code, params }, message))}
                </span>
                <span className="block truncate text-xs text-muted">{text}</span>
              </li>
            ))}
          </ul>
          {refused > problems.length ? (
            <p className="text-muted">{texts.firstOf(formatCount(problems.length))}</p>
          ) : null}
        </div>
      ) : null}
      {preview.preview.length > 0 ? (
        <table className="w-full text-left text-sm">
          <caption className="pb-1 text-left font-semibold">{texts.preview}</caption>
          <tbody>
            {preview.preview.map(({ line, day, kind, source, amount, currency, note, known: isKnown }) => (
              <tr key={line} className={classNames('align-top', isKnown && 'text-muted')}>
                <td className="py-1 pr-3 whitespace-nowrap tabular-nums">{dates.span(day, day)}</td>
                <td className="py-1 pr-3 break-words">
                  {[finances.costs.kinds[kind], source, note, isKnown ? texts.knownMark : null]
                    .filter(Boolean)
                    .join(', ')}
                </td>
                <td className="py-1 text-right whitespace-nowrap tabular-nums">{providerAmount(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  );
}
