// The pages of the settings, and a search over their sections. On a phone the pages are a row that scrolls.
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { useAllowed } from '../allowed.tsx';
import { useTexts } from '../texts/shown-texts.ts';
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

type SettingsNavigationProps = { page: SettingsPageId; isLaunched: boolean };

export function SettingsNavigation({ page, isLaunched }: SettingsNavigationProps) {
  const { settingsPages: texts } = useTexts();
  const isAllowed = useAllowed();
  const [typed, setTyped] = useState('');
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the link of the page may be outside the row that scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    current.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [page]);
  const [launch, ...others] = settingsPages;
  const listed = (isLaunched ? [...others, launch] : settingsPages).filter(
    ({ id }) => sectionsOf(id, isAllowed).length > 0,
  );
  const look = (isCurrent: boolean) =>
    classNames(
      'block rounded-card px-3 py-1.5 pointer-coarse:py-2.5 max-lg:border max-lg:whitespace-nowrap',
      isCurrent
        ? 'bg-surface font-semibold max-lg:border-ink lg:shadow-card'
        : 'text-muted hover:text-ink max-lg:border-hairline max-lg:bg-surface',
    );
  return (
    <div className="min-w-0 lg:sticky lg:top-6">
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
        <nav aria-label={texts.label} className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4">
          <ul className="flex gap-1 text-sm max-lg:w-max max-lg:pb-1 lg:grid">
            {listed.map(({ id }) => (
              <li key={id}>
                <Link
                  ref={id === page ? current : undefined}
                  href={settingsPagePath(id)}
                  aria-current={id === page ? 'page' : undefined}
                  className={look(id === page)}
                >
                  {texts.titles[id]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ) : (
        <Results typed={typed} onOpen={() => setTyped('')} />
      )}
    </div>
  );
}

function Results({ typed, onOpen }: { typed: string; onOpen: () => void }) {
  const { settingsPages: texts, settingsSections } = useTexts();
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
