// The choice of a language of the store.
import { ownLanguageNames } from '../../../contract/language-texts.ts';
import { type Language, languages } from '../../../contract/languages.ts';

type LanguageSelectProps = { label: string; value: Language; onChange: (language: Language) => void };

export function LanguageSelect({ label, value, onChange }: LanguageSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(languages.find((one) => one === event.target.value) ?? value)}
      className="min-h-8 rounded-card border border-edge bg-surface px-2 text-sm hover:border-ink"
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {ownLanguageNames[language]}
        </option>
      ))}
    </select>
  );
}
