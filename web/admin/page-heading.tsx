// The heading of a tab, in the language of the shown set of texts: the tab around it may be in another one.
import type { Place } from './paths.ts';
import { wordsOf } from './texts/label.tsx';
import { useTextLanguage, useTexts } from './texts/shown-texts.ts';

export function PageHeading({ of, className = '' }: { of: Place; className?: string }) {
  const heading = useTexts().headings[of];
  const lang = useTextLanguage();
  return (
    <h1 lang={typeof heading === 'string' ? lang : heading.lang} className={`text-xl font-semibold ${className}`}>
      {wordsOf(heading)}
    </h1>
  );
}
