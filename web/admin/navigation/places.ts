// The places of the navigation in display order, with their icons and counts.
import { useQuery } from '@tanstack/react-query';
import type { IconName } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import { pageQuery, useApi } from '../kit/use-api.ts';
import { dashboardTabs, type Place } from '../paths.ts';
import { useAlertBadge } from '../security/alert-badge.ts';
import { useTexts } from '../texts/shown-texts.ts';

/** The tabs in the specified order. The inbox, after the customers, and the catalog, before the providers, are no tabs. */
export const places: readonly Place[] = dashboardTabs.flatMap((tab): Place[] => {
  if (tab === 'customers') return [tab, 'inbox'];
  return tab === 'api' ? ['catalog', tab] : [tab];
});

/** In the bottom bar of a phone; all others are under "More". */
export const barPlaces: readonly Place[] = ['overview', 'orders', 'inbox', 'analytics'];
export const morePlaces: readonly Place[] = places.filter((place) => !barPlaces.includes(place));

export const placeIcons: Record<Place, IconName> = {
  overview: 'home',
  orders: 'list',
  customers: 'users',
  inbox: 'mail',
  analytics: 'chart',
  visitors: 'globe',
  security: 'shield',
  session: 'clock',
  liveusers: 'user',
  catalog: 'tag',
  api: 'bolt',
  settings: 'settings',
};

/** `text` is short; `label` names what is counted. */
export type Count = { text: string; label: string; look: 'toSend' | 'alert' | 'plain' };
export type Counts = Partial<Record<Place, Count>>;

const most = 99;
const pollMessagesEveryMs = 60_000;

/** The number of unanswered messages. */
function useUnanswered(): number {
  const { api } = useAdmin();
  const query = pageQuery(api, 'GET /api/admin/contact-messages', { query: { limit: 1, only: 'unanswered' } }, null);
  return useQuery({ ...query, refetchInterval: pollMessagesEveryMs }).data?.total ?? 0;
}

export function useCounts(current: Place): Counts {
  const { shell } = useTexts();
  const toSend = useApi('GET /api/admin/stats', {}).data?.linksToSend ?? 0;
  const unanswered = useUnanswered();
  const alerts = useAlertBadge(current === 'security');
  const short = (count: number) => (count > most ? `${most}+` : String(count));
  return {
    ...(toSend > 0 ? { orders: { text: short(toSend), label: shell.linksToSend(toSend), look: 'toSend' } } : {}),
    ...(unanswered > 0
      ? { inbox: { text: short(unanswered), label: shell.unanswered(unanswered), look: 'plain' } }
      : {}),
    ...(alerts ? { security: { text: alerts, label: shell.newAlerts(alerts), look: 'alert' } } : {}),
  };
}
