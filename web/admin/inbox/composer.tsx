// The field for a reply, with templates. It keeps what was typed until the reply is sent.
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { languages } from '../../../contract/languages.ts';
import { fillPlaceholders, replyLimits, unfilledPlaceholders } from '../../../contract/reply-placeholders.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useIsWide } from '../../ui/use-window-width.ts';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { useAllowed } from '../allowed.tsx';
import { renewCalls, useApi } from '../kit/use-api.ts';
import { sentMailCalls } from '../live-calls.ts';
import { LostAnswer, useCertainAct } from '../lost-answer.ts';
import { inboxPath } from '../paths.ts';
import { queryFailure } from '../query-client.ts';
import { forgetDraft, keepDraft, keyOfDraft, onDraftForgotten, readDraft } from '../tab-drafts.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { LanguageSelect } from './language-select.tsx';
import type { Thread } from './message-row.tsx';

export function Composer({ thread }: { thread: Thread }) {
  const { inbox } = usePageTexts();
  const mayReply = useAllowed()('replyToMessage');
  const { email, subject } = thread.message;
  if (!mayReply) return null;
  if (thread.can_reply) return <ReplyForm thread={thread} />;
  const answer = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
  return (
    <div className="border-t border-hairline px-4 py-3 sm:px-5">
      <p className="mb-3 text-sm text-muted">{inbox.noServer}</p>
      <LinkButton size="sm" variant="primary" href={answer}>
        {inbox.reply}
      </LinkButton>
    </div>
  );
}

function ReplyForm({ thread }: { thread: Thread }) {
  const { id, name, email, answered_at } = thread.message;
  const { inbox } = usePageTexts();
  const fieldId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isWide = useIsWide();
  const writer = useSessionState().user?.email ?? '';
  const [text, setText] = useState(() => readDraft(id));
  const { send, isSending } = useReply(thread);
  useEffect(() => onDraftForgotten(id, () => setText('')), [id]);
  const open = unfilledPlaceholders(text);
  const canSend = text.trim() !== '' && open.length === 0 && !isSending;
  const isFirst = useRef(isWide && answered_at === null);
  useEffect(() => {
    if (!isFirst.current) return;
    // After the focus on the new page. A phone would open its keyboard over the message.
    const timer = setTimeout(() => {
      // A search opens its first result while the admin still types in the search field.
      if (!document.activeElement?.matches('input, textarea')) field.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, []);

  function type(typed: string): void {
    setText(typed);
    keepDraft(id, typed, writer);
  }

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (canSend) send(text);
  }

  return (
    <form onSubmit={submit} className="border-t border-hairline px-4 py-3 sm:px-5">
      <label htmlFor={fieldId} className="mb-1.5 block text-sm font-semibold">
        {inbox.replyTo(name)}
      </label>
      <TemplatePicker
        thread={thread}
        onPick={(template, all) => {
          const isUnchanged = all.includes(text);
          type(text.trim() === '' || isUnchanged ? template : `${text.trimEnd()}\n\n${template}`);
          field.current?.focus();
        }}
      />
      <textarea
        id={fieldId}
        ref={field}
        rows={7}
        maxLength={replyLimits.text}
        value={text}
        readOnly={isSending}
        aria-describedby={`${fieldId}-help`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        className={classNames(inputClassName, 'block text-sm max-sm:text-base border-edge hover:border-ink')}
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p id={`${fieldId}-help`} className="min-w-0 flex-1 basis-52 text-sm break-words text-muted">
          {open.length > 0 ? (
            <span className="text-red-ink">{inbox.fillIn(open.join(', '))}</span>
          ) : (
            inbox.replyHelp(email)
          )}
        </p>
        {text === '' ? null : (
          <Button size="sm" variant="quiet" disabled={isSending} onClick={() => type('')}>
            {inbox.clear}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant="primary"
          icon={<Icon name="send" />}
          waiting={isSending}
          disabled={!canSend}
        >
          {inbox.send}
        </Button>
      </div>
    </form>
  );
}

/** A repeat of the same text uses the same key, so it is sent once. After a lost response the thread is read again. */
function useReply({ message: { id, email }, replies }: Thread) {
  const { api } = useAdmin();
  const toast = useToast();
  const { inbox } = usePageTexts();
  const queries = useQueryClient();
  const act = useCertainAct();
  const mutationKey = ['reply', id];
  const send = useMutation({
    mutationKey,
    mutationFn: (text: string) => {
      const headers = { 'idempotency-key': keyOfDraft(id, text) };
      const input = { params: { id }, body: { text } };
      const known = new Set(replies.map((reply) => reply.id));
      return act(
        () => api.call('POST /api/admin/contact-messages/{id}/replies', input, { headers }),
        async () => {
          const thread = await api.call('GET /api/admin/contact-messages/{id}', { params: { id } });
          const isWritten = thread.replies.some((reply) => !known.has(reply.id) && reply.text === text.trim());
          return isWritten ? 'done' : 'not_done';
        },
      );
    },
    onSuccess: (answer) => {
      forgetDraft(id);
      if (answer?.reply.mail?.state === 'kept') toast({ title: inbox.kept, description: inbox.keptHelp });
      else toast({ title: inbox.queued, description: inbox.queuedHelp(email), tone: 'success' });
    },
    onError: (error) => {
      if (error instanceof LostAnswer) return;
      toast({ title: inbox.sendFailed, description: queryFailure(error), tone: 'error' });
    },
    onSettled: () => renewCalls(queries, sentMailCalls),
  });
  // Also while a form that is no longer shown sends.
  const isSending = useIsMutating({ mutationKey }) > 0;
  return { send: send.mutate, isSending };
}

type TemplatePickerProps = {
  thread: Thread;
  /** The filled template, and all filled ones. */
  onPick: (filled: string, all: string[]) => void;
};

function TemplatePicker({ thread, onPick }: TemplatePickerProps) {
  const { inbox } = usePageTexts();
  const [language, setLanguage] = useState(thread.language);
  const { data } = useApi('GET /api/admin/reply-templates', {});
  if (!data) return null;
  const fill = (text: string) => fillPlaceholders(text, thread.placeholders);
  const shown = data.templates.filter((template) => template.language === language);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-1.5">
      {shown.map(({ name, text }) => (
        <Button
          key={`${name} ${text}`}
          size="sm"
          onClick={() =>
            onPick(
              fill(text),
              data.templates.map((one) => fill(one.text)),
            )
          }
        >
          <bdi>{name}</bdi>
        </Button>
      ))}
      {shown.length === 0 ? <span className="text-sm text-muted">{inbox.noTemplates}</span> : null}
      <span className="ml-auto flex items-center gap-3">
        <LanguageSelect label={inbox.templatesIn} among={languages} value={language} onChange={setLanguage} />
        <Link href={`${inboxPath}?box=templates`} className="text-sm underline underline-offset-4">
          {inbox.editTemplates}
        </Link>
      </span>
    </div>
  );
}
