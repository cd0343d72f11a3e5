// When My Orders requires a code.
import { mayChangeSetting } from '../../../contract/account-rules.ts';
import { codeRules } from '../../../contract/tracking-settings.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { useSessionState } from '../admin-context.tsx';
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { inputIdOf } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function TrackingSection({ form }: { form: SettingsForm }) {
  const { tracking: texts, sessions } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { access } = useSessionState();
  const isOwner = mayChangeSetting(access, 'tracking');
  const id = inputIdOf('tracking.ask_for_code');
  const { ask_for_code: rule } = form.draft.tracking;
  return (
    <Panel title={settingsSections.tracking}>
      <div className="py-1">
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          {texts.label}
        </label>
        <select
          id={id}
          value={rule}
          disabled={!isOwner}
          aria-describedby={`${id}-help`}
          onChange={({ target }) =>
            form.edit((copy) => {
              copy.tracking.ask_for_code = codeRules.find((one) => one === target.value) ?? rule;
            })
          }
          className={classNames(inputClassName, 'border-edge px-3 py-2 text-sm hover:border-ink')}
        >
          {codeRules.map((one) => (
            <option key={one} value={one}>
              {texts.rules[one]}
            </option>
          ))}
        </select>
        <p id={`${id}-help`} className="mt-1.5 max-w-prose text-sm text-muted">
          {`${texts.help} ${texts.hints[rule]}${isOwner ? '' : ` ${sessions.ownerOnly}`}`}
        </p>
      </div>
    </Panel>
  );
}
