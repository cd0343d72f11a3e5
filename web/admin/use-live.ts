// Live updates: a websocket message names the kind of change, and the affected queries refetch.
// While the websocket is disconnected, active queries poll every few seconds.
import { type InvalidateOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveType } from '../../contract/live.ts';
import { useAdmin, useSessionState } from './admin-context.tsx';
import { figureCalls, mailCalls, messageCalls, orderCalls, settingsCalls } from './live-calls.ts';

export const pollEveryMs = 5_000;
/** Sums over many orders may be older. */
export const pollFiguresEveryMs = 30_000;

/** A restart of the store takes less. */
const lostAfterMs = 3_000;

const keysOf = (calls: readonly string[]) => calls.map((call) => [call]);
const actionItems = ['GET /api/admin/attention'];
const pauses = ['GET /api/admin/pauses'];
const messages = keysOf(messageCalls);
const mails = keysOf(mailCalls);
const orders = keysOf(orderCalls);
const figures = [...keysOf(figureCalls), actionItems, pauses, ...messages, ...mails];
const concerned: Record<LiveType, readonly (readonly string[])[]> = {
  'order-update': [...orders, ...keysOf(figureCalls), actionItems, ...mails],
  'alert-update': [actionItems, pauses, ['GET /api/admin/security-alerts'], ...messages, ...mails],
  'settings-update': keysOf(settingsCalls),
  'user-update': [['GET /api/admin/online-users']],
};

/** True while the connection is lost. A store that never had one is polled: that is no fault. */
export function useLive(): boolean {
  const { connectLive, readToken } = useAdmin();
  const { isAuthenticated } = useSessionState();
  const queries = useQueryClient();
  const [isLost, setIsLost] = useState(false);

  useEffect(() => {
    if (!connectLive || !isAuthenticated) return;
    const polling = createPolling(queries);
    let wasConnected = false;
    let patience: ReturnType<typeof setTimeout> | undefined;
    const startedAtMs = Date.now();
    const connection = connectLive({
      token: readToken,
      onMessage: (type) => renew(queries, concerned[type]),
      onStatus: (connected) => {
        // A reconnect may have missed messages. The first connection directly follows the first fetch.
        if (connected && (wasConnected || Date.now() - startedAtMs > 1_000)) renew(queries, [...orders, ...figures]);
        wasConnected ||= connected;
        if (connected) {
          clearTimeout(patience);
          patience = undefined;
          setIsLost(false);
        } else if (wasConnected) patience ??= setTimeout(() => setIsLost(true), lostAfterMs);
        if (connected) polling.stop();
        else polling.start();
      },
    });
    polling.start();
    return () => {
      clearTimeout(patience);
      setIsLost(false);
      polling.stop();
      connection.close();
    };
  }, [connectLive, isAuthenticated, queries, readToken]);
  return isLost;
}

function renew(queries: QueryClient, keys: readonly (readonly string[])[], how?: InvalidateOptions): void {
  for (const queryKey of keys)
    void (how ? queries.invalidateQueries({ queryKey }, how) : queries.invalidateQueries({ queryKey }));
}

/** Polls active queries while the page is visible. */
function createPolling(queries: QueryClient) {
  let timers: ReturnType<typeof setInterval>[] = [];
  const every = (ms: number, keys: readonly (readonly string[])[]) =>
    setInterval(() => {
      // Does not cancel a pending request, because a slow response would otherwise never arrive.
      if (!document.hidden) renew(queries, keys, { cancelRefetch: false });
    }, ms);

  function stop(): void {
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  function start(): void {
    stop();
    timers = [every(pollEveryMs, orders), every(pollFiguresEveryMs, figures)];
  }

  return { start, stop };
}
