// A labelled field of several lines with its error, in the look of the one-line field.
import type { TextareaHTMLAttributes } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { FieldHelp } from '../../ui/field-help.tsx';
import { inputClassName } from '../../ui/input-class.ts';

type MessageFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  id: string;
  label: string;
  error: string | null;
};

export function MessageField({ id, label, error, ...rest }: MessageFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-help`}
        className={classNames(inputClassName, error === null ? 'border-edge hover:border-ink' : 'border-bad')}
      />
      {error === null ? null : (
        <FieldHelp id={`${id}-help`} isError>
          {error}
        </FieldHelp>
      )}
    </div>
  );
}
