// The guarantee against drops by category, and the switch for refills without an admin.
import { categories } from '../../../contract/category.ts';
import { Button } from '../../ui/button.tsx';
import { Allowed } from '../allowed.tsx';
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { useDownload } from '../use-download.ts';
import { Line, SettingSwitch } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function GuaranteeSection({ form }: { form: SettingsForm }) {
  const { guarantee: texts, settingNames } = useSetupTexts();
  const { settingsSections } = useTexts();
  const download = useDownload('drop-reports.csv', (api) => api.call('POST /api/admin/drop-reports/export', {}));
  return (
    <Panel title={settingsSections.guarantee}>
      <p className="max-w-prose py-1 text-sm text-muted">{texts.help}</p>
      <div className="grid gap-4 py-1 sm:grid-cols-2">
        {categories.map((category) => (
          <Line
            key={category}
            form={form}
            path={`guarantee_days.${category}`}
            label={texts.days(settingNames.categories[category])}
            inputMode="numeric"
            value={form.draft.guarantee_days[category]}
            onChange={({ target }) =>
              form.edit((copy) => {
                copy.guarantee_days[category] = target.value;
              })
            }
          />
        ))}
      </div>
      <div className="py-1">
        <SettingSwitch
          form={form}
          name="automatic_refill"
          help={form.draft.automatic_refill ? texts.refillOn : texts.refillOff}
        >
          {texts.refill}
        </SettingSwitch>
      </div>
      <Allowed call="exportDropReports">
        <div className="py-1">
          <Button size="sm" waiting={download.isPending} onClick={() => download.run()}>
            {texts.export}
          </Button>
        </div>
      </Allowed>
    </Panel>
  );
}
