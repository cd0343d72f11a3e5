// One link of an order: URL, quantity, provider status and actions.
import { lazy, Suspense, useId, useState } from 'react';
import { Link } from 'wouter';
import { safeHref } from '../../../contract/links/safe-href.ts';
import { partsOf } from '../../../contract/provider-order-id.ts';
import { isFinalProviderStatus } from '../../../contract/provider-status.ts';
import { ApiError } from '../../api.ts';
import { Badge, ProviderBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { providerTone } from '../../ui/status-tone.ts';
import { Allowed, useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { CopyButton } from '../copy-button.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useApi } from '../kit/use-api.ts';
import { LinkNote } from '../link-note.tsx';
import type { AdminOrder, PostDelivery, PostRequest } from '../order-detail/read-order.ts';
import { soldUnits } from '../order-detail/sold-name.ts';
import { DeliveryBar } from '../orders/delivery-cell.tsx';
import { RowMenu } from '../orders/row-menu.tsx';
import { itemPath } from '../paths.ts';
import { useProviderNames } from '../provider/provider-names.ts';
import { queryFailure } from '../query-client.ts';
import { shownMessage, shownStatus, usePageTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import CancelDialog from './cancel-dialog.tsx';
import { deliveredPercent, isFollowed, linkUnits, mayReplace, refillBarrier } from './link-rules.ts';
import { type Post, useCancelPost, useHasOtherProvider, useRefillPost, useSendPost } from './post-actions.ts';
import { ReplaceLinkDialog } from './replace-link.tsx';
import { SettlePost } from './settle-post.tsx';

const MoveRestDialog = lazy(() => import('./move-rest.tsx'));

type PostRowProps = {
  order: AdminOrder;
  post: Post;
  /** Of the link in its order, from 0. */
  position: number;
  delivery: PostDelivery | null;
  /** False until the provider orders are loaded. */
  known: boolean;
};

export function PostRow({ order, post, position, delivery, known }: PostRowProps) {
  const providerId = delivery?.status === 'sent' ? delivery.api_order_id : null;
  const settleId = useId();
  const wantedId = useId();
  const wanted = order.linkRequests.find((one) => one.position === position);
  const { links, orderPanel, states } = usePageTexts();
  // Reads the cache only. The component beside the link fetches the status.
  const statusInput = { params: { providerId: providerId ?? '' } };
  const live = useApi('GET /api/admin/order-status/{providerId}', statusInput, { enabled: false }).data;
  const newest = delivery && live ? { ...delivery, live_status: live.status, remains: live.remains } : delivery;
  const units = linkUnits(order, position, newest);
  const { ordered, delivered } = units;
  return (
    <li className="grid gap-x-4 gap-y-2 border-t border-hairline py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <PostLink link={post.link} />
        <CopyButton text={post.link} name={links.theLink} />
        <LinkNote {...post} />
        <p className="flex max-w-80 items-center gap-2 text-xs text-muted tabular-nums">
          <span>
            {`${delivered === null ? formatCount(ordered) : orderPanel.units(formatCount(delivered), formatCount(ordered))} ${soldUnits(states, post)}`}
          </span>
          {providerId === null ? null : (
            <DeliveryBar
              tone={newest?.live_status ? providerTone(newest.live_status) : 'blue'}
              deliveredPercent={deliveredPercent(units)}
              sentPercent={100}
            />
          )}
        </p>
        {known ? <DeliveryState delivery={delivery} /> : <Skeleton className="mt-2 h-4 w-40" />}
        {wanted && delivery?.status !== 'sent' ? <WantedLink id={wantedId} {...wanted} /> : null}
        <PostRequests requests={delivery?.requests ?? []} />
      </div>
      <Actions
        order={order}
        post={post}
        delivery={delivery}
        position={position}
        providerId={providerId}
        liveStatus={newest?.live_status ?? null}
        known={known}
        settleId={settleId}
        wantedId={wantedId}
      />
      {delivery?.status === 'unknown' ? <SettlePost post={post} id={settleId} /> : null}
      {delivery?.status === 'sent' && delivery.error && !delivery.live_status ? (
        <SettlePost post={post} id={settleId} denial={delivery.error} />
      ) : null}
    </li>
  );
}

type WantedLinkProps = AdminOrder['linkRequests'][number] & { id: string };

/** The buyer requested another link: the old one is not sent before an admin decides. */
function WantedLink({ id, new_link, subject }: WantedLinkProps) {
  const { links } = usePageTexts();
  return (
    <p id={id} className="mt-2 rounded-card bg-orange-soft px-3 py-2 text-orange-ink wrap-anywhere">
      <span>{`${links.newLinkRequested} `}</span>
      <span translate="no">{new_link}</span>
      <span>. </span>
      <Link href={itemPath('link_requested', subject)} className="font-semibold whitespace-nowrap underline">
        {links.reviewRequest}
      </Link>
    </p>
  );
}

function PostLink({ link }: { link: string }) {
  const { common } = usePageTexts();
  const href = safeHref(link);
  if (!href)
    return (
      <span className="font-medium break-all" translate="no">
        {link}
      </span>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="font-medium break-all hover:underline">
      <span translate="no">{link}</span>
      <Icon name="external" className="ml-1 inline size-3.5 text-muted" />
      <span className="sr-only">{` ${common.newTab}`}</span>
    </a>
  );
}

function DeliveryState({ delivery }: { delivery: PostDelivery | null }) {
  const names = useProviderNames();
  const { links } = usePageTexts();
  const nowMs = useNow();
  if (!delivery) return null;
  const { status, api_order_id: providerId, refill_requested_at: refilledAt } = delivery;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      {status === 'failed' ? <Badge tone="red">{links.states.failed}</Badge> : null}
      {status === 'unknown' ? <Badge tone="red">{links.states.unknown}</Badge> : null}
      {status === 'sending' ? <Badge tone="blue">{links.states.sending}</Badge> : null}
      {status === 'waiting' ? <Badge tone="yellow">{links.states.waiting}</Badge> : null}
      {status === 'waiting' ? (
        <span className="min-w-0 wrap-anywhere">
          {`${delivery.error ? shownMessage(delivery.error_coded, delivery.error) : links.waitingReason} ${links.waitingHelp}`}
        </span>
      ) : null}
      {(status === 'failed' || status === 'unknown') && delivery.error ? (
        <span className="min-w-0 wrap-anywhere text-red-ink">{shownMessage(delivery.error_coded, delivery.error)}</span>
      ) : null}
      {status === 'sent' && providerId ? (
        <>
          <span className="min-w-0 wrap-anywhere">
            <span>{`${links.providerOrder} `}</span>
            <span className="text-ink tabular-nums" translate="no">
              {names.order(providerId)}
            </span>
            <CopyButton text={partsOf(providerId).id} name={links.theProviderId} />
          </span>
          <LiveStatus providerId={providerId} delivery={delivery} />
        </>
      ) : null}
      {refilledAt && !delivery.requests?.length ? (
        <span>
          <span>{`${links.refillRequested} `}</span>
          <RelativeTime at={refilledAt} nowMs={nowMs} />
        </span>
      ) : null}
      {delivery.hint ? <span className="w-full">{shownMessage(delivery.hint_coded, delivery.hint)}</span> : null}
    </div>
  );
}

type ActionsProps = PostRowProps & {
  providerId: string | null;
  liveStatus: string | null;
  settleId: string;
  wantedId: string;
};

function Actions({ order, post, position, delivery, providerId, liveStatus, known, settleId, wantedId }: ActionsProps) {
  const { links } = usePageTexts();
  const send = useSendPost(post);
  const refill = useRefillPost(post, delivery);
  const cancel = useCancelPost(post, delivery);
  const [lastAction, setLastAction] = useState<'send' | 'refill' | 'cancel'>('send');
  const [confirming, setConfirming] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const [moving, setMoving] = useState(false);
  const barrierId = useId();
  const sent = providerId !== null;
  const sending = send.isPending || delivery?.status === 'sending';
  const isWanted = order.linkRequests.some((one) => one.position === position);
  const isHeld = delivery?.status === 'unknown' || isWanted;
  // Another admin may have sent the link since.
  const refusal = lastAction === 'send' && sent ? null : { send, refill, cancel }[lastAction].error;
  const runs = sent && !(delivery?.live_status && isFinalProviderStatus(delivery.live_status));
  const isAllowed = useAllowed();
  const barrier = sent && delivery && isAllowed('refillPost') ? refillBarrier(order, delivery, liveStatus) : null;
  // The status beside it implies this reason.
  const isForNow = barrier === 'running' || barrier === 'noStatus';
  const isRefundedOrDisputed = order.paymentStatus === 'refunded' || order.paymentStatus === 'disputed';
  const mayCancel = runs && isAllowed('cancelPost');
  const mayReplaceLink = isAllowed('replaceLink') && known && !sending && mayReplace(order, delivery);
  const hasOther = useHasOtherProvider(post);
  const mayMove = hasOther && sent && isAllowed('movePost') && known && (runs || mayReplace(order, delivery));
  const isCancelRequested = delivery?.requests?.some(({ kind, ended_at }) => kind === 'cancel' && ended_at === null);

  return (
    <>
      {/* "Sent" replaces the Send button in place, so that a double click does not hit Refill. */}
      <div className="flex flex-wrap items-start gap-1.5 sm:max-w-80 sm:justify-end">
        <Allowed call="sendPost">
          <Button
            size="sm"
            variant={sent ? 'quiet' : order.postLinks.length > 1 ? 'ink' : 'primary'}
            icon={<Icon name={sent ? 'check' : 'send'} />}
            waiting={sending}
            disabled={!known || sent || sending || isHeld || order.sendBarrier !== null || isRefundedOrDisputed}
            aria-describedby={delivery?.status === 'unknown' ? settleId : isWanted ? wantedId : undefined}
            onClick={() => {
              setLastAction('send');
              send.run(undefined);
            }}
          >
            {sent ? links.sent : sending ? links.sending : links.send}
          </Button>
        </Allowed>
        {sent && isAllowed('refillPost') ? (
          <RunButton
            act={refill}
            icon={<Icon name="refresh" />}
            disabled={barrier !== null}
            title={barrier ? links.noRefill[barrier] : undefined}
            aria-describedby={barrier ? barrierId : undefined}
            onClick={() => {
              setLastAction('refill');
              refill.run(undefined);
            }}
          >
            {links.refill}
          </RunButton>
        ) : null}
        {mayCancel || mayReplaceLink || mayMove ? (
          <RowMenu label={links.more(position + 1)}>
            {(closeAnd) => (
              <>
                {mayReplaceLink ? (
                  <Button size="sm" onClick={closeAnd(() => setReplacing(true))}>
                    {links.replace}
                  </Button>
                ) : null}
                {mayMove ? (
                  <Button size="sm" onClick={closeAnd(() => setMoving(true))}>
                    {links.move}
                  </Button>
                ) : null}
                {mayCancel ? (
                  <RunButton act={cancel} disabled={isCancelRequested} onClick={closeAnd(() => setConfirming(true))}>
                    {isCancelRequested ? links.cancelRequested : links.cancel}
                  </RunButton>
                ) : null}
              </>
            )}
          </RowMenu>
        ) : null}
        {barrier ? (
          <p id={barrierId} className={isForNow ? 'sr-only' : 'w-full text-xs text-muted sm:text-right'}>
            {links.noRefill[barrier]}
          </p>
        ) : null}
      </div>
      {replacing ? (
        <ReplaceLinkDialog
          order={order}
          post={post}
          units={linkUnits(order, position, delivery)}
          onClose={() => setReplacing(false)}
        />
      ) : null}
      {moving && providerId !== null ? (
        <Suspense>
          <MoveRestDialog post={post} providerOrderId={providerId} onClose={() => setMoving(false)} />
        </Suspense>
      ) : null}
      {confirming ? (
        <CancelDialog
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setLastAction('cancel');
            cancel.run(undefined);
          }}
        />
      ) : null}
      {refusal && !alreadyShown(refusal, delivery) ? (
        <p role="alert" className="rounded-card bg-red-soft px-3 py-2 text-red-ink sm:col-span-2">
          {queryFailure(refusal)}
        </p>
      ) : null}
    </>
  );
}

