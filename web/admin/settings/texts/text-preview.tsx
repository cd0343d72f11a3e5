// The public page with the texts of the draft, in a frame without scripts. The page scrolls to the edited text.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Language, languageTags } from '../../../../contract/languages.ts';
import { defaultOf, type LanguageTexts, ownTextOf, type TextEntry } from '../../../../contract/text-settings.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAdmin } from '../../admin-context.tsx';
import { useSettled } from '../../kit/use-settled.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { useSetupTexts } from '../../texts/shown-texts.ts';
import { PreviewFrame } from '../preview-frame.tsx';
import { pageOf } from './text-places.ts';

type TextPreviewProps = { entry: TextEntry; language: Language; own: LanguageTexts };

export function TextPreview({ entry, language, own }: TextPreviewProps) {
  const { emails, textEditor: texts } = useSetupTexts();
  const { key } = entry;
  const { api } = useAdmin();
  const settled = useSettled(own);
  const [isShown, setIsShown] = useState(true);
  const page = pageOf(key);
  const body = { page, language, texts: settled, key };
  const { data, isPending, error, refetch } = useQuery({
    // Saved settings and texts both change the preview.
    queryKey: ['GET /api/admin/texts', 'preview', body],
    queryFn: ({ signal }) => api.call('POST /api/admin/texts/preview', { body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const text = ownTextOf(settled, key)?.trim() || defaultOf(entry, language, settled.preset);
  if (error) return <LoadFailure title={texts.previewFailed} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-112 w-full" />;
  if (key.startsWith('heads.')) {
    return (
      <dl className="grid gap-1 rounded-card border border-hairline bg-surface p-3 text-sm">
        <dt className="text-muted">{texts.headTitle}</dt>
        <dd lang={languageTags[language]} className="font-semibold break-words">
          {data.title}
        </dd>
        <dt className="text-muted">{texts.headDescription}</dt>
        <dd lang={languageTags[language]} className="break-words">
          {data.description}
        </dd>
      </dl>
    );
  }
  return (
    <div className="grid gap-2">
      {page === 'email' ? (
        <p className="break-words">
          <span className="text-muted">{`${emails.subject} `}</span>
          <strong lang={languageTags[language]} className="font-semibold">
            {data.title}
          </strong>
        </p>
      ) : null}
      <p role="status" className="text-sm text-muted">
        {isShown || key.endsWith('.subject') ? texts.withYours : texts.elsewhere}
      </p>
      <PreviewFrame
        key={data.html}
        html={data.html}
        title={texts.previewOf(data.title)}
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

const shownAttributes = ['placeholder', 'aria-label', 'title', 'value', 'data-label'];

/** Marks the element that shows a text, and scrolls to it. Returns false if this state of the page does not show the text. */
function markShown(page: Document, text: string): boolean {
  const parts = text
    .split(/\{\w+\}/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0) return false;
  const has = (whole: string | null) => whole !== null && parts.every((part) => whole.includes(part));
  // The frame runs no scripts, so it shows the page without scripts.
  for (const element of page.querySelectorAll('noscript')) if (!has(element.textContent)) element.remove();
  const all = [...page.body.querySelectorAll<HTMLElement>('*')].filter(({ tagName }) => tagName !== 'SCRIPT');
  const found =
    all.findLast((element) => has(element.textContent) && ![...element.children].some((one) => has(one.textContent))) ??
    all.find((element) => shownAttributes.some((name) => has(element.getAttribute(name))));
  if (!found) return false;
  found.style.outline = '3px solid currentcolor';
  found.style.outlineOffset = '4px';
  const view = page.defaultView;
  // `scrollIntoView` would also scroll the admin page.
  view?.scrollTo(0, found.getBoundingClientRect().top + view.scrollY - view.innerHeight / 3);
  return true;
}
