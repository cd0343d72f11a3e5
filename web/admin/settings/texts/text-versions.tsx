// The earlier wordings of one text, each of which can be taken back into the draft.
import { useState } from 'react';
import { type Language, languageTags } from '../../../../contract/languages.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime, useNow } from '../../../ui/relative-time.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useApi } from '../../kit/use-api.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { useSetupTexts } from '../../texts/shown-texts.ts';

/** `onUse`: null for an admin who may not save. An empty text is the default. */
type TextVersionsProps = { textKey: string; language: Language; onUse: ((text: string) => void) | null };

export function TextVersions({ textKey, language, onUse }: TextVersionsProps) {
  const { textEditor: texts } = useSetupTexts();
  const [isOpen, setIsOpen] = useState(false);
  const { data, isPending, error, refetch } = useApi(
    'GET /api/admin/texts/versions',
    { query: { key: textKey, language } },
    { enabled: isOpen },
  );
  const nowMs = useNow();
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{texts.versions}</summary>
      {isOpen && isPending ? <Skeleton className="mt-2 h-10 w-full" /> : null}
      {error ? <LoadFailure title={texts.versionsFailed} error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className="mt-2 text-muted">{texts.neverChanged}</p> : null}
      <ol className="mt-1 divide-y divide-hairline">
        {data?.map(({ version, text, changed_by, changed_at }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <div className="min-w-0 grow">
              <p lang={text === null ? undefined : languageTags[language]} className="break-words">
                {text ?? <span className="text-muted">{texts.defaultText}</span>}
              </p>
              <p className="text-xs text-muted">
                <span>{`${changed_by ?? texts.theStore}, `}</span>
                <RelativeTime at={changed_at} nowMs={nowMs} />
                <span>{texts.version(version)}</span>
              </p>
            </div>
            {onUse ? (
              <Button size="sm" aria-label={texts.restoreVersion(version)} onClick={() => onUse(text ?? '')}>
                {texts.restore}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </details>
  );
}
