// Terms, privacy and refund policy: the operator's text or the default.
import { languageNames } from '../../../contract/language-texts.ts';
import { languages, languageTags } from '../../../contract/languages.ts';
import { pathOf } from '../../../contract/pages.ts';
import { legalTitles } from '../../../contract/settings-rules.ts';
import { legalNames } from '../../../contract/store-profile.ts';
import { Panel } from '../panel.tsx';
import { Lines } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function LegalSection({ form }: { form: SettingsForm }) {
  const { draft, edit } = form;
  return (
    <Panel title="Legal texts">
      <p className="pb-3 text-sm text-muted">
        An empty line ends a paragraph, <code># </code> begins a heading; <code>{'{name}'}</code> and{' '}
        <code>{'{email}'}</code> become the store’s. Left empty, the store’s own text is shown.
      </p>
      {legalNames.map((name) => (
        <div key={name} className="grid gap-4 border-t border-hairline py-4 sm:grid-cols-2">
          {languages.map((lang) => (
            <Lines
              key={lang}
              form={form}
              path={`legal.${name}.${lang}`}
              label={`${legalTitles[name]}, ${languageNames[lang]}`}
              lang={languageTags[lang]}
              rows={5}
              placeholder="The store’s own text is shown."
              help={
                <a href={pathOf(name, lang)} target="_blank" rel="noopener" className="underline hover:text-ink">
                  See the page
                </a>
              }
              value={draft.legal[name][lang]}
              onChange={({ target }) =>
                edit((copy) => {
                  copy.legal[name][lang] = target.value;
                })
              }
            />
          ))}
        </div>
      ))}
    </Panel>
  );
}
