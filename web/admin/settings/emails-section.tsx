// Which emails to buyers are sent, and a preview of each in every language.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PreviewedEmailKind, previewedEmailKinds } from '../../../contract/email-kinds.ts';
import { ownLanguageNames } from '../../../contract/language-texts.ts';
import { defaultLanguage, type Language, languages, languageTags } from '../../../contract/languages.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Chips } from '../chips.tsx';
import type { Elements } from '../../ui/elements.ts';
import { mailKindName } from '../inbox/mail-kinds.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { LetterPreview } from './letter-preview.tsx';

const languageOptions = languages.map((value) => ({ value, label: ownLanguageNames[value] }));

export function EmailsSection({ switches }: { switches?: Elements }) {
  const { emails: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const [kind, setKind] = useState<PreviewedEmailKind>('order_received');
  const [language, setLanguage] = useState<Language>(defaultLanguage);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['email-preview', kind, language],
    queryFn: ({ signal }) => api.call('GET /api/admin/mails/preview', { query: { kind, language } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={settingsSections.emails}>
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
        {isPending ? <Skeleton className="h-162 w-full" /> : null}
        {error ? <LoadFailure title={texts.failed} error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <LetterPreview
            letter={data}
            lang={languageTags[language]}
            title={`${mailKindName(kind)}, ${ownLanguageNames[language]}`}
          />
        ) : null}
      </div>
    </Panel>
  );
}
