// The switch for automatic dispatch of paid orders.
import { Panel } from '../panel.tsx';
import { Tick } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function DispatchSection({ form }: { form: SettingsForm }) {
  const { draft, edit } = form;
  return (
    <Panel title="Dispatch">
      <div className="grid gap-3 py-1">
        <Tick
          isSwitch
          checked={draft.automaticDispatch}
          onChange={(checked) =>
            edit((copy) => {
              copy.automaticDispatch = checked;
            })
          }
        >
          Automatic dispatch
        </Tick>
        <p className="max-w-prose text-sm text-muted">
          {draft.automaticDispatch
            ? 'Every link goes to the provider as soon as its order is paid. One that the provider cannot take yet waits and is tried again; one whose answer is lost waits for you.'
            : 'You send each link yourself, from the page of its order.'}{' '}
          Orders that are paid already are left as they are.
        </p>
        <Tick
          isSwitch
          checked={draft.automaticRefund}
          onChange={(checked) =>
            edit((copy) => {
              copy.automaticRefund = checked;
            })
          }
        >
          Automatic refund of what was not delivered
        </Tick>
        <p className="max-w-prose text-sm text-muted">
          {draft.automaticRefund
            ? 'Once every link of an order has ended, and the provider delivered less than was bought or cancelled, the rest is given back through the gateway.'
            : 'The page of the order proposes it, and you decide.'}
        </p>
      </div>
    </Panel>
  );
}
