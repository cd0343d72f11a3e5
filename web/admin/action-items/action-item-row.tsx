// One action item: its order with buyer and product, the reason, the amount, its age and what can be done.
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { SellingItemKind } from '../../../contract/action-item-kinds.ts';
import type { EndpointName } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { CustomerLink } from '../customers/customer-link.tsx';
import { formatDollars } from '../dollars.ts';
import { LinkNote, LinkText } from '../link-note.tsx';
import { layerOnDemand } from '../page-on-demand.tsx';
import { inboxPath, messagePath, orderPath, payoutPath, settingsPath, tabPath } from '../paths.ts';
import { sectionPath } from '../settings/sections.ts';
import { ServerText } from '../texts/label.tsx';
import { useItemTexts } from '../texts/shown-texts.ts';
import type { ActionItem, ActionItemKind } from './action-items.ts';
import { dismissLabel, isDismissable } from './dismissal.ts';
import { ItemActs } from './item-acts.tsx';
import { type RequestedItem, useOnRequest } from './requested-item.ts';
import { DelayLine } from './stalled-acts.tsx';

const DismissDialog = layerOnDemand(() => import('./dismiss-dialog.tsx'));

type Texts = ReturnType<typeof useItemTexts>['itemRows'];

/** Where items without an order are resolved. */
const webhooksPlace = { to: `${settingsPath}#webhooks`, text: 'webhooks' } as const;
/** `call`: what the place reads, where not every role may. */
type ItemPlace = { to: string; text: keyof Texts['places']; call?: EndpointName };
const places: Partial<Record<ActionItemKind, ItemPlace>> = {
  money_difference: { to: `${tabPath('analytics')}#reconciliation`, text: 'reconciliation' },
  mail_undelivered: { to: `${inboxPath}?box=unsent`, text: 'unsent' },
  webhook_failing: webhooksPlace,
  webhook_expiring: webhooksPlace,
  channel_failing: { to: `${settingsPath}#notifications`, text: 'notifications' },
  api_key_expiring: { to: `${settingsPath}#api-keys`, text: 'apiKeys' },
  scheduled_prices_refused: { to: `${settingsPath}#prices`, text: 'prices' },
};

/** Of one post among several: the item names it. */
const ofOnePost: readonly ActionItemKind[] = ['link_requested', 'drop_reported', 'refill_refused'];

const categoryTexts = {
  category_undeliverable: 'undeliverable',
  category_deliverable: 'deliverable',
  service_held: 'held',
  service_above_price: 'abovePrice',
  price_proposed: 'proposed',
} as const satisfies Record<SellingItemKind, keyof Texts>;

/** `requested`: null for another item than the requested one. */
type ActionItemProps = {
  kind: ActionItemKind;
  item: ActionItem;
  nowMs: number;
  /** The acts of the row with the most of them: their column has one width in all rows. */
  mostActs: number;
  requested: RequestedItem | null;
};

