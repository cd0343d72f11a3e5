import type { InputHTMLAttributes, ReactNode } from 'react';
import {
  type FieldPath,
  type FieldSection,
  fieldAt,
  fieldsOfSection,
  mayChangeSetting,
} from '../../../contract/setting-fields.ts';
import { isTimeZone, timeZoneNames } from '../../../contract/time-zones.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format-date.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { useNow } from '../../ui/relative-time.tsx';
import { useSessionState } from '../admin-context.tsx';
import { EmailField } from '../email-field.tsx';
import { useStoreTimeZone } from '../store-zone.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { dense, inputIdOf, Line, Lines, Tick } from './inputs.tsx';
import { QuantityLine } from './quantity-line.tsx';
import type { SettingsForm } from './settings-form.ts';

type Kind = ReturnType<typeof fieldAt>['kind'];

type SettingFieldProps = {
  form: SettingsForm;
  path: FieldPath;
  /** In place of the help of its text. */
  help?: ReactNode;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
};

const inputModes: { [K in Kind]?: 'decimal' | 'numeric' } = {
  dollars: 'decimal',
  percent: 'decimal',
  rate: 'decimal',
  days: 'numeric',
  count: 'numeric',
};

export function SettingField({ form, path, help, inputMode }: SettingFieldProps) {
  const { fields, sessions } = useSetupTexts();
  const { access } = useSessionState();
  const { kind, first, ownerOnly, least = 0, most = 0, mayBeEmpty } = fieldAt(path);
  const isLocked = !mayChangeSetting(access, path);
  const text = fields[path];
  const typed = form.draft[path];
  const label = text.label ?? text.title;
  const write = (value: string | boolean) => form.edit((copy) => Object.assign(copy, { [path]: value }));
  const shownHelp = help ?? shown(typeof typed === 'boolean' ? (text.help ?? (typed ? text.on : text.off)) : text.help);

  function shown(of: typeof text.help): string | undefined {
    return typeof of === 'function' ? of(form.draft) : of;
  }

  if (typeof typed === 'boolean') {
    const tick = (
      <Tick isSwitch help={shownHelp} checked={typed} onChange={write}>
        {label}
      </Tick>
    );
    if (!ownerOnly) return tick;
    return (
      <fieldset disabled={isLocked} className="contents">
        {tick}
      </fieldset>
    );
  }
  const shared = { form, path, label, help: shownHelp, value: typed };
  switch (kind) {
    case 'email':
      return (
        <EmailField
          id={inputIdOf(path)}
          label={label}
          help={shownHelp}
          error={form.problemAt(path)}
          autoComplete="off"
          maxLength={undefined}
          className={dense}
          value={typed}
          onEmail={write}
        />
      );
    case 'zone':
      return <TimeZoneField form={form} />;
    case 'block':
      return <Lines {...shared} rows={3} onChange={({ target }) => write(target.value)} />;
    case 'choice': {
      const note = [shownHelp, isLocked ? sessions.ownerOnly : undefined].filter(Boolean).join(' ');
      return <Choice path={path} label={label} note={note} value={typed} isLocked={isLocked} onChoice={write} />;
    }
    case 'quantity':
      return (
        <QuantityLine
          form={form}
          path={path}
          label={label}
          disabled={isLocked}
          range={{ minQuantity: least, maxQuantity: most, stepQuantity: 1 }}
          mayBeEmpty={mayBeEmpty ?? false}
          value={typed}
          onValue={write}
        />
      );
    default:
      return (
        <Line
          {...shared}
          inputMode={inputMode ?? inputModes[kind]}
          // A number that is stored as text has no more digits than its bound.
          maxLength={kind === 'days' && typeof first === 'string' ? String(most).length : undefined}
          disabled={ownerOnly ? isLocked : undefined}
          placeholder={text.placeholder}
          onChange={({ target }) => write(target.value)}
        />
      );
  }
}

type ChoiceProps = {
  path: FieldPath;
  label: string;
  note: string;
  value: string;
  isLocked: boolean;
  onChoice: (value: string) => void;
};

function Choice({ path, label, note, value, isLocked, onChoice }: ChoiceProps) {
  const { fields } = useSetupTexts();
  const id = inputIdOf(path);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={isLocked}
        aria-describedby={note === '' ? undefined : `${id}-help`}
        onChange={({ target }) => onChoice(target.value)}
        className={classNames(inputClassName, 'border-edge px-3 py-2 text-sm hover:border-ink')}
      >
        {(fieldAt(path).choices ?? []).map((choice) => (
          <option key={choice} value={choice}>
            {fields[path].choice?.(String(choice))}
          </option>
        ))}
      </select>
      {note === '' ? null : (
        <p id={`${id}-help`} className="mt-1.5 max-w-prose text-sm text-muted">
          {note}
        </p>
      )}
    </div>
  );
}

type SectionFieldsProps = {
  form: SettingsForm;
  section: FieldSection;
  /** Without it, all fields of the section. */
  only?: 'switches' | 'others';
  help?: { [P in FieldPath]?: ReactNode };
};

/** The fields of a section in the order of the table. */
export function SectionFields({ form, section, only, help }: SectionFieldsProps) {
  return fieldsOfSection(section)
    .filter((path) => only === undefined || (only === 'switches') === (fieldAt(path).kind === 'switch'))
    .map((path) => <SettingField key={path} form={form} path={path} help={help?.[path]} />);
}

/** A search by name, the current time of the zone, and the progress of the rebuild of figures. */
function TimeZoneField({ form }: { form: SettingsForm }) {
  const { fields, store: texts } = useSetupTexts();
  const { data } = useStoreTimeZone();
  const nowMs = useNow();
  const zone = form.draft.time_zone.trim();
  const isChanged = zone !== form.saved.settings.time_zone;
  return (
    <div>
      <Line
        form={form}
        path="time_zone"
        label={fields.time_zone.title}
        list="time-zones"
        help={isTimeZone(zone) ? texts.zoneHelp(formatDate(nowMs, zone)) : undefined}
        value={form.draft.time_zone}
        onChange={({ target }) =>
          form.edit((copy) => {
            copy.time_zone = target.value;
          })
        }
      />
      <datalist id="time-zones">
        {timeZoneNames().map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isChanged ? (
        <p className="mt-1.5 text-sm text-muted">{texts.zoneChanged(form.saved.settings.retention.visits)}</p>
      ) : null}
      {data?.next ? (
        <p role="status" className="mt-1.5 text-sm font-semibold">
          {texts.rebuilding(data.next, data.time_zone)}
        </p>
      ) : null}
    </div>
  );
}
