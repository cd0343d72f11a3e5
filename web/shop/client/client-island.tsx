// The live part of My Orders (TRK): finds the orders of an email address, and follows their delivery. The address stays off the URL.
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cleanAddress, domainOf, suggestEmail } from '../../../contract/email-address.ts';
import { isUnpaid } from '../../../contract/order-state.ts';
import { pathOf } from '../../../contract/pages.ts';
import { type Api, ApiError, createApi } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { LineIcon } from '../../ui/icon.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { ToastProvider, useEndToast, useToast } from '../../ui/toast.tsx';
import { useHydrated } from '../hydrated.ts';
import type { WithMemory } from '../memory.ts';
import { newestOrderEmail, orderKeyHeader, readEmailForTracking, saveOrderEmail } from '../order-email.ts';
import type { TrackedOrder } from '../read-order.ts';
import { fill } from '../texts/text.ts';
import type { ClientIslandProps } from './client-props.ts';
import { CodeForm, type OfferedCode } from './code-form.tsx';
import { type FollowedOrders, type Found, useFollowedOrders } from './follow-orders.ts';
import { TrackedOrderCard } from './tracked-order-card.tsx';

const emailRequired = 'email-required';
type ClientProps = ClientIslandProps & WithMemory & { api?: Pick<Api, 'call' | 'request'> };
type TrackingProps = Required<Omit<ClientProps, 'memory'>> & WithMemory;
/** The last search, with its proof, in the memory of the part. */
type LastSearch = Parameters<(address: string, proof?: string) => void>;

export default function ClientIsland({ lang, texts, api, memory }: ClientProps) {
  const [ownApi] = useState(() => api ?? createApi());
  return (
    <ToastProvider label={texts.notices} closeLabel={texts.closeNotice}>
      <Tracking lang={lang} texts={texts} api={ownApi} memory={memory} />
    </ToastProvider>
  );
}

type Search =
  | { state: 'idle' }
  | { state: 'searching' }
  | { state: 'failed'; email: string }
  | { state: 'found'; found: Found; code: OfferedCode };

