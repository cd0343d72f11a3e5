// The public page with the texts of the draft, in a frame without scripts. The page scrolls to the edited text.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Language } from '../../../../contract/languages.ts';
import { defaultOf, type LanguageTexts, ownTextOf, type TextEntry } from '../../../../contract/text-settings.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAdmin } from '../../admin-context.tsx';
import { LoadFailure } from '../../load-failure.tsx';
import { PreviewFrame } from '../preview-frame.tsx';
import { markShown } from './find-shown.ts';
import { placeOf } from './text-places.ts';
import { previewQuery } from './text-queries.ts';

const typingMs = 400;

type TextPreviewProps = { entry: TextEntry; language: Language; own: LanguageTexts };

export function TextPreview({ entry, language, own }: TextPreviewProps) {
  const { key } = entry;
  const { api } = useAdmin();
  const texts = useSettled(own);
  const [isShown, setIsShown] = useState(true);
  const { page } = placeOf(key);
  const { data, isPending, error, refetch } = useQuery(previewQuery(api, { page, language, texts, key }));
  const text = ownTextOf(texts, key)?.trim() || defaultOf(entry, language, texts.preset);
  if (error) return <LoadFailure title="Couldn't load the preview" error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-112 w-full" />;
  if (key.startsWith('heads.')) {
    return (
      <dl className="grid gap-1 rounded-card border border-hairline bg-surface p-3 text-sm">
        <dt className="text-muted">Title in the browser and in search results</dt>
        <dd className="font-semibold break-words">{data.title}</dd>
        <dt className="text-muted">Description in search results</dt>
        <dd className="break-words">{data.description}</dd>
      </dl>
    );
  }
  return (
    <div className="grid gap-2">
      {page === 'email' ? (
        <p className="break-words">
          <span className="text-muted">Subject</span> <strong className="font-semibold">{data.title}</strong>
        </p>
      ) : null}
      <p role="status" className="text-sm text-muted">
        {isShown || key.endsWith('.subject')
          ? 'With your texts. Nothing is saved yet.'
          : 'The text shows in another state than this one.'}
      </p>
      <PreviewFrame
        key={data.html}
        html={data.html}
        title={`Preview of ${data.title}`}
        className="h-112"
        onShown={(inside) => {
          // Links and fields of the preview lead nowhere.
          inside.body.inert = true;
          setIsShown(markShown(inside, text));
        }}
      />
    </div>
  );
}

/** The texts once typing pauses. */
function useSettled(own: LanguageTexts): LanguageTexts {
  const [settled, setSettled] = useState(own);
  const asText = JSON.stringify(own);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(asText)), typingMs);
    return () => clearTimeout(timer);
  }, [asText]);
  return settled;
}
