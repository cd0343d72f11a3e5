// The error card of the checkout: a title, the sentence, the time of a retry, the advice, and `Try Again`.
import { useEffect, useRef } from 'react';
import { defaultLanguage, type Language, languageTags } from '../../../contract/languages.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { fill } from '../texts/text.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import type { Failure } from './failure.ts';
import type { CheckoutFailureCode } from './failure-codes.ts';
import { retryId } from './field-errors.ts';

type ErrorCardProps = { words: CheckoutTexts; failure: Failure; onDismiss: () => void };

export function ErrorCard({ words, failure, onDismiss }: ErrorCardProps) {
  const { titles, tips, failures, tryAgain, fixed, retryAt, pausedTitle, categoryPausedTitle, waitTitle } = words.texts;
  const ownTitles: Partial<Record<CheckoutFailureCode, string>> = {
    checkout_paused: pausedTitle,
    category_paused: categoryPausedTitle,
    card_declines: waitTitle,
    rate_limited: waitTitle,
  };
  const isFixed = failure.isFixed === true;
  // The store's own sentences are in English.
  const serverText = words.lang === defaultLanguage ? failure.serverText : undefined;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <section
      ref={card}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-title"
      data-failure={failure.type}
      className={classNames(
        'arrive rounded-card border p-5 outline-none',
        isFixed ? 'border-green bg-green-soft' : 'border-red bg-red-soft',
      )}
    >
      <h2
        id="error-title"
        className={classNames('flex items-center gap-2 text-lg font-bold', isFixed ? 'text-green-ink' : 'text-red-ink')}
      >
        <LineIcon path={moreIconPaths[isFixed ? 'check' : 'warning']} />
        <span>{isFixed ? fixed : (ownTitles[failure.code] ?? titles[failure.type])}</span>
      </h2>
      {isFixed ? null : (
        <p className="mt-1.5 break-words">{serverText ?? failures[failure.code] ?? failures.gateway_refused}</p>
      )}
      {failure.retryAtMs === undefined ? null : (
        <p className="mt-1.5 font-semibold">{fill(retryAt, { time: clockText(failure.retryAtMs, words.lang) })}</p>
      )}
      {isFixed ? null : (
        <ul className="mt-3 list-disc space-y-1 pl-5 text-sm">
          {tips[tipsOf[failure.code] ?? failure.type].map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
      )}
      <Button id={retryId} className="mt-4" icon={<LineIcon path={moreIconPaths.refresh} />} onClick={onDismiss}>
        {tryAgain}
      </Button>
    </section>
  );
}

/** Tips of their own, for failures that waiting or another card ends. */
const tipsOf: Partial<Record<CheckoutFailureCode, 'declined' | 'waiting' | 'paused'>> = {
  card_declined: 'declined',
  card_declines: 'waiting',
  checkout_paused: 'paused',
  category_paused: 'paused',
};

/** The time of the buyer's clock, rounded up to a minute; with the day when it is another one. */
function clockText(atMs: number, lang: Language): string {
  const at = new Date(Math.ceil(atMs / 60_000) * 60_000);
  const isToday = at.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(languageTags[lang], { ...day, hour: 'numeric', minute: '2-digit' }).format(at);
}