function Tracking({ lang, texts, api, memory = {} }: TrackingProps) {
  const ready = useHydrated();
  const toast = useToast();
  const endToast = useEndToast();
  const [email, setEmail] = useState('');
  const [search, setSearch] = useState<Search>({ state: 'idle' });
  const [last] = useState(memory.search as LastSearch | undefined);
  const newest = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  const { orders, statuses } = useFollowedOrders(api, search.state === 'found' ? search.found : null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes.
  useLayoutEffect(() => {
    const handed = readEmailForTracking();
    if (last) {
      setEmail(last[0]);
      find(...last);
    } else if (handed) {
      setEmail(handed);
      find(handed);
    } else if (field.current?.value) {
      // Text that was typed or autofilled before this script ran.
      setEmail(field.current.value);
    } else setEmail((typed) => typed || newestOrderEmail());
  }, []);

  /** `proof`: the token of a code that was mailed to this address. */
  async function find(address: string, proof?: string): Promise<void> {
    memory.search = [address, proof];
    newest.current += 1;
    const mine = newest.current;
    setSearch({ state: 'searching' });
    endToast(emailRequired);
    const headers = { ...orderKeyHeader(), ...(proof ? { 'order-proof': proof } : {}) };
    const input = { params: { email: address } };
    const search = () => api.request('GET /api/orders/by-email/{email}', input, { headers });
    const answer = await retryOnce(search).catch(() => null);
    // An answer that was overtaken by a newer search is dropped.
    if (mine !== newest.current) return;
    const sent = answer?.data;
    if (!Array.isArray(sent)) return setSearch({ state: 'failed', email: address });
    const code = answer?.headers.get('order-code');
    setSearch({
      state: 'found',
      found: { email: address, sent, headers },
      // Where orders are shown, or may be without a code, the buyer decides.
      code: code === 'required' && sent.length === 0 ? 'sent' : code ? 'offered' : false,
    });
  }

  function retry(address: string, proof?: string): void {
    find(address, proof);
    // The button that was pressed is gone.
    field.current?.focus();
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const address = cleanAddress(email);
    setEmail(address);
    if (address) find(address);
    else {
      toast({ id: emailRequired, title: texts.emailRequired, description: texts.emailRequiredText, tone: 'error' });
      field.current?.focus();
    }
  }

  return (
    <>
      {/* Sent as a form only when there is no script yet; POST keeps the address off the URL. */}
      <form noValidate method="post" onSubmit={onSubmit}>
        <Field
          ref={field}
          label={texts.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          className="min-w-[90px]"
          placeholder={texts.example}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          onBlur={() => setEmail(cleanAddress)}
          action={
            <Button type="submit" variant="primary" disabled={!ready} waiting={search.state === 'searching'}>
              {texts.search}
            </Button>
          }
        />
      </form>
      <section aria-live="polite" aria-busy={search.state === 'searching'} className="mt-8">
        {search.state === 'searching' ? <p className="text-muted">{texts.searching}</p> : null}
        {search.state === 'failed' ? <SearchFailed texts={texts} onRetry={() => retry(search.email)} /> : null}
        {search.state === 'found' && search.code ? (
          <CodeForm
            key={`${search.found.email} ${search.code}`}
            texts={texts}
            api={api}
            lang={lang}
            email={search.found.email}
            isSent={search.code === 'sent'}
            onProof={(proof) => retry(search.found.email, proof)}
          />
        ) : null}
        {search.state === 'found' && orders.length === 0 && search.code !== 'sent' ? (
          <NothingFound
            lang={lang}
            texts={texts}
            email={search.found.email}
            onEmail={(address) => {
              setEmail(address);
              retry(address);
            }}
          />
        ) : null}
        {search.state === 'found' && orders.length > 0 ? (
          <FoundOrders
            lang={lang}
            texts={texts}
            orders={orders}
            statuses={statuses}
            onPay={(orderId) => saveOrderEmail(orderId, search.found.email)}
          />
        ) : null}
      </section>
    </>
  );
}

type Texts = ClientIslandProps['texts'];

function SearchFailed({ texts, onRetry }: { texts: Texts; onRetry: () => void }) {
  return (
    <div role="alert" className="arrive rounded-card border border-red bg-red-soft p-5">
      <p className="font-semibold text-red-ink">{texts.failed}</p>
      <Button className="mt-3" icon={<LineIcon path={moreIconPaths.refresh} />} onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  );
}

type NothingFoundProps = ClientIslandProps & { email: string; onEmail: (email: string) => void };

function NothingFound({ lang, texts, email, onEmail }: NothingFoundProps) {
  const suggested = suggestEmail(email);
  return (
    <div className="arrive rounded-card border border-hairline bg-surface p-6 text-center">
      <p className="text-lg font-bold">{texts.noneTitle}</p>
      <p className="mx-auto mt-1.5 max-w-sm text-muted">{texts.noneText}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {suggested ? (
          <Button variant="primary" onClick={() => onEmail(suggested)}>
            {fill(texts.didYouMean, { domain: domainOf(suggested) })}
          </Button>
        ) : null}
        <LinkButton href={pathOf('home', lang)}>{texts.start}</LinkButton>
      </div>
    </div>
  );
}

const waitMs = 1_000;

/** Does not retry after a refusal, because the same request gets the same response. */
async function retryOnce<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return query();
  }
}

// The orders of a search: paid and payable orders first, then repeated attempts that were never paid.

/** With fewer attempts, each one is listed as a normal order. */
const fewestTries = 3;
const list = 'divide-y divide-hairline rounded-card border border-hairline bg-surface';

type FoundOrdersProps = ClientIslandProps & FollowedOrders & { onPay: (orderId: string) => void };

function FoundOrders({ lang, texts, orders, statuses, onPay }: FoundOrdersProps) {
  const unpaid = orders.filter(isUnpaid);
  const tries = unpaid.length >= fewestTries ? unpaid : [];
  const shown = orders.filter((order) => !tries.includes(order));
  const cards = (some: readonly TrackedOrder[]): ReactNode =>
    some.map((order) => (
      <TrackedOrderCard
        key={order.id}
        lang={lang}
        texts={texts}
        order={order}
        statuses={statuses}
        onPay={() => onPay(order.id)}
      />
    ));
  return (
    <>
      <h2 className="text-xl font-bold">{fill(texts.found, { count: orders.length })}</h2>
      {shown.length > 0 ? <div className={classNames('mt-4', list)}>{cards(shown)}</div> : null}
      {tries.length > 0 ? (
        <details className="question mt-4" open={shown.length === 0}>
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-card px-2 py-2 font-semibold">
            <span>{fill(texts.unpaidTries, { count: tries.length })}</span>
            <LineIcon path={moreIconPaths.chevronDown} className="text-muted" />
          </summary>
          <div className={classNames('mt-2', list)}>{cards(tries)}</div>
        </details>
      ) : null}
      {orders.some(({ api_orders }) => api_orders.some(({ api_order_id }) => api_order_id)) ? (
        <p className="mt-3 px-1 text-sm text-muted">{texts.reported}</p>
      ) : null}
    </>
  );
}
