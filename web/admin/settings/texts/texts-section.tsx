// The texts of pages and emails in the settings. The editor and the list of texts load when it is opened.
import { lazy, Suspense, useState } from 'react';
import { ownLanguageNames } from '../../../../contract/language-texts.ts';
import { languages } from '../../../../contract/languages.ts';
import { presetTitles } from '../../../../contract/text-presets.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Panel } from '../../panel.tsx';
import { changedKeys } from './changed-texts.ts';
import type { TextsProps } from './texts-props.ts';

const TextsEditor = lazy(() => import('./texts-editor.tsx'));

export function TextsSection({ form, locked }: TextsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title="Texts">
      <div className="grid gap-4 py-1 text-sm">
        <p className="max-w-prose text-muted">
          Every sentence of the public pages and of the emails to buyers, in each language.
        </p>
        {isOpen ? (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <TextsEditor form={form} locked={locked} />
          </Suspense>
        ) : (
          <>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
              {languages.map((lang) => (
                <div key={lang} className="contents">
                  <dt className="font-semibold">{ownLanguageNames[lang]}</dt>
                  <dd className="text-muted">
                    {presetTitles[form.draft.texts[lang].preset]}, {changedKeys(form.draft.texts[lang]).length} changed
                  </dd>
                </div>
              ))}
            </dl>
            <p>
              <Button size="sm" onClick={() => setIsOpen(true)}>
                {locked ? 'Show texts' : 'Edit texts'}
              </Button>
            </p>
          </>
        )}
      </div>
    </Panel>
  );
}
