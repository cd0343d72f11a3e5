// The spending caps: their fields, how much of each is used, and opening one that was reached.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerFor } from '../../../contract/index.ts';
import {
  amountText,
  capAmount,
  capWindows,
  type SpendingKind,
  spendingKinds,
  testUnitsRange,
} from '../../../contract/spending-caps.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { Line } from './inputs.tsx';
import { QuantityLine } from './quantity-line.tsx';
import type { SettingsForm } from './settings-form.ts';

type Spending = AnswerFor<'GET /api/admin/spending'>;
const queryKey = ['spending'] as const;

export function SpendingCaps({ form, disabled }: { form: SettingsForm; disabled: boolean }) {
  const { guardrails: texts, settingNames } = useSetupTexts();
  const { api } = useAdmin();
  const spending = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/spending', {}, { signal }),
  });
  const field = (path: string, label: string, help?: string) => (
    <Line
      key={path}
      form={form}
      path={`spending_caps.${path}`}
      label={label}
      inputMode="decimal"
      disabled={disabled}
      help={help}
      value={form.draft.spending_caps[path] ?? ''}
      onChange={({ target }) =>
        form.edit((copy) => {
          copy.spending_caps[path] = target.value;
        })
      }
    />
  );
  return (
    <div className="mt-3 grid gap-5 border-t border-hairline pt-4">
      <p className="max-w-prose text-sm text-muted">{texts.capsHelp}</p>
      {spendingKinds.map((kind) => (
        <div key={kind} className="grid gap-3">
          <div className="grid gap-4 sm:grid-cols-2">
            {capWindows.map((window) => {
              const title = texts.cap(settingNames.spending[kind], settingNames.capWindows[window]);
              return field(`${kind}.${window}`, kind === 'confirmations' ? title : texts.inDollars(title));
            })}
          </div>
          {spending.data ? <Use kind={kind} use={spending.data[kind]} /> : null}
        </div>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('price_cut', texts.priceCut)}
        <QuantityLine
          form={form}
          path="spending_caps.test_units"
          label={texts.testUnits}
          disabled={disabled}
          range={testUnitsRange}
          mayBeEmpty
          value={form.draft.spending_caps.test_units ?? ''}
          onValue={(value) =>
            form.edit((copy) => {
              copy.spending_caps.test_units = value;
            })
          }
        />
      </div>
    </div>
  );
}

function Use({ kind, use }: { kind: SpendingKind; use: Spending[SpendingKind] }) {
  const { guardrails: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const lift = useMutation({
    mutationFn: () => api.call('POST /api/admin/spending/{kind}/lift', { params: { kind } }),
    onSuccess: (after) => queries.setQueryData(queryKey, after),
  });
  const shown = (amount: number) => amountText(kind, capAmount(kind, amount) ?? 0);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p className="tabular-nums">{texts.used(shown(use.hour.used), shown(use.day.used))}</p>
      {use.reached_at === null ? null : (
        <>
          <Badge tone="red">{texts.reached}</Badge>
          <Allowed call="liftSpendingCap">
            <Button size="sm" waiting={lift.isPending} onClick={() => lift.mutate()}>
              {texts.lift[kind]}
            </Button>
          </Allowed>
        </>
      )}
      <Refusal>{failureOf(lift)}</Refusal>
    </div>
  );
}
