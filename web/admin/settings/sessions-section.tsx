// How long a page of the admin stays signed in while nobody uses it.
import { mayChangeSetting } from '../../../contract/account-rules.ts';
import { type IdleMinutes, idleChoices } from '../../../contract/session-settings.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { useSessionState } from '../admin-context.tsx';
import { Panel } from '../panel.tsx';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { inputIdOf } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function SessionsSection({ form }: { form: SettingsForm }) {
  const { sessions: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { access } = useSessionState();
  const isOwner = mayChangeSetting(access, 'sessions');
  const id = inputIdOf('sessions.idle_minutes');
  const { idle_minutes: chosen } = form.draft.sessions;
  return (
    <Panel title={settingsSections.sessions}>
      <div className="py-1">
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          {texts.label}
        </label>
        <select
          id={id}
          value={chosen}
          disabled={!isOwner}
          aria-describedby={`${id}-help`}
          onChange={({ target }) =>
            form.edit((copy) => {
              copy.sessions.idle_minutes = idleChoices.find((one) => String(one) === target.value) ?? chosen;
            })
          }
          className={classNames(inputClassName, 'border-edge px-3 py-2 text-sm hover:border-ink')}
        >
          {idleChoices.map((minutes) => (
            <option key={minutes} value={minutes}>
              {titleOf(minutes, texts)}
            </option>
          ))}
        </select>
        <p id={`${id}-help`} className="mt-1.5 max-w-prose text-sm text-muted">
          {`${texts.help}${isOwner ? '' : ` ${texts.ownerOnly}`}`}
        </p>
      </div>
    </Panel>
  );
}

function titleOf(minutes: IdleMinutes, texts: SetupTexts['sessions']): string {
  if (minutes === 1_440) return texts.never;
  return minutes < 60 ? texts.minutes(minutes) : texts.hours(minutes / 60);
}
