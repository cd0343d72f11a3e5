// An email as its recipient sees it: subject, HTML in a frame, plain text.
import type { AnswerFor } from '../../../contract/index.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { PreviewFrame } from './preview-frame.tsx';

/** `lang`: the tag of the email's language. */
type LetterPreviewProps = { letter: AnswerFor<'GET /api/admin/mails/preview'>; lang: string; title: string };

export function LetterPreview({ letter: { subject, html, text }, lang, title }: LetterPreviewProps) {
  const { emails: texts } = useSetupTexts();
  return (
    <>
      <p className="break-words">
        <span className="text-muted">{`${texts.subject} `}</span>
        <strong lang={lang} className="font-semibold">
          {subject}
        </strong>
      </p>
      {html === null ? null : <PreviewFrame key={title} html={html} title={title} />}
      <details>
        <summary className="cursor-pointer font-semibold">{texts.plain}</summary>
        <div lang={lang} className="mt-2 rounded-card bg-sunken">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
          <pre tabIndex={0} className="max-h-80 overflow-auto p-3 whitespace-pre-wrap">
            {text}
          </pre>
        </div>
      </details>
    </>
  );
}
