// The switch that requires two-factor authentication for all admins.
import { Panel } from '../panel.tsx';
import { Tick } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function SecondFactorSection({ form }: { form: SettingsForm }) {
  const { draft, edit } = form;
  return (
    <Panel title="Second factor">
      <div className="grid gap-3 py-1">
        <Tick
          isSwitch
          checked={draft.requireSecondFactor}
          onChange={(checked) =>
            edit((copy) => {
              copy.requireSecondFactor = checked;
            })
          }
        >
          Required of every admin
        </Tick>
        <p className="max-w-prose text-sm text-muted">
          {draft.requireSecondFactor
            ? 'Who has neither an authenticator app nor a passkey may sign in, and then does nothing before one is set up. Set up your own first.'
            : 'Each admin decides: an authenticator app, a passkey, or the password alone.'}
        </p>
      </div>
    </Panel>
  );
}
