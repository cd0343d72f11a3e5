// The card form in place: heading, total, a way back. The form belongs to the gateway; React does not render inside
// `#payment-form`.
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { LineIcon } from '../../ui/icon.tsx';
import type { CheckoutTexts } from './checkout-texts.ts';
import { paymentFormId } from './payment-library.ts';

type PaymentPanelProps = {
  texts: CheckoutTexts['texts'];
  /** On the page, perhaps still under the overlay. */
  shown: boolean;
  /** The buyer can act. */
  ready: boolean;
  total: string;
  leaving: boolean;
  onLeave: () => void;
};

export function PaymentPanel({ texts, shown, ready, total, leaving, onLeave }: PaymentPanelProps) {
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
        icon={<LineIcon path={moreIconPaths.arrowLeft} />}
      >
        {leaving ? texts.checking : texts.back}
      </Button>
      <div className="mt-2 rounded-card border border-hairline bg-surface p-4 shadow-card sm:p-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hairline pb-4">
          <h2 ref={heading} id="payment-title" tabIndex={-1} className="text-xl font-bold outline-none">
            {texts.pay}
          </h2>
          <p className="tabular-nums">
            <span className="text-muted">{texts.total} </span>
            <strong>{total}</strong>
          </p>
        </div>
        <div id={paymentFormId} className="mt-4 min-h-[24rem]" />
        <p className="mt-4 flex items-center gap-2 text-sm text-muted">
          <LineIcon path={moreIconPaths.lock} />
          {texts.payNote}
        </p>
      </div>
    </section>
  );
}
