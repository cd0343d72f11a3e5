// The live part of the checkout: details, summary, and the card form that opens in place. The steps are in `checkout-flow`.
import { type FormEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { checkCheckout } from '../../../contract/checkout-rules.ts';
import { formatUsd } from '../../../contract/money.ts';
import { pathOf } from '../../../contract/pages.ts';
import { findLinks, rewriteLink } from '../../../contract/pasted-links.ts';
import { maxPosts } from '../../../contract/share.ts';
import { type PriceList, priceCents } from '../../../contract/pricing.ts';
import { type Api, createApi } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { useAccent } from '../accent.ts';
import { type InProgressOrder, initialOrder, type PlacedOrder, readOrder, saveOrder } from '../in-progress-order.ts';
import { rememberLanguage } from '../language-memory.ts';
import { LinkFields, linkFieldId } from '../link-field/link-fields.tsx';
import { saveOrderEmail, saveOrderKey } from '../order-email.ts';
import { weave } from '../texts/text.ts';
import { useCheckoutFlow } from './checkout-flow.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { EmailField, emailId } from './email-field.tsx';
import { ErrorCard } from './error-card.tsx';
import { type Failure, formFailure } from './failure.ts';
import { focusLater } from './focus-later.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { OrderSummary } from './order-summary.tsx';
import { PayOrder } from './pay-order.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { openPayment } from './payment-steps.ts';
import { PreparingOverlay } from './preparing-overlay.tsx';

export type CheckoutIslandProps = { words: CheckoutTexts; prices: PriceList; libraryUrl: string };
const completeId = 'complete-order';
type CheckoutProps = CheckoutIslandProps & { api?: Pick<Api, 'call'>; go?: (href: string) => void };

/** A new order, or the payment of one that was placed before, by the address of the page. */
export default function CheckoutIsland({ api, go = leaveFor, ...props }: CheckoutProps) {
  const [ownApi] = useState(() => api ?? createApi());
  const [orderId, setOrderId] = useState<string | null>(null);
  useLayoutEffect(() => setOrderId(new URLSearchParams(window.location.search).get('orderId')), []);
  if (orderId) return <PayOrder {...props} orderId={orderId} api={ownApi} go={go} />;
  return <NewOrder {...props} api={ownApi} go={go} />;
}

function NewOrder({ words, prices, libraryUrl, api, go }: Required<CheckoutProps>) {
  const { lang, texts } = words;
  const { order, known, change } = useOrder(prices);
  const { phase, pay, fail, dismiss, leavePayment } = useCheckoutFlow({ api, libraryUrl, words, go });
  useAccent(order.category);
  const paying = phase.name === 'paying';
  const busy = phase.name === 'processing';
  const formShown = paying || (busy && phase.opened !== undefined);
  const failure = phase.name === 'error' ? phase.failure : null;
  const total = formatUsd(priceCents(order.category, order.quantity, prices), lang);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (phase.name !== 'form' || !known) return;
    // A link that is still being typed has not been rewritten.
    const posts = order.posts.map(rewriteLink);
    change({ posts });
    const broken = checkCheckout(order.email, posts);
    if (broken) {
      fail(formFailure(broken));
      return;
    }
    // The gateway comes back to one address of the result: it goes on in the language of the purchase.
    rememberLanguage(lang);
    const parts = { api, prices, words, newKey: newIdempotencyKey, keep };
    pay(texts.placing, () => openPayment({ ...order, posts }, parts));
  }

  function keep(placed: PlacedOrder): void {
    change({ placed });
    if (placed.orderId) saveOrderEmail(placed.orderId, order.email.trim());
    if (placed.orderId && placed.orderKey) saveOrderKey(placed.orderId, placed.orderKey);
  }

  function onDismiss(): void {
    dismiss();
    // The prices of this page are out of date: a fresh page shows the new ones, with everything that was typed.
    if (failure?.code === 'price_changed') go(pathOf('checkout', lang));
    else if (failure) focusLater(placeOf(failure));
  }

  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <div className={classNames('min-w-0 lg:order-first', formShown ? 'order-first' : 'order-last')}>
          <form
            noValidate
            hidden={formShown}
            onSubmit={onSubmit}
            className="flex flex-col gap-5 sm:rounded-card sm:border sm:border-hairline sm:bg-surface sm:p-6 sm:shadow-card"
          >
            <EmailField
              texts={texts}
              email={order.email}
              disabled={!known || busy}
              onEmail={(email) => change({ email })}
            />
            <LinkFields
              texts={texts.linkField}
              legend={texts.posts}
              posts={order.posts}
              disabled={!known || busy}
              onPosts={(posts) => change({ posts })}
            />
            {failure ? <ErrorCard words={words} failure={failure} onDismiss={onDismiss} /> : null}
            <div className="sticky bottom-0 z-10 -mx-4 flex items-center gap-4 border-t border-hairline bg-ground px-4 py-3 sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:p-0">
              <p className="flex flex-col leading-tight sm:hidden">
                <span className="text-xs text-muted">{texts.total}</span>
                <strong className="text-lg tabular-nums">{known ? total : '...'}</strong>
              </p>
              <Button
                id={completeId}
                type="submit"
                variant="primary"
                size="lg"
                wide
                disabled={!known || busy || failure !== null}
                waiting={busy}
                icon={<LineIcon path={moreIconPaths.lock} />}
              >
                {texts.complete}
              </Button>
            </div>
            <p className="text-sm text-muted">
              {weave(texts.agree, {
                terms: (
                  <a key="terms" href={pathOf('terms', lang)} className="underline hover:text-ink">
                    {texts.terms}
                  </a>
                ),
                refunds: (
                  <a key="refunds" href={pathOf('refunds', lang)} className="underline hover:text-ink">
                    {texts.refunds}
                  </a>
                ),
              })}
            </p>
          </form>
          <PaymentPanel
            texts={texts}
            shown={formShown}
            ready={paying}
            total={total}
            leaving={paying && phase.leaving}
            onLeave={() => {
              if (paying) leavePayment(phase.orderId).then(() => focusLater(completeId));
            }}
          />
        </div>
        <div className="lg:sticky lg:top-6">
          <OrderSummary words={words} order={order} prices={prices} known={known} changeable={!formShown && !busy} />
        </div>
      </div>
      {phase.name === 'processing' ? <PreparingOverlay title={texts.preparing} step={phase.step} /> : null}
    </>
  );
}

