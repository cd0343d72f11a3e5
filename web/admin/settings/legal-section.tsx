// Terms, privacy and refund policy: the operator's text or the default.
import { languages, languageTags } from '../../../contract/languages.ts';
import { pathOf } from '../../../contract/pages.ts';
import { legalNames } from '../../../contract/store-profile.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { Lines } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

export function LegalSection({ form }: { form: SettingsForm }) {
  const { legal: texts, settingNames } = useSetupTexts();
  const { draft, edit } = form;
  return (
    <SettingsPanel id="legal">
      <p className="pb-3 text-sm text-muted">
        <span>{`${texts.help.paragraph} `}</span>
        <code># </code>
        <span>{` ${texts.help.heading} `}</span>
        <code>{'{name}'}</code>
        <span>{` ${texts.help.and} `}</span>
        <code>{'{email}'}</code>
        <span>{` ${texts.help.values}`}</span>
      </p>
      {legalNames.map((name) => (
        <div key={name} className="grid gap-4 border-t border-hairline py-4 sm:grid-cols-2">
          {languages.map((lang) => (
            <Lines
              key={lang}
              form={form}
              path={`legal.${name}.${lang}`}
              label={`${settingNames.legal[name]}, ${settingNames.languages[lang]}`}
              lang={languageTags[lang]}
              rows={5}
              placeholder={texts.placeholder}
              help={
                <a href={pathOf(name, lang)} target="_blank" rel="noopener" className="underline hover:text-ink">
                  {texts.see}
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
    </SettingsPanel>
  );
}
