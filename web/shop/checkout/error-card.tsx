// The error card of the checkout: a title for the type, the sentence, the advice, and `Try Again`.
import { useEffect, useRef } from 'react';
import { defaultLanguage } from '../../../contract/languages.ts';
import { Button } from '../../ui/button.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { LineIcon } from '../../ui/icon.tsx';
import type { CheckoutTexts } from './checkout-texts.ts';
import type { Failure } from './failure.ts';

type ErrorCardProps = { words: CheckoutTexts; failure: Failure; onDismiss: () => void };

export function ErrorCard({ words, failure, onDismiss }: ErrorCardProps) {
  const { titles, tips, failures, tryAgain } = words.texts;
  // The store's own sentences are in English.
  const serverText = words.lang === defaultLanguage ? failure.serverText : undefined;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView?.({ block: 'center' });
  }, []);
  return (
    <section
      ref={card}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-title"
      data-failure={failure.type}
      className="arrive rounded-card border border-red bg-red-soft p-5 outline-none"
    >
      <h2 id="error-title" className="flex items-center gap-2 text-lg font-bold text-red-ink">
        <LineIcon path={moreIconPaths.warning} />
        {titles[failure.type]}
      </h2>
      <p className="mt-1.5 break-words">{serverText ?? failures[failure.code]}</p>
      <ul className="mt-3 list-disc space-y-1 pl-5 text-sm">
        {tips[failure.code === 'card_declined' ? 'declined' : failure.type].map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <Button className="mt-4" icon={<LineIcon path={moreIconPaths.refresh} />} onClick={onDismiss}>
        {tryAgain}
      </Button>
    </section>
  );
}
