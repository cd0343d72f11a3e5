// The light or dark theme: the system setting or the user's choice, set on the document element.
import { useState } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icons.tsx';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'adminTheme';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];
const icons: Record<Theme, IconName> = { system: 'settings', light: 'sun', dark: 'moon' };

/** The stored theme, or the system setting. */
export function chosenTheme(storage: Storage | null): Theme {
  const kept = storage?.getItem(storageKey);
  return themes.find((theme) => theme === kept) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Applies a theme and stores the choice when the browser allows it. */
export function chooseTheme(storage: Storage | null, theme: Theme): void {
  applyTheme(theme);
  try {
    storage?.setItem(storageKey, theme);
  } catch {
    // Storage is full: the choice lasts until the next page load.
  }
}

/** Cycles through the themes and stores the choice when the browser allows it. */
export function ThemeSwitch({ storage }: { storage: Storage | null }) {
  const [theme, setTheme] = useState(() => chosenTheme(storage));
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={<Icon name={icons[theme]} />}
      aria-label={`Theme: ${theme}. Switch to ${next}`}
      title={`Theme: ${theme}`}
      onClick={() => {
        setTheme(next);
        chooseTheme(storage, next);
      }}
    />
  );
}
