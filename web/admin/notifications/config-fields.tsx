// The steps to set up a kind of channel, and the fields of its configuration.
import type { InputHTMLAttributes } from 'react';
import { Field } from '../../ui/field.tsx';
import { CopyButton } from '../copy-button.tsx';
import { EmailField } from '../email-field.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import type { AddedKind, ConfigDraft } from './channel-draft.ts';

type ConfigFieldsProps = {
  kind: AddedKind;
  config: ConfigDraft;
  onChange: (config: ConfigDraft) => void;
};

type Shown = Exclude<keyof ConfigDraft, 'address' | 'chatId' | 'chatName' | 'secret'>;

const fieldsOf: Record<AddedKind, readonly Shown[]> = {
  email: [],
  telegram: ['botToken'],
  discord: ['url'],
  slack: ['url'],
  ntfy: ['topic', 'server', 'token'],
  webhook: ['url'],
};

const attributes: Record<Shown, InputHTMLAttributes<HTMLInputElement>> = {
  botToken: { maxLength: 100, spellCheck: false },
  url: { type: 'url', maxLength: 500 },
  server: { type: 'url', maxLength: 500 },
  topic: { maxLength: 64, spellCheck: false, pattern: '[A-Za-z0-9_\\-]+' },
  token: { maxLength: 100, spellCheck: false },
};

/** Examples in the form of each service. */
const placeholders: Partial<Record<`${AddedKind}.${Shown}`, string>> = {
  'telegram.botToken': '123456789:AAH…',
  'discord.url': 'https://discord.com/api/webhooks/…',
  'slack.url': 'https://hooks.slack.com/services/…',
  'webhook.url': 'https://',
  'ntfy.token': 'tk_…',
};

export function ConfigFields({ kind, config, onChange }: ConfigFieldsProps) {
  const { notifications: texts } = useSetupTexts();
  return (
    <div className="grid gap-4">
      <ol className="grid list-decimal gap-1.5 pl-5 text-muted">
        {texts.steps[kind].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {kind === 'email' ? (
        <EmailField
          name="channel-address"
          label={texts.fields.address}
          autoComplete="off"
          value={config.address}
          onEmail={(address) => onChange({ ...config, address })}
        />
      ) : null}
      {fieldsOf[kind].map((field) => (
        <Field
          {...attributes[field]}
          key={field}
          name={`channel-${field}`}
          label={texts.fields[field]}
          autoComplete="off"
          placeholder={placeholders[`${kind}.${field}`]}
          value={config[field]}
          onChange={({ target }) => onChange({ ...config, [field]: target.value })}
        />
      ))}
      {kind === 'telegram' ? <TelegramChat config={config} onChange={onChange} /> : null}
      {kind === 'webhook' ? (
        <div>
          <p className="mb-1.5 font-semibold">{texts.fields.secret}</p>
          <p className="flex items-center justify-between gap-2 rounded-card bg-sunken px-3 py-2.5">
            <code className="min-w-0 break-all">{config.secret}</code>
            <CopyButton name={texts.theSecret} text={config.secret} />
          </p>
        </div>
      ) : null}
    </div>
  );
}

// Lists the chats of a Telegram bot, so that the admin can choose one.

type TelegramChatProps = { config: ConfigDraft; onChange: (config: ConfigDraft) => void };

function TelegramChat({ config, onChange }: TelegramChatProps) {
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
        <RunButton act={find} disabled={botToken === ''} onClick={() => find.run({ body: { botToken } })}>
          {find.answer ? texts.findAgain : texts.findChat}
        </RunButton>
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