/** The link already shows the provider's refusal or the unknown result, so no second message is needed. */
function alreadyShown(refusal: unknown, delivery: PostDelivery | null): boolean {
  if (!(refusal instanceof ApiError) || refusal.status !== 502) return false;
  return delivery?.status === 'unknown' || (delivery?.status === 'failed' && Boolean(delivery.error));
}

/** Not in a hidden tab, and not after a terminal status. */
const polledMs = 60_000;

type LiveStatusProps = { providerId: string; delivery: PostDelivery };

/** Shows the last stored status until the first response, and when the request fails. */
function LiveStatus({ providerId, delivery }: LiveStatusProps) {
  const { links } = usePageTexts();
  const { data, isPending, isError } = useApi(
    'GET /api/admin/order-status/{providerId}',
    { params: { providerId } },
    {
      refetchInterval: ({ state }) =>
        isFollowed(state.data?.status, delivery.refill_requested_at ?? null, Date.now()) ? polledMs : false,
    },
  );
  const status = data?.status ?? delivery.live_status;
  const remains = data?.remains ?? delivery.remains ?? 0;
  if (!status) {
    return isPending ? <Skeleton className="h-5 w-24" /> : <span>{isError ? links.noLiveStatus : null}</span>;
  }
  return (
    <>
      <ProviderBadge status={status} label={shownStatus(status)} />
      {remains > 0 ? <span className="tabular-nums">{links.remaining(formatCount(remains))}</span> : null}
      {isError ? <span className="text-xs">{links.updateFailed}</span> : null}
    </>
  );
}

const shownAtFirst = 3;

/** Refill and cancel requests of one link with their results, newest first. */
function PostRequests({ requests }: { requests: readonly PostRequest[] }) {
  const { links } = usePageTexts();
  const nowMs = useNow();
  if (requests.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-xs text-muted">
      {requests.slice(0, shownAtFirst).map((request) => (
        <li key={`${request.kind} ${request.requested_at}`} className="break-words">
          <span>{`${sentenceOf(links, request)} ${links.requestedBy} ${request.requested_by} `}</span>
          <RelativeTime at={request.requested_at} nowMs={nowMs} />
          <span>.</span>
        </li>
      ))}
      {requests.length > shownAtFirst ? <li>{links.earlierRequests(requests.length - shownAtFirst)}</li> : null}
    </ul>
  );
}

function sentenceOf(
  links: Texts['links'],
  { kind, state, words, words_coded, moves_rest, ended_at }: PostRequest,
): string {
  const answer = words ? `: ${links.providerReturned(shownStatus(words, words_coded))}` : '';
  const next = moves_rest && ended_at === null ? ` ${links.movesAfterCancel}` : '';
  return `${links.requests[kind][state]}${answer}.${next}`;
}
