// The store name, the support contact and the legal seller.
import { defaultLanguage, languages } from '../../../contract/languages.ts';
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { EmailLine, Line, Lines, SettingLine } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';
import { TimeZoneField } from './time-zone-field.tsx';

export function StoreSection({ form }: { form: SettingsForm }) {
  const { changes, settingNames, store: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { draft, edit } = form;
  return (
    <Panel title={settingsSections.store}>
      <div className="grid gap-4 py-1 sm:grid-cols-2">
        <SettingLine form={form} name="name" />
        <EmailLine form={form} help={texts.emailHelp} />
        <div className="sm:col-span-2">
          <TimeZoneField form={form} />
        </div>
        {languages.map((lang) => (
          <Lines
            key={lang}
            form={form}
            path={`support_hours.${lang}`}
            label={changes.supportHours(settingNames.languages[lang])}
            help={lang === defaultLanguage ? texts.hoursHelp : undefined}
            rows={3}
            value={draft.support_hours[lang]}
            onChange={({ target }) =>
              edit((copy) => {
                copy.support_hours[lang] = target.value;
              })
            }
          />
        ))}
      </div>
    </Panel>
  );
}

const businessFields = ['name', 'tax_id'] as const;

export function BusinessSection({ form }: { form: SettingsForm }) {
  const { changes, store: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { draft, edit } = form;
  return (
    <Panel title={settingsSections.business}>
      <p className="pb-3 text-sm text-muted">{texts.businessHelp}</p>
      <div className="grid gap-4 pb-1 sm:grid-cols-2">
        {businessFields.map((name) => (
          <Line
            key={name}
            form={form}
            path={`business.${name}`}
            label={changes.titles[`business.${name}`]}
            value={draft.business[name]}
            onChange={({ target }) =>
              edit((copy) => {
                copy.business[name] = target.value;
              })
            }
          />
        ))}
        <div className="sm:col-span-2">
          <Lines
            form={form}
            path="business.address"
            label={texts.address}
            rows={3}
            value={draft.business.address}
            onChange={({ target }) =>
              edit((copy) => {
                copy.business.address = target.value;
              })
            }
          />
        </div>
      </div>
    </Panel>
  );
}
