// The store's time zone in the admin: all days and times use it, and the screens name it.
import { useEffect, useState } from 'react';
import { setShownZone, shownZone } from '../ui/format-date.ts';
import { useApi } from './kit/use-api.ts';
import { useTexts } from './texts/shown-texts.ts';

const watchedEveryMs = 60_000;
const rebuildingEveryMs = 2_000;

export function useStoreTimeZone() {
  return useApi(
    'GET /api/admin/time-zone',
    {},
    { refetchInterval: ({ state }) => (state.data?.next ? rebuildingEveryMs : watchedEveryMs) },
  );
}

/**
 * The active time zone. It changes after the figures are rebuilt for a newly selected zone; the page then renders
 * again.
 */
export function useStoreZone(): string {
  const { data } = useStoreTimeZone();
  const [zone, setZone] = useState(shownZone);
  const answered = data?.time_zone;
  useEffect(() => {
    if (!answered) return;
    setShownZone(answered);
    setZone(answered);
  }, [answered]);
  return zone;
}

/** "Times in Europe/Berlin" */
export function ZoneNote({ of, className = '' }: { of?: string; className?: string }) {
  const { shell } = useTexts();
  return <p className={`text-xs text-muted ${className}`}>{shell.zoneNote(of ?? shell.times, shownZone())}</p>;
}
