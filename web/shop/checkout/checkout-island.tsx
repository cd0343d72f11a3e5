// The live part of the checkout: details, summary, and the card form that opens in place. The steps are in `checkout-flow`.
import {
  type ComponentType,
  type FormEvent,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cleanAddress } from '../../../contract/email-address.ts';
import { formatUsd } from '../../../contract/money.ts';
import { pathOf } from '../../../contract/pages.ts';
import { type PagePrices, priceCents } from '../../../contract/pricing.ts';
import { maxPosts } from '../../../contract/share.ts';
import { type Api, createApi } from '../../api.ts';
import { newKey } from '../../new-key.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { useAccent } from '../accent.ts';
import { type InProgressOrder, initialOrder, type PlacedOrder, readOrder, saveOrder } from '../in-progress-order.ts';
import { rememberLanguage } from '../language-memory.ts';
import { rules } from '../link-field/field-rules.ts';
import { focusLinkLater } from '../link-field/focus-link-later.ts';
import { LinkFields, linkFieldId } from '../link-field/link-fields.tsx';
import { takeRule } from '../link-field/take-rule.ts';
import { isAccepted } from '../link-field/use-links.ts';
import type { WithMemory } from '../memory.ts';
import { saveOrderEmail, saveOrderKey } from '../order-email.ts';
import type { PausedCategories } from '../paused-categories.ts';
import { weave } from '../texts/weave.ts';
import { isFormShown, useCheckoutFlow } from './checkout-flow.ts';
import { CheckoutSteps } from './checkout-steps.tsx';
import type { CheckoutTexts } from './checkout-texts.ts';
import { DetailsSummary } from './details-summary.tsx';
import { EmailField } from './email-field.tsx';
import { ErrorCard } from './error-card.tsx';
import { type Failure, formFailure } from './failure.ts';
import { useFieldErrors } from './field-errors.ts';
import { focusLater } from './focus-later.ts';
import { OrderSummary } from './order-summary.tsx';
import type { PayOrderProps } from './pay-order.tsx';
import { isPaymentEntry } from './payment-entry.ts';
import { contentOf, openPayment } from './payment-steps.ts';
import { PreparingOverlay } from './preparing-overlay.tsx';

export type CheckoutIslandProps = {
  words: CheckoutTexts;
  prices: PagePrices;
  libraryUrl: string;
  paused: PausedCategories | undefined;
  promises: readonly string[];
};

const completeId = 'complete-order';
const emailId = 'email';

type CheckoutProps = CheckoutIslandProps & WithMemory & { api?: Pick<Api, 'call'>; go?: (href: string) => void };

type NewOrderProps = Required<Omit<CheckoutProps, 'memory'>> & WithMemory & { hasRule: boolean | undefined };

/** A new order, or the payment of one that was placed before, by the address of the page. */
export default function CheckoutIsland({ api, go = leaveFor, ...props }: CheckoutProps) {
  const [ownApi] = useState(() => api ?? createApi());
  const [orderId, setOrderId] = useState<string | null>(null);
  const [PayOrder, setPayOrder] = useState<ComponentType<PayOrderProps> | null>(null);
  const { lang } = props.words;
  const { rule } = props.prices.offer ?? {};
  // Undefined while that of another offer is loaded.
  const [hasRule, setHasRule] = useState(rule ? undefined : true);
  useEffect(() => {
    if (rule) void takeRule(lang, rule).then(setHasRule);
  }, [lang, rule]);
  useLayoutEffect(() => {
    const named = new URLSearchParams(window.location.search).get('orderId');
    setOrderId(named);
    // On demand: most buyers place a new order.
    if (!named) return;
    import('./pay-order.tsx').then(
      (part) => setPayOrder(() => part.PayOrder),
      () => setPayOrder(() => NotLoaded),
    );
  }, []);
  if (hasRule === false) return <NotLoaded {...props} />;
  if (!orderId) return <NewOrder {...props} hasRule={hasRule} api={ownApi} go={go} />;
  return (
    <div id="existing-order" className="flex flex-col gap-6">
      {PayOrder ? <PayOrder {...props} orderId={orderId} api={ownApi} go={go} /> : <div className="min-h-96" />}
    </div>
  );
}

