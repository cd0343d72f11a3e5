// The live status of a sent link and its remaining units.
import { useQuery } from '@tanstack/react-query';
import { ProviderBadge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { formatCount } from '../amounts.ts';
import { liveStatusQuery, type PostDelivery } from '../order-detail/order-queries.ts';
import { shownStatus, useTexts } from '../texts/shown-texts.ts';

type LiveStatusProps = { providerId: string; delivery: PostDelivery };

/** Shows the last stored status until the first response, and when the request fails. */
export function LiveStatus({ providerId, delivery }: LiveStatusProps) {
  const { api } = useAdmin();
  const { links } = useTexts();
  const { data, isPending, isError } = useQuery(liveStatusQuery(api, providerId, delivery.refill_requested_at ?? null));
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
