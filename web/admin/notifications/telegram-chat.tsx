// Finds the chats of a Telegram bot, and chooses one.
import { Button } from '../../ui/button.tsx';
import { useAct } from '../kit/use-act.ts';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import type { ConfigDraft } from './channel-draft.ts';

type TelegramChatProps = { config: ConfigDraft; onChange: (config: ConfigDraft) => void };

export function TelegramChat({ config, onChange }: TelegramChatProps) {
  const { notifications: texts } = useSetupTexts();
  const botToken = config.botToken.trim();
  const find = useAct('POST /api/admin/notification-channels/telegram-chats', {
    onDone: (answer) => {
      const [only, ...others] = answer?.chats ?? [];
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
          onClick={() => find.run({ body: { botToken } })}
        >
          {find.answer ? texts.findAgain : texts.findChat}
        </Button>
      </div>
      <Refusal>{find.failure}</Refusal>
      <div role="status" className="grid gap-2">
        {find.answer ? (
          <p>
            <a
              href={`https://t.me/${encodeURIComponent(find.answer.botName)}`}
              target="_blank"
              rel="noreferrer"
              className="font-semibold underline underline-offset-2"
            >
              {texts.openBot(find.answer.botName)}
            </a>
          </p>
        ) : null}
        {find.answer?.chats.length === 0 ? <p>{texts.noChat}</p> : null}
      </div>
      {find.answer && find.answer.chats.length > 0 ? (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-semibold">{texts.chats}</legend>
          {find.answer.chats.map((chat) => (
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
