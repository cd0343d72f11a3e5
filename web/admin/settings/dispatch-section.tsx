// The switch for automatic dispatch of paid orders.
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { SettingSwitch } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function DispatchSection({ form }: { form: SettingsForm }) {
  const { dispatch: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { draft } = form;
  return (
    <Panel title={settingsSections.dispatch}>
      <div className="grid gap-3 py-1">
        <SettingSwitch form={form} name="automatic_dispatch">
          {texts.automatic}
        </SettingSwitch>
        <p className="max-w-prose text-sm text-muted">
          {draft.automatic_dispatch ? texts.automaticOn : texts.automaticOff} {texts.paidOrders}
        </p>
        <SettingSwitch form={form} name="automatic_refund">
          {texts.refund}
        </SettingSwitch>
        <p className="max-w-prose text-sm text-muted">{draft.automatic_refund ? texts.refundOn : texts.refundOff}</p>
      </div>
    </Panel>
  );
}
