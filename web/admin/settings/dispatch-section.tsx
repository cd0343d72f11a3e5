// The switch for automatic dispatch of paid orders.
import { Panel } from '../panel.tsx';
import { SettingSwitch } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function DispatchSection({ form }: { form: SettingsForm }) {
  const { draft } = form;
  return (
    <Panel title="Dispatch">
      <div className="grid gap-3 py-1">
        <SettingSwitch form={form} name="automatic_dispatch">
          Automatic dispatch
        </SettingSwitch>
        <p className="max-w-prose text-sm text-muted">
          {draft.automatic_dispatch
            ? 'Links are sent as soon as their order is paid. The store retries when the provider is busy. If a response is lost, you decide.'
            : 'You send each link from the page of its order.'}{' '}
          This does not change orders that are already paid.
        </p>
        <SettingSwitch form={form} name="automatic_refund">
          Automatic refund of undelivered units
        </SettingSwitch>
        <p className="max-w-prose text-sm text-muted">
          {draft.automatic_refund
            ? 'When every link of an order has ended with less than was bought, the rest is refunded through the gateway.'
            : 'The order page suggests the refund, and you decide.'}
        </p>
      </div>
    </Panel>
  );
}
