// The inputs of the settings form, each bound to the path of its value: text, text area, switch, checkbox.
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { FieldHelp } from '../../ui/field-help.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import type { SettingsForm } from './settings-form.ts';

/** The ID of the input of a value. Error messages link to it. */
export function inputIdOf(path: string): string {
  return `setting-${path.replaceAll('.', '-')}`;
}

/** What an input needs of its form: the error message of a path, or null. */
export type FieldProblems = Pick<SettingsForm, 'problemAt'>;

export type Tied = { form: FieldProblems; path: string; label: string; labelHidden?: boolean; help?: ReactNode };
type LineProps = Tied & Omit<InputHTMLAttributes<HTMLInputElement>, 'form'>;

export const dense = 'px-3 py-2 text-sm';

export function Line({ form, path, ...rest }: LineProps) {
  return <Field {...rest} id={inputIdOf(path)} error={form.problemAt(path)} autoComplete="off" className={dense} />;
}

type LinesProps = Tied & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'form'>;

export function Lines({ form, path, label, labelHidden, help, ...rest }: LinesProps) {
  const id = inputIdOf(path);
  const error = form.problemAt(path);
  const description = error ?? help;
  return (
    <div>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-ink'}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== null || undefined}
        aria-describedby={description ? `${id}-help` : undefined}
        className={classNames(inputClassName, dense, error === null ? 'border-edge hover:border-ink' : 'border-bad')}
      />
      {description ? (
        <FieldHelp id={`${id}-help`} isError={error !== null}>
          {description}
        </FieldHelp>
      ) : null}
    </div>
  );
}

type TickProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  isSwitch?: boolean;
  help?: ReactNode;
};

/** A checkbox. `isSwitch` gives it the switch role, for a setting that is on or off. */
export function Tick({ checked, onChange, children, isSwitch = false, help }: TickProps) {
  const helpId = useId();
  const tick = (
    <label className="flex cursor-pointer items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        checked={checked}
        aria-describedby={help ? helpId : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className={isSwitch ? 'switch' : 'mt-0.5 size-4 shrink-0 accent-(--ink)'}
      />
      <span>{children}</span>
    </label>
  );
  if (!help) return tick;
  return (
    <div>
      {tick}
      {/* Below the words of the switch, not below the switch. */}
      <p
        id={helpId}
        className={classNames('mt-1 max-w-prose text-sm text-muted', isSwitch ? 'pl-[2.875rem]' : 'pl-6.5')}
      >
        {help}
      </p>
    </div>
  );
}
