// The inbox: messages of visitors to the support, and emails of the store. The URL selects the list.
import { useSearchParams } from 'wouter';
import { Chips } from '../chips.tsx';
import { PageHeading } from '../page-heading.tsx';
import { usePageTitle } from '../shell.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { MailsList } from './mails-list.tsx';
import { MessagesList } from './messages-list.tsx';

const boxes = ['unanswered', 'messages', 'unsent', 'mails'] as const;
type Box = (typeof boxes)[number];

export default function InboxPage() {
  const { inbox, navigation } = useTexts();
  usePageTitle(navigation.inbox);
  const [params, setParams] = useSearchParams();
  const box: Box = boxes.find((value) => value === params.get('box')) ?? 'unanswered';
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageHeading of="inbox" />
        <Chips
          legend={inbox.shown}
          options={boxes.map((value) => ({ value, label: inbox.boxes[value] }))}
          value={box}
          onChange={(picked) => setParams(picked === 'unanswered' ? {} : { box: picked }, { replace: true })}
        />
      </div>
      {box === 'unanswered' || box === 'messages' ? (
        <MessagesList key={box} only={box === 'unanswered' ? box : null} />
      ) : (
        <MailsList key={box} only={box === 'unsent' ? box : null} />
      )}
    </>
  );
}
