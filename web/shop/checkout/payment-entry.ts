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

/** `steppedAt`: when this page itself stepped back. */
export type PaymentEntry = { isWanted: boolean; steppedAt: number | null };

/** `kept` outlives what uses it. */
export function usePaymentEntry(deps: PaymentEntryDeps, kept: PaymentEntry) {
  const latest = useRef(deps);
  latest.current = deps;

  useEffect(() => {
    const onPopState = () => {
      const isOwnStep = kept.steppedAt !== null && performance.now() - kept.steppedAt < stepLimitMs;
      kept.steppedAt = null;
      if (isOwnStep) {
        // The next payment began before the step arrived.
        if (kept.isWanted) push();
      } else if (isPaymentEntry()) latest.current.onForward();
      else latest.current.onBack();
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, [kept]);

  return {
    enter: () => {
      kept.isWanted = true;
      push();
    },
    leave: () => {
      kept.isWanted = false;
      if (!isPaymentEntry()) return;
      kept.steppedAt = performance.now();
      window.history.back();
    },
  };
}

function push(): void {
  if (!isPaymentEntry()) window.history.pushState({ step: 'payment' }, '');
}
