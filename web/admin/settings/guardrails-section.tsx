// Limits of what admins may do. Only an owner changes them.
import { fieldsOfSection, mayChangeSetting } from '../../../contract/setting-fields.ts';
import { useSessionState } from '../admin-context.tsx';
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { SettingField } from './setting-field.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SpendingCaps } from './spending-caps.tsx';

const paths = fieldsOfSection('guardrails');
const refunds = paths.filter((path) => path.startsWith('support_refund.'));
const caps = paths.filter((path) => !refunds.includes(path));

export function GuardrailsSection({ form }: { form: SettingsForm }) {
  const { guardrails: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { access } = useSessionState();
  const isOwner = mayChangeSetting(access, 'support_refund');
  return (
    <Panel title={settingsSections.guardrails}>
      <p className="max-w-prose py-1 text-sm text-muted">{`${texts.help}${isOwner ? '' : ` ${texts.ownerOnly}`}`}</p>
      <div className="grid gap-4 py-1 sm:grid-cols-2">
        {refunds.map((path) => (
          <SettingField key={path} form={form} path={path} />
        ))}
      </div>
      <SpendingCaps form={form} paths={caps} />
    </Panel>
  );
}
