// The live status of a sent link and its remaining units.
import { ProviderBadge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatCount } from '../amounts.ts';
import { useApi } from '../kit/use-api.ts';
import type { PostDelivery } from '../order-detail/order-queries.ts';
import { shownStatus, useTexts } from '../texts/shown-texts.ts';
import { isFollowed } from './provider-status.ts';

/** Not in a hidden tab, and not after a terminal status. */
const polledMs = 60_000;

type LiveStatusProps = { providerId: string; delivery: PostDelivery };

/** Shows the last stored status until the first response, and when the request fails. */
export function LiveStatus({ providerId, delivery }: LiveStatusProps) {
  const { links } = useTexts();
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
