// The states of the checkout (5.5): form, processing, paying, error; and the steps between them. Draws nothing.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Api } from '../../api.ts';
import type { ClientFailure } from '../../report-failure.ts';
import { successLink } from '../links.ts';
import type { Memory } from '../memory.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { CheckoutStop, type Failure, payment } from './failure.ts';
import { isPaymentEntry, type PaymentEntry, usePaymentEntry } from './payment-entry.ts';
import { readyForm } from './payment-form.ts';
import {
  type FormEvents,
  listenToPayment,
  loadPaymentLibrary,
  type PaymentCallbacks,
  paymentFormId,
  type ShowForm,
} from './payment-library.ts';
import { showPaymentPlace, showPaymentTitle } from './payment-place.ts';
import type { Opened } from './payment-steps.ts';

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
  memory: Memory | undefined;
};

type OpenPayment = (method?: string) => Promise<Opened>;

/**
 * The payment of this page. It outlives the live part, as the place of the card form does: what is mounted again after a
 * failure finds the same form, with the card that may be on its way in it.
 */
type Payment = {
  phase: CheckoutPhase;
  /** Of the part that is mounted. */
  draw?: (phase: CheckoutPhase) => void;
  latest: CheckoutDeps;
  entry: PaymentEntry;
  hasBegun?: boolean;
  /** The payment that is prepared or shown, by a mark of its own. Null: a late response no longer matters. */
  active?: object | null;
  release?: () => void;
  takeAway?: (() => void) | null;
};

function usePayment(latest: CheckoutDeps): Payment {
  const { memory } = latest;
  const [payment] = useState((): Payment => {
    const before = memory?.payment as Payment | undefined;
    return before ?? { phase: { name: 'form' }, latest, entry: { isWanted: false, steppedAt: null } };
  });
  if (memory) memory.payment = payment;
  payment.latest = latest;
  return payment;
}

/** A library that has not drawn its form by then is not going to. */
const drawingLimitMs = 30_000;

/** On the page, perhaps still under the overlay. */
export function isFormShown(phase: CheckoutPhase): boolean {
  return phase.name === 'paying' || (phase.name === 'processing' && phase.opened !== undefined);
}

