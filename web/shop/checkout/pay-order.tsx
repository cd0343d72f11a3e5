// Pays an existing order, from its page, the result page or My Orders. Without the order's email or key in this tab, the
// buyer enters the email, and the page shows no data of the order before.

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { countText } from '../../../contract/numbers.ts';
import { isPayable } from '../../../contract/order-state.ts';
import { pathOf } from '../../../contract/pages.ts';
import type { PagePrices } from '../../../contract/pricing.ts';
import { type Api, ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { LineIcon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAccent } from '../accent.ts';
import { readOrder as readKeptOrder, saveOrder } from '../in-progress-order.ts';
import { rememberLanguage } from '../language-memory.ts';
import { payLink, successLink } from '../links.ts';
import type { WithMemory } from '../memory.ts';
import { dollarsToText } from '../order-amount.ts';
import { findOrderEmail, findOrderKey, saveOrderEmail } from '../order-email.ts';
import { Quantity } from '../quantity.tsx';
import { readOrder, type ShownOrder } from '../read-order.ts';
import { weave } from '../texts/weave.ts';
import { isFormShown, useCheckoutFlow } from './checkout-flow.ts';
import { CheckoutSteps } from './checkout-steps.tsx';
import type { CheckoutTexts } from './checkout-texts.ts';
import { DetailsSummary } from './details-summary.tsx';
import { EmailField } from './email-field.tsx';
import { ErrorCard } from './error-card.tsx';
import { CheckoutStop } from './failure.ts';
import { useFieldErrors } from './field-errors.ts';
import { focusLater } from './focus-later.ts';
import { type Opened, openSession } from './payment-steps.ts';
import { PreparingOverlay } from './preparing-overlay.tsx';

export type PayOrderProps = {
  words: CheckoutTexts;
  prices: PagePrices;
  libraryUrl: string;
  orderId: string;
  api: Pick<Api, 'call'>;
  go: (href: string) => void;
} & WithMemory;

type Loaded =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'failed' }
  | { state: 'payable'; order: ShownOrder };

const payId = 'pay-order';
const emailId = 'order-email';

