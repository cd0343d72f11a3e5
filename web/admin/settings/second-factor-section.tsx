// The switch that requires two-factor authentication for all admins.
import { mayChangeSetting } from '../../../contract/account-rules.ts';
import { useSessionState } from '../admin-context.tsx';
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { SettingSwitch } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function SecondFactorSection({ form }: { form: SettingsForm }) {
  const { secondFactor: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { draft } = form;
  const { access } = useSessionState();
  return (
    <Panel title={settingsSections['second-factor']}>
      <div className="grid gap-3 py-1">
        <fieldset disabled={!mayChangeSetting(access, 'require_second_factor')} className="contents">
          <SettingSwitch
            form={form}
            name="require_second_factor"
            help={draft.require_second_factor ? texts.on : texts.off}
          >
            {texts.required}
          </SettingSwitch>
        </fieldset>
      </div>
    </Panel>
  );
}
