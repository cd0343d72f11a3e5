// Limits of what admins may do. Only an owner changes them.
import { mayChangeSetting } from '../../../contract/account-rules.ts';
import { type SupportRefund, supportRefundTitles } from '../../../contract/support-refund.ts';
import { useSessionState } from '../admin-context.tsx';
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { Line } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SpendingCaps } from './spending-caps.tsx';

const names = Object.keys(supportRefundTitles) as (keyof SupportRefund)[];

export function GuardrailsSection({ form }: { form: SettingsForm }) {
  const { guardrails: texts, settingNames } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { access } = useSessionState();
  const isOwner = mayChangeSetting(access, 'support_refund');
  return (
    <Panel title={settingsSections.guardrails}>
      <p className="max-w-prose py-1 text-sm text-muted">{`${texts.help}${isOwner ? '' : ` ${texts.ownerOnly}`}`}</p>
      <div className="grid gap-4 py-1 sm:grid-cols-2">
        {names.map((name) => (
          <Line
            key={name}
            form={form}
            path={`support_refund.${name}`}
            label={texts.inDollars(settingNames.supportRefund[name])}
            inputMode="decimal"
            disabled={!isOwner}
            value={form.draft.support_refund[name]}
            onChange={({ target }) =>
              form.edit((copy) => {
                copy.support_refund[name] = target.value;
              })
            }
          />
        ))}
      </div>
      <SpendingCaps form={form} disabled={!isOwner} />
    </Panel>
  );
}
