// The store name, the support contact and the legal seller.
import { languageNames } from '../../../contract/language-texts.ts';
import { defaultLanguage, languages } from '../../../contract/languages.ts';
import { Panel } from '../panel.tsx';
import { Line, Lines, SettingLine } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';
import { TimeZoneField } from './time-zone-field.tsx';

export function StoreSection({ form }: { form: SettingsForm }) {
  const { draft, edit } = form;
  return (
    <Panel title="Store">
      <div className="grid gap-4 py-1 sm:grid-cols-2">
        <SettingLine form={form} name="name" />
        <SettingLine
          form={form}
          name="support_email"
          type="email"
          help="Shown on the pages. Messages from visitors go there."
        />
        <div className="sm:col-span-2">
          <TimeZoneField form={form} />
        </div>
        {languages.map((lang) => (
          <Lines
            key={lang}
            form={form}
            path={`support_hours.${lang}`}
            label={`Support hours, ${languageNames[lang]}`}
            help={lang === defaultLanguage ? 'One line each, or “24/7”. Empty: no hours are shown.' : undefined}
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

const businessFields = [
  { name: 'name', label: 'Business name' },
  { name: 'tax_id', label: 'Tax or registration number' },
] as const;

export function BusinessSection({ form }: { form: SettingsForm }) {
  const { draft, edit } = form;
  return (
    <Panel title="Business details">
      <p className="pb-3 text-sm text-muted">Shown on the receipt of every paid order.</p>
      <div className="grid gap-4 pb-1 sm:grid-cols-2">
        {businessFields.map(({ name, label }) => (
          <Line
            key={name}
            form={form}
            path={`business.${name}`}
            label={label}
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
            label="Address"
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
