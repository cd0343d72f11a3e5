// A select with its label above it.
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/input-class.ts';

type SelectFieldProps<T extends string> = {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  id?: string;
  onChange: (value: T) => void;
  className?: string;
};

export function SelectField<T extends string>({ label, options, value, id, onChange, className }: SelectFieldProps<T>) {
  return (
    <label className="grid gap-1.5 text-sm font-semibold">
      <span>{label}</span>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
        className={classNames(inputClassName, 'border-edge px-3 py-2 font-normal', className)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
