// A preview of the emails to buyers, in every language.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BuyerEmailKind, buyerEmailKinds } from '../../../contract/email-kinds.ts';
import { ownLanguageNames } from '../../../contract/language-texts.ts';
import { defaultLanguage, type Language, languages } from '../../../contract/languages.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Chips } from '../chips.tsx';
import { mailKindName } from '../inbox/mail-kinds.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { PreviewFrame } from './preview-frame.tsx';

const languageOptions = languages.map((value) => ({ value, label: ownLanguageNames[value] }));

export function EmailsSection() {
  const { api } = useAdmin();
  const [kind, setKind] = useState<BuyerEmailKind>('order_received');
  const [language, setLanguage] = useState<Language>(defaultLanguage);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['email-preview', kind, language],
    queryFn: ({ signal }) => api.call('GET /api/admin/mails/preview', { query: { kind, language } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title="Emails">
      <div className="grid gap-4 py-1 text-sm">
        <p className="max-w-prose text-muted">
          Buyers get emails in the language they ordered in. This preview uses a sample order.
        </p>
        <div className="grid gap-2">
          <Chips
            legend="Email"
            options={buyerEmailKinds.map((value) => ({ value, label: mailKindName(value) }))}
            value={kind}
            onChange={setKind}
          />
          <Chips legend="Language" options={languageOptions} value={language} onChange={setLanguage} />
        </div>
        {/* Reserves the height of the content, so that the sections below do not move. */}
        {isPending ? <Skeleton className="h-162 w-full" /> : null}
        {error ? <LoadFailure title="Couldn't load the preview" error={error} onRetry={() => void refetch()} /> : null}
        {data ? (
          <>
            <p className="break-words">
              <span className="text-muted">Subject</span> <strong className="font-semibold">{data.subject}</strong>
            </p>
            {data.html === null ? null : (
              <PreviewFrame
                key={`${kind} ${language}`}
                html={data.html}
                title={`${mailKindName(kind)}, ${ownLanguageNames[language]}`}
              />
            )}
            <details>
              <summary className="cursor-pointer font-semibold">Plain text</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
              <pre tabIndex={0} className="mt-2 max-h-80 overflow-auto rounded-card bg-sunken p-3 whitespace-pre-wrap">
                {data.text}
              </pre>
            </details>
          </>
        ) : null}
      </div>
    </Panel>
  );
}
