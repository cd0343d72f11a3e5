// What a notification channel gets, when, and in which language.
import { adminLanguages } from '../../../contract/admin-languages.ts';
import {
  type NotificationGroup,
  type NotificationKind,
  notificationGroups,
  type Severity,
  severities,
} from '../../../contract/notification-kinds.ts';
import { Field } from '../../ui/field.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { LanguageSelect } from '../inbox/language-select.tsx';
import { Tick } from '../settings/inputs.tsx';
import { useStoreZone } from '../store-zone.tsx';
import { usePageTexts, useSetupTexts } from '../texts/shown-texts.ts';
import { defaultKinds, kindsOf, minutesOf, type Preferences, timeOf, withKinds } from './channel-draft.ts';

type PreferenceFieldsProps = { preferences: Preferences; onChange: (preferences: Preferences) => void };

/** When quiet hours are switched on. */
const usualQuiet = { quietFrom: 22 * 60, quietUntil: 7 * 60 };

export function PreferenceFields({ preferences, onChange }: PreferenceFieldsProps) {
  const { notifications: texts } = useSetupTexts();
  const { name, kinds, leastSeverity, language } = preferences;
  return (
    <div className="grid gap-5">
      <Field
        label={texts.name}
        name="channel-name"
        autoComplete="off"
        maxLength={80}
        value={name}
        help={texts.nameHelp}
        onChange={({ target }) => onChange({ ...preferences, name: target.value })}
      />
      <div>
        <p className="mb-1.5 font-semibold">{texts.language}</p>
        <LanguageSelect
          label={texts.language}
          among={adminLanguages}
          value={language}
          onChange={(chosen) => onChange({ ...preferences, language: chosen })}
        />
      </div>
      <label className="block">
        <span className="mb-1.5 block font-semibold">{texts.least}</span>
        <select
          name="channel-least"
          value={leastSeverity}
          onChange={({ target }) => onChange({ ...preferences, leastSeverity: severityOf(target.value) })}
          className={`${inputClassName} border-edge hover:border-ink`}
        >
          {severities.map((severity) => (
            <option key={severity} value={severity}>
              {texts.leastChoices[severity]}
            </option>
          ))}
        </select>
      </label>
      <KindSwitches chosen={kinds} onChange={(chosen) => onChange({ ...preferences, kinds: chosen })} />
      <QuietHours preferences={preferences} onChange={onChange} />
    </div>
  );
}

function QuietHours({ preferences, onChange }: PreferenceFieldsProps) {
  const { notifications: texts } = useSetupTexts();
  const zone = useStoreZone();
  const { quietFrom, quietUntil } = preferences;
  const isQuiet = quietFrom !== null && quietUntil !== null;
  return (
    <div className="grid gap-3">
      <Tick
        isSwitch
        checked={isQuiet}
        onChange={(isOn) =>
          onChange({ ...preferences, ...(isOn ? usualQuiet : { quietFrom: null, quietUntil: null }) })
        }
      >
        <span className="block font-semibold">{texts.quiet}</span>
        <span className="block text-muted">{texts.quietHelp(zone)}</span>
      </Tick>
      {isQuiet ? (
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={texts.quietFrom}
            type="time"
            name="quiet-from"
            required
            value={timeOf(quietFrom)}
            onChange={({ target }) => onChange({ ...preferences, quietFrom: minutesOf(target.value) ?? quietFrom })}
          />
          <Field
            label={texts.quietUntil}
            type="time"
            name="quiet-until"
            required
            value={timeOf(quietUntil)}
            onChange={({ target }) => onChange({ ...preferences, quietUntil: minutesOf(target.value) ?? quietUntil })}
          />
        </div>
      ) : null}
    </div>
  );
}

function severityOf(value: string): Severity {
  return severities.find((severity) => severity === value) ?? 'info';
}

// The kinds of messages by group: a switch for the group, and checkboxes for single kinds.

type KindSwitchesProps = {
  chosen: readonly NotificationKind[];
  onChange: (chosen: NotificationKind[]) => void;
};

function KindSwitches({ chosen, onChange }: KindSwitchesProps) {
  const { notifications: texts } = useSetupTexts();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 font-semibold">{texts.what}</legend>
      {notificationGroups.map((group) => (
        <Group key={group} group={group} chosen={chosen} onChange={onChange} />
      ))}
    </fieldset>
  );
}

function Group({ group, chosen, onChange }: KindSwitchesProps & { group: NotificationGroup }) {
  const { notifications: texts } = useSetupTexts();
  const kinds = kindsOf(group);
  const on = kinds.filter((kind) => chosen.includes(kind));
  const usual = kinds.filter((kind) => defaultKinds.includes(kind));
  return (
    <div className="rounded-card border border-hairline px-3 py-2.5">
      <Tick
        isSwitch
        checked={on.length > 0}
        // A group without default kinds is switched on with all its kinds.
        onChange={(isOn) => onChange(withKinds(chosen, isOn && usual.length > 0 ? usual : kinds, isOn))}
      >
        <span>{`${texts.groups[group]} `}</span>
        <span className="text-muted">{texts.count(on.length, kinds.length)}</span>
      </Tick>
      <details className="mt-2">
        <summary className="cursor-pointer text-muted">{texts.chooseSingle(texts.groups[group])}</summary>
        <div className="grid gap-2 pt-3 pb-1">
          {kinds.map((kind) => (
            <Tick
              key={kind}
              checked={chosen.includes(kind)}
              onChange={(isOn) => onChange(withKinds(chosen, [kind], isOn))}
            >
              <KindTitle kind={kind} />
            </Tick>
          ))}
        </div>
      </details>
    </div>
  );
}

function KindTitle({ kind }: { kind: NotificationKind }) {
  const { notifications } = useSetupTexts();
  const { itemRows } = usePageTexts();
  const titles: Partial<Record<NotificationKind, string>> = { ...notifications.kinds, ...itemRows.kinds };
  return <span>{titles[kind] ?? kind}</span>;
}
