// Which emails to buyers are sent, and a preview of each in every language.
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type PreviewedEmailKind, previewedEmailKinds } from '../../../contract/email-kinds.ts';
import { ownLanguageNames } from '../../../contract/language-texts.ts';
import { defaultLanguage, type Language, languages, languageTags } from '../../../contract/languages.ts';
import type { Elements } from '../../ui/elements.ts';
import { Chips } from '../chips.tsx';
import { mailKindName } from '../inbox/mail-kinds.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useApi } from '../kit/use-api.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { LetterPreview } from './letter-preview.tsx';
import { SettingsPanel } from './settings-panel.tsx';

const languageOptions = languages.map((value) => ({ value, label: ownLanguageNames[value] }));

export function EmailsSection({ switches }: { switches?: Elements }) {
  const { emails: texts } = useSetupTexts();
  const [kind, setKind] = useState<PreviewedEmailKind>('order_received');
  const [language, setLanguage] = useState<Language>(defaultLanguage);
  const query = useApi(
    'GET /api/admin/mails/preview',
    { query: { kind, language } },
    { placeholderData: keepPreviousData },
  );
  return (
    <SettingsPanel id="emails">
      <div className="grid gap-4 py-1 text-sm">
        {switches ? (
          <div className="grid gap-3">
            <p className="max-w-prose text-muted">{texts.switches}</p>
            {switches}
          </div>
        ) : null}
        <p className="max-w-prose text-muted">{texts.help}</p>
        <div className="grid gap-2">
          <Chips
            legend={texts.email}
            options={previewedEmailKinds.map((value) => ({ value, label: mailKindName(value) }))}
            value={kind}
            onChange={setKind}
          />
          <Chips legend={texts.language} options={languageOptions} value={language} onChange={setLanguage} />
        </div>
        {/* Reserves the height of the content, so that the sections below do not move. */}
        <Loaded query={query} failed={texts.failed} skeleton="h-162 w-full">
          {(letter) => (
            <LetterPreview
              letter={letter}
              lang={languageTags[language]}
              title={`${mailKindName(kind)}, ${ownLanguageNames[language]}`}
            />
          )}
        </Loaded>
      </div>
    </SettingsPanel>
  );
}
