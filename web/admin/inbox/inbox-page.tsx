// The inbox: messages of visitors to the support, and emails of the store. The URL selects the list and the message.
import { useSearchParams } from 'wouter';
import { useNow } from '../../ui/relative-time.tsx';
import { Chips } from '../chips.tsx';
import { LoadMoreList } from '../kit/list.tsx';
import { useApiList } from '../kit/use-api-list.ts';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { MailRow } from './mail-row.tsx';
import { MessagesPane } from './messages-pane.tsx';
import { TemplatesEditor } from './templates-editor.tsx';
import { UnsentBar } from './unsent-bar.tsx';

const boxes = ['unanswered', 'messages', 'unsent', 'mails', 'templates'] as const;
type Box = (typeof boxes)[number];
const isMessages = (box: Box) => box === 'unanswered' || box === 'messages';

export default function InboxPage() {
  const { inbox, navigation } = usePageTexts();
  usePageTitle(navigation.inbox);
  const [params, setParams] = useSearchParams();
  const box: Box = boxes.find((value) => value === params.get('box')) ?? 'unanswered';
  const search = params.get('search') ?? '';
  const addressOf = (shown: Box, searched = ''): Record<string, string> => ({
    ...(shown === 'unanswered' ? {} : { box: shown }),
    ...(searched === '' ? {} : { search: searched }),
  });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading of="inbox" />
        <Chips
          legend={inbox.shown}
          options={boxes.map((value) => ({ value, label: inbox.boxes[value] }))}
          value={box}
          onChange={(picked) => setParams(addressOf(picked, isMessages(picked) ? search : ''), { replace: true })}
        />
      </div>
      {isMessages(box) ? (
        <MessagesPane
          key={box}
          only={box === 'unanswered' ? box : null}
          search={search}
          onSearch={(typed) => setParams(addressOf(box, typed), { replace: true })}
          chosenId={params.get('message')}
          onChoose={(id, how) => setParams({ ...addressOf(box, search), ...(id === null ? {} : { message: id }) }, how)}
        />
      ) : null}
      {box === 'unsent' || box === 'mails' ? <MailsList key={box} only={box === 'unsent' ? box : null} /> : null}
      {box === 'templates' ? <TemplatesEditor /> : null}
    </>
  );
}

/** The emails that the store sent, queued or failed to send. */
function MailsList({ only }: { only: 'unsent' | null }) {
  const { inbox } = usePageTexts();
  const nowMs = useNow();
  const { query, rows } = useApiList('GET /api/admin/mails', { query: { limit: 30, ...(only ? { only } : {}) } });
  const nothing = only ? inbox.allSent : inbox.noEmails;
  return (
    <>
      {only ? <UnsentBar /> : null}
      <LoadMoreList failure={inbox.emailsFailed} query={query} nothing={rows.length === 0 ? nothing : null}>
        <ul aria-label={inbox.emails} className="rounded-card border border-hairline bg-surface px-4">
          {rows.map((mail) => (
            <MailRow key={mail.id} mail={mail} nowMs={nowMs} />
          ))}
        </ul>
      </LoadMoreList>
    </>
  );
}
