// The payment step is an entry of its own in the browser's history: Back leads from it to the details, on the same page.
import { useEffect, useRef } from 'react';

type PaymentEntryDeps = {
  /** The buyer went back to the details. */
  onBack: () => void;
  /** The buyer went forward to the payment step. */
  onForward: () => void;
};

/** A step back in the history may be swallowed by the history of the gateway's frame. */
const stepLimitMs = 1_000;

export function isPaymentEntry(): boolean {
  return window.history.state?.step === 'payment';
}

export function usePaymentEntry(deps: PaymentEntryDeps) {
  const latest = useRef(deps);
  latest.current = deps;
  const isWanted = useRef(false);
  /** When this page itself stepped back. */
  const steppedAt = useRef<number | null>(null);

  useEffect(() => {
    const onPopState = () => {
      const isOwnStep = steppedAt.current !== null && performance.now() - steppedAt.current < stepLimitMs;
      steppedAt.current = null;
      if (isOwnStep) {
        // The next payment began before the step arrived.
        if (isWanted.current) push();
      } else if (isPaymentEntry()) latest.current.onForward();
      else latest.current.onBack();
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);

  return {
    enter: () => {
      isWanted.current = true;
      push();
    },
    leave: () => {
      isWanted.current = false;
      if (!isPaymentEntry()) return;
      steppedAt.current = performance.now();
      window.history.back();
    },
  };
}

function push(): void {
  if (!isPaymentEntry()) window.history.pushState({ step: 'payment' }, '');
}
