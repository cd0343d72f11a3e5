// Covers the page while the payment is prepared, holds the focus, and shows the step. A step that takes long gets a
// further sentence.
import { useEffect, useRef, useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import type { CheckoutTexts } from './checkout-texts.ts';

const slowMs = 4_000;
const slowerMs = 12_000;

export function PreparingOverlay({ texts, step }: { texts: CheckoutTexts['texts']; step: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal?.();
    return () => shown?.close?.();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="preparing-title"
      onCancel={(event) => event.preventDefault()}
      className="overlay fixed inset-0 m-0 grid size-full max-h-none max-w-none place-items-center bg-ground/95 text-ink"
    >
      <div role="status" className="flex flex-col items-center px-6 text-center text-balance">
        <Spinner className="size-10 text-accent" />
        <p id="preparing-title" className="mt-5 text-2xl leading-tight font-bold">
          {texts.preparing}
        </p>
        <p className="mt-1.5 text-muted">{step}</p>
        <Patience key={step} texts={texts} />
      </div>
    </dialog>
  );
}

/** Its height is reserved, so that nothing moves. */
function Patience({ texts }: { texts: CheckoutTexts['texts'] }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const timers = [setTimeout(() => setText(texts.slow), slowMs), setTimeout(() => setText(texts.slower), slowerMs)];
    return () => timers.forEach(clearTimeout);
  }, [texts]);
  return <p className="mt-3 min-h-12 max-w-sm font-medium">{text}</p>;
}