function NewOrder({ words, prices, hasRule, libraryUrl, paused, promises, api, go, memory }: NewOrderProps) {
  const { lang, texts } = words;
  const { order, known, change } = useOrder(prices, hasRule);
  const { phase, pay, fail, dismiss, leavePayment, advance, resume } = useCheckoutFlow({
    api,
    libraryUrl,
    words,
    go,
    memory,
    reopen,
    onDetails: () => focusLater(completeId),
  });
  useAccent(order.category);
  const paying = phase.name === 'paying';
  const busy = phase.name === 'processing';
  const formShown = isFormShown(phase);
  const failure = phase.name === 'error' ? phase.failure : null;
  const errors = useFieldErrors(order, texts, failure, fail);
  // An order that was placed before the pause can be paid.
  const banner = known && !isPlaced(order) ? paused?.[order.category] : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the kept order is known
  useEffect(() => {
    if (known) resume();
  }, [known]);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (phase.name !== 'form' || !known || banner) return;
    // A link that is still being typed has not been rewritten.
    const posts = order.posts.map(rules.rewrite);
    const email = cleanAddress(order.email);
    change({ email, posts });
    errors.judgeAll();
    const [broken] = rules.list(email, posts);
    if (broken) {
      fail(formFailure(broken));
      return;
    }
    const unsure = posts.findIndex((post) => rules.needsConsent(post) && !isAccepted(order, post));
    if (unsure >= 0) {
      focusLinkLater(linkFieldId(unsure));
      return;
    }
    // The gateway comes back to one address of the result: it goes on in the language of the purchase.
    rememberLanguage(lang);
    start({ ...order, email, posts });
  }

  function start(filled: typeof order): void {
    // A later choice of the payment method is for the same order.
    let latest = filled;
    const parts = {
      api,
      prices,
      words,
      newKey,
      keep: (placed: PlacedOrder) => {
        latest = { ...latest, placed };
        keep(placed);
      },
    };
    pay(texts.placing, (method) => openPayment(latest, { ...parts, method }));
  }

  function reopen(): boolean {
    if (!isPlaced(order)) return false;
    start(order);
    return true;
  }

  function keep(placed: PlacedOrder): void {
    change({ placed });
    if (!placed.orderId) return;
    advance();
    saveOrderEmail(placed.orderId, cleanAddress(order.email));
    if (placed.orderKey) saveOrderKey(placed.orderId, placed.orderKey);
  }

  function onDismiss(): void {
    dismiss();
    // This page is out of date: a fresh one shows the new prices, limits, pauses and payment methods, with everything that was typed.
    if (/^(price_changed|category_paused|quantity_not_for_sale|method_unavailable)$/.test(failure?.code ?? ''))
      go(prices.offer?.checkout ?? pathOf('checkout', lang));
    else if (failure) focusLater(placeOf(failure));
  }

  return (
    <>
      <div className="-mb-1 lg:col-span-2 lg:mb-2">
        <p role="status" className={banner && 'notice'}>
          {banner}
        </p>
        <CheckoutSteps texts={texts} current={formShown ? 'payment' : 'details'} />
      </div>
      <div
        className={classNames('min-w-0 lg:sticky lg:top-6 lg:col-start-2 lg:row-start-2', formShown && 'lg:row-span-2')}
      >
        <OrderSummary
          words={words}
          order={order}
          prices={prices}
          promises={promises}
          known={known}
          changeable={!formShown && !busy}
        />
      </div>
      <form
        {...errors.form}
        noValidate
        hidden={formShown}
        aria-label={texts.details}
        onSubmit={onSubmit}
        className="flex min-w-0 flex-col gap-5"
      >
        <EmailField
          id={emailId}
          texts={texts}
          help={texts.emailHelp}
          email={order.email}
          error={errors.email}
          disabled={!known || busy}
          onEmail={(email) => change({ email })}
          onLeave={errors.judgeEmail}
        />
        <LinkFields
          texts={texts.linkField}
          legend={texts.posts}
          order={order}
          errors={errors.posts}
          isJudged={errors.isJudged}
          disabled={!known || busy}
          onLeave={errors.judgePost}
          onAdd={errors.forgetEmpty}
          onChange={change}
        />
        {failure ? <ErrorCard words={words} failure={failure} onDismiss={onDismiss} /> : null}
        <div className="pay-bar z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-hairline bg-ground px-4 py-3 sm:mx-0 sm:border-0 sm:p-0">
          <p className="flex flex-col leading-tight sm:hidden">
            <span className="text-xs text-muted">{texts.total}</span>
            <strong translate="no" className="text-lg tabular-nums">
              {known ? formatUsd(priceCents(order.category, order.quantity, prices), lang) : '...'}
            </strong>
          </p>
          <Button
            id={completeId}
            type="submit"
            variant="primary"
            size="lg"
            className="grow max-sm:px-3 max-[22rem]:text-base"
            disabled={!known || busy || failure !== null || banner !== undefined}
            waiting={busy}
            icon={<LineIcon path={moreIconPaths.lock} className="max-[22rem]:hidden" />}
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
      {formShown ? (
        <DetailsSummary
          texts={texts}
          email={order.email}
          posts={order.posts}
          leaving={paying && phase.leaving}
          onEdit={() => paying && leavePayment(phase.orderId)}
        />
      ) : null}
      {busy ? <PreparingOverlay texts={texts} step={phase.step} /> : null}
    </>
  );
}

