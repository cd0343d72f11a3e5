// The card form in place. It belongs to the gateway; React does not render inside `#payment-form`.
import { useEffect, useRef } from 'react';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { paymentFormId } from './payment-library.ts';

type PaymentPanelProps = {
  texts: CheckoutTexts['texts'];
  /** On the page, perhaps still under the overlay. */
  shown: boolean;
  /** The buyer can act. */
  ready: boolean;
};

export function PaymentPanel({ texts, shown, ready }: PaymentPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!ready) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo?.({ top: 0 });
  }, [ready]);
  return (
    <section aria-labelledby="payment-title" hidden={!shown}>
      <h2 ref={heading} id="payment-title" tabIndex={-1} className="sr-only">
        {texts.pay}
      </h2>
      <div
        id={paymentFormId}
        className="-mx-4 min-h-[24rem] border-y border-hairline sm:mx-0 sm:rounded-card sm:border sm:shadow-card"
      />
      <p className="mt-4 flex gap-2 text-sm text-muted">
        <LineIcon path={moreIconPaths.lock} className="mt-0.5" />
        <span>{texts.payNote}</span>
      </p>
    </section>
  );
}
