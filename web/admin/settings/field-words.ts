// What the search of the settings and the palette find a section by: the names of its fields, in the shown language.
import { fieldAt, fieldPaths } from '../../../contract/setting-fields.ts';
import { shownSetupTexts } from '../texts/shown-texts.ts';
import type { SectionId } from './sections.ts';

export function fieldWordsOf(section: SectionId): string {
  const { fields } = shownSetupTexts();
  return fieldPaths
    .filter((path) => fieldAt(path).section === section)
    .map((path) => `${fields[path].title} ${fields[path].label ?? ''}`)
    .join(' ');
}
