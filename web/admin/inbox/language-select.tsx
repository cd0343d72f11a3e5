// The choice of a language: of the public pages, or of what operators read.
import { ownLanguageNames } from '../../../contract/language-texts.ts';
import type { Language } from '../../../contract/languages.ts';

type LanguageSelectProps<T extends Language> = {
  label: string;
  among: readonly T[];
  value: T;
  onChange: (language: T) => void;
};

export function LanguageSelect<T extends Language>({ label, among, value, onChange }: LanguageSelectProps<T>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(among.find((one) => one === event.target.value) ?? value)}
      className="min-h-8 rounded-card border border-edge bg-surface px-2 text-sm hover:border-ink"
    >
      {among.map((language) => (
        <option key={language} value={language}>
          {ownLanguageNames[language]}
        </option>
      ))}
    </select>
  );
}
