// The switch that requires two-factor authentication for all admins.
import { mayChangeSetting } from '../../../contract/roles.ts';
import { useSessionState } from '../admin-context.tsx';
import { Panel } from '../panel.tsx';
import { SettingSwitch } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function SecondFactorSection({ form }: { form: SettingsForm }) {
  const { draft } = form;
  const { access } = useSessionState();
  return (
    <Panel title="Second factor">
      <div className="grid gap-3 py-1">
        <fieldset disabled={!mayChangeSetting(access, 'require_second_factor')} className="contents">
          <SettingSwitch form={form} name="require_second_factor">
            Required for every admin
          </SettingSwitch>
        </fieldset>
        <p className="max-w-prose text-sm text-muted">
          {draft.require_second_factor
            ? 'Admins without an authenticator app or a passkey can only set one up. Set up your own first.'
            : 'Each admin chooses: an authenticator app, a passkey, or only the password.'}
        </p>
      </div>
    </Panel>
  );
}
