// The file of a bank: its columns, the orders that its lines may pay, and a decision about each.
import { useState } from 'react';
import { Link } from 'wouter';
import type { DayOrder } from '../../../contract/finance-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import {
  bankColumns,
  bankFileLimits,
  type TransferCurrency,
  type TransferIssue,
  transferCurrencies,
} from '../../../contract/transfer-rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { FormDialog } from '../kit/dialogs.tsx';
import { NoRows } from '../kit/list.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAct } from '../kit/use-act.ts';
import { allOrderCalls } from '../live-calls.ts';
import { NoteField } from '../note-field.tsx';
import { Panel } from '../panel.tsx';
import { ordersPath } from '../paths.ts';
import { providerAmount } from '../provider/provider-amount.ts';
import { Refusal } from '../refusal.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { type ChosenFile, CsvColumns, CsvFileButton } from './csv-fields.tsx';

type Found = AnswerFor<'POST /api/admin/transfers/match'>;
type Proposal = Found['proposals'][number];
type Decision = 'accepted' | 'left';
type Choice = { columns?: Found['columns']; dayOrder?: DayOrder; currency: TransferCurrency };

export default function TransfersView() {
  const { finances } = usePageTexts();
  const texts = finances.transfers;
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [currency, setCurrency] = useState<TransferCurrency>('USD');
  const [isTooLong, setTooLong] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [open, setOpen] = useState<{ proposal: Proposal; decision: Decision } | null>(null);
  const read = useAct(
    (api, { text, columns, dayOrder, currency: ofAccount }: Choice & { text: string }) =>
      api.call('POST /api/admin/transfers/match', {
        body: { file: text, currency: ofAccount, ...(columns && dayOrder ? { columns, day_order: dayOrder } : {}) },
      }),
    { onDone: (answer) => setFound(answer) },
  );

  function choose(chosen: ChosenFile | null): void {
    setFile(chosen);
    setTooLong(chosen === null);
    setFound(null);
    read.reset();
    if (chosen) read.run({ text: chosen.text, currency });
  }

  function readAgain(changed: Partial<Choice>): void {
    const next = { currency, ...(found ? { columns: found.columns, dayOrder: found.day_order } : {}), ...changed };
    // The choice shows at once; the answer replaces the rest.
    setCurrency(next.currency);
    if (found && next.columns && next.dayOrder) setFound({ ...found, columns: next.columns, day_order: next.dayOrder });
    if (file) read.run({ ...next, text: file.text });
  }

  return (
    <Panel title={texts.title}>
      <div className="grid gap-4 text-sm">
        <p className="max-w-2xl text-muted">{texts.help}</p>
        <CsvFileButton chosen={file} most={bankFileLimits.characters} disabled={read.isPending} onFile={choose} />
        <Refusal>{isTooLong ? finances.file.tooLong : read.failure}</Refusal>
        {found ? (
          <fieldset disabled={read.isPending} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            <CsvColumns
              names={bankColumns}
              labels={texts.columns}
              headings={found.headings}
              columns={found.columns}
              dayOrder={found.day_order}
              onColumns={(columns) => readAgain({ columns })}
              onDayOrder={(dayOrder) => readAgain({ dayOrder })}
            />
            <SelectField
              label={texts.currency}
              options={transferCurrencies.map((value) => ({ value, label: value }))}
              value={currency}
              onChange={(value) => readAgain({ currency: value })}
            />
          </fieldset>
        ) : null}
        {found ? <Proposals found={found} onDecide={(proposal, decision) => setOpen({ proposal, decision })} /> : null}
      </div>
      {open ? (
        <DecisionDialog
          {...open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            readAgain({});
          }}
        />
      ) : null}
    </Panel>
  );
}

type ProposalsProps = { found: Found; onDecide: (proposal: Proposal, decision: Decision) => void };

function Proposals({ found, onDecide }: ProposalsProps) {
  const { finances } = usePageTexts();
  const texts = finances.transfers;
  const { incoming, outgoing, unread, decided, unmatched, matched, proposals } = found;
  const counts = [
    texts.counts.incoming(incoming, formatCount(incoming)),
    ...(decided > 0 ? [texts.counts.decided(formatCount(decided))] : []),
    ...(unmatched > 0 ? [texts.counts.unmatched(formatCount(unmatched))] : []),
    ...(outgoing > 0 ? [texts.counts.outgoing(formatCount(outgoing))] : []),
    ...(unread > 0 ? [texts.counts.unread(formatCount(unread))] : []),
  ];
  return (
    <div className="grid gap-3">
      <p role="status" className="tabular-nums">
        {counts.join(', ')}
      </p>
      {proposals.length === 0 ? (
        <NoRows title={texts.none} help={texts.noneHelp} />
      ) : (
        <ul aria-label={texts.proposals} className="grid gap-3">
          {proposals.map((proposal) => (
            <ProposalCard key={proposal.line} proposal={proposal} onDecide={onDecide} />
          ))}
        </ul>
      )}
      {matched > proposals.length ? (
        <p className="text-muted">{finances.file.firstOf(formatCount(proposals.length))}</p>
      ) : null}
    </div>
  );
}

