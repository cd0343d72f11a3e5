// Limits for admins: refunds, and the spending caps with their use. Only an owner changes them.
import type { AnswerFor } from '../../../contract/index.ts';
import { fieldsOfSection, mayChangeSetting } from '../../../contract/setting-fields.ts';
import {
  amountText,
  capAmount,
  capWindows,
  type SpendingKind,
  spendingKinds,
} from '../../../contract/spending-caps.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useSessionState } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { SettingField } from './setting-field.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

const paths = fieldsOfSection('guardrails');
const refunds = paths.filter((path) => path.startsWith('support_refund.'));
const byKind: readonly string[] = spendingKinds.flatMap((kind) =>
  capWindows.map((window) => `spending_caps.${kind}.${window}`),
);
/** The limits without a kind and a window. */
const caps = paths.filter((path) => !refunds.includes(path) && !byKind.includes(path));

export function GuardrailsSection({ form }: { form: SettingsForm }) {
  const { guardrails: texts } = useSetupTexts();
  const { access } = useSessionState();
  const isOwner = mayChangeSetting(access, 'support_refund');
  return (
    <SettingsPanel id="guardrails">
      <p className="max-w-prose py-1 text-sm text-muted">{`${texts.help}${isOwner ? '' : ` ${texts.ownerOnly}`}`}</p>
      <div className="grid gap-4 py-1 sm:grid-cols-2">
        {refunds.map((path) => (
          <SettingField key={path} form={form} path={path} />
        ))}
      </div>
      <SpendingCaps form={form} />
    </SettingsPanel>
  );
}

type Spending = AnswerFor<'GET /api/admin/spending'>;

function SpendingCaps({ form }: { form: SettingsForm }) {
  const { guardrails: texts } = useSetupTexts();
  const spending = useApi('GET /api/admin/spending', {});
  return (
    <div className="mt-3 grid gap-5 border-t border-hairline pt-4">
      <p className="max-w-prose text-sm text-muted">{texts.capsHelp}</p>
      {spendingKinds.map((kind) => (
        <div key={kind} className="grid gap-3">
          <div className="grid gap-4 sm:grid-cols-2">
            {capWindows.map((window) => (
              <SettingField key={window} form={form} path={`spending_caps.${kind}.${window}`} inputMode="decimal" />
            ))}
          </div>
          {spending.data ? <Use kind={kind} use={spending.data[kind]} /> : null}
        </div>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        {caps.map((path) => (
          <SettingField key={path} form={form} path={path} />
        ))}
      </div>
    </div>
  );
}

function Use({ kind, use }: { kind: SpendingKind; use: Spending[SpendingKind] }) {
  const { guardrails: texts } = useSetupTexts();
  const lift = useAct('POST /api/admin/spending/{kind}/lift', {
    answers: 'GET /api/admin/spending',
    renews: ['GET /api/admin/pauses'],
  });
  const shown = (amount: number) => amountText(kind, capAmount(kind, amount) ?? 0);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p className="tabular-nums">{texts.used(shown(use.hour.used), shown(use.day.used))}</p>
      {use.reached_at === null ? null : (
        <>
          <Badge tone="red">{texts.reached}</Badge>
          <Allowed call="liftSpendingCap">
            <Button size="sm" waiting={lift.isPending} onClick={() => lift.run({ params: { kind } })}>
              {texts.lift[kind]}
            </Button>
          </Allowed>
        </>
      )}
      <Refusal>{lift.failure}</Refusal>
    </div>
  );
}
