// A single choice as a row of pill buttons that scrolls on a phone, to the pressed one.
import { useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';

type ChipsProps<T extends string> = {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
};

export function Chips<T extends string>({ legend, options, value, onChange }: ChipsProps<T>) {
  const row = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value presses another button
  useEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed=true]');
    if (row.current && pressed)
      row.current.scrollLeft = pressed.offsetLeft - (row.current.clientWidth - pressed.offsetWidth) / 2;
  }, [value]);
  return (
    <fieldset
      ref={row}
      className="relative -mx-4 flex w-[calc(100%+2rem)] min-w-0 gap-1 overflow-x-auto px-4 py-1 sm:mx-0 sm:w-auto sm:px-0"
    >
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
