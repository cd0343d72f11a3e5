// Covers the page while the payment is prepared, holds the focus, and shows the step.
import { useEffect, useRef } from 'react';
import { Spinner } from '../../ui/spinner.tsx';

export function PreparingOverlay({ title, step }: { title: string; step: string }) {
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
          {title}
        </p>
        <p className="mt-1.5 text-muted">{step}</p>
      </div>
    </dialog>
  );
}
