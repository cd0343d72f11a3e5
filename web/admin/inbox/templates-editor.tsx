// The templates of replies, edited as one list and saved as a whole.
import type { FormEvent } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { defaultLanguage, languages } from '../../../contract/languages.ts';
import { replyLimits, replyPlaceholders } from '../../../contract/reply-placeholders.ts';
import { newKey } from '../../new-key.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { Locked, useAllowed } from '../allowed.tsx';
import { useKeptState } from '../kept-state.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { LanguageSelect } from './language-select.tsx';

type TemplateList = AnswerFor<'GET /api/admin/reply-templates'>;
type Draft = TemplateList['templates'][number] & { key: string };

export function TemplatesEditor() {
  const { inbox } = usePageTexts();
  const query = useApi('GET /api/admin/reply-templates', {});
  return (
    <Loaded query={query} failed={inbox.templatesFailed} skeleton="h-64 w-full">
      {(stored) => <TemplatesForm stored={stored} />}
    </Loaded>
  );
}

function TemplatesForm({ stored }: { stored: TemplateList }) {
  const { inbox } = usePageTexts();
  const mayEdit = useAllowed()('saveReplyTemplates');
  // Null: as stored. The version is the one that the changes started from.
  const [draft, setDraft] = useKeptState<{ version: number; templates: Draft[] } | null>('templates', null);
  const save = useAct('PUT /api/admin/reply-templates', {
    answers: 'GET /api/admin/reply-templates',
    onDone: () => setDraft(null),
    done: { title: inbox.templatesSaved },
    failed: inbox.templatesNotSaved,
  });
  const shown = draft?.templates ?? stored.templates.map((template, at) => ({ ...template, key: String(at) }));
  const isComplete = shown.every(({ name, text }) => name.trim() !== '' && text.trim() !== '');

  function change(templates: Draft[]): void {
    setDraft({ version: draft?.version ?? stored.version, templates });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!draft || !isComplete || save.isPending) return;
    const templates = draft.templates.map(({ language, name, text }) => ({
      language,
      name: name.trim(),
      text: text.trim(),
    }));
    save.run({ body: { version: draft.version, templates } });
  }

  return (
    <form onSubmit={submit} className="max-w-3xl">
      <p className="mb-3 text-sm text-muted">
        {inbox.templatesHelp(replyPlaceholders.map((name) => `{{${name}}}`).join(', '))}
      </p>
      <Locked locked={!mayEdit}>
        <fieldset disabled={save.isPending} className="contents">
          <ul aria-label={inbox.templates} className="grid gap-3">
            {shown.map((template) => (
              <TemplateFields
                key={template.key}
                template={template}
                onChange={(changed) => change(shown.map((one) => (one.key === template.key ? changed : one)))}
                onRemove={() => change(shown.filter((one) => one.key !== template.key))}
              />
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap gap-2">
            <Button
              size="sm"
              icon={<Icon name="plus" />}
              disabled={shown.length >= replyLimits.templates}
              onClick={() => {
                const { language } = shown.at(-1) ?? { language: defaultLanguage };
                change([...shown, { key: newKey(), language, name: '', text: '' }]);
              }}
            >
              {inbox.addTemplate}
            </Button>
            {draft ? (
              <>
                <Button size="sm" disabled={save.isPending} onClick={() => setDraft(null)}>
                  {inbox.discard}
                </Button>
                <Button
                  type="submit"
                  size="sm"
                  variant="primary"
                  waiting={save.isPending}
                  disabled={!isComplete || save.isPending}
                >
                  {inbox.saveTemplates}
                </Button>
              </>
            ) : null}
          </div>
        </fieldset>
      </Locked>
    </form>
  );
}

type TemplateFieldsProps = { template: Draft; onChange: (changed: Draft) => void; onRemove: () => void };

function TemplateFields({ template, onChange, onRemove }: TemplateFieldsProps) {
  const { inbox } = usePageTexts();
  const { name, language, text } = template;
  const shownName = name || inbox.newTemplate;
  return (
    <li
      aria-label={inbox.template(shownName)}
      className="grid gap-3 rounded-card border border-hairline bg-surface p-4"
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-52">
          <Field
            label={inbox.templateName}
            value={name}
            maxLength={replyLimits.name}
            onChange={(event) => onChange({ ...template, name: event.target.value })}
          />
        </div>
        <LanguageSelect
          label={inbox.templateLanguage}
          among={languages}
          value={language}
          onChange={(picked) => onChange({ ...template, language: picked })}
        />
        <Button size="sm" variant="quiet" icon={<Icon name="trash" />} onClick={onRemove}>
          {inbox.removeTemplate}
        </Button>
      </div>
      <textarea
        aria-label={inbox.templateText}
        rows={8}
        maxLength={replyLimits.text}
        value={text}
        onChange={(event) => onChange({ ...template, text: event.target.value })}
        className={classNames(inputClassName, 'border-edge text-sm max-sm:text-base hover:border-ink')}
      />
    </li>
  );
}
