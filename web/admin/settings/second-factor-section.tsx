// The switch that requires two-factor authentication for all admins.
import { Panel } from '../panel.tsx';
import { SettingSwitch } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function SecondFactorSection({ form }: { form: SettingsForm }) {
  const { draft } = form;
  return (
    <Panel title="Second factor">
      <div className="grid gap-3 py-1">
        <SettingSwitch form={form} name="require_second_factor">
          Required of every admin
        </SettingSwitch>
        <p className="max-w-prose text-sm text-muted">
          {draft.require_second_factor
            ? 'Who has neither an authenticator app nor a passkey may sign in, and then does nothing before one is set up. Set up your own first.'
            : 'Each admin decides: an authenticator app, a passkey, or the password alone.'}
        </p>
      </div>
    </Panel>
  );
}
