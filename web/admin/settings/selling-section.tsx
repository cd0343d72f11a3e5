// The pause of each category, with the banner that its buyers see.
import { categories } from '../../../contract/category.ts';
import { languages, languageTags } from '../../../contract/languages.ts';
import { formatDate } from '../../ui/format-date.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { Line, Tick } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

export function SellingSection({ form }: { form: SettingsForm }) {
  const { draft, edit, saved } = form;
  const { selling: texts, settingNames } = useSetupTexts();
  return (
    <SettingsPanel id="selling">
      <p className="pb-1 text-sm text-muted">{texts.help}</p>
      <ul className="divide-y divide-hairline">
        {categories.map((category) => {
          const { paused, banner } = draft.selling[category];
          const since = saved.settings.selling[category].undeliverable_since;
          return (
            <li key={category} className="grid gap-3 py-4 last:pb-1">
              <Tick
                isSwitch
                checked={paused}
                onChange={(checked) =>
                  edit((copy) => {
                    copy.selling[category].paused = checked;
                  })
                }
              >
                <span className="font-semibold">{texts.pause(settingNames.categories[category])}</span>
              </Tick>
              {paused && since ? <p className="text-sm text-muted">{texts.since(formatDate(since))}</p> : null}
              <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
                {languages.map((lang) => (
                  <Line
                    key={lang}
                    form={form}
                    path={`selling.${category}.banner.${lang}`}
                    label={texts.banner(settingNames.categories[category], settingNames.languages[lang])}
                    lang={languageTags[lang]}
                    placeholder={texts.defaultBanner}
                    value={banner[lang]}
                    onChange={({ target }) =>
                      edit((copy) => {
                        copy.selling[category].banner[lang] = target.value;
                      })
                    }
                  />
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </SettingsPanel>
  );
}