const severeIssues: readonly TransferIssue[] = ['deleted', 'second', 'currency'];

function ProposalCard({ proposal, onDecide }: { proposal: Proposal } & Pick<ProposalsProps, 'onDecide'>) {
  const { finances, dates } = usePageTexts();
  const texts = finances.transfers;
  const { day, text, amount, currency, order_id, reference, by, due, due_currency, expires_on, issues, others } =
    proposal;
  const arrived = providerAmount(amount, currency);
  const isDeleted = issues.includes('deleted');
  const canAccept = !isDeleted && !(issues.includes('second') && issues.length > 1);
  return (
    <li className="grid gap-3 rounded-card border border-hairline p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-semibold tabular-nums">{[arrived, dates.span(day, day)].join(', ')}</p>
        <p className="break-words text-muted">{text}</p>
      </div>
      <div className="grid min-w-0 content-start gap-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {isDeleted ? (
            <span className="font-semibold" translate="no">
              {order_id}
            </span>
          ) : (
            <Link href={`${ordersPath}/${order_id}`} className="font-semibold underline" translate="no">
              {order_id}
            </Link>
          )}
          {issues.length === 0 ? <Badge tone={by === 'reference' ? 'green' : 'blue'}>{texts.by[by]}</Badge> : null}
          {issues.map((issue) => (
            <Badge key={issue} tone={severeIssues.includes(issue) ? 'red' : 'orange'}>
              {texts.issues[issue]}
            </Badge>
          ))}
        </p>
        <p className="text-muted tabular-nums">
          {texts.waits(providerAmount(due, due_currency), dates.span(expires_on, expires_on), reference)}
        </p>
        {isDeleted ? <p className="text-orange-ink">{texts.issueHelp.deleted}</p> : null}
        {others > 0 ? <p className="text-orange-ink">{texts.others(others)}</p> : null}
      </div>
      <Allowed call="decideTransfer">
        <div className="flex flex-wrap content-start gap-2 md:justify-end">
          {canAccept ? (
            <Button
              size="sm"
              variant="primary"
              aria-label={`${texts.accept}: ${arrived}, ${order_id}`}
              onClick={() => onDecide(proposal, 'accepted')}
            >
              {texts.accept}
            </Button>
          ) : null}
          <Button
            size="sm"
            aria-label={`${texts.leave}: ${arrived}, ${order_id}`}
            onClick={() => onDecide(proposal, 'left')}
          >
            {texts.leave}
          </Button>
        </div>
      </Allowed>
    </li>
  );
}

type DecisionDialogProps = { proposal: Proposal; decision: Decision; onClose: () => void; onDone: () => void };

function DecisionDialog({ proposal, decision, onClose, onDone }: DecisionDialogProps) {
  const { finances } = usePageTexts();
  const texts = finances.transfers;
  const [note, setNote] = useState('');
  const { order_id: id, day, amount, currency, text, repeat, issues } = proposal;
  const isAccepted = decision === 'accepted';
  const act = useAct('POST /api/admin/orders/{id}/transfers', {
    renews: allOrderCalls,
    onDone,
    done: { title: isAccepted ? texts.accepted : texts.left },
  });
  const words = note.trim();
  return (
    <FormDialog
      title={isAccepted ? texts.acceptTitle(id) : texts.leaveTitle}
      act={act}
      label={isAccepted ? texts.accept : texts.leave}
      onClose={onClose}
      onSubmit={() =>
        act.run({
          params: { id },
          body: { day, amount, currency, text, repeat, decision, ...(words === '' ? {} : { note: words }) },
        })
      }
    >
      <p className="font-semibold tabular-nums">{providerAmount(amount, currency)}</p>
      {isAccepted && isPaidBefore(issues) ? null : <p>{isAccepted ? texts.acceptHelp : texts.leaveHelp}</p>}
      {isAccepted && issues.length > 0 ? (
        <ul className="grid gap-1 text-orange-ink">
          {issues.map((issue) => (
            <li key={issue}>{texts.issueHelp[issue]}</li>
          ))}
        </ul>
      ) : null}
      <NoteField
        label={texts.note}
        help={texts.noteHelp}
        maxLength={bankFileLimits.note}
        isRequired={false}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  );
}

/** The line changes nothing of the order's delivery. */
function isPaidBefore(issues: Proposal['issues']): boolean {
  return issues.includes('second') || issues.includes('recorded');
}
