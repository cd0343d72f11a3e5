// The number of alerts since the last visit to the security tab. The browser stores the time of the visit.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAdmin } from '../admin-context.tsx';
import { browserStorage } from '../sign-in/token-storage.ts';
import { alertsQuery } from '../watch-queries.ts';

const key = 'securityLastViewed';
const most = 9;

/** Null for none; "9+" for more than nine. `isOpen`: the tab is open now. */
export function useAlertBadge(isOpen: boolean): string | null {
  const { api } = useAdmin();
  const { data } = useQuery(alertsQuery(api));
  const [viewedAt, setViewedAt] = useState(readViewed);
  const newest = data?.alerts[0]?.timestamp;
  // biome-ignore lint/correctness/useExhaustiveDependencies: alerts that arrive while the tab is open count as seen.
  useEffect(() => {
    if (!isOpen) return;
    const now = new Date().toISOString();
    writeViewed(now);
    setViewedAt(now);
  }, [isOpen, newest]);
  if (isOpen) return null;
  const fresh = (data?.alerts ?? []).filter(({ timestamp }) => timestamp > viewedAt).length;
  if (fresh === 0) return null;
  return fresh > most ? `${most}+` : String(fresh);
}

function readViewed(): string {
  try {
    const kept = browserStorage()?.getItem(key) ?? '';
    return Number.isNaN(Date.parse(kept)) ? '' : new Date(kept).toISOString();
  } catch {
    return '';
  }
}

function writeViewed(at: string): void {
  try {
    browserStorage()?.setItem(key, at);
  } catch {
    // Storage is full or blocked: the badge reappears after a reload.
  }
}
