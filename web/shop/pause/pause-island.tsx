// The hydrated part of the page that pauses the sending of an order. Only its button acts: programs that scan emails open
// every link.
import { useState } from 'react';
import type { Language } from '../../../contract/languages.ts';
import type { PageData } from '../../../contract/pages.ts';
import { type Api, ApiError, createApi } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateIn } from '../../ui/format-date.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useHydrated } from '../hydrated.ts';
import { contactLink } from '../links.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { fill } from '../texts/text.ts';

type PauseIslandProps = {
  lang: Language;
  texts: Catalogue['pause'];
  pause: NonNullable<PageData['pause']>;
  api?: Pick<Api, 'call'>;
};

export default function PauseIsland({ lang, texts, pause: { token, view: first }, api }: PauseIslandProps) {
  const [view, setView] = useState(first);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isHydrated = useHydrated();
  const { order_id: id, state, paused_until } = view;
  // In UTC until the browser's time zone is known.
  const until = isHydrated ? formatDateIn(lang, paused_until) : `${formatDateIn(lang, paused_until, 'UTC')} UTC`;

  async function pauseOrder(): Promise<void> {
    setSending(true);
    setFailure(null);
    try {
      setView(await (api ?? createApi()).call('POST /api/orders/pause-sending', { body: { token } }));
    } catch (error) {
      const isExpired = error instanceof ApiError && error.body.code === 'wrong_pause_link';
      setFailure(isExpired ? texts.expired : texts.failed);
    }
    setSending(false);
  }

  return (
    <section data-state={state}>
      <div role="status">
        <h1 className="text-2xl font-extrabold wrap-anywhere sm:text-4xl">{fill(texts.states[state].title, { id })}</h1>
        <p className="mt-4 max-w-prose sm:text-lg">
          {state === 'paused' ? fill(texts.states.paused.text, { time: until }) : texts.states[state].text}
        </p>
      </div>
      {state === 'open' ? <p className="mt-2 max-w-prose text-muted">{texts.note}</p> : null}
      {failure === null ? null : (
        <p role="alert" className="mt-4 font-medium text-red-ink">
          {failure}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {state === 'open' ? (
          <Button
            variant="primary"
            size="lg"
            className="max-sm:w-full"
            disabled={!isHydrated}
            waiting={isSending}
            onClick={isSending ? undefined : pauseOrder}
          >
            {texts.button}
          </Button>
        ) : null}
        <LinkButton href={contactLink(lang, id)} size="lg" className="max-sm:w-full">
          {texts.contact}
        </LinkButton>
      </div>
    </section>
  );
}