export function ActionItemRow({ kind, item, nowMs, mostActs, requested }: ActionItemProps) {
  const row = useRef<HTMLLIElement>(null);
  const [isDismissing, setIsDismissing] = useState(false);
  const { itemRows } = useItemTexts();
  const isAllowed = useAllowed();
  useOnRequest(requested, requested !== null, () => {
    row.current?.scrollIntoView({ block: 'center' });
    // The button of its act may have the focus already.
    if (!row.current?.contains(document.activeElement)) row.current?.focus({ preventScroll: true });
  });
  const { words, at, order, link, delay } = item;
  const postLink = (delay || ofOnePost.includes(kind)) && link ? link.post_link : null;
  const isReport = kind === 'delivery_stopped' || (delay && delay.reason !== 'not_found');
  const advice = itemRows.advice[kind];
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-2 py-3 not-focus-visible:outline-none',
        requested !== null && '-mx-4 bg-yellow-soft px-4',
      )}
    >
      <div className="min-w-0 flex-1 basis-full break-words xl:basis-64">
        <p>
          <Place kind={kind} item={item} />
          {order ? <Product of={order} /> : null}
        </p>
        {delay ? <DelayLine of={delay} /> : null}
        {words || postLink ? (
          <p className="text-muted">
            {postLink ? <span>{words ? `${postLink} · ` : postLink}</span> : null}
            {words && isReport ? <span>{`${itemRows.reported} `}</span> : null}
            {words ? <ServerText of={item}>{words}</ServerText> : null}
          </p>
        ) : null}
        {postLink ? <LinkNote link={postLink} /> : null}
        {link?.requested ? <RequestedLink of={link.requested} /> : null}
        {advice ? <p>{advice}</p> : null}
      </div>
      <span className="tabular-nums max-xl:empty:hidden xl:w-20 xl:text-right" translate="no">
        {order ? formatDollars(order.amount) : null}
      </span>
      <span className="text-xs text-muted xl:w-24 xl:text-right">
        <RelativeTime at={at} nowMs={nowMs} />
      </span>
      {mostActs === 0 ? null : (
        <span
          className={classNames(
            'flex flex-wrap items-center gap-2 max-xl:empty:hidden xl:justify-end',
            mostActs === 1 ? 'xl:w-48' : 'xl:w-96',
          )}
        >
          <ItemActs kind={kind} item={item} requested={requested} />
          {isDismissable(kind) && isAllowed('dismissActionItem') ? (
            <Button size="sm" variant="quiet" onClick={() => setIsDismissing(true)}>
              {dismissLabel(kind, itemRows)}
            </Button>
          ) : null}
        </span>
      )}
      {isDismissing && isDismissable(kind) ? (
        <DismissDialog kind={kind} item={item} onClose={() => setIsDismissing(false)} />
      ) : null}
    </li>
  );
}

/** Opens in a new tab, so that the admin can check it. */
function RequestedLink({
  of: { new_link, active_order_id },
}: {
  of: NonNullable<ActionItem['link']>['requested'] & {};
}) {
  const { itemRows } = useItemTexts();
  return (
    <>
      <p>
        <span>{`${itemRows.newLink} `}</span>
        <LinkText link={new_link} anchorClassName="font-medium underline underline-offset-4" />
      </p>
      <LinkNote link={new_link} />
      {active_order_id === null ? null : <p>{itemRows.newLinkActive(active_order_id)}</p>}
    </>
  );
}

/** A link to the order, or to the page that resolves an item without one. */
function Place({ kind, item }: { kind: ActionItemKind; item: ActionItem }) {
  const { order_id: orderId, category } = item;
  const { itemRows, states } = useItemTexts();
  const place = placeOf(kind, item.subject);
  const className = 'font-semibold underline underline-offset-4';
  if (orderId) {
    return (
      <Link href={orderPath(orderId)} className={`${className} tracking-wide`} translate="no">
        {orderId}
      </Link>
    );
  }
  if (category) {
    const isPaused = kind === 'category_deliverable';
    const name = item.offer_name ?? states.category(category);
    const text = itemRows[categoryTexts[kind as SellingItemKind]];
    return (
      <Link href={isPaused ? `${settingsPath}#selling` : tabPath('api')} className={className}>
        {text(name)}
      </Link>
    );
  }
  if (!place) return null;
  const link = (
    <Link href={place.to} className={className}>
      {itemRows.places[place.text]}
    </Link>
  );
  return place.call ? <Allowed call={place.call}>{link}</Allowed> : link;
}

function placeOf(kind: ActionItemKind, subject: string): ItemPlace | undefined {
  if (kind === 'address_collision') return placeOfAddress(subject);
  // The subject begins with the ID of the payout.
  if (kind === 'payout_difference') {
    return { to: payoutPath(subject.split(' ')[0] ?? ''), text: 'payout', call: 'getPayout' };
  }
  return places[kind];
}

/** The subject of another spelling that is in no order: "message" or "admin" with its ID. */
function placeOfAddress(subject: string): ItemPlace {
  const [of, id = ''] = subject.split(' ');
  return of === 'admin' ? { to: sectionPath('admins'), text: 'admins' } : { to: messagePath(id), text: 'message' };
}

/** "buyer@example.com · 5,000 likes". */
function Product({ of: { customer_email, quantity, category, offer_name } }: { of: NonNullable<ActionItem['order']> }) {
  const { states } = useItemTexts();
  const product = `${formatCount(quantity)} ${offer_name ?? states.category(category.toLowerCase())}`;
  return (
    <span className="text-muted">
      <span> </span>
      <CustomerLink email={customer_email} />
      <span>{` · ${product}`}</span>
    </span>
  );
}
