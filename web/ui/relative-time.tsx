// A relative time ("5 min ago") with the exact time as title and `datetime`.
import { useEffect, useState } from 'react';
import { formatAgo, formatDate, hasAge } from './format-date.ts';

const tickMs = 30_000;

/** `nowMs` comes from `useNow`, so that all rows of a table update together. */
export function RelativeTime({ at, nowMs }: { at: string | null; nowMs: number }) {
  if (!at || Number.isNaN(Date.parse(at))) return <span>N/A</span>;
  const exact = formatDate(at);
  return (
    <time dateTime={at} title={exact}>
      {hasAge(at, nowMs) ? formatAgo(at, nowMs) : exact}
    </time>
  );
}

/** The current time, updated every 30 s while the page is visible. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNowMs(Date.now());
    }, tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