/** The order in progress, with at least one field for a link. Unknown until the browser's own memory has been read. */
function useOrder(prices: PriceList) {
  const [order, setOrder] = useState<InProgressOrder>(() => withField(initialOrder(prices)));
  const [known, setKnown] = useState(false);
  const latest = useRef(order);

  const change = useCallback((changed: Partial<InProgressOrder>) => {
    latest.current = { ...latest.current, ...changed };
    setOrder(latest.current);
    saveOrder(latest.current);
  }, []);

  useLayoutEffect(() => {
    latest.current = withField(readOrder(prices));
    setOrder(latest.current);
    setKnown(true);
  }, [prices]);

  useEffect(() => {
    // After "back", the browser may show this page from memory, with the earlier choices.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  return { order, known, change };
}

/** With the links of what was pasted at home, and with one field at least. */
function withField(order: InProgressOrder): InProgressOrder {
  const posts = order.posts.flatMap((post) => {
    const found = findLinks(post);
    return found.length > 0 ? found.map(({ link }) => link) : [post];
  });
  return { ...order, posts: posts.length > 0 ? posts.slice(0, maxPosts) : [''] };
}

/** Where the buyer goes on once the card is gone: the field that was wrong, or the button. */
function placeOf({ field, position }: Failure): string {
  if (field === 'email') return emailId;
  return field ? linkFieldId(position ?? 0) : completeId;
}

function leaveFor(href: string): void {
  window.location.assign(href);
}
