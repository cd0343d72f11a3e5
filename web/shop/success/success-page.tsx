// The result page (RES): what became of the payment, and what happens next.
import { type ReactNode, useEffect, useState } from 'react';
import { formatCount } from '../../../contract/money.ts';
import { type Api, createApi } from '../../api.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { resetOrder } from '../in-progress-order.ts';
import { links } from '../links.ts';
import { dollarsToText } from '../order-amount.ts';
import { OrderTimeline } from '../order-timeline.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { type Followed, type FollowedOrder, useFollowedOrder } from './follow-order.ts';
import { viewOf } from './order-view.ts';

type SuccessProps = PageProps & { api?: Pick<Api, 'call'> };

export default function SuccessPage({ data, api }: SuccessProps) {
  const [ownApi] = useState(() => api ?? createApi());
  const followed = useFollowedOrder(ownApi);
  useEffect(() => resetOrder(), []);
  const category = followed.state === 'found' ? followed.order.category : 'Likes';
  return (
    <div data-category={category}>
      <Shell data={data}>
        <div className="mx-auto max-w-xl px-4 pt-6 sm:px-6 sm:pt-14">
          <Result followed={followed} />
        </div>
      </Shell>
    </div>
  );
}

function Result({ followed }: { followed: Followed }) {
  if (followed.state === 'not-named') {
    return (
      <Card look="neutral" title="No order named" text="This page shows an order when you come from its payment.">
        <OnwardLinks />
      </Card>
    );
  }
  if (followed.state === 'not-found') {
    return (
      <Card look="neutral" title="Order not found" text="The link may be incomplete. Your orders are listed by e-mail.">
        <OnwardLinks />
      </Card>
    );
  }
  if (followed.state === 'checking') return <Pending />;
  const { order } = followed;
  const view = viewOf(order);
  if (view === 'failed') return <Failed order={order} />;
  return view === 'completed' ? <Completed order={order} /> : <Pending order={order} />;
}

function Pending({ order }: { order?: FollowedOrder }) {
  return (
    <Card
      look="pending"
      title="Confirming your payment"
      text="This takes a moment. The page follows by itself: you can leave it open, or look again later under My Orders."
    >
      <OrderTimeline order={order ?? { status: 'pending' }} />
      {order ? <Facts order={order} /> : null}
      <OnwardLinks />
    </Card>
  );
}

function Completed({ order }: { order: FollowedOrder }) {
  return (
    <Card look="completed" title="Payment received. Thank you!" text={completedText(order)}>
      <OrderTimeline order={order} />
      <Facts order={order} />
      <OnwardLinks />
    </Card>
  );
}

function Failed({ order }: { order: FollowedOrder }) {
  const refunded = order.payment_status === 'refunded';
  const text = refunded
    ? 'The amount goes back to the card it was paid with.'
    : 'The order was not paid, and nothing will be delivered. You can start again, or ask us what happened.';
  return (
    <Card look="failed" title={refunded ? 'This order was refunded' : 'The payment did not go through'} text={text}>
      <Facts order={order} />
      <div className="grid gap-3 sm:grid-cols-2">
        <LinkButton href={links.home} variant="primary" wide>
          Try Again
        </LinkButton>
        <LinkButton href={links.contact} wide>
          Contact Support
        </LinkButton>
      </div>
    </Card>
  );
}

function completedText(order: FollowedOrder): string {
  const unit = order.category.toLowerCase();
  if (order.status === 'completed') return `All your ${unit} are delivered.`;
  if (order.status === 'processing') return `Your ${unit} are on their way.`;
  return `Next we send your ${unit} on their way. Follow them under My Orders.`;
}

function OnwardLinks() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LinkButton href={links.tracking} variant="primary" wide>
        Track Your Order
      </LinkButton>
      <LinkButton href={links.home} wide>
        Create Another Order
      </LinkButton>
    </div>
  );
}

function Facts({ order }: { order: FollowedOrder }) {
  const facts: [string, string][] = [
    ['Order', `#${order.id}`],
    ['Package', `${formatCount(order.quantity)} ${order.category.toLowerCase()}`],
    ['Amount', dollarsToText(order.amount)],
  ];
  return (
    <dl className="flex flex-col gap-2 border-y border-hairline py-4 tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Look = 'neutral' | 'pending' | 'completed' | 'failed';

const signs: Record<Exclude<Look, 'pending'>, { icon: IconName; colours: string }> = {
  neutral: { icon: 'search', colours: 'bg-sunken text-muted' },
  completed: { icon: 'check', colours: 'bg-green-soft text-green-ink' },
  failed: { icon: 'close', colours: 'bg-red-soft text-red-ink' },
};

function Card(props: { look: Look; title: string; text: string; children: ReactNode }) {
  const sign = props.look === 'pending' ? null : signs[props.look];
  return (
    <section
      aria-live="polite"
      data-view={props.look}
      className="flex flex-col gap-6 rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-8"
    >
      <div className="text-center">
        <span
          className={classNames(
            'mx-auto grid size-14 place-items-center rounded-full text-2xl',
            sign ? sign.colours : 'bg-accent-soft text-accent-ink',
          )}
        >
          {sign ? <Icon name={sign.icon} /> : <Spinner />}
        </span>
        <h1 className="mt-4 text-2xl font-extrabold">{props.title}</h1>
        <p className="mt-2 text-muted">{props.text}</p>
      </div>
      {props.children}
    </section>
  );
}
