// Whether the checkout is paused, with the button that pauses it or opens it again.
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Allowed } from '../allowed.tsx';
import { useCheckoutPause, usePauseCheckout } from '../checkout-pause.ts';
import { settingsPath } from '../paths.ts';
import PauseQuestion from '../pause-question.tsx';
import { inLanguage } from '../texts/label.tsx';
import { usePageTexts } from '../texts/shown-texts.ts';

export function CheckoutPauseNotice() {
  const { security } = usePageTexts();
  const { data } = useCheckoutPause();
  const [isAsking, setAsking] = useState(false);
  const pause = usePauseCheckout({
    onDone: () => setAsking(false),
    done: (_answer, paused) =>
      inLanguage(security.lang, {
        title: security.succeeded,
        description: paused ? security.paused : security.reopened,
        tone: 'success',
      }),
    failed: () =>
      inLanguage(security.lang, { title: security.error, description: security.pauseFailed, tone: 'error' }),
  });
  if (!data) return null;
  const { paused } = data;
  return (
    <section
      aria-label={security.checkout}
      className={classNames(
        'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline px-4 py-3 text-sm',
        paused ? 'bg-yellow-soft text-yellow-ink' : 'bg-surface',
      )}
    >
      <p className="min-w-0 flex-1 basis-64">
        <span>{`${paused ? security.isPaused : security.isOpen} `}</span>
        <Link href={`${settingsPath}#card-testing`} className="font-medium underline underline-offset-2">
          {security.limits}
        </Link>
      </p>
      <Allowed call="pauseCheckout">
        <Button
          size="sm"
          variant={paused ? 'primary' : 'danger'}
          waiting={pause.isPending}
          onClick={() => (paused ? pause.run(false) : setAsking(true))}
        >
          {paused ? security.reopen : security.pause}
        </Button>
        {isAsking ? (
          <PauseQuestion
            kind="checkout"
            act={pause}
            onConfirm={() => pause.run(true)}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </Allowed>
    </section>
  );
}
