// An input with its label, help text and error. The help text is linked to the input.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { FieldHelp } from './field-help.tsx';
import { inputClassName } from './input-class.ts';

type Around = {
  label: string;
  /** Hides the label visually, where the context already shows it. */
  labelHidden?: boolean;
  help?: ReactNode;
  /** Shows the help text as an error and marks the input as invalid. An error text replaces the help text. */
  invalid?: boolean;
  error?: ReactNode;
  /** Rendered after the input, on the same line. */
  action?: Elements;
};

type FieldProps = Around & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function Field({ label, labelHidden, help, invalid, error, action, className, id, ...rest }: FieldProps) {
  const ids = useIds(id);
  const wrong = Boolean(invalid || error);
  return (
    <Around ids={ids} around={{ label, labelHidden, help, invalid: wrong, error, action }}>
      <input
        {...rest}
        id={ids.input}
        aria-invalid={wrong || undefined}
        aria-describedby={help || error ? ids.help : undefined}
        className={classNames(inputClassName, wrong ? 'border-bad' : 'border-edge hover:border-ink', className)}
      />
    </Around>
  );
}

function Around({ ids, around, children }: { ids: Ids; around: Around; children: Elements }) {
  const description = around.error ?? around.help;
  return (
    <div>
      <label
        htmlFor={ids.input}
        className={around.labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-ink'}
      >
        {around.label}
      </label>
      <div className="flex items-center gap-2">
        {children}
        {around.action}
      </div>
      {description ? (
        <FieldHelp id={ids.help} isError={Boolean(around.invalid)}>
          {description}
        </FieldHelp>
      ) : null}
    </div>
  );
}

type Ids = { input: string; help: string };

function useIds(id: string | undefined): Ids {
  const made = useId();
  return { input: id ?? made, help: `${id ?? made}-help` };
}
