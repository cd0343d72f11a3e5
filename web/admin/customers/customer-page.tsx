// The page of one customer: totals, orders, messages, tags, notes and personal data.
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { ApiError } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatAgo, formatDate, formatDateOnly, hasAge } from '../../ui/format-date.ts';
import { Icon } from '../../ui/icons.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { CopyButton } from '../copy-button.tsx';
import { PersonActs } from '../data-privacy/person-acts.tsx';
import { formatDollars } from '../dollars.ts';
import { useKeptState } from '../kept-state.ts';
import { LoadMoreList } from '../kit/list.tsx';
import { useAct } from '../kit/use-act.ts';
import { renewCalls, useApi } from '../kit/use-api.ts';
import { useApiList } from '../kit/use-api-list.ts';
import { customerCalls } from '../live-calls.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Breadcrumb } from '../navigation/breadcrumb.tsx';
import { NoteForm } from '../note-form.tsx';
import { Panel } from '../panel.tsx';
import { tabPath } from '../paths.ts';
import { usePageTitle } from '../shell.tsx';
import { StatCard, StatCards } from '../stat-card.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { OrdersPanel } from './customer-orders.tsx';
import { TagsPanel } from './customer-tags.tsx';

const customerCall = 'GET /api/admin/customers/{email}';
type CustomerDetails = AnswerFor<typeof customerCall>;

export default function CustomerPage({ email }: { email: string }) {
  const { common, customerPage: texts, orderRow } = usePageTexts();
  usePageTitle(email);
  const queries = useQueryClient();
  const { data, error, isError, isFetching, refetch } = useApi(customerCall, { params: { email } });

  const refresh = () => void renewCalls(queries, [...customerCalls, 'GET /api/admin/contact-messages']);

  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NotFound email={email} />;
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <Breadcrumb />
        <Button size="sm" icon={<Icon name="refresh" />} disabled={isFetching} onClick={refresh}>
          {common.refresh}
        </Button>
      </div>
      <div className="mt-2 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 text-xl font-semibold break-all">
          <span translate="no">{data?.email ?? email}</span>
          <CopyButton text={data?.email ?? email} name={texts.theEmail} />
        </h1>
        {data?.username ? (
          <bdi className="text-muted" translate="no">
            {orderRow.username(data.username)}
          </bdi>
        ) : null}
      </div>
      {isError ? <LoadFailure title={texts.failed} error={error} onRetry={() => void refetch()} /> : null}
      <Totals customer={data} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,9fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <OrdersPanel email={email} total={data?.totalOrders ?? null} />
          <MessagesPanel email={email} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {data ? <TagsPanel email={email} tags={data.tags} /> : null}
          {data ? <NotesPanel email={email} notes={data.notes} /> : null}
          <PersonalDataPanel email={email} />
        </div>
      </div>
    </>
  );
}

function Totals({ customer }: { customer: CustomerDetails | undefined }) {
  const { customerPage: texts } = usePageTexts();
  const nowMs = useNow();
  const dollars = (amount: number | undefined) => (amount === undefined ? null : formatDollars(amount));
  const last = customer?.last_order_at ?? null;
  return (
    <StatCards>
      <StatCard title={texts.spent} value={dollars(customer?.totalSpent)} caption={texts.spentHelp} />
      <StatCard title={texts.refunded} value={dollars(customer?.totalRefunded)} caption={texts.refundedHelp} />
      <StatCard
        title={texts.orders}
        value={customer ? formatCount(customer.totalOrders) : null}
        caption={texts.ordersHelp}
      />
      <StatCard
        title={texts.last}
        value={
          customer
            ? last === null
              ? texts.never
              : hasAge(last, nowMs)
                ? formatAgo(last, nowMs)
                : formatDateOnly(last)
            : null
        }
        caption={last === null ? '' : formatDate(last)}
      />
    </StatCards>
  );
}

/** The notes of admins about a customer, newest first. */
function NotesPanel({ email, notes }: { email: string; notes: CustomerDetails['notes'] }) {
  const { customerPage: texts } = usePageTexts();
  const nowMs = useNow();
  const [open, setOpen] = useKeptState(`note form ${email}`, false);
  const add = useAct('POST /api/admin/customers/{email}/notes', {
    renews: [customerCall],
    onDone: () => setOpen(false),
  });
  return (
    <Panel title={texts.notes}>
      <Allowed call="addCustomerNote">
        <NoteForm
          about={email}
          help={texts.noteHelp}
          act={add}
          open={open}
          onOpen={setOpen}
          onAdd={(note) => add.run({ params: { email }, body: { note } })}
        />
      </Allowed>
      {notes.length === 0 ? <p className="mt-2 text-sm text-muted">{texts.noNotes}</p> : null}
      <ul aria-label={texts.notes} className="mt-2 text-sm empty:hidden">
        {notes.map(({ note, written_by, written_at }) => (
          <li key={`${written_at} ${note}`} className="border-t border-hairline py-2.5 first:border-t-0">
            <p className="break-words whitespace-pre-line">{note}</p>
            <p className="mt-1 text-xs break-words text-muted" title={formatDate(written_at)}>
              <span>{`${written_by}, `}</span>
              <RelativeTime at={written_at} nowMs={nowMs} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function PersonalDataPanel({ email }: { email: string }) {
  const { customerPage: texts } = usePageTexts();
  const [, navigate] = useLocation();
  const isAllowed = useAllowed();
  if (!isAllowed('exportPerson') && !isAllowed('erasePerson')) return null;
  return (
    <Panel title={texts.personalData}>
      <p className="mb-3 text-sm text-muted">{texts.personalDataHelp}</p>
      <PersonActs email={email} onErased={() => navigate(tabPath('customers'))} />
    </Panel>
  );
}

function NotFound({ email }: { email: string }) {
  const { customerPage: texts } = usePageTexts();
  return (
    <div className="mx-auto max-w-md py-20 text-center">
      <h1 className="text-xl font-semibold">{texts.notFound}</h1>
      <p className="mt-2 text-sm break-words text-muted">{texts.notFoundHelp(email)}</p>
      <Link href={tabPath('customers')} className="mt-5 inline-block font-semibold underline">
        {texts.allCustomers}
      </Link>
    </div>
  );
}

// The messages of a customer to the support, newest first. A click shows the text.

const messagesAtOnce = 20;

function MessagesPanel({ email }: { email: string }) {
  const { customerPage: texts, inbox } = usePageTexts();
  const nowMs = useNow();
  const { query, rows: messages } = useApiList('GET /api/admin/contact-messages', {
    query: { email, limit: messagesAtOnce },
  });
  return (
    <Panel title={inbox.messages}>
      <LoadMoreList
        query={query}
        failure={inbox.messagesFailed}
        nothing={messages.length === 0 ? texts.noMessages : null}
        isInPanel
      >
        <ul className="text-sm">
          {messages.map(({ id, subject, message, received_at, answered_at }) => (
            <li key={id} className="border-t border-hairline first:border-t-0">
              <details>
                <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                  <span className="min-w-0 flex-1 basis-48 font-semibold break-words">{subject}</span>
                  <Badge tone={answered_at ? 'green' : 'yellow'}>
                    {answered_at ? inbox.answered : inbox.boxes.unanswered}
                  </Badge>
                  <span className="text-xs whitespace-nowrap text-muted">
                    <RelativeTime at={received_at} nowMs={nowMs} />
                  </span>
                </summary>
                <p className="pb-3 break-words whitespace-pre-line">{message}</p>
              </details>
            </li>
          ))}
        </ul>
      </LoadMoreList>
    </Panel>
  );
}
