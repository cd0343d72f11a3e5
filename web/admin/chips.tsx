// A single choice as a row of pill buttons that scrolls on a phone.
import { classNames } from '../ui/class-names.ts';

type ChipsProps<T extends string> = {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
};

export function Chips<T extends string>({ legend, options, value, onChange }: ChipsProps<T>) {
  return (
    <fieldset className="-mx-4 flex w-[calc(100%+2rem)] min-w-0 gap-1 overflow-x-auto px-4 py-1 sm:mx-0 sm:w-auto sm:px-0">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          aria-pressed={value === option.value}
          onClick={() => onChange(option.value)}
          className={classNames(
            'min-h-8 rounded-full border px-3 text-sm font-semibold whitespace-nowrap pointer-coarse:min-h-10',
            value === option.value
              ? 'border-ink bg-ink text-ground'
              : 'border-hairline bg-surface text-muted hover:border-edge hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