export function useCheckoutFlow(deps: CheckoutDeps) {
  const {
    libraryUrl,
    words: { lang, texts },
  } = deps;
  const kept = usePayment(deps);
  const [phase, draw] = useState(kept.phase);
  kept.draw = draw;
  const isPaying = phase.name === 'paying';
  const entry = usePaymentEntry({ onBack, onForward }, kept.entry);

  useEffect(() => loadPaymentLibrary(libraryUrl), [libraryUrl]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is mounted again beside a card form.
  useEffect(() => {
    if (phase.name === 'paying' && !phase.leaving) recheck(phase.orderId);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the order of a payment stays.
  useEffect(() => {
    if (!isPaying) return;
    showPaymentTitle();
    return onReturn(() => leaveWhenPaid(phase.orderId));
  }, [isPaying]);

  function setPhase(next: CheckoutPhase): void {
    kept.phase = next;
    // At once: the library looks for its place in its real size.
    showPaymentPlace(isFormShown(next));
    kept.draw?.(next);
  }

  /** `step` is the text that the buyer reads while `open` runs. `method`: that the buyer chose. */
  async function pay(step: string, open: OpenPayment, method?: string): Promise<void> {
    let orderId: string | undefined;
    const mine = {};
    kept.active = mine;
    entry.enter();
    // At once: a second submit of the same moment must find the form closed.
    flushSync(() => setPhase({ name: 'processing', step }));
    try {
      const opened = await open(method);
      orderId = opened.orderId;
      if (opened.outcome !== 'session') return kept.latest.go(successLink(lang, opened.orderId));
      if (kept.active !== mine) return;
      setPhase({ name: 'processing', step: texts.loading });
      const show = await readyForm(opened.session, libraryUrl);
      const onMethod = (chosen?: string) => {
        if (kept.active !== mine) return;
        close();
        pay(texts.loading, open, chosen);
      };
      if (kept.active === mine) await drawForm(show, opened.orderId, mine, onMethod);
    } catch (error) {
      if (kept.active === mine) stopWith(error, orderId);
    }
  }

  /** The order is placed: the gateway comes next. */
  function advance(): void {
    if (kept.phase.name === 'processing') setPhase({ ...kept.phase, step: texts.loading });
  }

  function onBack(): void {
    const now = kept.phase;
    if (now.name === 'paying' && !now.leaving) leavePayment(now.orderId);
    if (now.name !== 'processing') return;
    showDetails();
  }

  function showDetails(): void {
    close();
    // At once: what gets the focus must be on the page.
    flushSync(() => setPhase({ name: 'form' }));
    kept.latest.onDetails();
  }

  function onForward(): void {
    const now = kept.phase;
    if (now.name === 'error' || (now.name === 'form' && !kept.latest.reopen())) entry.leave();
  }

  /** False when the part is mounted again: what starts by itself has started. */
  function begin(): boolean {
    const isFirst = !kept.hasBegun;
    kept.hasBegun = true;
    return isFirst;
  }

  /** Once the details are known: a reload of the payment step shows it again. */
  function resume(): void {
    if (!begin() || !isPaymentEntry()) return;
    if (!isReload() || !kept.latest.reopen()) entry.leave();
  }

  async function drawForm(
    show: ShowForm,
    orderId: string,
    mine: object,
    onMethod: FormEvents['onMethod'],
  ): Promise<void> {
    const isMine = () => kept.active === mine;
    kept.release?.();
    const callbacks: PaymentCallbacks = {
      onComplete: (resultIndicator) => kept.latest.go(successLink(lang, orderId, resultIndicator)),
      onError: (cause) => {
        if (!isMine()) return;
        report({ stage: 'payment_callback', orderId, cause });
        // The form may fail because the order was paid meanwhile, in another tab.
        leavePayment(orderId, payment('gateway_refused'));
      },
      onTimeout: () => isMine() && leavePayment(orderId, payment('form_timed_out')),
    };
    kept.release = listenToPayment(callbacks);
    // The place for the form must be on the page, at its real size, before the library looks for it.
    flushSync(() => setPhase({ name: 'processing', step: texts.loading, opened: orderId }));
    await withinLimit(
      show({ ...callbacks, onMethod, words: kept.latest.words }).then((remove) => {
        // One that comes after it was given up must not stand beside the next one.
        if (!isMine()) return remove();
        kept.takeAway = remove;
        setPhase({ name: 'paying', orderId, leaving: false });
      }),
    );
  }

  /** The order may be paid meanwhile, in another tab. */
  async function leaveWhenPaid(id: string): Promise<void> {
    const sent = await kept.latest.api.call('GET /api/orders/{id}', { params: { id } }).catch(() => null);
    if (sent?.payment === 'paid' && kept.phase.name === 'paying') kept.latest.go(successLink(lang, id));
  }

  /** Null when the payment went through: the result is shown. Undefined without an answer. */
  async function confirm(orderId: string) {
    setPhase({ name: 'paying', orderId, leaving: true });
    const input = { params: { id: orderId }, body: {} };
    const answer = await kept.latest.api.call('POST /api/orders/{id}/confirm-payment', input).catch(() => undefined);
    if (answer?.status !== 'success') return answer;
    kept.latest.go(successLink(lang, orderId));
    return null;
  }

  /** The form stays, unless its payment went through in the meantime. */
  async function recheck(orderId: string): Promise<void> {
    const mine = kept.active;
    const answer = await confirm(orderId);
    if (answer !== null && mine && kept.active === mine) setPhase({ name: 'paying', orderId, leaving: false });
  }

  /** Returns from the card form. Checks first whether the payment went through in the meantime. */
  async function leavePayment(orderId: string, failure?: Failure): Promise<void> {
    kept.active = null;
    const answer = await confirm(orderId);
    if (answer === null) return;
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
      report({ stage: error.stage, orderId, cause: error.cause });
    }
    const failure: Failure = error instanceof CheckoutStop ? error.failure : { type: 'general', code: 'unknown' };
    setPhase({ name: 'error', failure });
  }

  /** On demand: nearly every payment needs none. */
  function report(failure: ClientFailure): void {
    import('../../report-failure.ts').then(
      (part) => part.reportFailure(kept.latest.api, failure),
      () => {},
    );
  }

  function close(): void {
    kept.active = null;
    kept.takeAway?.();
    kept.takeAway = null;
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
    begin,
  };
}

/** Each time that the tab is shown again. Returns how to stop. */
function onReturn(check: () => void): () => void {
  const onChange = () => document.visibilityState === 'visible' && check();
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
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
