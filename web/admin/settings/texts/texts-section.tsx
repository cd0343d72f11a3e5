// The texts of pages and emails in the settings. The editor and the list of texts load when it is opened.
import { lazy, Suspense, useState } from 'react';
import { ownLanguageNames } from '../../../../contract/language-texts.ts';
import { languages, languageTags } from '../../../../contract/languages.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSetupTexts } from '../../texts/shown-texts.ts';
import type { SettingsForm } from '../settings-form.ts';
import { SettingsPanel } from '../settings-panel.tsx';
import { changedKeys } from './text-places.ts';

const TextsEditor = lazy(() => import('./texts-editor.tsx'));

/** `locked`: this admin may read but not save the texts. */
export function TextsSection({ form, locked }: { form: SettingsForm; locked: boolean }) {
  const { settingNames, textEditor } = useSetupTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingsPanel id="texts" help={textEditor.help}>
      {isOpen ? (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <TextsEditor form={form} locked={locked} />
        </Suspense>
      ) : (
        <>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
            {languages.map((lang) => (
              <div key={lang} className="contents">
                <dt lang={languageTags[lang]} className="font-semibold">
                  {ownLanguageNames[lang]}
                </dt>
                <dd className="text-muted">
                  {textEditor.summary(
                    settingNames.presets[form.draft.texts[lang].preset],
                    changedKeys(form.draft.texts[lang]).length,
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <p>
            <Button size="sm" onClick={() => setIsOpen(true)}>
              {locked ? textEditor.show : textEditor.editAll}
            </Button>
          </p>
        </>
      )}
    </SettingsPanel>
  );
}
