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
            ? 'Every link goes to the provider as soon as its order is paid. One that the provider cannot take yet waits and is tried again; one whose answer is lost waits for you.'
            : 'You send each link yourself, from the page of its order.'}{' '}
          Orders that are paid already are left as they are.
        </p>
        <SettingSwitch form={form} name="automatic_refund">
          Automatic refund of what was not delivered
        </SettingSwitch>
        <p className="max-w-prose text-sm text-muted">
          {draft.automatic_refund
            ? 'Once every link of an order has ended, and the provider delivered less than was bought or cancelled, the rest is given back through the gateway.'
            : 'The page of the order proposes it, and you decide.'}
        </p>
      </div>
    </Panel>
  );
}
