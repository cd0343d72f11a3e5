// The messages beside the thread of one. A narrow screen shows one of the two. A wide one opens the first message.
import { useEffect } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { useIsWide } from '../../ui/use-window-width.ts';
import { LoadMoreList, SearchForm } from '../kit/list.tsx';
import { useApiList } from '../kit/use-api-list.ts';
import { SearchField } from '../search-field.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';
import { MessageRow } from './message-row.tsx';
import { ThreadPane } from './thread-pane.tsx';

type MessagesPaneProps = {
  only: 'unanswered' | null;
  search: string;
  onSearch: (search: string) => void;
  /** The message of the address. */
  chosenId: string | null;
  onChoose: (id: string | null, how: { replace: boolean; state?: unknown }) => void;
};

/** The history state of a message that opened by itself. It also holds after a reload. */
const unchosen = 'unchosen message';

export function MessagesPane({ only, search, onSearch, chosenId, onChoose }: MessagesPaneProps) {
  const { inbox } = usePageTexts();
  const nowMs = useNow();
  const isWide = useIsWide();
  const isChosen = useHistoryState() !== unchosen;
  const { query, rows: messages } = useApiList('GET /api/admin/contact-messages', {
    query: { limit: 30, ...(only ? { only } : {}), ...(search ? { search } : {}) },
  });
  const firstId = messages[0]?.id;
  useEffect(() => {
    // An answered message stays open, although it leaves the list.
    if (isWide && chosenId === null && firstId !== undefined) onChoose(firstId, { replace: true, state: unchosen });
  });
  const empty = only ? inbox.allAnswered : inbox.noMessages;
  const nothing = search ? inbox.noneFound : empty;
  return (
    <div className="lg:grid lg:grid-cols-[19rem_minmax(0,1fr)] lg:items-start lg:gap-4">
      {isWide || chosenId === null ? (
        <div
          className={classNames(
            // Without the margin the scroll container would cut off the focus ring of the search field.
            'lg:sticky lg:top-4 lg:-m-1 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto lg:p-1',
            messages.length === 0 && chosenId === null && 'lg:col-span-2',
          )}
        >
          <SearchForm className="mb-2">
            <SearchField label={inbox.search} placeholder={inbox.searchHint} search={search} onChange={onSearch} />
          </SearchForm>
          <LoadMoreList failure={inbox.messagesFailed} query={query} nothing={messages.length === 0 ? nothing : null}>
            <ul aria-label={inbox.messages} className="rounded-card border border-hairline bg-surface">
              {messages.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  isCurrent={message.id === chosenId}
                  nowMs={nowMs}
                  onOpen={() => onChoose(message.id, { replace: isWide })}
                />
              ))}
            </ul>
          </LoadMoreList>
        </div>
      ) : null}
      {chosenId === null ? null : (
        <div className="min-w-0">
          {isWide ? null : (
            <Button
              size="sm"
              variant="quiet"
              className="mb-2 -ml-3"
              icon={<Icon name="arrowLeft" />}
              onClick={() => onChoose(null, { replace: true })}
            >
              {inbox.back}
            </Button>
          )}
          <ThreadPane
            key={chosenId}
            id={chosenId}
            isChosen={isChosen}
            onShow={(id) => onChoose(id, { replace: isWide })}
          />
        </div>
      )}
    </div>
  );
}
