// The sections of the settings form that are fields of the table, each with its own layout.
import { defaultLanguage, languages } from '../../../contract/languages.ts';
import { type FieldSection, fieldAt, fieldsOfSection } from '../../../contract/setting-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { useDownload } from '../use-download.ts';
import { Lines } from './inputs.tsx';
import { SectionFields, SettingField } from './setting-field.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

export function StoreSection({ form }: { form: SettingsForm }) {
  const { changes, settingNames, store: texts } = useSetupTexts();
  const { draft, edit } = form;
  return (
    <SettingsPanel id="store">
      <div className="grid gap-4 py-1 sm:grid-cols-2">
        <WideFields form={form} section="store" />
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
      <div className="pt-3 pb-1">
        <SectionFields form={form} section="store" only="switches" />
      </div>
    </SettingsPanel>
  );
}

export function BusinessSection({ form }: { form: SettingsForm }) {
  const { store: texts } = useSetupTexts();
  return (
    <SettingsPanel id="business">
      <p className="pb-3 text-sm text-muted">{texts.businessHelp}</p>
      <div className="grid gap-4 pb-1 sm:grid-cols-2">
        <WideFields form={form} section="business" />
      </div>
    </SettingsPanel>
  );
}

/** A section of nothing but its fields. */
export function FieldsSection({ form, section }: { form: SettingsForm; section: FieldSection }) {
  return (
    <SettingsPanel id={section}>
      <div className="grid gap-4 py-1">
        <SectionFields form={form} section={section} />
      </div>
    </SettingsPanel>
  );
}

/** What happens to paid orders without an admin: dispatch, moves, refunds. */
export function DispatchSection({ form }: { form: SettingsForm }) {
  return (
    <SettingsPanel id="dispatch">
      <div className="grid gap-4 py-1">
        <SectionFields form={form} section="dispatch" only="switches" />
        <div className="grid gap-4 sm:w-1/2">
          <SectionFields form={form} section="dispatch" only="others" />
        </div>
      </div>
    </SettingsPanel>
  );
}

/** The guarantee against drops by category, and the switch for refills without an admin. */
export function GuaranteeSection({ form }: { form: SettingsForm }) {
  const { guarantee: texts } = useSetupTexts();
  const download = useDownload('drop-reports.csv', (api) => api.call('POST /api/admin/drop-reports/export', {}));
  return (
    <SettingsPanel id="guarantee">
      <p className="max-w-prose py-1 text-sm text-muted">{texts.help}</p>
      <div className="grid gap-4 py-1 sm:grid-cols-2">
        <SectionFields form={form} section="guarantee" only="others" />
      </div>
      <div className="py-1">
        <SectionFields form={form} section="guarantee" only="switches" />
      </div>
      <Allowed call="exportDropReports">
        <div className="py-1">
          <Button size="sm" waiting={download.isPending} onClick={() => download.run()}>
            {texts.export}
          </Button>
        </div>
      </Allowed>
    </SettingsPanel>
  );
}

/** The accepted cards, which the checkout lists. */
export function CardsSection({ form }: { form: SettingsForm }) {
  const { cards } = useSetupTexts();
  return (
    <SettingsPanel id="cards">
      <p className="max-w-prose py-1 text-sm text-muted">{cards.help}</p>
      <div className="grid gap-3 py-1 sm:grid-cols-2">
        <SectionFields form={form} section="cards" />
      </div>
    </SettingsPanel>
  );
}

/** The switch of the public status page. */
export function StatusPageSection({ form }: { form: SettingsForm }) {
  const { monitoring: texts } = useSetupTexts();
  return (
    <SettingsPanel id="status-page">
      <div className="grid gap-3 py-1">
        <SectionFields form={form} section="status-page" />
        <p className="max-w-prose text-sm text-muted">{texts.statusHelp}</p>
      </div>
    </SettingsPanel>
  );
}

/** Two in a row; a long one has a row of its own, below the others. */
function WideFields({ form, section }: { form: SettingsForm; section: FieldSection }) {
  const paths = fieldsOfSection(section).filter((path) => fieldAt(path).kind !== 'switch');
  const isWide = (path: (typeof paths)[number]) => ['zone', 'block'].includes(fieldAt(path).kind);
  return (
    <>
      {paths
        .filter((path) => !isWide(path))
        .map((path) => (
          <SettingField key={path} form={form} path={path} />
        ))}
      {paths.filter(isWide).map((path) => (
        <div key={path} className="sm:col-span-2">
          <SettingField form={form} path={path} />
        </div>
      ))}
    </>
  );
}
