// The card form in place (CHK-27): its heading, the total in view, a way back. The form itself is the gateway's; React
// leaves the inside of `#payment-form` alone.
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { paymentFormId } from './payment-library.ts';

type PaymentPanelProps = {
  /** On the page, perhaps still under the overlay. */
  shown: boolean;
  /** The buyer can act. */
  ready: boolean;
  total: string;
  leaving: boolean;
  onLeave: () => void;
};

export function PaymentPanel({ shown, ready, total, leaving, onLeave }: PaymentPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!ready) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo?.({ top: 0 });
  }, [ready]);
  return (
    <section aria-labelledby="payment-title" hidden={!shown}>
      <Button
        variant="quiet"
        className="-ml-3"
        disabled={leaving}
        waiting={leaving}
        onClick={onLeave}
        icon={<Icon name="arrowLeft" />}
      >
        {leaving ? 'Checking your payment ...' : 'Back to your details'}
      </Button>
      <div className="mt-2 rounded-card border border-hairline bg-surface p-4 shadow-card sm:p-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hairline pb-4">
          <h2 ref={heading} id="payment-title" tabIndex={-1} className="text-xl font-bold outline-none">
            Pay by card
          </h2>
          <p className="tabular-nums">
            <span className="text-muted">Total </span>
            <strong>{total}</strong>
          </p>
        </div>
        <div id={paymentFormId} className="mt-4 min-h-[24rem]" />
        <p className="mt-4 flex items-center gap-2 text-sm text-muted">
          <Icon name="lock" />
          Your card details go straight to the payment provider. This store never sees them.
        </p>
      </div>
    </section>
  );
}
