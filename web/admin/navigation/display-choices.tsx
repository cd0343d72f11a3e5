// Theme, density and language of the admin in this browser.

import { useId, useState } from 'react';
import { chooseTheme, chosenTheme, type Theme, themes } from '../../ui/theme.tsx';
import { browserStorage } from '../sign-in/token-storage.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { chooseDensity, chosenDensity, type Density, densities } from './density.ts';
import { LanguageChoice } from './language-choice.tsx';

export function DisplayChoices() {
  const { shell } = useTexts();
  const [theme, setTheme] = useState(() => chosenTheme(browserStorage()));
  const [density, setDensity] = useState(() => chosenDensity(browserStorage()));

  function changeTheme(next: Theme): void {
    setTheme(next);
    chooseTheme(browserStorage(), next);
  }

  function changeDensity(next: Density): void {
    setDensity(next);
    chooseDensity(browserStorage(), next);
  }

  return (
    <>
      <Choice legend={shell.theme} options={themes} value={theme} onChange={changeTheme}>
        {(option) => shell.themes[option]}
      </Choice>
      <Choice legend={shell.density} options={densities} value={density} onChange={changeDensity}>
        {(option) => shell.densities[option]}
      </Choice>
      <LanguageChoice />
    </>
  );
}

type ChoiceProps<T extends string> = {
  legend: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
  children: (option: T) => string;
};

function Choice<T extends string>({ legend, options, value, onChange, children }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs text-muted">{legend}</legend>
      <div className="flex rounded-card border border-hairline bg-sunken p-0.5">
        {options.map((option) => (
          <label
            key={option}
            className="flex min-h-8 flex-1 cursor-pointer items-center justify-center rounded-[6px] px-2 text-sm font-semibold text-muted has-checked:bg-surface has-checked:text-ink has-checked:shadow-[0_1px_2px_var(--shade)] has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="sr-only"
            />
            <span>{children(option)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
