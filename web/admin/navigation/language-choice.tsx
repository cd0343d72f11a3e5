// The language of the admin in this browser.
import { useId } from 'react';
import { languageTags } from '../../../contract/languages.ts';
import { useToast } from '../../ui/toast.tsx';
import { chooseTexts, useTextSet, useTexts } from '../texts/shown-texts.ts';
import { setLanguages, type TextSet, textSetNames, textSets } from '../texts/text-sets.ts';

/** Also on the sign-in page. A set that cannot be loaded leaves the one before it. */
export function LanguageChoice() {
  const { shell } = useTexts();
  const set = useTextSet();
  const toast = useToast();
  const id = useId();

  function choose(next: TextSet): void {
    chooseTexts(next).catch(() => toast({ title: shell.languageFailed, tone: 'error' }));
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-xs text-muted">
        {shell.language}
      </label>
      <select
        id={id}
        value={set}
        onChange={({ target }) => choose(target.value as TextSet)}
        className="min-h-9 w-full rounded-card border border-hairline bg-surface px-2.5 text-sm font-semibold text-ink pointer-coarse:min-h-11"
      >
        {textSets.map((option) => (
          <option key={option} value={option} lang={languageTags[setLanguages[option]]}>
            {textSetNames[option]}
          </option>
        ))}
      </select>
    </div>
  );
}