/** The server has this very order. */
function isPlaced(order: InProgressOrder): boolean {
  return order.placed?.orderId !== undefined && order.placed.content === contentOf(order);
}

/** The order in progress, with at least one field for a link. Unknown until the browser's own memory has been read. */
function useOrder(prices: PagePrices, hasRule: boolean | undefined) {
  const [order, setOrder] = useState<InProgressOrder>(() => withField(initialOrder(prices)));
  const [known, setKnown] = useState(false);
  const latest = useRef(order);

  const change = useCallback((changed: Partial<InProgressOrder>) => {
    latest.current = { ...latest.current, ...changed };
    setOrder(latest.current);
    saveOrder(latest.current);
  }, []);

  // In a transition React draws it in pieces of 5 ms, after the task that hydrated the page.
  useEffect(() => {
    if (!hasRule) return;
    latest.current = withField(readOrder(prices));
    startTransition(() => {
      setOrder(latest.current);
      setKnown(true);
    });
  }, [prices, hasRule]);

  useEffect(() => {
    // After "back", the browser may show this page from memory, with the earlier choices.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      // The reload must not open the payment again that the buyer came back from.
      if (isPaymentEntry()) window.history.replaceState(null, '');
      window.location.reload();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  return { order, known, change };
}

/** With the links of what was pasted at home, and with one field at least. */
function withField(order: InProgressOrder): InProgressOrder {
  const posts = order.posts.flatMap((post) => {
    const found = rules.find(post);
    return found.length > 0 ? found.map(({ link }) => link) : [post];
  });
  return { ...order, posts: posts.length > 0 ? posts.slice(0, maxPosts) : [''] };
}

/** Where the buyer goes on once the card is gone: the field that was wrong, or the button. */
function placeOf({ field, position, isFixed }: Failure): string {
  if (isFixed) return completeId;
  if (field === 'email') return emailId;
  return field ? linkFieldId(position ?? 0) : completeId;
}

function NotLoaded({ words: { texts } }: Pick<CheckoutIslandProps, 'words'>) {
  return (
    <section role="alert" className="flex flex-col items-start gap-3">
      <h2 className="text-xl font-bold">{texts.failedTitle}</h2>
      <p>{texts.failedText}</p>
      <Button onClick={() => window.location.reload()}>{texts.tryAgain}</Button>
    </section>
  );
}

function leaveFor(href: string): void {
  window.location.assign(href);
}
