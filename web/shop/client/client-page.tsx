// My Orders (TRK): finds the orders of an e-mail address, and follows their delivery. The address stays off the URL.
import { type FormEvent, useRef, useState } from 'react';
import { type Api, createApi } from '../../api.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ToastProvider, useToast } from '../../ui/toast.tsx';
import { useHydrated } from '../hydrated.ts';
import { links } from '../links.ts';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { type TrackedOrder, useLiveStatuses } from './live-statuses.ts';
import { TrackedOrderCard } from './tracked-order-card.tsx';

type ClientProps = PageProps & { api?: Pick<Api, 'call'> };

export default function ClientPage({ data, api }: ClientProps) {
  const [ownApi] = useState(() => api ?? createApi());
  return (
    <ToastProvider>
      <Shell data={data}>
        <div className="mx-auto max-w-3xl px-4 sm:px-6">
          <h1 className="pt-3 text-2xl font-extrabold sm:pt-8 sm:text-4xl">My Orders</h1>
          <p className="mt-2 text-muted sm:text-lg">Enter the e-mail you ordered with. No account needed.</p>
          <Tracking api={ownApi} />
        </div>
      </Shell>
    </ToastProvider>
  );
}

type Search =
  | { state: 'idle' }
  | { state: 'searching' }
  | { state: 'failed'; email: string }
  | { state: 'found'; orders: readonly TrackedOrder[] };

const none: readonly TrackedOrder[] = [];

function Tracking({ api }: { api: Pick<Api, 'call'> }) {
  const ready = useHydrated();
  const toast = useToast();
  const [email, setEmail] = useState('');
  const [search, setSearch] = useState<Search>({ state: 'idle' });
  const newest = useRef(0);
  const statuses = useLiveStatuses(api, search.state === 'found' ? search.orders : none);

  async function find(address: string): Promise<void> {
    newest.current += 1;
    const mine = newest.current;
    setSearch({ state: 'searching' });
    const orders = await api.call('GET /api/orders/by-email/{email}', { params: { email: address } }).catch(() => null);
    // An answer that was overtaken by a newer search is dropped.
    if (mine === newest.current) setSearch(orders ? { state: 'found', orders } : { state: 'failed', email: address });
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const address = email.trim();
    if (address) find(address);
    else
      toast({ title: 'Email required', description: 'Please enter your email to search for orders.', tone: 'error' });
  }

  return (
    <>
      {/* Sent as a form only when there is no script yet; POST keeps the address off the URL. */}
      <form noValidate method="post" onSubmit={onSubmit} className="mt-6">
        <Field
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder="you@example.com"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          action={
            <Button type="submit" variant="primary" disabled={!ready} waiting={search.state === 'searching'}>
              Search
            </Button>
          }
        />
      </form>
      <section aria-live="polite" aria-busy={search.state === 'searching'} className="mt-8">
        {search.state === 'searching' ? <p className="text-muted">Searching your orders ...</p> : null}
        {search.state === 'failed' ? <SearchFailed onRetry={() => find(search.email)} /> : null}
        {search.state === 'found' && search.orders.length === 0 ? <NothingFound /> : null}
        {search.state === 'found' && search.orders.length > 0 ? (
          <>
            <h2 className="text-xl font-bold">Your Orders ({search.orders.length})</h2>
            <div className="mt-4 flex flex-col gap-4">
              {search.orders.map((order) => (
                <TrackedOrderCard key={order.id} order={order} statuses={statuses} />
              ))}
            </div>
          </>
        ) : null}
      </section>
    </>
  );
}

function SearchFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="arrive rounded-card border border-red bg-red-soft p-5">
      <p className="font-semibold text-red-ink">Error fetching orders. Please try again.</p>
      <Button className="mt-3" icon={<Icon name="refresh" />} onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

function NothingFound() {
  return (
    <div className="arrive rounded-card border border-hairline bg-surface p-6 text-center">
      <p className="text-lg font-bold">No orders found</p>
      <p className="mx-auto mt-1.5 max-w-sm text-muted">
        Check the spelling: orders are found by the exact address that was given at checkout.
      </p>
      <LinkButton href={links.home} className="mt-4">
        Start an order
      </LinkButton>
    </div>
  );
}
