// The place of the card form. It belongs to the gateway: the server renders it beside the live part, which shows and hides it
// (`payment-place.ts`).
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { paymentFormId } from './payment-library.ts';
import { paymentPanelId, paymentTitleId } from './payment-place.ts';

export function PaymentPanel({ texts }: { texts: CheckoutTexts['texts'] }) {
  return (
    <section id={paymentPanelId} aria-labelledby={paymentTitleId} hidden className="min-w-0">
      <h2 id={paymentTitleId} tabIndex={-1} className="sr-only">
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
