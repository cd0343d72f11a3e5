// The states of the checkout (5.5): form, processing, paying, error; and the steps between them. Draws nothing.
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Api } from '../../api.ts';
import { successLink } from '../links.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { CheckoutStop, type Failure, payment } from './failure.ts';
import { readyForm, type ShowForm } from './payment-form.ts';
import { isPaymentEntry, usePaymentEntry } from './payment-entry.ts';
import { listenToPayment, loadPaymentLibrary, type PaymentCallbacks, paymentFormId } from './payment-library.ts';
import type { Opened } from './payment-steps.ts';
import { reportFailure } from './report-failure.ts';

export type CheckoutPhase =
  | { name: 'form' }
  /** `opened` is the order whose card form is being drawn, under the overlay. */
  | { name: 'processing'; step: string; opened?: string }
  | { name: 'paying'; orderId: string; leaving: boolean }
  | { name: 'error'; failure: Failure };

export type CheckoutDeps = {
  api: Pick<Api, 'call'>;
  libraryUrl: string;
  words: CheckoutTexts;
  /** Leaves the page for another one. */
  go: (href: string) => void;
  /** Opens the payment again that the buyer went back from; false when the details have changed since. */
  reopen: () => boolean;
  /** The details are shown again, after the buyer left the payment step. */
  onDetails: () => void;
};

/** A library that has not drawn its form by then is not going to. */
const drawingLimitMs = 30_000;

export function useCheckoutFlow(deps: CheckoutDeps) {
  const [phase, setPhase] = useState<CheckoutPhase>({ name: 'form' });
  const latest = useRef({ ...deps, phase });
  latest.current = { ...deps, phase };
  const hasResumed = useRef(false);
  const entry = usePaymentEntry({ onBack, onForward });
  // The payment that is prepared or shown, by a mark of its own. Null: a late response no longer matters.
  const active = useRef<object | null>(null);
  const release = useRef<(() => void) | null>(null);
  const takeAway = useRef<(() => void) | null>(null);
  const {
    libraryUrl,
    words: { lang, texts },
  } = deps;

  useEffect(() => loadPaymentLibrary(libraryUrl), [libraryUrl]);
  useEffect(() => () => release.current?.(), []);

  /** `step` is the text that the buyer reads while `open` runs. */
  async function pay(step: string, open: () => Promise<Opened>): Promise<void> {
    let orderId: string | undefined;
    const mine = {};
    active.current = mine;
    entry.enter();
    // At once: a second submit of the same moment must find the form closed.
    flushSync(() => setPhase({ name: 'processing', step }));
    try {
      const opened = await open();
      orderId = opened.orderId;
      if (opened.outcome !== 'session') return latest.current.go(successLink(lang, opened.orderId));
      if (active.current !== mine) return;
      setPhase({ name: 'processing', step: texts.loading });
      const show = await readyForm(opened.session, libraryUrl);
      if (active.current === mine) await drawForm(show, opened.orderId, mine);
    } catch (error) {
      if (active.current === mine) stopWith(error, orderId);
    }
  }

  /** The order is placed: the gateway comes next. */
  function advance(): void {
    setPhase((now) => (now.name === 'processing' ? { ...now, step: texts.loading } : now));
  }

  function onBack(): void {
    const { current } = latest;
    if (current.phase.name === 'paying' && !current.phase.leaving) leavePayment(current.phase.orderId);
    if (current.phase.name !== 'processing') return;
    showDetails();
  }

  function showDetails(): void {
    close();
    // At once: what gets the focus must be on the page.
    flushSync(() => setPhase({ name: 'form' }));
    latest.current.onDetails();
  }

  function onForward(): void {
    const { phase: now, reopen } = latest.current;
    if (now.name === 'error' || (now.name === 'form' && !reopen())) entry.leave();
  }

  /** Once the details are known: a reload of the payment step shows it again. */
  function resume(): void {
    if (hasResumed.current || !isPaymentEntry()) return;
    hasResumed.current = true;
    if (!isReload() || !latest.current.reopen()) entry.leave();
  }

  async function drawForm(show: ShowForm, orderId: string, mine: object): Promise<void> {
    const isMine = () => active.current === mine;
    release.current?.();
    const callbacks: PaymentCallbacks = {
      onComplete: (resultIndicator) => latest.current.go(successLink(lang, orderId, resultIndicator)),
      onError: (cause) => {
        if (!isMine()) return;
        reportFailure(latest.current.api, { stage: 'payment_callback', orderId, cause });
        // The form may fail because the order was paid meanwhile, in another tab.
        leavePayment(orderId, payment('gateway_refused'));
      },
      onTimeout: () => isMine() && leavePayment(orderId, payment('form_timed_out')),
    };
    release.current = listenToPayment(callbacks);
    // The place for the form must be on the page, at its real size, before the library looks for it.
    flushSync(() => setPhase({ name: 'processing', step: texts.loading, opened: orderId }));
    await withinLimit(
      show({ ...callbacks, words: latest.current.words }).then((remove) => {
        // One that comes after it was given up must not stand beside the next one.
        if (!isMine()) return remove();
        takeAway.current = remove;
        setPhase({ name: 'paying', orderId, leaving: false });
      }),
    );
  }

  /** Returns from the card form. Checks first whether the payment went through in the meantime. */
  async function leavePayment(orderId: string, failure?: Failure): Promise<void> {
    active.current = null;
    setPhase({ name: 'paying', orderId, leaving: true });
    const call = latest.current.api.call('POST /api/orders/{id}/confirm-payment', {
      params: { id: orderId },
      body: {},
    });
    const answer = await call.catch(() => null);
    if (answer?.status === 'success') return latest.current.go(successLink(lang, orderId));
    entry.leave();
    if (!failure) return showDetails();
    close();
    const isDeclined = failure.code === 'gateway_refused' && isFormUsedUp(answer?.order);
    setPhase({ name: 'error', failure: isDeclined ? payment('card_declined') : failure });
  }

  function stopWith(error: unknown, orderId: string | undefined): void {
    close();
    entry.leave();
    if (error instanceof CheckoutStop && error.stage) {
      reportFailure(latest.current.api, { stage: error.stage, orderId, cause: error.cause });
    }
    const failure: Failure = error instanceof CheckoutStop ? error.failure : { type: 'general', code: 'unknown' };
    setPhase({ name: 'error', failure });
  }

  function close(): void {
    active.current = null;
    takeAway.current?.();
    takeAway.current = null;
    document.getElementById(paymentFormId)?.replaceChildren();
  }

  return {
    phase,
    pay,
    fail: (failure: Failure) => setPhase({ name: 'error', failure }),
    dismiss: () => setPhase({ name: 'form' }),
    leavePayment,
    advance,
    resume,
  };
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload';
}

/** Declined as often as the form allows: that is no trouble of the payment system. */
function isFormUsedUp(order: { payment?: string; payment_status?: string } | undefined): boolean {
  return order?.payment === 'declined' && order.payment_status !== 'session';
}

function withinLimit(drawing: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = new CheckoutStop(payment('form_failed'), 'The form did not come.', 'payment_page');
    const timer = setTimeout(() => reject(tooLate), drawingLimitMs);
    drawing.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
