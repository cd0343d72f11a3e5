// The states of the checkout (5.5): form, processing, paying, error; and the steps between them. Draws nothing.
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { checkCheckout } from '../../../contract/checkout-rules.ts';
import { messages } from '../../../contract/messages.ts';
import type { PriceList } from '../../../contract/pricing.ts';
import type { Api } from '../../api.ts';
import type { InProgressOrder, PlacedOrder } from '../in-progress-order.ts';
import { successLink } from '../links.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { CheckoutStop, type Failure, payment } from './failure.ts';
import { readyForm, type ShowForm } from './payment-form.ts';
import { listenToPayment, loadPaymentLibrary, paymentFormId } from './payment-library.ts';
import { openPayment } from './payment-steps.ts';
import { reportFailure } from './report-failure.ts';

export type CheckoutPhase =
  | { name: 'form' }
  /** `opened` is the order whose card form is being drawn, under the overlay. */
  | { name: 'processing'; step: string; opened?: string }
  | { name: 'paying'; orderId: string; leaving: boolean }
  | { name: 'error'; failure: Failure };

export type CheckoutParts = {
  api: Pick<Api, 'call'>;
  prices: PriceList;
  libraryUrl: string;
  words: CheckoutTexts;
  newKey: () => string;
  /** Leaves the page for another one. */
  go: (href: string) => void;
  keep: (placed: PlacedOrder) => void;
};

/** A library that has not drawn its form by then is not going to. */
const drawingLimitMs = 30_000;

export function useCheckoutFlow(parts: CheckoutParts) {
  const [phase, setPhase] = useState<CheckoutPhase>({ name: 'form' });
  const latest = useRef(parts);
  latest.current = parts;
  // The card form on the page, by a mark of its own. Null: a late word of the library no longer matters.
  const drawn = useRef<object | null>(null);
  const release = useRef<(() => void) | null>(null);
  const takeAway = useRef<(() => void) | null>(null);
  const {
    libraryUrl,
    words: { lang, texts },
  } = parts;

  useEffect(() => loadPaymentLibrary(libraryUrl), [libraryUrl]);
  useEffect(() => () => release.current?.(), []);

  async function submit(order: InProgressOrder): Promise<void> {
    const broken = checkCheckout(order.email, order.posts);
    if (broken) return setPhase({ name: 'error', failure: broken });
    let orderId: string | undefined;
    // At once: a second submit of the same moment must find the form closed.
    flushSync(() => setPhase({ name: 'processing', step: texts.placing }));
    try {
      const opened = await openPayment(order, latest.current);
      orderId = opened.orderId;
      if (opened.outcome === 'paid') return latest.current.go(successLink(lang, opened.orderId));
      setPhase({ name: 'processing', step: texts.loading });
      await drawForm(await readyForm(opened.session, libraryUrl), opened.orderId);
    } catch (error) {
      stopWith(error, orderId);
    }
  }

  async function drawForm(show: ShowForm, orderId: string): Promise<void> {
    const mine = {};
    const isMine = () => drawn.current === mine;
    drawn.current = mine;
    release.current?.();
    release.current = listenToPayment({
      onComplete: (resultIndicator) => latest.current.go(successLink(lang, orderId, resultIndicator)),
      onError: (cause) => {
        if (!isMine()) return;
        reportFailure(latest.current.api, { stage: 'payment_callback', orderId, cause });
        // The form may fail because the order was paid meanwhile, in another tab.
        leavePayment(orderId, payment(messages.paymentTrouble));
      },
      onTimeout: () => isMine() && leavePayment(orderId, payment(texts.timedOut)),
    });
    // The place for the form must be on the page, at its real size, before the library looks for it.
    flushSync(() => setPhase({ name: 'processing', step: texts.loading, opened: orderId }));
    await withinLimit(
      show().then((remove) => {
        // One that comes after it was given up must not stand beside the next one.
        if (!isMine()) return remove();
        takeAway.current = remove;
        setPhase({ name: 'paying', orderId, leaving: false });
      }),
    ).catch((error: unknown) => {
      if (isMine()) throw error;
    });
  }

  /** The way back from the card form. Asks first whether the payment went through in the meantime. */
  async function leavePayment(orderId: string, failure?: Failure): Promise<void> {
    drawn.current = null;
    setPhase({ name: 'paying', orderId, leaving: true });
    const call = latest.current.api.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: orderId },
      body: {},
    });
    const answer = await call.catch(() => null);
    if (answer?.status === 'success') return latest.current.go(successLink(lang, orderId));
    close();
    setPhase(failure ? { name: 'error', failure } : { name: 'form' });
  }

  function stopWith(error: unknown, orderId: string | undefined): void {
    close();
    if (error instanceof CheckoutStop && error.stage) {
      reportFailure(latest.current.api, { stage: error.stage, orderId, cause: error.cause });
    }
    const failure: Failure =
      error instanceof CheckoutStop ? error.failure : { type: 'general', message: messages.somethingWrong };
    setPhase({ name: 'error', failure });
  }

  function close(): void {
    drawn.current = null;
    takeAway.current?.();
    takeAway.current = null;
    document.getElementById(paymentFormId)?.replaceChildren();
  }

  return { phase, submit, dismiss: () => setPhase({ name: 'form' }), leavePayment };
}

function withinLimit(drawing: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = new CheckoutStop(payment(messages.paymentInitFailed), 'The form did not come.', 'payment_page');
    const timer = setTimeout(() => reject(tooLate), drawingLimitMs);
    drawing.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
