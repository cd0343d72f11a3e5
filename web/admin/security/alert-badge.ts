// The number of alerts since the last visit to the security tab. The browser stores the time of the visit.
import { useEffect, useState } from 'react';
import { useApi } from '../kit/use-api.ts';
import { browserStorage } from '../sign-in/token-storage.ts';

const key = 'securityLastViewed';
const most = 9;
const refetchMs = 30_000;

export function useAlerts() {
  return useApi('GET /api/admin/security-alerts', {}, { refetchInterval: refetchMs });
}

/** Null for none; "9+" for more than nine. `isOpen`: the tab is open now. */
export function useAlertBadge(isOpen: boolean): string | null {
  const { data } = useAlerts();
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