export function PayOrder({ orderId, ...props }: PayOrderProps) {
  const { words, api, go } = props;
  const { lang, texts } = words;
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [tries, setTries] = useState(0);
  const leave = useRef(go);
  leave.current = go;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` loads it again.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const take = (sent: unknown) => {
      const order = readOrder(sent, orderId);
      if (isPayable(order)) setLoaded({ state: 'payable', order });
      // The result page shows the state instead.
      else leave.current(successLink(lang, orderId));
    };
    api.call('GET /api/orders/{id}', { params: { id: orderId } }, { signal }).then(
      (sent) => signal.aborted || take(sent),
      (error: unknown) => {
        if (signal.aborted) return;
        setLoaded({ state: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' });
      },
    );
    return () => leaving.abort();
  }, [api, orderId, lang, tries]);

  if (loaded.state === 'payable') {
    return <PayableOrder {...props} order={loaded.order} />;
  }
  return (
    <section aria-live="polite" aria-busy={loaded.state === 'loading'} className={card}>
      {loaded.state === 'loading' ? (
        <>
          <Skeleton className="h-7 w-64" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-11 w-full" />
        </>
      ) : null}
      {loaded.state === 'missing' ? (
        <>
          <h2 className="text-xl font-bold">{texts.unknownTitle}</h2>
          <p className="text-muted">{texts.unknownText}</p>
          <LinkButton href={pathOf('client', lang)} variant="primary" className="self-start">
            {texts.track}
          </LinkButton>
        </>
      ) : null}
      {loaded.state === 'failed' ? (
        <>
          <h2 className="text-xl font-bold">{texts.failedTitle}</h2>
          <p className="text-muted">{texts.failedText}</p>
          <Button
            className="self-start"
            icon={<LineIcon path={moreIconPaths.refresh} />}
            onClick={() => {
              setLoaded({ state: 'loading' });
              setTries(tries + 1);
            }}
          >
            {texts.tryAgain}
          </Button>
        </>
      ) : null}
    </section>
  );
}

const card = 'flex flex-col gap-2 rounded-card border border-hairline bg-surface px-4 py-3.5 shadow-card sm:p-5';

function PayableOrder({
  words,
  prices,
  libraryUrl,
  order,
  api,
  go,
  memory,
}: Omit<PayOrderProps, 'orderId'> & { order: ShownOrder }) {
  const { lang, texts } = words;
  const [email, setEmail] = useState(() => findOrderEmail(order.id) ?? '');
  const [isEmailNeeded] = useState(email === '' && findOrderKey(order.id) === null);
  const [isEmailShown, setEmailShown] = useState(email !== '' || isEmailNeeded);
  const onDetails = () => focusLater(payId);
  const { phase, pay, fail, dismiss, leavePayment, begin } = useCheckoutFlow({
    api,
    libraryUrl,
    words,
    go,
    memory,
    reopen,
    onDetails,
  });
  useAccent(order.category);
  const isPaying = phase.name === 'paying';
  const isBusy = phase.name === 'processing';
  const isShown = isFormShown(phase);
  const failure = phase.name === 'error' ? phase.failure : null;
  const errors = useFieldErrors({ email, posts: [] }, texts, failure, fail);
  const emailError = email.trim() === '' ? texts.failures.order_email_missing : errors.email;
  const amount = order.amount ?? 0;
  const refusedEmail = useRef<string | null>(null);
  if (failure?.code === 'email_refused') refusedEmail.current ??= email;
  // The store refused the key of this tab.
  if (failure?.field === 'email' && !isEmailShown) setEmailShown(true);

  function start(): void {
    if (isEmailShown && email.trim() === '') {
      errors.judgeAll();
      fail({ type: 'validation', code: 'order_email_missing', field: 'email' });
      return;
    }
    if (refusedEmail.current !== null && refusedEmail.current !== email) {
      orderAnew();
      return;
    }
    rememberLanguage(lang);
    pay(texts.loading, async (method) => {
      const opened = await openExistingPayment({ id: order.id, amount, email, method }, { api, words });
      // The choice of a method has not compared it yet.
      if (email && !('session' in opened && 'methods' in opened.session)) saveOrderEmail(order.id, email.trim());
      return opened;
    });
  }

  /** The email of an order stays. With another one, the buyer completes a new order: nothing of this one was paid. */
  function orderAnew(): void {
    const { offer, category } = order;
    const { placed, posts, accepted, quantity } = readKeptOrder(
      offer ? { ...prices, offers: { [category]: prices.offers.Likes }, offer: { id: offer } } : prices,
    );
    saveOrder({
      offer,
      category,
      quantity: order.quantity ?? quantity,
      email,
      posts: placed?.orderId === order.id ? posts : [],
      accepted,
    });
    go(pathOf('checkout', lang) + (offer ? `?offer=${offer}` : ''));
  }

  function reopen(): boolean {
    if (isEmailShown && email.trim() === '') return false;
    start();
    return true;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once: the visitor has pressed "Pay now".
  useEffect(() => {
    if (isEmailNeeded || !begin()) return;
    // After this effect: the flow draws at once.
    queueMicrotask(start);
  }, []);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (phase.name === 'form') start();
  }

  function onDismiss(): void {
    dismiss();
    // This page may be out of date.
    if (failure?.code === 'method_unavailable') go(payLink(lang, order.id));
    else focusLater(failure?.field === 'email' && !failure.isFixed ? emailId : payId);
  }

  return (
    <>
      <CheckoutSteps texts={texts} current={isShown ? 'payment' : 'details'} />
      <section aria-labelledby="pay-title" className={card}>
        <h2 id="pay-title" className="text-lg font-bold break-words">
          {weave(texts.payOrder, {
            id: (
              <span key="id" translate="no">
                {order.id}
              </span>
            ),
          })}
        </h2>
        <dl className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
          {order.quantity === null ? null : (
            <div>
              <dt className="sr-only">{texts.package}</dt>
              <dd className="text-muted">
                <Quantity
                  count={countText(order.quantity, lang)}
                  unit={order.offer_name ?? texts.units[order.category]}
                />
              </dd>
            </div>
          )}
          <div>
            <dt className="sr-only">{texts.total}</dt>
            <dd className="text-xl font-bold tracking-tight" translate="no">
              {dollarsToText(amount, lang)}
            </dd>
          </div>
        </dl>
      </section>
      <form
        {...errors.form}
        noValidate
        hidden={isShown}
        aria-label={texts.details}
        onSubmit={onSubmit}
        className="flex flex-col gap-5"
      >
        {isEmailShown ? (
          <EmailField
            id={emailId}
            texts={texts}
            help={texts.orderEmailHelp}
            email={email}
            error={errors.email && emailError}
            disabled={isBusy}
            onEmail={setEmail}
            onLeave={errors.judgeEmail}
          />
        ) : null}
        {failure ? <ErrorCard words={words} failure={failure} onDismiss={onDismiss} /> : null}
        <Button
          id={payId}
          type="submit"
          variant="primary"
          size="lg"
          wide
          disabled={isBusy || failure !== null}
          waiting={isBusy}
          icon={<LineIcon path={moreIconPaths.lock} />}
        >
          {texts.payNow}
        </Button>
      </form>
      {isShown && email ? (
        <DetailsSummary
          texts={texts}
          email={email}
          posts={[]}
          leaving={isPaying && phase.leaving}
          onEdit={() => isPaying && leavePayment(phase.orderId)}
        />
      ) : null}
      {isBusy ? <PreparingOverlay texts={texts} step={phase.step} /> : null}
    </>
  );
}

// Opens the payment of an existing order.

/** An existing order, perhaps from another tab. Amount in dollars. Without an email, this tab has the key of the order. */
type ExistingOrder = { id: string; amount: number; email: string; method: string | undefined };

/** For an existing order. Throws CheckoutStop with the text for the buyer. */
async function openExistingPayment(order: ExistingOrder, parts: Pick<PayOrderProps, 'api' | 'words'>): Promise<Opened> {
  const email = order.email.trim();
  const body = { orderId: order.id, amount: order.amount, method: order.method, ...(email && { email }) };
  const opened = await openSession(body, parts).catch((error: unknown) => {
    if (!isWrongEmail(error)) throw error;
    throw new CheckoutStop({ type: 'validation', code: 'wrong_order_email', field: 'email' }, error);
  });
  return opened === 'closed' ? { outcome: 'closed', orderId: order.id } : opened;
}

function isWrongEmail(error: unknown): boolean {
  const refusal = error instanceof CheckoutStop ? error.cause : null;
  return (
    refusal instanceof ApiError &&
    refusal.status === 400 &&
    refusal.body.field === 'email' &&
    // Undefined: a response of the previous version.
    [undefined, 'differs_from_order'].includes(refusal.body.reason as string | undefined)
  );
}
