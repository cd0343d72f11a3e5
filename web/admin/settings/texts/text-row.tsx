// One text of the list: its wording, and opened its field, defaults, preview and earlier wordings.
import { useId, useState } from 'react';
import { type Language, languageTags } from '../../../../contract/languages.ts';
import { defaultOf, holesOf, ownTextOf, type TextEntry, textFieldOf } from '../../../../contract/text-settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSetupTexts } from '../../texts/shown-texts.ts';
import { Lines } from '../inputs.tsx';
import type { SettingsForm } from '../settings-form.ts';
import { shortKey } from './text-places.ts';
import { TextPreview } from './text-preview.tsx';
import { TextVersions } from './text-versions.tsx';

type TextRowProps = {
  entry: TextEntry;
  language: Language;
  form: SettingsForm;
  locked: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

export function TextRow({ entry, language, form, locked, isOpen, onToggle }: TextRowProps) {
  const { textEditor } = useSetupTexts();
  const { key } = entry;
  const own = form.draft.texts[language];
  const text = ownTextOf(own, key)?.trim() || defaultOf(entry, language, own.preset);
  const isChanged = Boolean(ownTextOf(own, key)?.trim());
  const bodyId = useId();
  return (
    <li className="min-w-0 py-2.5">
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          <p lang={languageTags[language]} className="break-words">
            {text}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
            <code className="break-all">{shortKey(key)}</code>
            {isChanged ? <Badge tone="blue">{textEditor.changed}</Badge> : null}
            {form.problemAt(textFieldOf(language, key)) === null ? null : (
              <Badge tone="red">{textEditor.invalid}</Badge>
            )}
          </p>
        </div>
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          aria-label={isOpen ? textEditor.closeKey(shortKey(key)) : textEditor.editKey(shortKey(key))}
          onClick={onToggle}
        >
          {isOpen ? textEditor.close : textEditor.edit}
        </Button>
      </div>
      {isOpen ? (
        <div id={bodyId}>
          <OpenText entry={entry} language={language} form={form} locked={locked} />
        </div>
      ) : null}
    </li>
  );
}

function OpenText({ entry, language, form, locked }: Omit<TextRowProps, 'isOpen' | 'onToggle'>) {
  const { settingNames, textEditor } = useSetupTexts();
  const { key, texts } = entry;
  const [isPreviewed, setIsPreviewed] = useState(false);
  const own = form.draft.texts[language];
  const holes = holesOf(texts[language].specified);
  const write = (text: string) =>
    form.edit(({ texts: { [language]: copy } }) => {
      if (text === '') delete copy.changed[key];
      else copy.changed[key] = text;
    });
  return (
    <div className="mt-3 grid gap-3 rounded-card bg-sunken p-3 sm:p-4">
      <fieldset disabled={locked} className="grid gap-3">
        <Lines
          form={form}
          path={textFieldOf(language, key)}
          label={textEditor.yours}
          help={holes.length === 0 ? textEditor.emptyHelp : textEditor.holesHelp(holes.map((name) => `{${name}}`))}
          lang={languageTags[language]}
          rows={2}
          placeholder={defaultOf(entry, language, own.preset)}
          value={ownTextOf(own, key) ?? ''}
          onChange={({ target }) => write(target.value.replaceAll('\n', ' '))}
        />
        <dl className="grid gap-2 text-sm">
          <Default
            name={settingNames.presets.specified}
            text={texts[language].specified}
            language={language}
            onUse={write}
          />
          {texts[language].plain === null ? null : (
            <Default name={settingNames.presets.plain} text={texts[language].plain} language={language} onUse={write} />
          )}
        </dl>
      </fieldset>
      <div className="flex flex-wrap gap-2">
        {locked ? null : (
          <Button size="sm" disabled={ownTextOf(own, key) === undefined} onClick={() => write('')}>
            {textEditor.reset}
          </Button>
        )}
        <Button size="sm" aria-expanded={isPreviewed} onClick={() => setIsPreviewed(!isPreviewed)}>
          {isPreviewed ? textEditor.hidePreview : textEditor.preview}
        </Button>
      </div>
      {isPreviewed ? <TextPreview entry={entry} language={language} own={own} /> : null}
      <TextVersions textKey={key} language={language} onUse={locked ? null : write} />
    </div>
  );
}

type DefaultProps = { name: string; text: string; language: Language; onUse: (text: string) => void };

function Default({ name, text, language, onUse }: DefaultProps) {
  const { textEditor } = useSetupTexts();
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">
        <span lang={languageTags[language]}>{`${text} `}</span>
        <button
          type="button"
          className="ml-1 text-xs text-muted underline hover:text-ink"
          aria-label={textEditor.copyNamed(name)}
          onClick={() => onUse(text)}
        >
          {textEditor.copy}
        </button>
      </dd>
    </div>
  );
}
