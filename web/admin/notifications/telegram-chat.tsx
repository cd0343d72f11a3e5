// Finds the chats of a Telegram bot, and chooses one.
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import type { ConfigDraft } from './channel-draft.ts';

type TelegramChatProps = { config: ConfigDraft; onChange: (config: ConfigDraft) => void };

export function TelegramChat({ config, onChange }: TelegramChatProps) {
  const { notifications: texts } = useSetupTexts();
  const { api } = useAdmin();
  const botToken = config.botToken.trim();
  const find = useMutation({
    mutationFn: () => api.call('POST /api/admin/notification-channels/telegram-chats', { body: { botToken } }),
    onSuccess: ({ chats: [only, ...others] }) => {
      if (only && others.length === 0) choose(only);
    },
  });
  const choose = ({ id, name }: { id: string; name: string }) => onChange({ ...config, chatId: id, chatName: name });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          waiting={find.isPending}
          disabled={botToken === '' || find.isPending}
          onClick={() => find.mutate()}
        >
          {find.data ? texts.findAgain : texts.findChat}
        </Button>
      </div>
      <Refusal>{failureOf(find)}</Refusal>
      <div role="status" className="grid gap-2">
        {find.data ? (
          <p>
            <a
              href={`https://t.me/${encodeURIComponent(find.data.botName)}`}
              target="_blank"
              rel="noreferrer"
              className="font-semibold underline underline-offset-2"
            >
              {texts.openBot(find.data.botName)}
            </a>
          </p>
        ) : null}
        {find.data?.chats.length === 0 ? <p>{texts.noChat}</p> : null}
      </div>
      {find.data && find.data.chats.length > 0 ? (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-semibold">{texts.chats}</legend>
          {find.data.chats.map((chat) => (
            <label key={chat.id} className="flex cursor-pointer items-start gap-2.5">
              <input
                type="radio"
                name="telegram-chat"
                checked={config.chatId === chat.id}
                onChange={() => choose(chat)}
                className="mt-0.5 size-4 shrink-0 accent-(--ink)"
              />
              <bdi className="min-w-0 break-words">{chat.name}</bdi>
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
