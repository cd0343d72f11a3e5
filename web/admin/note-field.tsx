// A text field for the reason of a decision. The store keeps the reason.
import { useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import { inputClassName } from '../ui/input-class.ts';

type NoteFieldProps = {
  label: string;
  help: string;
  maxLength: number;
  value: string;
  readOnly?: boolean;
  isRequired?: boolean;
  onChange: (value: string) => void;
};

export function NoteField({
  label,
  help,
  maxLength,
  value,
  readOnly = false,
  isRequired = true,
  onChange,
}: NoteFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink">
        {label}
      </label>
      <textarea
        id={id}
        name="note"
        rows={3}
        required={isRequired}
        maxLength={maxLength}
        readOnly={readOnly}
        value={value}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(inputClassName, 'border-edge hover:border-ink')}
      />
      <p id={`${id}-help`} className="mt-1.5 text-sm text-muted">
        {help}
      </p>
    </div>
  );
}
