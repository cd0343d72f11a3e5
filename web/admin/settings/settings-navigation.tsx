// The pages of the settings, and a search over their sections. A narrow screen shows them as a list, or the open page.
import { useState } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useAllowed } from '../allowed.tsx';
import { settingsPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { hasWords } from '../word-search.ts';
import { fieldWordsOf } from './field-words.ts';
import {
  isShown,
  launchSection,
  pageOfSection,
  type SettingsPageId,
  type SettingsSection,
  sectionPath,
  sections,
  sectionsOf,
  settingsPagePath,
  settingsPages,
} from './sections.ts';

/** `isOpen`: the address names a page, which replaces the list on a narrow screen. */
type SettingsNavigationProps = { page: SettingsPageId; isOpen: boolean; isLaunched: boolean };

export function SettingsNavigation({ page, isOpen, isLaunched }: SettingsNavigationProps) {
  const { settingsPages: texts } = usePageTexts();
  const isAllowed = useAllowed();
  const [typed, setTyped] = useState('');
  const [launch, ...others] = settingsPages;
  const listed = (isLaunched ? [...others, launch] : settingsPages).filter(
    ({ id }) => sectionsOf(id, isAllowed).length > 0,
  );
  const look = (isCurrent: boolean) =>
    classNames(
      'flex items-center justify-between px-3 py-1.5 max-lg:min-h-12 max-lg:px-4 max-lg:font-semibold lg:rounded-card',
      isCurrent ? 'lg:bg-surface lg:font-semibold lg:shadow-card' : 'lg:text-muted lg:hover:text-ink',
    );
  return (
    <div className="min-w-0 lg:sticky lg:top-6">
      {isOpen ? (
        <Link
          href={settingsPath}
          className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold underline-offset-4 hover:underline lg:hidden"
        >
          <Icon name="chevronRight" className="size-4 rotate-180" />
          <span>{texts.back}</span>
        </Link>
      ) : null}
      <div className={classNames(isOpen && 'max-lg:hidden')}>
        {/* biome-ignore lint/a11y/useSemanticElements: older supported browsers lack the search element */}
        <div role="search" className="mb-3">
          <Field
            label={texts.search}
            labelHidden
            type="search"
            placeholder={texts.search}
            maxLength={60}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="py-1.5! text-sm"
          />
        </div>
        {typed.trim() === '' ? (
          <nav
            aria-label={texts.label}
            className="max-lg:rounded-card max-lg:border max-lg:border-hairline max-lg:bg-surface"
          >
            <ul className="grid text-sm max-lg:divide-y max-lg:divide-hairline lg:gap-1">
              {listed.map(({ id }) => (
                <li key={id}>
                  <Link
                    href={settingsPagePath(id)}
                    aria-current={id === page ? 'page' : undefined}
                    className={look(id === page)}
                  >
                    <span>{texts.titles[id]}</span>
                    <Icon name="chevronRight" className="size-4 text-muted lg:hidden" />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : (
          <Results typed={typed} onOpen={() => setTyped('')} />
        )}
      </div>
    </div>
  );
}

function Results({ typed, onOpen }: { typed: string; onOpen: () => void }) {
  const { settingsPages: texts, settingsSections } = usePageTexts();
  const isAllowed = useAllowed();
  const found = [...sections, launchSection].filter((section: SettingsSection) => {
    const { id } = section;
    const page = texts.titles[pageOfSection(id)];
    const words = `${settingsSections[id]} ${page} ${texts.words[id]} ${fieldWordsOf(id)}`;
    return isShown(section, isAllowed) && hasWords(words, typed);
  });
  return (
    <>
      <p role="status" className="px-3 text-sm text-muted">
        {found.length === 0 ? texts.none : texts.found(found.length)}
      </p>
      <ul className="mt-1 grid gap-1 text-sm">
        {found.map(({ id }) => (
          <li key={id}>
            <Link
              href={sectionPath(id)}
              onClick={onOpen}
              className="block rounded-card px-3 py-1.5 hover:bg-surface pointer-coarse:py-2.5"
            >
              <span className="block font-semibold">{settingsSections[id]}</span>
              <span className="block text-xs text-muted">{texts.titles[pageOfSection(id)]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
