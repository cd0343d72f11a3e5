// The guarantee of a delivered post: its countdown, the report of a drop, and what became of the last one. Loaded when a
// post has one.
import { useState } from 'react';
import { type Language, languageTags } from '../../../contract/languages.ts';
import { countText } from '../../../contract/numbers.ts';
import type { OrderPage } from '../../../contract/order-page.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { contactLink } from '../links.ts';
import { fill } from '../texts/text.ts';
import type { OrderTexts } from './order-props.ts';
import type { ReportDrop } from './use-order-page.ts';

type Post = OrderPage['posts'][number];
type PostGuaranteeProps = {
  lang: Language;
  texts: OrderTexts['posts']['guarantee'];
  orderId: string;
  post: Post;
  name: string;
  reportDrop: ReportDrop;
};

export default function PostGuarantee({ lang, texts, orderId, post, name, reportDrop }: PostGuaranteeProps) {
  const { guarantee, drop } = post;
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function report(): Promise<void> {
    setSending(true);
    setFailure(null);
    try {
      await reportDrop(post.post_link ?? '');
    } catch (error) {
      const code = error instanceof ApiError ? String(error.body.code) : '';
      setFailure((texts.refusals as Partial<Record<string, string>>)[code] ?? texts.failed);
    }
    setSending(false);
  }

  const isRefused = drop?.state === 'refused' || drop?.state === 'dismissed';
  return (
    <div className="mt-1 flex flex-col gap-2 border-t border-hairline pt-2">
      <p role="status" className="empty:-mb-2">
        {drop ? <span>{texts.states[drop.state]}</span> : null}
        {drop?.reason ? <span>{` ${fill(texts.reason, { reason: drop.reason })}`}</span> : null}
        {isRefused ? (
          <>
            <span> </span>
            <a href={contactLink(lang, orderId)} className="inline-block font-medium underline underline-offset-4">
              {texts.contact}
            </a>
          </>
        ) : null}
      </p>
      {guarantee ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="text-muted tabular-nums">
            {fill(guarantee.days_left === 1 ? texts.lastDay : texts.until, {
              date: dayOf(guarantee.until, lang),
              count: countText(guarantee.days_left, lang),
            })}
          </span>
          {guarantee.can_report ? (
            <Button
              size="sm"
              onClick={isSending ? undefined : report}
              waiting={isSending}
              aria-label={`${texts.report}: ${name}`}
            >
              {isSending ? texts.sending : texts.report}
            </Button>
          ) : null}
        </div>
      ) : null}
      {failure === null ? null : (
        <p role="alert" className="font-medium text-ink">
          {failure}
        </p>
      )}
    </div>
  );
}

function dayOf(sent: string, lang: Language): string {
  return new Date(sent).toLocaleDateString(languageTags[lang], { month: 'short', day: 'numeric' });
}
