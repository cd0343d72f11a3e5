// The switches for what happens to paid orders without an admin: dispatch, moves, refunds.
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { SettingLine, SettingSwitch } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function DispatchSection({ form }: { form: SettingsForm }) {
  const { dispatch: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { draft } = form;
  return (
    <Panel title={settingsSections.dispatch}>
      <div className="grid gap-4 py-1">
        <SettingSwitch
          form={form}
          name="automatic_dispatch"
          help={`${draft.automatic_dispatch ? texts.automaticOn : texts.automaticOff} ${texts.paidOrders}`}
        >
          {texts.automatic}
        </SettingSwitch>
        <SettingSwitch form={form} name="automatic_move" help={draft.automatic_move ? texts.moveOn : texts.moveOff}>
          {texts.move}
        </SettingSwitch>
        <SettingSwitch
          form={form}
          name="automatic_refund"
          help={draft.automatic_refund ? texts.refundOn : texts.refundOff}
        >
          {texts.refund}
        </SettingSwitch>
        <SettingSwitch
          form={form}
          name="overdue_refund"
          help={draft.overdue_refund ? texts.overdueOn(draft.overdue_refund_days) : texts.overdueOff}
        >
          {texts.overdue}
        </SettingSwitch>
        <div className="sm:w-1/2">
          <SettingLine form={form} name="overdue_refund_days" inputMode="numeric" maxLength={2} />
        </div>
      </div>
    </Panel>
  );
}
