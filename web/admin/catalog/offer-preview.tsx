// The page of an offer as buyers would see it, with what is typed. Nothing is saved.
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownLanguageNames } from '../../../contract/language-texts.ts';
import { type Language, languages } from '../../../contract/languages.ts';
import type { OfferInput } from '../../../contract/offers.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Chips } from '../chips.tsx';
import { useSettled } from '../kit/use-settled.ts';
import { LoadFailure } from '../load-failure.tsx';
import { PreviewFrame } from '../settings/preview-frame.tsx';
import { useSetupTexts, useTextSet } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';

/** `offer`: null while something typed is wrong. `title`: how the button names the offer, where several are edited. */
type OfferPreviewProps = { offer: OfferInput | null; title?: string };

export function OfferPreview({ offer, title }: OfferPreviewProps) {
  const { textEditor: texts } = useSetupTexts();
  const [isOpen, setOpen] = useState(false);
  const label = isOpen ? texts.hidePreview : texts.preview;
  return (
    <div className="grid min-w-0 gap-3">
      <div>
        <Button
          size="sm"
          aria-expanded={isOpen}
          disabled={offer === null && !isOpen}
          aria-label={title === undefined ? undefined : `${label}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </div>
      {isOpen ? <Preview offer={offer} /> : null}
    </div>
  );
}

function Preview({ offer }: Pick<OfferPreviewProps, 'offer'>) {
  const { catalog: texts, textEditor } = useSetupTexts();
  const [language, setLanguage] = useState<Language>(setLanguages[useTextSet()]);
  const { api } = useAdmin();
  const settled = useSettled(offer);
  const { data, isPending, error, refetch } = useQuery({
    // Saved settings change the preview too.
    queryKey: ['GET /api/admin/store-settings', 'preview', language, settled],
    queryFn: settled
      ? ({ signal }) => {
          const body = { offers: [settled], offer: settled.id, language };
          return api.call('POST /api/admin/catalog/preview', { body }, { signal });
        }
      : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <div className="grid min-w-0 gap-2">
      <Chips
        legend={textEditor.language}
        options={languages.map((value) => ({ value, label: ownLanguageNames[value] }))}
        value={language}
        onChange={setLanguage}
      />
      {error ? <LoadFailure title={textEditor.previewFailed} error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton className="h-112 w-full" /> : null}
      {data && !error ? (
        <>
          <p className="text-sm text-muted">{texts.previewHelp}</p>
          <PreviewFrame
            key={data.html}
            html={data.html}
            title={textEditor.previewOf(data.title)}
            className="h-112"
            onShown={(inside) => {
              // Links and fields of the preview lead nowhere.
              inside.body.inert = true;
              // It also shows the page without scripts.
              for (const element of inside.querySelectorAll('noscript')) element.remove();
            }}
          />
        </>
      ) : null}
    </div>
  );
}
