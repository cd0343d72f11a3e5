// The switch of the public status page.
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { SettingSwitch } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function StatusPageSection({ form }: { form: SettingsForm }) {
  const { monitoring: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  return (
    <Panel title={settingsSections['status-page']}>
      <div className="grid gap-3 py-1">
        <SettingSwitch form={form} name="status_page">
          {texts.statusPage}
        </SettingSwitch>
        <p className="max-w-prose text-sm text-muted">{texts.statusHelp}</p>
      </div>
    </Panel>
  );
}
